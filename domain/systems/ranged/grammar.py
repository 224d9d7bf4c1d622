"""The strings of a weapon's line as printed: "7d(2) pi-", "3x9", "15!", "30+1(3)", "13B†".

What the grammar does not know is refused with the column in which it stands.
"""

import re
from typing import Literal, cast

import msgspec

DamageType = Literal["pi-", "pi", "pi+", "pi++", "imp", "cut", "cr", "burn", "cor", "tox", ""]
MOST = 100_000
"""No printed number of a weapon is greater; ranges in yards among them."""


AFFLICTION = r" (stunned|coughing|nauseated|retching|moderate_pain|severe_pain)"


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """Dice, adds, multiplier, armour divisor, type; *thrust* means the thrower's thrust dice.

    *resist* is the modifier of the HT roll of an attack that does no damage, *affliction* what
    it does to who fails.
    """

    dice: int = 0
    adds: int = 0
    times: int = 1
    divisor: float = 1
    type: DamageType = ""
    thrust: bool = False
    explosive: bool = False
    tight_beam: bool = False
    fragments: int = 0
    resist: int = 0
    affliction: str = ""


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """A range: yards, or so many times ST, plus skill divided by *skill_over* if there is one."""

    yards: int = 0
    times_st: float = 0
    skill_over: int = 0

    def yards_for(self, strength: int, skill: int) -> int:
        """Return the range in whole yards of a user."""
        more = skill // self.skill_over if self.skill_over else 0
        return self.yards + int(self.times_st * strength) + more


class Rof(msgspec.Struct, frozen=True, kw_only=True):
    """Rate of fire: shots, projectiles a shot, and whether it fires full auto only."""

    shots: int
    projectiles: int = 1
    full_auto_only: bool = False


class Shots(msgspec.Struct, frozen=True, kw_only=True):
    """What a weapon holds, and the seconds to reload it; nothing to load if it is thrown."""

    capacity: int
    chambered: int = 0
    reload_s: int = 0
    one_by_one: bool = False
    thrown: bool = False


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """Minimum ST, and how the weapon is held."""

    st: int
    two_handed: bool = False
    bipod: bool = False
    mount: bool = False


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """Accuracy, and the bonus of a scope that is part of the weapon."""

    acc: int
    scope: int = 0


_PRINTED = {0x2212: "-", 0xD7: "x"}
"""The printed minus and cross, read as those of a keyboard."""


class _Scanner:
    """Reads a string from left to right; says the column of what it cannot read."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text.translate(_PRINTED), 0

    def found(self, pattern: str) -> str | None:
        """Take *pattern* if it stands here."""
        match = re.compile(pattern).match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def take(self, pattern: str, what: str) -> str:
        """Take *pattern*, or say what is missing."""
        found = self.found(pattern)
        if found is None:
            raise self.fault(what)
        return found

    def number(self, what: str, least: int = 0) -> int:
        """Take a whole number from *least*."""
        start = self.at
        value = int(self.take(r"\d{1,9}", what))
        if not least <= value <= MOST:
            self.at = start
            raise self.fault(what)
        return value

    def end(self) -> None:
        """Insist that nothing is left."""
        if self.at < len(self.text):
            raise self.fault("nothing more")

    def fault(self, what: str) -> ValueError:
        """Return what is to be raised: the column, what was expected, what is there."""
        there = repr(self.text[self.at :]) if self.at < len(self.text) else "the end"
        return ValueError(f"column {self.at + 1}: expected {what}, found {there}")


def damage(text: str) -> Damage:
    """Read "7d(2) pi-", "6dx6(10) cr ex [2d]", "thr+4 imp", "HT-3 stunned" or "none"."""
    scan = _Scanner(text)
    if scan.found("none"):
        scan.end()
        return Damage()
    if scan.found("HT"):
        resist = int(scan.take(r"[+-]\d{1,2}", "a modifier such as -3"))
        affliction = scan.take(AFFLICTION, "an affliction").strip()
        scan.end()
        return Damage(resist=resist, affliction=affliction)
    thrust = scan.found("thr") is not None
    dice = 0 if thrust else scan.number("dice, thr, HT or none", 1)
    if not thrust:
        scan.take("d", "d after the number of dice")
    adds = int(scan.found(r"[+-]\d{1,4}") or 0)
    times = scan.number("a multiplier", 1) if scan.found("x") else 1
    divisor = 1.0
    if scan.found(r"\("):
        divisor = float(scan.take(r"\d{1,3}(\.\d)?", "an armour divisor"))
        if not divisor:
            raise scan.fault("an armour divisor above zero")
        scan.take(r"\)", "a closing bracket")
    scan.take(" ", "a space before the type of damage")
    kind = scan.take(r"pi(\+\+|[+-])?|imp|cut|cr|burn|cor|tox", "a type of damage")
    tight = scan.found(" tbb") is not None
    explosive = scan.found(" ex") is not None
    fragments = 0
    if scan.found(r" \["):
        fragments = scan.number("dice of fragments", 1)
        scan.take(r"d\]", "d]")
    scan.end()
    return Damage(
        dice=dice, adds=adds, times=times, divisor=divisor, type=cast("DamageType", kind),
        thrust=thrust, explosive=explosive, tight_beam=tight, fragments=fragments,
    )  # fmt: skip


def ranges(text: str) -> tuple[Reach | None, Reach]:
    """Read 1/2D and Max: "100/600", "x15/x20", "-/50" (no 1/2D), "-/x0.5+skill/5"."""
    scan = _Scanner(text)
    half = None if scan.found("-") else _reach(scan)
    scan.take("/", "a slash between 1/2D and Max")
    most = _reach(scan)
    scan.end()
    if half is not None and (half.yards, half.times_st) > (most.yards, most.times_st):
        scan.at = 0
        raise scan.fault("a 1/2D no greater than Max")
    return half, most


def _reach(scan: _Scanner) -> Reach:
    if not scan.found("x"):
        return Reach(yards=scan.number("a range in yards, or x and a number", 1))
    times = float(scan.take(r"\d{1,3}(\.\d)?", "how many times ST"))
    over = scan.number("a divisor of skill", 1) if scan.found(r"\+skill/") else 0
    return Reach(times_st=times, skill_over=over)


def rate_of_fire(text: str) -> Rof:
    """Read "3", "15!" (full auto only) or "3x9" (nine projectiles a shot)."""
    scan = _Scanner(text)
    shots = scan.number("shots a second, one or more", 1)
    projectiles = scan.number("projectiles a shot, two or more", 2) if scan.found("x") else 1
    only = scan.found("!") is not None
    scan.end()
    return Rof(shots=shots, projectiles=projectiles, full_auto_only=only)


def shots(text: str) -> Shots:
    """Read "30+1(3)", "6(3i)" (one by one), "100(5)", "10" (not reloaded) or "T" (thrown)."""
    scan = _Scanner(text)
    if scan.found("T"):
        scan.end()
        return Shots(capacity=1, thrown=True)
    capacity = scan.number("shots, or T for thrown", 1)
    chambered = scan.number("a chambered round", 1) if scan.found(r"\+") else 0
    reload_s, one_by_one = 0, False
    if scan.found(r"\("):
        reload_s = scan.number("seconds to reload", 1)
        one_by_one = scan.found("i") is not None
        scan.take(r"\)", "a closing bracket")
    scan.end()
    return Shots(capacity=capacity, chambered=chambered, reload_s=reload_s, one_by_one=one_by_one)


def strength(text: str) -> Strength:
    """Read "10†" (two hands), "13B†" (bipod), "20M†" (mounted), "7" or "-" (none)."""
    scan = _Scanner(text)
    if scan.found("-"):
        scan.end()
        return Strength(st=0)
    st = scan.number("a minimum ST, or -", 1)
    bipod, mount = scan.found("B") is not None, scan.found("M") is not None
    two = scan.found("†") is not None
    scan.end()
    return Strength(st=st, two_handed=two, bipod=bipod, mount=mount)


def accuracy(text: str) -> Sight:
    """Read "5", or "6+3" with the bonus of an integral scope."""
    scan = _Scanner(text)
    acc = scan.number("Acc")
    scope = scan.number("the bonus of a scope", 1) if scan.found(r"\+") else 0
    scan.end()
    return Sight(acc=acc, scope=scope)
