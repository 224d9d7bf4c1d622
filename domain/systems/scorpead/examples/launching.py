"""What ships launch: drones from racks, plasma from tubes, shuttles from bays (F1, FP1, J1)."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm
from domain.systems.scorpead.events import EnergyAllocated
from domain.systems.scorpead.examples.setups import (
    CA2,
    HOLD,
    ONE,
    TWO,
    VEKTREAN,
    accepted,
    allocate,
    changed,
    duel,
    fire,
    moment,
    refused,
)
from domain.systems.scorpead.forms import Launch
from domain.systems.scorpead.map_events import UnitFlight, UnitLaunched, UnitsMoved
from domain.systems.scorpead.state import Phase, State, Unit

RACK, TUBE, BAY = "drone_rack_1", "plasma_f_1", "shuttle_1"


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of racks, of tubes and their arming, of bays."""
    state = duel(initial, 20, one="vektrean_ca")
    yield from _racks(state)
    yield from _arming(replace(state, phase=Phase.ENERGY, impulse=0))
    yield from _tubes(state)
    yield from _bays(state)


def launch(box: str) -> Launch:
    """Return the order of side 1 to launch what *box* holds at side 2."""
    return Launch(ship=VEKTREAN, box=box, target=CA2)


def launched(box: str, kind: Literal["drone", "plasma_f", "shuttle"], number: int) -> UnitLaunched:
    """Return what is announced of a launch."""
    return UnitLaunched(
        ship=VEKTREAN,
        box=box,
        kind=kind,
        target=CA2,
        unit=ShipId(f"vektrean_ca_1_{kind}_{number}"),
        number=number,
        seat=ONE,
        at=Hex(0, 0),
    )


def _racks(state: State) -> Iterator[Example]:
    rule, order = rules.F_SEEKERS, fire(launch(RACK))
    yield accepted(rule, "a rack launches a drone", state, order, launched(RACK, "drone", 1))
    taken = Unit(
        id=ShipId("vektrean_ca_1_drone_1"), title="decoy", kind="drone", seat=TWO, at=Hex(3, 3)
    )
    yield accepted(
        rule,
        "and never takes the name of something that is on the map",
        replace(state, units={taken.id: taken}),
        order,
        launched(RACK, "drone", 2),
    )
    just_now = changed(state, VEKTREAN, launched={RACK: moment(1, 1)})
    yield refused(rule, "one a turn", just_now, order, "rack_launched")
    yield accepted(
        rule,
        "launched in impulse 32, the next one may follow in impulse 1",
        changed(
            replace(state, turn=2, impulse=1), VEKTREAN, launched={RACK: moment(1, 32)}, launches=1
        ),
        order,
        launched(RACK, "drone", 2),
    )
    empty = changed(state, VEKTREAN, racks={RACK: 0})
    yield refused(rule, "until it is empty", empty, order, "rack_empty")
    yield refused(rule, "a laboratory has none", state, fire(launch("lab_1")), "launches_nothing")


def _arming(state: State) -> Iterator[Example]:
    rule = rules.FP1_PLASMA
    for steps, points, title in (
        (0, 1, "a plasma-F takes one point in the first turn"),
        (1, 1, "one in the second"),
        (2, 3, "and three in the third"),
    ):
        form = EnergyForm(tubes={TUBE: points})
        yield accepted(
            rule,
            title,
            changed(state, VEKTREAN, tubes={TUBE: steps}),
            allocate(form, VEKTREAN),
            EnergyAllocated(seat=ONE, ship=VEKTREAN, form=form, battery_halves=0),
        )
    for steps, points, title in (
        (1, 3, "three points do not come before their turn"),
        (3, 1, "and an armed tube takes no more"),
    ):
        given = changed(state, VEKTREAN, tubes={TUBE: steps})
        form = EnergyForm(tubes={TUBE: points})
        yield refused(rule, title, given, allocate(form, VEKTREAN), "tube_arming")
    gone = changed(state, VEKTREAN, destroyed=frozenset({TUBE}))
    form = EnergyForm(tubes={TUBE: 1})
    yield refused(rule, "nor a destroyed one", gone, allocate(form, VEKTREAN), "box_destroyed")


def _tubes(state: State) -> Iterator[Example]:
    rule, order = rules.FP1_PLASMA, fire(launch(TUBE))
    ready = changed(state, VEKTREAN, tubes={TUBE: 3})
    title = "armed over three turns, a plasma-F is launched"
    yield accepted(rule, title, ready, order, launched(TUBE, "plasma_f", 1))
    short = changed(state, VEKTREAN, tubes={TUBE: 2})
    yield refused(rule, "not before", short, order, "tube_unarmed")
    astern = changed(ready, VEKTREAN, facing=3)
    yield refused(rules.D2_ARC, "nor out of its arc", astern, order, "out_of_arc")


def _bays(state: State) -> Iterator[Example]:
    rule, order = rules.J1_SHUTTLES, fire(launch(BAY))
    title = "a bay launches its shuttle"
    yield accepted(rule, title, state, order, launched(BAY, "shuttle", 1))
    out = changed(state, VEKTREAN, launched={BAY: moment(1, 1)})
    yield refused(rule, "which does not come back", out, order, "bay_empty")
    other = fire(launch("shuttle_2"))
    yield refused(rule, "and there is one a turn", out, other, "shuttle_launched")
    shuttle = Unit(
        id=ShipId("shuttle"), title="shuttle", kind="shuttle", seat=ONE, at=Hex(0, 0), target=CA2
    )
    yield accepted(
        rule,
        "at speed 6 a shuttle flies a hex in impulse 11",
        replace(state, units={shuttle.id: shuttle}),
        {ONE: HOLD, TWO: HOLD},
        UnitsMoved(flights=(UnitFlight(unit=shuttle.id, at=Hex(0, -1)),), spent=()),
    )
