"""The referee's decisions on offer, each with its reason; without them the defaults hold (2.6)."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.options import Amount, Choice, Option, Pick
from domain.systems.ranged.locations import of_body
from domain.systems.ranged.shelter import BEAST, LOCATIONS
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.words import hex_title, plain

REASONS = (
    "as the referee sees it", "the text leaves it open", "the table agreed", "to undo a mistake",
)  # fmt: skip
Fields = Iterable[Pick | Amount]


def rulings(state: State) -> tuple[Option, ...]:
    """Return every decision that concerns something that is there."""
    return (*_of_weapons(state), *_of_people(state), *_of_fire(state), *_of_the_place(state))


def _decide(title: str, ruling: str, rule: str, fields: Fields = (), **fixed: Any) -> Option:
    reasons = tuple(Choice(reason, reason) for reason in REASONS)
    return Option(
        command="decide", title=f"Decide: {title}", rule=rule,
        fixed={"decision": {"ruling": ruling, **fixed}},
        fields=(*fields, Pick(path=("reason",), title="reason", choices=reasons)),
    )  # fmt: skip


def _pick(field: str, title: str, choices: Iterable[tuple[Any, str]]) -> Pick:
    made = tuple(Choice(value, name) for value, name in choices)
    return Pick(path=("decision", field), title=title, choices=made)


def _number(field: str, title: str, low: int, high: int, default: int, unit: str = "") -> Amount:
    return Amount(
        path=("decision", field), title=title, low=low, high=high, default=default, unit=unit
    )


def _names(fighters: Iterable[Fighter]) -> list[tuple[str, str]]:
    return [(one.id, one.title) for one in fighters]


def _people(state: State) -> list[tuple[str, str]]:
    return _names(one for one in state.present() if one.seat)


def _yes(field: str, yes: str, no: str) -> Pick:
    return _pick(field, "so", ((True, yes), (False, no)))


# --- weapons --------------------------------------------------------------------------------


def _of_weapons(state: State) -> Iterator[Option]:
    for one in state.present():
        for item in one.items.values():
            weapon = state.weapon(item)
            whose = f"{one.title}'s {weapon.title}"
            fixed: dict[str, Any] = {"fighter": one.id, "item": item.id}
            if weapon.malf is not None and item.at != "gone":
                lowers = ((-n, f"{n} lower") for n in range(1, 13))
                pick = _pick("by", "how much", lowers)
                yield _decide(f"the Malf. of {whose}", "adjust_malf", "MF-06", (pick,), **fixed)
            if item.condition == "mechanical":
                yield _decide(f"an hour of repair, {whose}", "hour_of_repair", "MF-10", **fixed)
            if weapon.line.rated_st is not None:
                seconds = _number("seconds", "takes", 1, 600, 60, "s")
                yield _decide(
                    f"a slow device to cock {whose}", "cocking_device", "XB-02", (seconds,),
                    fighter=one.id,
                )  # fmt: skip
    readies = _number("readies", "Ready manoeuvres", 3, 60, 3)
    yield _decide("the time to mount a weapon", "mount_time", "BP-05", (readies,))
    modifier = _number("modifier", "to Hearing", -4, 4, 0)
    yield _decide("how loud guns and surroundings are", "hearing_modifier", "SI-02", (modifier,))
    allowed = _yes("allowed", "allowed", "not allowed")
    yield _decide("lock-on without sight", "lock_without_sight", "HO-03", (allowed,))


# --- people ---------------------------------------------------------------------------------


def _of_people(state: State) -> Iterator[Option]:
    people = _people(state)
    if not people:
        return
    yield _decide("who is hit behind a target", "candidates", "OP-08", (_pick(
        "behind", "who", (([], "by the rule"), *(([name], title) for name, title in people))
    ),))  # fmt: skip
    who = _pick("fighter", "who", people)
    st = _number("st", "ST", 1, 200, 50)
    yield _decide("the ST that a rope is tied to", "anchor_st", "HP-06", (who, st))
    yards = _number("yards", "yards a second, 0 by the rule", 0, 100, 0)
    yield _decide("a speed that counts with the range", "speed_counts", "S-4.1", (who, yards))
    hidden = _yes("hidden", "out of sight", "in sight")
    yield _decide("smoke before somebody", "smoke", "GU-10", (who, hidden))
    target = _pick("target", "whom", people)
    penalty = _pick("penalty", "penalty", ((-n, f"-{n}") for n in range(21)))
    yield _decide("a jammer against missiles", "jam_penalty", "GU-09", (target, penalty))
    yield from _parts(state)
    bound = _names(one for one in state.present() if one.bonds or one.restrained)
    if bound:
        who = _pick("fighter", "who", bound)
        so = _yes("immobile", "completely restrained", "not completely restrained")
        yield _decide("somebody entangled", "totally_immobile", "CS-04", (who, so))
        effect = _pick("effect", "effect", EFFECTS)
        yield _decide("what a bond does", "entangle_effect", "BO-04", (who, effect))


def _parts(state: State) -> Iterator[Option]:
    """Yield the one part of somebody that an area holds: of men, and of beasts."""
    for parts, title in ((LOCATIONS, "the one part within an area"),
                         (BEAST, "the one part of a beast within an area")):  # fmt: skip
        bodies = [one for one in state.present() if one.seat and of_body(one.body) == parts]
        if bodies:
            victim = _pick("victim", "whom", _names(bodies))
            part = _pick("location", "part", ((name, plain(name)) for name in parts))
            yield _decide(title, "large_target", "AR-01", (victim, part))


EFFECTS = (("rule", "by the rule"), ("arms", "both arms are bound"), ("none", "no penalty"))


# --- fire -----------------------------------------------------------------------------------


def _of_fire(state: State) -> Iterator[Option]:
    surfaces = [("", "everything"), *_names(state.present())]
    spreads = (
        ("table", "by the table"), ("yes", "it catches"), ("no", "it does not"), ("roll", "a roll"),
    )  # fmt: skip
    yield _decide("whether flames catch", "ignition", "FA-05", (
        _pick("surface", "on", surfaces), _pick("spreads", "so", spreads),
        _number("number", "on 3d", 3, 18, 9),
    ))  # fmt: skip
    burning = [
        *((one.id, f"the fire at {hex_title(one.at)}") for one in state.flames.values()),
        *_names(one for one in state.present() if one.blaze is not None),
    ]
    if burning:
        yield _decide("a fire is out", "extinguish", "MO-12", (_pick("thing", "which", burning),))


# --- the place ------------------------------------------------------------------------------


def _of_the_place(state: State) -> Iterator[Option]:
    blind = _pick("penalty", "penalty", ((-10, "-10"), (-6, "-6"), (-4, "-4")))
    yield _decide("the penalty for firing blind", "blind_penalty", "CV-09", (blind,))
    hard = _yes("hard", "hard", "soft")
    yield _decide("whether the ground breaks a bottle", "ground", "MO-06", (hard,))
    for cover in state.covers():
        slit = _yes("slit", "has a slit", "has none")
        yield _decide(f"{cover.title}: a slit", "narrow_slit", "CV-04", (slit,), cover=cover.id)
        hides = _pick("locations", "it hides", OBSTACLES)
        yield _decide(
            f"{cover.title}: blows across it", "melee_obstacle", "CV-12", (hides,), cover=cover.id
        )
    toward = _pick("toward", "toward", ((n, f"direction {n + 1}") for n in range(6)))
    yards = _number("yards", "yards a second", 0, 10, 0)
    yield _decide("the wind, which clouds drift with", "wind", "AR-02", (toward, yards))
    yield _decide("a remark", "note", "S-2.6")


LEGS = ["right_leg", "left_leg", "right_foot", "left_foot"]
OBSTACLES: tuple[tuple[list[str], str], ...] = (
    ([], "nothing"), (LEGS, "legs and feet"), ([*LEGS, "groin"], "all below the waist")
)  # fmt: skip
