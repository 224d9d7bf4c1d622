"""One match over the commands: the refusals first, then the dice."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from domain.decider import Command, Event
from domain.dice import Dice
from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.scorpead import damage, energy, movement, referee, rules, shields
from domain.systems.scorpead.activity_events import GuardsAssigned, ManoeuvresChanged
from domain.systems.scorpead.commands import (
    AllocateEnergy,
    AllocateHit,
    CampaignRepair,
    ChooseStruckShield,
    CommitFire,
    EnergyForm,
    Move,
    MoveShip,
    MoveTogether,
    RefereeSet,
)
from domain.systems.scorpead.events import (
    BattleBegan,
    Deployed,
    EnergyAllocated,
    EwAnnounced,
    ShipMoved,
    SpeedsAnnounced,
)
from domain.systems.scorpead.fire import declared, own_ship
from domain.systems.scorpead.fire_events import (
    FireDecided,
    StruckShieldChosen,
)
from domain.systems.scorpead.forms import UnitSheet
from domain.systems.scorpead.sequence import owed, unfold, waiting
from domain.systems.scorpead.state import Phase, Ship, State


def begin(
    state: State, scenario: str, options: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Set up *scenario* with the chosen ships; energy is allocated first."""
    sheet = state.book.scenarios[scenario]
    classes = [str(options[f"side_{number}"]) for number in range(1, len(sheet.sides) + 1)]
    ships = tuple(
        Deployed(
            id=ShipId(f"{name}_{number}"),
            ship_class=name,
            seat=SeatId(number),
            at=side.at,
            facing=side.facing,
            speed=0 if state.book.classes[name].base else sheet.speed,
            hexes_since_turn=sheet.hexes_since_turn,
            hexes_since_slip=sheet.hexes_since_slip,
        )
        for number, (name, side) in enumerate(zip(classes, sheet.sides, strict=True), 1)
    )
    began = BattleBegan(
        scenario=scenario,
        turn_limit=int(options["turn_limit"]),
        ships=ships,
        orphan_capacity=int(options["orphan_magnifier_capacity"]),
        features=sheet.features,
        units=tuple(_aimed(unit, ships) for unit in sheet.units),
    )
    yield from unfold(state, [began], dice)


def _aimed(unit: UnitSheet, ships: tuple[Deployed, ...]) -> UnitSheet:
    """Return a scenario's unit with the ship that the side it flies at has chosen."""
    sides = {f"side_{ship.seat}": ship.id for ship in ships}
    return replace(unit, target=sides.get(unit.target)) if unit.target else unit


def decide(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    """Decide a command that takes effect at once, and all that follows from it."""
    match command:
        case MoveShip():
            events: Iterable[Event] = _move_ship(state, seat, command)
        case ChooseStruckShield():
            events = _choose_shield(state, seat, command)
        case AllocateHit():
            events = _allocate_hit(state, seat, command)
        case RefereeSet():
            events = referee.ruling(state, seat, command)
        case CampaignRepair():
            events = referee.campaign_repair(state, seat, command)
        case _:
            raise AssertionError(f"{command} is not decided at once")
    yield from unfold(state, events, dice)


def check(state: State, seat: SeatId, command: Command) -> None:
    """Refuse a sealed command that is not legal; it is judged as a whole, on its own."""
    match command:
        case AllocateEnergy():
            _expect(state, seat, Phase.ENERGY, sealed=True)
            _check_energy(state, seat, command)
        case MoveTogether():
            _expect(state, seat, Phase.MOVEMENT, sealed=True)
            _check_moves(state, seat, command.moves)
        case CommitFire():
            _expect(state, seat, Phase.FIRE, sealed=True)
            for _ in declared(state, seat, command):
                pass
        case _:
            raise AssertionError(f"{command} is not sealed")


def resolve(state: State, sealed: Mapping[SeatId, Command], dice: Dice) -> Iterator[Outcome]:
    """Resolve a step for which everybody has sealed, in the order of the seats."""
    commands = [(seat, sealed[seat]) for seat in sorted(sealed)]
    if state.phase is Phase.ENERGY:
        events = _energy_allocated(state, [one for _, one in commands])
    elif state.phase is Phase.MOVEMENT:
        events = _moved_together(state, [one for _, one in commands])
    else:
        events = _fire_decided(state, commands)
    yield from unfold(state, events, dice)


def _expect(state: State, seat: SeatId, phase: Phase, *, sealed: bool) -> None:
    """Refuse what does not belong to this step, or is not this seat's to declare now."""
    seats = owed(state) if sealed else waiting(state) - owed(state)
    if state.phase is not phase or seat not in seats:
        raise Refused("wrong_step", rules.B2_SEQUENCE, step=state.phase.value)


def _check_all(named: Iterable[ShipId], ships: Iterable[ShipId]) -> None:
    """Refuse a declaration that does not name exactly the ships it is for."""
    if set(named) != set(ships):
        raise Refused("ships_differ", rules.B2_SEQUENCE, ships=", ".join(sorted(ships)))


# --- energy ---------------------------------------------------------------------------------


def _check_energy(state: State, seat: SeatId, command: AllocateEnergy) -> None:
    _check_all(command.forms, [ship.id for ship in state.fleet(seat)])
    for name, form in command.forms.items():
        energy.check_form(state.book, state.ships[name], form, state.turn)


def _energy_allocated(state: State, commands: list[Command]) -> Iterator[Event]:
    forms = {
        name: form
        for command in commands
        if isinstance(command, AllocateEnergy)
        for name, form in command.forms.items()
    }
    for ship in state.afloat:
        form = forms[ship.id]
        battery = energy.battery_halves(state.book, ship, form)
        yield EnergyAllocated(seat=ship.seat, ship=ship.id, form=form, battery_halves=battery)
    for ship in state.afloat:
        yield GuardsAssigned(seat=ship.seat, ship=ship.id, guards=forms[ship.id].guards)
    speeds = {ship.id: _speed(forms[ship.id]) for ship in state.afloat}
    yield SpeedsAnnounced(speeds=speeds)
    for ship in state.afloat:
        form = forms[ship.id]
        yield EwAnnounced(
            ship=ship.id,
            ecm=form.ecm,
            eccm=form.eccm,
            fire_control=form.fire_control,
            shields=form.shields,
        )
        if ship.manoeuvres.on and not form.manoeuvres:
            yield ManoeuvresChanged(ship=ship.id, on=False)


def _speed(form: EnergyForm) -> int:
    return form.warp_hexes + form.impulse_hexes


# --- movement -------------------------------------------------------------------------------


def _move_ship(state: State, seat: SeatId, command: MoveShip) -> Iterator[Event]:
    _expect(state, seat, Phase.MOVEMENT, sealed=False)
    ship = own_ship(state, seat, command.ship)
    if ship.id not in state.movers[0]:
        raise Refused("not_its_move", rules.C1_MOVEMENT, ship=ship.id)
    movement.check_move(state.book, ship, command.move)
    yield _moved(ship, command.move)


def _check_moves(state: State, seat: SeatId, moves: Mapping[ShipId, Move]) -> None:
    _check_all(moves, [name for name in state.movers[0] if state.ships[name].seat == seat])
    for name, move in moves.items():
        movement.check_move(state.book, state.ships[name], move)


def _moved_together(state: State, commands: list[Command]) -> Iterator[Event]:
    moves: dict[ShipId, Move] = {
        name: move
        for command in commands
        if isinstance(command, MoveTogether)
        for name, move in command.moves.items()
    }
    for name in state.movers[0]:
        yield _moved(state.ships[name], moves[name])


def _moved(ship: Ship, move: Move) -> ShipMoved:
    at, facing = movement.moved(ship, move)
    return ShipMoved(ship=ship.id, move=move, at=at, facing=facing)


# --- fire and damage ------------------------------------------------------------------------


def _fire_decided(state: State, commands: list[tuple[SeatId, Command]]) -> Iterator[Event]:
    for seat, command in commands:
        if isinstance(command, CommitFire):
            yield from declared(state, seat, command)
    yield FireDecided()


def _choose_shield(state: State, seat: SeatId, command: ChooseStruckShield) -> Iterator[Event]:
    _expect(state, seat, Phase.RESOLUTION, sealed=False)
    target, firer, choices = next(shields.open_choices(state))
    if (command.ship, command.firer) != (target, firer) or command.shield not in choices:
        raise Refused(
            "shield_not_struck",
            rules.D3_4_STRUCK_SHIELD,
            ship=target,
            firer=firer,
            shields=" or ".join(map(str, choices)),
        )
    yield StruckShieldChosen(ship=target, firer=firer, shield=command.shield)


def _allocate_hit(state: State, seat: SeatId, command: AllocateHit) -> Iterator[Event]:
    _expect(state, seat, Phase.DAMAGE, sealed=False)
    hit = damage.choice(state)
    assert hit is not None, "the play waits for a choice of boxes"
    if command.ship != hit.ship.id or command.box not in hit.boxes:
        raise Refused(
            "box_not_hit", rules.D4_21_ALLOCATION, ship=hit.ship.id, boxes=", ".join(hit.choices)
        )
    yield from damage.destroyed(state, hit, command.box)
