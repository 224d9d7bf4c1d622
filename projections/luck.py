"""Were these dice honest? Rolled against expected, with exact chances, in a sentence.

All comparisons are fixed beforehand, and each is allowed to be wrong only so often that honest
dice are called ordinary in at least 99 of 100 tellings, however many comparisons there are:

- the highest face of a player's dice falls too often: what a loaded die is suspected of most, and
  seven tenths of what may be wrong;
- another face falls too often: two tenths;
- the total for a purpose (a weapon, a check) is too far from what is expected: one tenth.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from projections.significance import as_far_out, at_least
from projections.throws import Throw

WRONGLY = Fraction(1, 100)
"""How often honest dice may be called extraordinary."""
HIGHEST, OTHERS, TOTALS = Fraction(7, 10), Fraction(2, 10), Fraction(1, 10)


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """All equal dice of a player for one purpose; *faces* counts how often each face fell.

    *chance* is how likely honest dice are to come to a total as far out as this.
    """

    who: str
    purpose: str
    sides: int
    faces: tuple[int, ...]
    total: int
    expected: float
    chance: float

    @property
    def dice(self) -> int:
        """How many dice there were."""
        return sum(self.faces)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A comparison that honest dice would very rarely give: what was compared, and how rarely."""

    what: str
    chance: float


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said of the dice of some games."""

    dice: int
    hidden: int
    comparisons: int
    ordinary: bool
    findings: tuple[Finding, ...]
    sentence: str
    by_player: tuple[Tally, ...]
    by_purpose: tuple[Tally, ...]


class _Compared(msgspec.Struct, frozen=True):
    """A comparison: what, how likely it is with honest dice, and how rarely is too rarely."""

    what: str
    chance: Fraction
    allowed: Fraction


def luck(thrown: Iterable[Throw], hidden: int = 0) -> Luck:
    """Return what is to be said of all dice *thrown*; *hidden* dice are only counted."""
    every = list(thrown)
    players = _tallied(msgspec.structs.replace(one, purpose="all dice") for one in every)
    purposes = _tallied(every)
    compared = list(_compared(players, purposes))
    findings = tuple(
        Finding(what=one.what, chance=float(one.chance))
        for one in sorted(compared, key=lambda one: one.chance / one.allowed)
        if one.chance <= one.allowed
    )
    dice = sum(tally.dice for tally in players)
    return Luck(
        dice=dice,
        hidden=hidden,
        comparisons=len(compared),
        ordinary=not findings,
        findings=findings,
        sentence=_sentence(dice, len(compared), findings),
        by_player=players,
        by_purpose=purposes,
    )


def _tallied(thrown: Iterable[Throw]) -> tuple[Tally, ...]:
    counted: dict[tuple[str, str, int], list[int]] = {}
    for one in thrown:
        faces = counted.setdefault((one.who, one.purpose, one.sides), [0] * one.sides)
        for face in one.faces:
            faces[face - 1] += 1
    return tuple(_tally(*key, tuple(counted[key])) for key in sorted(counted))


def _tally(who: str, purpose: str, sides: int, faces: tuple[int, ...]) -> Tally:
    dice = sum(faces)
    total = sum(face * times for face, times in enumerate(faces, start=1))
    return Tally(
        who=who,
        purpose=purpose,
        sides=sides,
        faces=faces,
        total=total,
        expected=dice * (sides + 1) / 2,
        chance=float(as_far_out(dice, sides, total)),
    )


def _compared(players: tuple[Tally, ...], purposes: tuple[Tally, ...]) -> Iterator[_Compared]:
    others = sum(tally.sides - 1 for tally in players)
    for tally in players:
        for face, times in enumerate(tally.faces, start=1):
            highest = face == tally.sides
            share = HIGHEST / len(players) if highest else OTHERS / others
            expected = tally.dice / tally.sides
            what = f"{_whose(tally)} d{tally.sides} showed {face} {times} times in {tally.dice}"
            yield _Compared(
                f"{what}, where {expected:.1f} are expected",
                at_least(tally.dice, tally.sides, times),
                WRONGLY * share,
            )
    for tally in purposes:
        what = f"{_whose(tally)} {tally.dice}d{tally.sides} for “{tally.purpose}” came to"
        yield _Compared(
            f"{what} {tally.total}, where {tally.expected:.1f} is expected",
            as_far_out(tally.dice, tally.sides, tally.total),
            WRONGLY * TOTALS / len(purposes),
        )


def _whose(tally: Tally) -> str:
    return f"{tally.who}'s" if tally.who else "the table's"


def _sentence(dice: int, comparisons: int, findings: tuple[Finding, ...]) -> str:
    if not dice:
        return "No open die was rolled: there is nothing to compare."
    if not findings:
        return (
            f"These {dice:,} dice are ordinary: none of {comparisons} comparisons came out as "
            "honest dice would only once in a hundred such tellings."
        )
    worst = findings[0]
    return (
        f"These {dice:,} dice are not ordinary: {worst.what}. Honest dice do that with a chance of "
        f"{worst.chance:.2g}, and among {comparisons} comparisons that is still less than one in a "
        "hundred. Check the proofs of the rolls: broadside verify."
    )
