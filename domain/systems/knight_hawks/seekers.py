"""Seeker missiles: whom they fly at, how they fly, and when they explode (R-30 to R-45)."""

from collections.abc import Generator, Iterator, Sequence

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import Hex, distance
from domain.names import ShipId
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.knight_hawks.secret_events import (
    SeekerDetonated,
    SeekerExpired,
    SeekerFound,
    SeekerMoved,
    SeekerTargetChosen,
)
from domain.systems.knight_hawks.space import ahead, step_towards
from domain.systems.knight_hawks.state import Seeker, State, Vessel
from domain.systems.knight_hawks.words import seeker_title

FACINGS_BEFORE = 3
"""Hexsides a seeker may turn before it moves; afterwards one in each hex (R-39)."""


def prey(state: State) -> tuple[Vessel, ...]:
    """Return all that attracts seekers: ships of any side, no stations, no small craft in docks."""
    return tuple(v for v in state.afloat if v.kind != "station" and v.attackable)


def contact(state: State) -> Seeker | None:
    """Return the first active seeker that has a ship in its hex, or None (R-40, R-43)."""
    if not state.seekers:
        return None
    hexes = {vessel.at for vessel in prey(state)}
    return next((seeker for seeker in state.seekers.values() if seeker.at in hexes), None)


def tied(
    dice: Dice, title: str, candidates: Sequence[Vessel]
) -> Generator[Outcome, None, tuple[ShipId, tuple[ShipId, ...], int | None]]:
    """Choose among candidates, by die if there are several: the one, all of them, the die (0.2)."""
    names = tuple(sorted(one.id for one in candidates))
    if len(names) == 1:
        return names[0], (), None
    sides = 10 if len(names) <= 10 else 100
    each = sides // len(names)
    while True:
        yield (rolled := dice.roll(Ask(title, 1, sides)))
        if rolled.total <= each * len(names):
            return names[-(-rolled.total // each) - 1], names, rolled.total


def detonation(state: State, seeker: Seeker, dice: Dice) -> Iterator[Outcome]:
    """Yield the explosion of a seeker at the largest ship in its hex (R-41)."""
    here = [vessel for vessel in prey(state) if vessel.at == seeker.at]
    largest = max(vessel.hp_max for vessel in here)
    title = f"{seeker_title(seeker.id)}, which of the largest ships"
    found = [vessel for vessel in here if vessel.hp_max == largest]
    target, names, die = yield from tied(dice, title, found)
    yield SeekerDetonated(seeker=seeker.id, at=seeker.at, target=target, tied=names, die=die)


def move(state: State, seeker: Seeker, dice: Dice) -> Iterator[Outcome]:
    """Yield one of a seeker's moves: its choice of target, its flight, its end on the sixth."""
    number = seeker.moves + 1
    allowances = state.book.constants.seeker_allowances
    allowance = allowances[number - 1]
    path: tuple[Hex, ...] = ()
    facing = seeker.facing
    if candidates := prey(state):
        nearest = min(distance(seeker.at, one.at) for one in candidates)
        found = [one for one in candidates if distance(seeker.at, one.at) == nearest]
        title = f"{seeker_title(seeker.id)}, which of the closest ships"
        target, names, die = yield from tied(dice, title, found)
        yield SeekerTargetChosen(
            seeker=seeker.id, target=target, range_hexes=nearest, tied=names, die=die
        )
        path, facing = flight(state, seeker, state.vessels[target].at, allowance)
    yield SeekerMoved(
        seeker=seeker.id, move_number=number, allowance=allowance, path=path, facing=facing
    )
    at = path[-1] if path else seeker.at
    if number == len(allowances) and not any(one.at == at for one in prey(state)):
        yield SeekerExpired(seeker=seeker.id, at=at)


def flight(state: State, seeker: Seeker, end: Hex, allowance: int) -> tuple[tuple[Hex, ...], int]:
    """Return the path of a seeker towards a hex, as far as it gets, and its facing then (R-39)."""
    bodies = frozenset(state.bodies.values())
    ships = {one.at for one in prey(state)}
    at, facing = seeker.at, seeker.facing
    path: list[Hex] = []
    turns = FACINGS_BEFORE
    while len(path) < allowance and at not in ships:
        new = step_towards(at, facing, end, bodies, turns)
        if new is None:
            break
        at, facing, turns = ahead(at, new), new, 1
        path.append(at)
    return tuple(path), facing


def found(state: State, vessel: Vessel) -> Iterator[SeekerFound]:
    """Yield what a ship finds by entering hexes of inactive seekers, if the option says so."""
    chosen = state.options.get("reveal_inactive_seeker_on_entry") == "yes"
    if vessel.kind == "station" or not chosen:
        return
    entered = {at for at, _ in vessel.path[1:]}
    for side in state.sides.values():
        if side.id == vessel.side:
            continue
        for at in sorted(entered):
            number = sum(one.at == at for one in known(side.laid, "where seekers lie").values())
            if number > side.found.get(at, 0):
                yield SeekerFound(side=side.id, at=at, number=number)
                side = replace(side, found={**side.found, at: number})  # noqa: PLW2901
