"""Movement: who moves when, turn modes, sideslips (C1 to C4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm, MoveShip, MoveTogether
from domain.systems.scorpead.events import ImpulseBegan, ShipMoved
from domain.systems.scorpead.examples.setups import (
    CA,
    CA2,
    HOLD,
    ONE,
    TWO,
    accepted,
    allocate,
    changed,
    duel,
    energy_step,
    refused,
)
from domain.systems.scorpead.fire_events import FireStepOpened
from domain.systems.scorpead.state import Phase, State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of order, and of moves."""
    yield from _order(initial)
    yield from _moves(initial)


def moving(initial: State, *groups: tuple[ShipId, ...]) -> State:
    """Return the movement of an impulse in which these are to move."""
    return replace(duel(initial, 20), phase=Phase.MOVEMENT, movers=groups)


def _order(initial: State) -> Iterator[Example]:
    fast = changed(duel(initial, 20, moment=(1, 31)), CA2, speed=17)
    yield accepted(
        rules.C1_MOVEMENT,
        "in impulse 32 speed 8 moves before speed 17",
        fast,
        {ONE: HOLD, TWO: HOLD},
        ImpulseBegan(impulse=32, movers=((CA,), (CA2,))),
    )
    both = changed(fast, CA2, speed=8)
    yield accepted(
        rules.C1_MOVEMENT,
        "equal speeds and turn modes move at the same time",
        both,
        {ONE: HOLD, TWO: HOLD},
        ImpulseBegan(impulse=32, movers=((CA, CA2),)),
    )
    frigate = ShipId("scorpead_ff_2")
    yield accepted(
        rules.C1_MOVEMENT,
        "of equal speeds the worse turn mode moves first",
        duel(initial, 20, moment=(1, 31), two="scorpead_ff"),
        {ONE: HOLD, TWO: HOLD},
        ImpulseBegan(impulse=32, movers=((CA,), (frigate,))),
    )
    yield accepted(
        rules.C1_MOVEMENT,
        "those who tie are revealed together, then all fire is decided",
        moving(initial, (CA, CA2)),
        {ONE: MoveTogether(moves={CA: "straight"}), TWO: MoveTogether(moves={CA2: "slip_left"})},
        ShipMoved(ship=CA, move="straight", at=Hex(0, -1), facing=0),
        ShipMoved(ship=CA2, move="slip_left", at=Hex(1, -20), facing=3),
        FireStepOpened(),
    )
    apart = changed(replace(moving(initial, (CA,)), impulse=8), CA2, at=Hex(0, -60))
    yield accepted(
        rules.B2_FIRE_DECISION,
        "the Fire Decision Step is passed over when no weapon on a sheet reaches an enemy",
        apart,
        {ONE: MoveShip(ship=CA, move="straight")},
        ShipMoved(ship=CA, move="straight", at=Hex(0, -1), facing=0),
        ImpulseBegan(impulse=9, movers=()),
        ImpulseBegan(impulse=10, movers=()),
    )
    yield accepted(
        rules.C1_MOVEMENT,
        "at speed 1 a ship moves in the last impulse alone",
        energy_step(initial),
        allocate(EnergyForm(warp_hexes=1)),
        ImpulseBegan(impulse=1, movers=()),
    )
    slower = ShipId("scorpead_ca_3")
    state = moving(initial, (slower,), (CA,))
    two_ships = state.with_ships([replace(state.ships[CA], id=slower)])
    yield refused(
        rules.C1_MOVEMENT,
        "a ship moves when it is its turn: a slower one of its side comes first",
        two_ships,
        {ONE: MoveShip(ship=CA, move="straight")},
        "not_its_move",
    )


def _moves(initial: State) -> Iterator[Example]:
    alone = moving(initial, (CA,))
    turned = {ONE: MoveShip(ship=CA, move="turn_right")}
    yield accepted(
        rules.C3_TURN_MODE,
        "at speed 8 a CA (turn mode C) turns after two hexes, and goes one ahead",
        changed(alone, hexes_since_turn=2),
        turned,
        ShipMoved(ship=CA, move="turn_right", at=Hex(1, -1), facing=1),
    )
    yield refused(
        rules.C3_TURN_MODE,
        "one hex is not enough",
        changed(alone, hexes_since_turn=1),
        turned,
        "turn_mode",
    )
    slipped = {ONE: MoveShip(ship=CA, move="slip_right")}
    yield accepted(
        rules.C4_SIDESLIP,
        "a sideslip goes to the side and keeps the facing",
        changed(alone, hexes_since_slip=1),
        slipped,
        ShipMoved(ship=CA, move="slip_right", at=Hex(1, -1), facing=0),
    )
    yield refused(
        rules.C4_SIDESLIP,
        "not right after another",
        changed(alone, hexes_since_slip=0),
        slipped,
        "sideslip_again",
    )
