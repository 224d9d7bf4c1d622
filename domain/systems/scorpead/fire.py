"""The fire of an impulse: declared on paper, announced together, resolved together (B2-6D1)."""

from collections.abc import Iterator

from domain.decider import Event
from domain.dice import Ask, Dice
from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.scorpead import detonator, energy, magnifier, rules, shields
from domain.systems.scorpead.commands import (
    CommitFire,
    FireBurst,
    FireModeOne,
    FireModeTwo,
    FirePhaser,
    FireSalvo,
    Order,
)
from domain.systems.scorpead.events import (
    DetonatorShot,
    DetonatorShotResolved,
    FireDeclared,
    FireResolved,
    InternalsRolled,
    PhaserShot,
    PhaserShotResolved,
    ReservePowerUsed,
    ShieldDamaged,
    Shot,
)
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.phasers import resolved as phaser_resolved
from domain.systems.scorpead.state import Ship, State


def own_ship(state: State, seat: SeatId, name: ShipId) -> Ship:
    """Return an undestroyed ship of *seat*, or refuse."""
    ship = state.ships.get(name)
    if ship is None or ship.lost:
        raise Refused("unknown_ship", rules.B2_SEQUENCE, ship=name)
    if ship.seat != seat:
        raise Refused("not_your_ship", rules.B2_SEQUENCE, ship=name)
    return ship


# --- decision and declaration ---------------------------------------------------------------


def declared(state: State, seat: SeatId, command: CommitFire) -> Iterator[Event]:
    """Yield what is announced of a commit: reserve power first, then its orders in their order.

    Each is judged after those before it; one that is illegal refuses the whole commit.
    """
    for name, reserve in command.reserve.items():
        ship = own_ship(state, seat, name)
        energy.check_reserve(state.book, ship, reserve, state.turn)
        if halves := energy.reserve_halves(state.book, reserve):
            used = ReservePowerUsed(ship=name, reserve=reserve, battery_halves=halves)
            yield used
            state = evolve(state, used)
    for order in command.orders:
        ship = own_ship(state, seat, order.ship)
        if not ship.fire_control:
            raise Refused("no_fire_control", rules.B3_FIXED_COSTS, ship=ship.id)
        _check_targets(state, seat, order)
        for shot in shots(state, ship, order):
            if isinstance(shot, PhaserShot):
                magnifier.check_phasers(state, state.ships[ship.id], shot)
            announced = FireDeclared(ship=ship.id, shot=shot)
            yield announced
            state = evolve(state, announced)


def shots(state: State, ship: Ship, order: Order) -> Iterator[Shot]:
    """Yield the shots of an order, or refuse it."""
    match order:
        case FirePhaser():
            yield PhaserShot(target=order.target, phasers=(order.phaser,))
        case FireModeOne():
            yield from magnifier.mode_one(state, ship, order)
        case FireModeTwo():
            yield magnifier.mode_two(state, ship, order)
        case FireBurst():
            yield detonator.burst(state, ship, order)
        case FireSalvo():
            yield detonator.salvo(state, ship, order)


def _check_targets(state: State, seat: SeatId, order: Order) -> None:
    if isinstance(order, FireModeOne):
        targets = [aim.target for aim in order.shots.values() if aim is not None]
    else:
        targets = [order.target]
    for target in targets:
        if target not in state.ships or state.ships[target].lost:
            raise Refused("unknown_target", rules.B2_FIRE_DECISION, target=target)
        if state.ships[target].seat == seat:
            raise Refused("own_side", rules.B2_FIRE_DECISION, target=target)


# --- resolution -----------------------------------------------------------------------------


def resolution(state: State, dice: Dice) -> Iterator[Outcome]:
    """Roll all declared shots at once, strike the shields, roll all that came through at once."""
    if state.shots:
        yield (rolled := dice.roll(*(_ask(state, ship, shot) for ship, shot in state.shots)))
        results = [
            _resolved(state, ship, shot, faces)
            for (ship, shot), faces in zip(state.shots, rolled.faces, strict=True)
        ]
        yield from results
        struck = list(_volleys(state, results))
        yield from struck
        yield from _internals(state, [volley for volley in struck if volley.internal], dice)
    yield FireResolved()


def _ask(state: State, ship: ShipId, shot: Shot) -> Ask:
    title = state.ships[ship].title
    match shot:
        case PhaserShot():
            first = shot.phasers[0].replace("_", " ")
            return Ask(f"{title}, {first}", 2 if shot.magnified else 1, 6)
        case DetonatorShot():
            return Ask(f"{title}, {shot.mode} to hit", 2, 6)


def _resolved(
    state: State, name: ShipId, shot: Shot, faces: tuple[int, ...]
) -> PhaserShotResolved | DetonatorShotResolved:
    ship, shield = state.ships[name], shields.struck_shield(state, name, shot.target)
    match shot:
        case PhaserShot():
            return phaser_resolved(state, ship, shot, shield, faces)
        case DetonatorShot():
            return detonator.resolved(state, ship, shot, shield, faces)


def _volleys(
    state: State, results: list[PhaserShotResolved | DetonatorShotResolved]
) -> Iterator[ShieldDamaged]:
    """Yield what strikes each shield: all damage on one in one impulse is one volley."""
    damage: dict[tuple[ShipId, int], int] = {}
    for result in results:
        struck = (result.shot.target, result.shield)
        damage[struck] = damage.get(struck, 0) + result.damage
    for ship in state.ships.values():
        for shield in shields.ALL:
            if points := damage.get((ship.id, shield), 0):
                event = shields.struck(ship, shield, points)
                yield event
                state = evolve(state, event)
                ship = state.ships[ship.id]  # noqa: PLW2901  the next shield finds it struck


def _internals(state: State, volleys: list[ShieldDamaged], dice: Dice) -> Iterator[Outcome]:
    if not volleys:
        return
    asks = (Ask(_internal_label(state, volley), 2 * volley.internal, 6) for volley in volleys)
    yield (rolled := dice.roll(*asks))
    for volley, faces in zip(volleys, rolled.faces, strict=True):
        points = tuple(a + b for a, b in zip(faces[::2], faces[1::2], strict=True))
        yield InternalsRolled(ship=volley.ship, shield=volley.shield, points=points)


def _internal_label(state: State, volley: ShieldDamaged) -> str:
    return f"{state.ships[volley.ship].title}, internal damage through shield {volley.shield}"
