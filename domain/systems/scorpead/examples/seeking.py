"""Seeking weapons and shuttles: as targets, and as they fly and strike (DW-12.53, F1)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import MoveShip
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    HOLD,
    ONE,
    TWO,
    accepted,
    armed,
    changed,
    duel,
    fire,
    phaser,
    refused,
)
from domain.systems.scorpead.examples.shots import burst, burst_resolved, burst_shot
from domain.systems.scorpead.fire_events import FireStepOpened
from domain.systems.scorpead.forms import UnitKind
from domain.systems.scorpead.map_events import (
    DamageNullified,
    SeekerImpacted,
    TargetDamaged,
    TargetDestroyed,
    UnitFlight,
    UnitsMoved,
)
from domain.systems.scorpead.state import Phase, State, Unit

SEEKER = ShipId("seeker")


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of every kind as a target; of small targets, and of flight."""
    yield from _may(initial)
    yield from _may_not(initial)
    yield from _small(initial)
    yield from _flight(initial)


def with_unit(state: State, kind: UnitKind, at: Hex, target: ShipId | None = None) -> State:
    """Return *state* with a unit of side 2 on its map."""
    unit = Unit(id=SEEKER, title=f"the {kind}", kind=kind, seat=TWO, at=at, target=target)
    return replace(state, units={**state.units, SEEKER: unit})


AT_SEEKER = replace(burst(magnifier="magnifier_A"), target=SEEKER)
MAY: tuple[UnitKind, ...] = (
    "drone", "tram", "fuser", "hyperdrone", "scud", "shuttle", "boomerang_fuser",
)  # fmt: skip


def _may(initial: State) -> Iterator[Example]:
    near = armed(duel(initial, 20), FULL, ARMED)
    for kind in MAY:
        yield accepted(
            rules.DW_12_53_SEEKERS,
            f"a burst destroys this: {kind.replace('_', ' ')}",
            with_unit(near, kind, Hex(0, -4)),
            fire(AT_SEEKER),
            TargetDamaged(target=SEEKER, firer=CA, damage=15),
            TargetDestroyed(target=SEEKER),
            dice=(1, 1),
        )
    yield accepted(
        rules.DW_12_53_SEEKERS,
        "two phasers destroy a drone by 4 points in one impulse",
        with_unit(near, "drone", Hex(0, -5)),
        fire(*(replace(phaser(f"phaser_{n}"), target=SEEKER) for n in (1, 2))),
        TargetDamaged(target=SEEKER, firer=CA, damage=3),
        TargetDamaged(target=SEEKER, firer=CA, damage=3),
        TargetDestroyed(target=SEEKER),
        dice=(6, 6),
    )


def _may_not(initial: State) -> Iterator[Example]:
    near = armed(duel(initial, 20), FULL, ARMED)
    kinds: tuple[UnitKind, ...] = ("plasma_f", "boomerang")
    for kind in kinds:
        yield accepted(
            rules.DW_12_53_SEEKERS,
            f"H-13: a burst that hits this does nothing: {kind.replace('_', ' ')}",
            with_unit(near, kind, Hex(0, -4)),
            fire(AT_SEEKER),
            DamageNullified(ship=CA, target=SEEKER, reason="immune"),
            dice=(2, 2),
        )
    plain = replace(burst(), target=SEEKER)
    yield refused(
        rules.B2_FIRE_DECISION,
        "what is not there is no target",
        near,
        fire(plain),
        "unknown_target",
    )


def _small(initial: State) -> Iterator[Example]:
    far = armed(duel(initial, 20), {"magnifier_A": 2}, ARMED)
    shot = replace(burst_shot(tie=("magnifier_A", 2)), target=SEEKER)
    drone = with_unit(far, "drone", Hex(0, -12))
    ecm = {"small target": 2, "drone": 4}
    yield accepted(
        rules.DW_12_351_SMALL_TARGETS,
        "H-12: a drone at range 12 has 2 + 4 ECM: shift 2, 4 + 2 hits 6, (2 + 0) x 3 destroys it",
        drone,
        fire(AT_SEEKER),
        replace(
            burst_resolved(shot, 12, 3, (1, 3), hit=True, damage=6),
            shield=0,
            ecm=6,
            shift=2,
            natural=ecm,
        ),
        TargetDestroyed(target=SEEKER),
        dice=(1, 3),
    )
    bare = replace(burst_shot(), target=SEEKER)
    yield accepted(
        rules.DW_12_351_SMALL_TARGETS,
        "H-12: without a magnifier (0 + 0) x 3 does nothing",
        drone,
        fire(replace(burst(), target=SEEKER)),
        replace(
            burst_resolved(bare, 12, 3, (1, 3), hit=True, damage=0),
            shield=0,
            ecm=6,
            shift=2,
            natural=ecm,
        ),
        dice=(1, 3),
    )


def _flight(initial: State) -> Iterator[Example]:
    rule, hold = rules.F_SEEKERS, {ONE: HOLD, TWO: HOLD}
    state = changed(changed(duel(initial, 20, moment=(1, 1)), speed=0), CA2, speed=0)
    yield accepted(
        rule,
        "a drone flies at speed 20, after all ships, a hex nearer to its target",
        with_unit(state, "drone", Hex(0, -6), CA),
        hold,
        UnitsMoved(flights=(UnitFlight(unit=SEEKER, at=Hex(0, -5)),), spent=()),
        FireStepOpened(),
    )
    close = with_unit(state, "drone", Hex(0, -1), CA)
    yield accepted(
        rule,
        "and strikes the shield it came from with 12 points",
        close,
        hold,
        SeekerImpacted(unit=SEEKER, target=CA, shield=1, warhead=12, shift=0, die=None, damage=12),
        FireStepOpened(),
    )
    yield accepted(
        rule,
        "4 ECM shift its roll by 2: a 6 counts 8, which leaves half",
        changed(close, ecm=4),
        hold,
        SeekerImpacted(unit=SEEKER, target=CA, shield=1, warhead=12, shift=2, die=6, damage=6),
        dice=(6,),
    )
    first = replace(state, turn=2, impulse=1, phase=Phase.MOVEMENT, movers=((CA,),))
    fast: tuple[UnitKind, ...] = ("plasma_f", "hyperdrone")
    for kind in fast:
        yield accepted(
            rule,
            f"at speed 32 this flies in each impulse, the first too: {kind.replace('_', ' ')}",
            with_unit(first, kind, Hex(0, -9), CA),
            {ONE: MoveShip(ship=CA, move="straight")},
            UnitsMoved(flights=(UnitFlight(unit=SEEKER, at=Hex(0, -8)),), spent=()),
        )
    plasma = with_unit(state, "plasma_f", Hex(0, -1), CA)
    unit = replace(plasma.units[SEEKER], flown=9, damage=5)
    yield accepted(
        rule,
        "a plasma-F has 15 points after 10 hexes, less one for every two by phasers",
        replace(plasma, units={SEEKER: unit}),
        hold,
        SeekerImpacted(unit=SEEKER, target=CA, shield=1, warhead=13, shift=0, die=None, damage=13),
    )
    yield accepted(
        rule,
        "after 15 hexes it is spent",
        replace(plasma, units={SEEKER: replace(unit, at=Hex(0, -9), flown=16)}),
        hold,
        UnitsMoved(flights=(), spent=(SEEKER,)),
    )
