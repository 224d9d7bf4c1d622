"""The fire of an impulse: declared on paper, announced together, resolved together (B2-6D1)."""

from collections.abc import Iterator

from domain.decider import Event
from domain.dice import Ask, Dice
from domain.names import SeatId, ShipId
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.scorpead import (
    activity,
    detonator,
    energy,
    magnifier,
    raids,
    rules,
    shields,
    targets,
)
from domain.systems.scorpead.commands import (
    CommitFire,
    FireBurst,
    FireModeOne,
    FireModeTwo,
    FireOrder,
    FirePhaser,
    FireSalvo,
    Order,
    ReserveForm,
)
from domain.systems.scorpead.events import BattleEvent
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.fire_events import (
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
    StoredEnergyLost,
)
from domain.systems.scorpead.forms import HitAndRun, Launch, Manoeuvre, SetShield
from domain.systems.scorpead.map_events import DamageNullified, TargetDamaged, TargetDestroyed
from domain.systems.scorpead.phasers import resolved as phaser_resolved
from domain.systems.scorpead.state import Ship, State

SEGMENTS: dict[type[Order], int] = {Manoeuvre: 0, HitAndRun: 1, Launch: 1, SetShield: 2}
"""In which order the orders of a commit count; fire comes last."""


def own_ship(state: State, seat: SeatId, name: ShipId) -> Ship:
    """Return an undestroyed ship of *seat*, or refuse."""
    ship = state.ships.get(name)
    if ship is None or ship.lost:
        raise Refused("unknown_ship", rules.B2_SEQUENCE, ship=name)
    if ship.seat != seat:
        raise Refused("not_your_ship", rules.B2_SEQUENCE, ship=name)
    return ship


# --- decision and declaration ---------------------------------------------------------------


def declared(state: State, seat: SeatId, command: CommitFire) -> Iterator[BattleEvent]:
    """Yield what is announced of a commit: reserve power first, then its orders in their order.

    Each is judged after those before it; one that is illegal refuses the whole commit.
    """
    for name, reserve in command.reserve.items():
        energy.check_reserve(state.book, own_ship(state, seat, name), reserve, state.turn)
    for ship in state.fleet(seat):
        reserve = command.reserve.get(ship.id, ReserveForm())
        used = ReservePowerUsed(
            seat=seat,
            ship=ship.id,
            ecm=reserve.ecm,
            eccm=reserve.eccm,
            reserve=reserve,
            battery_halves=energy.reserve_halves(state.book, reserve),
        )
        yield used
        state = evolve(state, used)
    for order in sorted(command.orders, key=_segment):
        for announced in _announced(state, seat, order):
            yield announced
            state = evolve(state, announced)


def _segment(order: Order) -> int:
    return SEGMENTS.get(type(order), 3)


def _announced(state: State, seat: SeatId, order: Order) -> Iterator[BattleEvent]:
    """Yield what is announced of one order, judged in *state*, or refuse it."""
    ship = own_ship(state, seat, order.ship)
    if isinstance(order, Manoeuvre | SetShield | HitAndRun | Launch):
        yield from activity.announced(state, ship, order)
        return
    if not ship.fire_control:
        raise Refused("no_fire_control", rules.B3_FIXED_COSTS, ship=ship.id)
    _check_targets(state, seat, order)
    for shot in shots(state, ship, order):
        if isinstance(shot, PhaserShot):
            magnifier.check_phasers(state, state.ships[ship.id], shot)
        announced = FireDeclared(ship=ship.id, shot=shot)
        yield announced
        if isinstance(shot, DetonatorShot):
            yield from _idle_lost(state.ships[ship.id], shot)
        state = evolve(state, announced)


def _idle_lost(ship: Ship, shot: DetonatorShot) -> Iterator[StoredEnergyLost]:
    """Yield what chambers lose that only count as fired (DW-12.3122), as ever its owner's alone."""
    for chamber in shot.idle:
        held = known(ship.chambers[chamber].energy, f"what {chamber} holds")
        yield StoredEnergyLost(seat=ship.seat, ship=ship.id, store=chamber, lost_halves=2 * held)


def shots(state: State, ship: Ship, order: FireOrder) -> Iterator[Shot]:
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


def _check_targets(state: State, seat: SeatId, order: FireOrder) -> None:
    if isinstance(order, FireModeOne):
        aimed = [aim.target for aim in order.shots.values() if aim is not None]
    else:
        aimed = [order.target]
    for name in aimed:
        feature = state.features.get(name)
        swept = feature is not None and feature.kind == "mine"
        heavy = isinstance(order, FireBurst | FireSalvo)
        if targets.found(state, name) is None or (swept and not heavy):
            raise Refused("unknown_target", rules.B2_FIRE_DECISION, target=name)
        owned = state.ships.get(name) or state.units.get(name)
        if owned is not None and owned.seat == seat:
            raise Refused("own_side", rules.B2_FIRE_DECISION, target=name)


# --- resolution -----------------------------------------------------------------------------


def resolution(state: State, dice: Dice) -> Iterator[Outcome]:
    """Resolve raids; roll all shots at once, strike the shields, roll what came through."""
    if state.raids:
        yield from raids.resolution(state, dice)
    if state.shots:
        yield (rolled := dice.roll(*(ask(state, ship, shot) for ship, shot in state.shots)))
        results = [
            shot_resolved(state, ship, shot, faces)
            for (ship, shot), faces in zip(state.shots, rolled.faces, strict=True)
        ]
        yield from results
        yield from _on_others(state, results)
        struck = list(_volleys(state, results))
        yield from struck
        yield from internals(state, [volley for volley in struck if volley.internal], dice)
    yield FireResolved()


def ask(state: State, ship: ShipId, shot: Shot) -> Ask:
    """Return the dice of a shot."""
    title = state.ships[ship].title
    match shot:
        case PhaserShot():
            first = shot.phasers[0].replace("_", " ")
            return Ask(f"{title}, {first}", 2 if shot.magnified else 1, 6)
        case DetonatorShot():
            return Ask(f"{title}, {shot.mode} to hit", 2, 6)


def shot_resolved(
    state: State, name: ShipId, shot: Shot, faces: tuple[int, ...]
) -> PhaserShotResolved | DetonatorShotResolved:
    """Return what a shot does when its dice show *faces*."""
    ship, shield = state.ships[name], shields.struck_shield(state, name, shot.target)
    match shot:
        case PhaserShot():
            return phaser_resolved(state, ship, shot, shield, faces)
        case DetonatorShot():
            return detonator.resolved(state, ship, shot, shield, faces)


def _on_others(
    state: State, results: list[PhaserShotResolved | DetonatorShotResolved]
) -> Iterator[Event]:
    """Yield what fire does to what is no ship, and that it does nothing to what is immune."""
    for result in results:
        name = result.shot.target
        if not result.damage:
            continue
        if name in state.ships:
            if state.ships[name].stasis:
                yield DamageNullified(ship=result.ship, target=name, reason="stasis")
        elif isinstance(result, DetonatorShotResolved) and targets.immune(state, name):
            yield DamageNullified(ship=result.ship, target=name, reason="immune")
        elif targets.found(state, name) is not None:
            damaged = TargetDamaged(target=name, firer=result.ship, damage=result.damage)
            yield damaged
            state = evolve(state, damaged)
            if 0 < targets.hits_to_destroy(state, name) <= targets.damage_on(state, name):
                gone = TargetDestroyed(target=name)
                yield gone
                state = evolve(state, gone)


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
            if (points := damage.get((ship.id, shield), 0)) and not ship.stasis:
                event = shields.struck(ship, shield, points)
                yield event
                state = evolve(state, event)
                ship = state.ships[ship.id]  # noqa: PLW2901  the next shield finds it struck


def internals(state: State, volleys: list[ShieldDamaged], dice: Dice) -> Iterator[Outcome]:
    """Roll all that came through shields, each volley in its own group."""
    if not volleys:
        return
    asks = (Ask(_internal_label(state, volley), 2 * volley.internal, 6) for volley in volleys)
    yield (rolled := dice.roll(*asks))
    for volley, faces in zip(volleys, rolled.faces, strict=True):
        points = tuple(a + b for a, b in zip(faces[::2], faces[1::2], strict=True))
        yield InternalsRolled(ship=volley.ship, shield=volley.shield, points=points)


def _internal_label(state: State, volley: ShieldDamaged) -> str:
    return f"{state.ships[volley.ship].title}, internal damage through shield {volley.shield}"
