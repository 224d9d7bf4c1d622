"""What is true of every battle of Scorpeads: nothing below zero, every point accounted for."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from domain.systems.scorpead import SYSTEM
from domain.systems.scorpead.energy import cost_halves
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    BattleEvent,
    ChamberDischarged,
    EnergyAllocated,
    MagnifierDischarged,
    TurnEnded,
)
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    DetonatorShot,
    FireDeclared,
    PhaserShot,
    ReservePowerUsed,
    StoredEnergyLost,
)
from domain.systems.scorpead.phasers import table_of
from domain.systems.scorpead.state import Ship, State
from tests.domain.random_play import Game, Player, folded

SEEDS = range(6)
Store = tuple[str, str]


@cache
def played(seed: int) -> Game:
    return Player(SYSTEM, seed).play(SYSTEM.scenarios()[seed % 3], most=600)


def history(game: Game) -> Iterator[tuple[State, BattleEvent]]:
    """Yield each event with the state before it."""
    state = SYSTEM.initial()
    for event in game.events:
        yield state, event
        state = SYSTEM.evolve(state, event)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_below_zero_or_beyond_its_capacity(seed: int):
    for decision in played(seed).decisions:
        for ship in folded(SYSTEM, decision.before, decision.outcomes).ships.values():
            check_stores(ship)


def check_stores(ship: Ship) -> None:
    assert all(
        0 <= left <= most for left, most in zip(ship.shields, ship.plan.shields, strict=True)
    )
    assert 0 <= ship.battery_halves <= ship.battery_capacity_halves
    assert 0 <= ship.capacitor_halves <= ship.capacitor_capacity_halves(SYSTEM.initial().book)
    assert min(ship.general, ship.recharge_halves, *ship.specific) >= 0
    for name, magnifier in ship.magnifiers.items():
        assert 0 <= magnifier.energy <= ship.capacity(name)
        assert magnifier.energy <= magnifier.applied
    for name, chamber in ship.chambers.items():
        assert 0 <= chamber.energy <= (3 if ship.has(name) else 0)
    for track in ("sensor", "scanner", "damcon"):
        assert ship.left(track) >= 1
    assert ship.ecm + ship.eccm <= 6


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_spends_what_power_and_batteries_give(seed: int):
    for state, event in history(played(seed)):
        if isinstance(event, EnergyAllocated):
            ship = state.ships[event.ship]
            cost = cost_halves(state.book, ship, event.form)
            assert event.battery_halves == max(0, cost - ship.power_halves)
            assert event.battery_halves <= ship.battery_halves


@pytest.mark.parametrize("seed", SEEDS)
def test_every_point_in_a_store_comes_from_somewhere_and_goes_somewhere(seed: int):
    """In half points: what every store takes and gives up adds up to what it holds."""
    held: Counter[Store] = Counter()
    for state, event in history(played(seed)):
        for store, halves in moved(state, event):
            held[store] += halves
        if isinstance(event, TurnEnded):
            for ship in state.afloat:
                assert held[ship.id, "capacitor"] == ship.capacitor_halves - full(ship, "capacitor")
                assert held[ship.id, "batteries"] == ship.battery_halves - full(ship, "batteries")
                for name in (*ship.magnifiers, *ship.chambers):
                    assert held[ship.id, name] == 0, f"{name} is empty after its discharge"


def full(ship: Ship, store: str) -> int:
    """Return what a store held when the battle began."""
    if store == "batteries":
        return 2 * len(ship.plan.groups["battery"])
    halves = sum(SYSTEM.initial().book.phasers[p.type].energy_halves for p in ship.plan.phasers)
    return halves + halves % 2


def moved(state: State, event: BattleEvent) -> Iterator[tuple[Store, int]]:
    """Yield what an event adds to each store of a ship, or takes from it."""
    match event:
        case EnergyAllocated(ship=ship, form=form, battery_halves=battery):
            yield (ship, "batteries"), -battery
            yield (ship, "capacitor"), form.capacitor_halves
            for name, points in (*form.magnifiers.items(), *form.chambers.items()):
                yield (ship, name), 2 * points
        case ReservePowerUsed(ship=ship, reserve=reserve, battery_halves=battery):
            yield (ship, "batteries"), -battery
            yield (ship, "capacitor"), reserve.capacitor_halves
            for name, points in (*reserve.magnifiers.items(), *reserve.chambers.items()):
                yield (ship, name), 2 * points
        case FireDeclared(ship=ship, shot=PhaserShot() as shot):
            costs = (table_of(state.book, state.ships[ship], p).energy_halves for p in shot.phasers)
            yield (ship, "capacitor"), -sum(costs)
            if shot.magnified:
                yield (ship, shot.magnifier), -2
        case FireDeclared(ship=ship, shot=DetonatorShot() as shot):
            for barrel in shot.barrels:
                yield (ship, barrel.chamber), -2 * barrel.energy
                yield (ship, str(barrel.magnifier)), -2 * barrel.magnifier_energy
        case StoredEnergyLost(ship=ship, store=store, lost_halves=lost):
            yield (ship, store), -lost
        case MagnifierDischarged(ship=ship, magnifier=name, energy=energy):
            yield (ship, name), -2 * energy
        case ChamberDischarged(ship=ship, chamber=name, energy=energy):
            yield (ship, name), -2 * energy
        case BatteriesRecharged(ship=ship, halves=halves):
            yield (ship, "batteries"), halves


@pytest.mark.parametrize("seed", SEEDS)
def test_no_box_is_destroyed_twice(seed: int):
    for state, event in history(played(seed)):
        if isinstance(event, BoxDestroyed):
            assert state.ships[event.ship].has(event.box)


@pytest.mark.parametrize("seed", SEEDS)
def test_clocks_are_kept(seed: int):
    """No phaser and no chamber fires twice in a turn or in eight impulses, no detonator twice."""
    last: dict[Store, int] = {}
    for state, event in history(played(seed)):
        if isinstance(event, FireDeclared):
            for name in fired(event):
                before = last.get((event.ship, name))
                assert before is None or state.now - before >= 8
                assert before is None or (before - 1) // 32 < (state.now - 1) // 32
                last[event.ship, name] = state.now


def fired(event: FireDeclared) -> tuple[str, ...]:
    """Return the boxes that count as fired."""
    match event.shot:
        case PhaserShot(phasers=phasers):
            return phasers
        case DetonatorShot(barrels=barrels, idle=idle):
            return (*(barrel.chamber for barrel in barrels), *idle)
