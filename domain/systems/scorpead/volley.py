"""What may come of fire, exactly: the damage on each shield and what comes through it.

Decided by the rules themselves up to the dice for internal damage. Dice of one volley that come to
the same damage on every shield are decided once, for one of them, and counted.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import cast

from domain.decider import Command, Event
from domain.dice import Ask, Dice
from domain.names import SeatId, ShipId
from domain.odds import Faces, each_alone, every_face, odds, told_apart
from domain.rule_system import Chances, Outcome
from domain.systems.scorpead import plans, targets
from domain.systems.scorpead.commands import CommitFire, FireOrder
from domain.systems.scorpead.decide import decide, resolve
from domain.systems.scorpead.events import BattleEvent
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.fire import ask, shot_resolved
from domain.systems.scorpead.fire_events import (
    DetonatorShotResolved,
    PhaserShotResolved,
    ShieldDamaged,
)
from domain.systems.scorpead.sequence import waiting
from domain.systems.scorpead.state import Phase, State

Worth = tuple[tuple[ShipId, int, int], ...]
"""The damage on each shield of a target that was struck; shield 0 is that of what has none."""


def volley_odds(state: State, commands: Mapping[SeatId, Command]) -> tuple[Chances, ...]:
    """Return the chances of damage for a committed fire; nothing if nothing is fired.

    Where a ship may choose which of two shields is struck, it chooses what it would by default.
    """
    if not any(_fires(command) for command in commands.values()):
        return ()
    found = odds(
        lambda dice: _until_struck(state, commands, dice),
        lambda outcomes: tuple(_done(state, outcomes)),
        lambda outcomes, asks: _ways(state, outcomes, asks),
    )
    return each_alone(found, "points")


def _fires(command: Command) -> bool:
    return isinstance(command, CommitFire) and any(
        isinstance(order, FireOrder) for order in command.orders
    )


def _until_struck(
    state: State, commands: Mapping[SeatId, Command], dice: Dice
) -> Iterator[Outcome]:
    """Resolve the step; while it waits for struck shields, go on as by default."""
    outcomes: Iterable[Outcome] = resolve(state, commands, dice)
    while True:
        for outcome in outcomes:
            yield outcome
            state = _after(state, (outcome,))
        if state.phase is not Phase.RESOLUTION or state.ended is not None:
            return
        (seat,) = waiting(state)
        outcomes = decide(state, seat, plans.default(state, seat), dice)


def _after(state: State, outcomes: Iterable[Outcome]) -> State:
    for outcome in outcomes:
        if isinstance(outcome, Event):
            state = evolve(state, cast("BattleEvent", outcome))
    return state


def _ways(
    before: State, outcomes: tuple[Outcome, ...], asks: tuple[Ask, ...]
) -> Iterable[tuple[Faces, int]] | None:
    """Tell the dice of all shots apart by what they do; dice for internal damage do not matter."""
    if any(isinstance(one, PhaserShotResolved | DetonatorShotResolved) for one in outcomes):
        return None
    state = _after(before, outcomes)
    if asks != tuple(ask(state, ship, shot) for ship, shot in state.shots):
        return every_face(asks)
    results = [
        {
            faces: shot_resolved(state, ship, shot, faces)
            for faces in product(range(1, 7), repeat=one.count)
        }
        for one, (ship, shot) in zip(asks, state.shots, strict=True)
    ]

    def worth(so_far: Worth, number: int, faces: tuple[int, ...]) -> Worth:
        return _with(so_far, results[number][faces])

    nothing: Worth = ()
    return told_apart([list(group) for group in results], worth, nothing)


def _with(so_far: Worth, result: PhaserShotResolved | DetonatorShotResolved) -> Worth:
    damage = {(target, shield): points for target, shield, points in so_far}
    struck = (result.shot.target, result.shield)
    damage[struck] = damage.get(struck, 0) + result.damage
    return tuple((target, shield, points) for (target, shield), points in damage.items())


def _done(state: State, outcomes: tuple[Outcome, ...]) -> Iterator[tuple[str, int]]:
    """Yield what fire did, by name: damage on shields and targets, and points that came through."""
    worth: Worth = ()
    for one in outcomes:
        if isinstance(one, PhaserShotResolved | DetonatorShotResolved):
            worth = _with(worth, one)
    for target, shield, points in worth:
        title = targets.named(state, target).title
        yield (f"Damage to {title}, shield {shield}" if shield else f"Damage to {title}"), points
    for one in outcomes:
        if isinstance(one, ShieldDamaged):
            title = state.ships[one.ship].title
            yield f"Internal damage to {title}, through shield {one.shield}", one.internal
