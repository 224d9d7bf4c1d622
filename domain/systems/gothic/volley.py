"""What may come of a volley, exactly: hits after shields, and what each unit loses by them.

Decided by the rules themselves: first up to the dice that hit, then hit by hit. Faces that the
rules cannot tell apart, and tables that no later hit can, are decided once and counted.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import TypeAlias, cast

import msgspec

from domain.decider import Command, Event
from domain.dice import Ask, Dice, Rolled
from domain.names import SeatId
from domain.odds import MOST_CASES, Faces, TooManyCases, cases, each_alone
from domain.rule_system import Chances, Outcome
from domain.systems.gothic.aiming import checked
from domain.systems.gothic.commands import Fire, React
from domain.systems.gothic.damage import row_for, table_of
from domain.systems.gothic.decide import decide
from domain.systems.gothic.events import DamageTaken
from domain.systems.gothic.evolve import evolve
from domain.systems.gothic.fire_events import VolleyRolled
from domain.systems.gothic.gunnery import LANCE_HIT, fallen, falling
from domain.systems.gothic.options import default
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.sequence import waiting
from domain.systems.gothic.sight import armour
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Volley
from domain.systems.gothic.volleys import ORDNANCE_HIT, planned
from domain.systems.gothic.words import hits_lost, hits_on

Alike: TypeAlias = Iterable[tuple[tuple[int, ...], int]]
"""Faces of a group of dice, and how many each of them stands for."""

Worth: TypeAlias = tuple[tuple[str, int], ...]
Fall: TypeAlias = tuple[tuple[int, ...], bytes, int]
"""Hits that have still to fall, what tells tables apart, and how many hits there were."""

Falls: TypeAlias = dict[Fall, tuple[Fraction, State]]

SIDES = 6
LASTING = {"bridge", "shields", "reactors"}
"""Criticals that change what later hits do: rows that apply once, and shields."""


def volley_odds(state: State, seat: SeatId, command: Command) -> tuple[Chances, ...]:
    """Return what fire, or an answer to it, may cost its target; nothing for other commands.

    Who may still answer is taken to answer by default. Raises Refused, TooManyCases.
    """
    task = _volley(state, seat, command)
    if task is None:
        return ()
    found: dict[Worth, Fraction] = {}
    title = state.title(task.target)
    for chance, hits, after in _struck(state, seat, command, task):
        units = [(state.units[one], after.units[one]) for one in task.victims]
        lost = (
            (hits_lost(old.title, old.hits), old.hits - _left(new))
            for old, new in units
            if old.active
        )
        worth = ((hits_on(title), hits), *lost)
        found[worth] = found.get(worth, Fraction(0)) + chance
    return each_alone(found, unit="")


def _volley(state: State, seat: SeatId, command: Command) -> Volley | None:
    match command:
        case Fire():
            next(decide(state, seat, command, _Silent()))  # refuses what is not legal
            return planned(state, command, checked(state, command))
        case React() if state.pending and isinstance(state.pending[-1], Volley):
            next(decide(state, seat, command, _Silent()))
            return state.pending[-1]
        case _:
            return None


class _Silent:
    """Dice of a command that is only begun: what it declares comes before any of them."""

    def roll(self, *asks: Ask) -> Rolled:
        raise AssertionError(asks)

    def roll_hidden(self, *asks: Ask) -> Rolled:
        raise AssertionError(asks)


def _left(unit: Unit) -> int:
    return unit.hits if unit.active else 0


# --- the dice that hit ------------------------------------------------------------------------


def _until_rolled(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    """Decide up to the dice of the volley; whoever is asked meanwhile answers by default."""
    while True:
        for outcome in decide(state, seat, command, dice):
            yield outcome
            if isinstance(outcome, VolleyRolled):
                return
            state = _after(state, (outcome,))
        (seat,) = waiting(state)
        command = default(state, seat)


def _after(state: State, outcomes: Iterable[Outcome]) -> State:
    for outcome in outcomes:
        if isinstance(outcome, Event):
            state = evolve(state, outcome)
    return state


def _struck(
    state: State, seat: SeatId, command: Command, task: Volley
) -> Iterator[tuple[Fraction, int, State]]:
    """Yield what may come of the volley: its chance, the hits, and the table after them."""
    falls: Falls = {}
    for case in cases(
        lambda dice: _until_rolled(state, seat, command, dice),
        lambda outcomes, asks: _alike_to_hit(state, task, outcomes, asks),
    ):
        told = case.outcomes[-1]
        assert isinstance(told, VolleyRolled), "a volley that is declared is rolled"
        table = _after(state, case.outcomes)
        hulk = any(table.units[one].hulk for one in task.victims)
        values = falling(table, told) if task.victims and not hulk else ()
        _add(falls, (values, _key(table, task), told.hits), case.chance, table)
    return _fallen(task, falls)


def _bounds(state: State, task: Volley) -> list[tuple[int, ...]]:
    """Return the faces from which dice count as more, by group: first what a hit needs at least."""
    units = [state.units[one] for one in task.victims] if task.target in state.squadrons else []
    needed = [armour(unit, task.source) for unit in units]
    lances = LANCE_HIT if task.victims else ORDNANCE_HIT
    return [*((group.armour, *needed) for group in task.groups if group.dice), (lances,)]


def _alike_to_hit(
    state: State, task: Volley, outcomes: tuple[Outcome, ...], asks: tuple[Ask, ...]
) -> Iterable[tuple[Faces, int]]:
    """Tell faces apart by what they hit; those of a leadership test by their sum."""
    bounds = _bounds(state, task)
    match asks[0].label:
        case "gunnery" | "lance":
            if asks[0].label == "lance":
                bounds = bounds[-1:]
            return _groups(_few(ask.count, b) for ask, b in zip(asks, bounds, strict=False))
        case "lock on re-roll":
            first = cast("Rolled", outcomes[-1])
            if first.asks[0].label == "lance":
                bounds = bounds[-1:]
            again = [b for b, faces in zip(bounds, first.faces, strict=False) if min(faces) < b[0]]
            return _groups(_few(ask.count, b) for ask, b in zip(asks, again, strict=True))
        case "lance in low orbit":
            return _groups([_few(1, (LANCE_HIT,))])
        case _:
            return _groups(_sums(ask) for ask in asks)


def _groups(groups: Iterable[Alike]) -> Iterator[tuple[Faces, int]]:
    for some in product(*groups):
        yield tuple(faces for faces, _ in some), prod(ways for _, ways in some)


def _few(count: int, bounds: Iterable[int]) -> Alike:
    """Return what dice may come to where only it matters which of *bounds* each reaches."""
    starts = sorted({1, *(bound for bound in bounds if bound <= SIDES)})
    shares = [end - start for start, end in pairwise([*starts, SIDES + 1])]
    ways: dict[tuple[int, ...], int] = {(): 1}
    for _ in range(count):
        longer: dict[tuple[int, ...], int] = {}
        for faces, so_far in ways.items():
            for start, share in zip(starts, shares, strict=True):
                more = tuple(sorted((*faces, start)))
                longer[more] = longer.get(more, 0) + so_far * share
        ways = longer
    return ways.items()


def _sums(ask: Ask) -> Alike:
    """Return dice for each sum, and in how many ways it comes up."""
    found: dict[int, tuple[tuple[int, ...], int]] = {}
    for faces in product(range(1, SIDES + 1), repeat=ask.count):
        first, ways = found.get(sum(faces), (faces, 0))
        found[sum(faces)] = first, ways + 1
    return found.values()


# --- hit by hit -------------------------------------------------------------------------------


def _fallen(task: Volley, falls: Falls) -> Iterator[tuple[Fraction, int, State]]:
    """Let hits fall one after another; tables that came to the same are taken together."""
    known: dict[tuple[int, bytes], list[tuple[Fraction, bytes, State]]] = {}
    counted = 0
    while falls:
        longer: Falls = {}
        for (values, key, hits), (chance, table) in falls.items():
            if not values or not any(table.units[one].active for one in task.victims):
                yield chance, hits, table
                continue
            step = values[0], key
            if step not in known:
                known[step] = [
                    (share, _key(after, task), after)
                    for share, after in _hit(table, task, values[0])
                ]
                counted += len(known[step])
                if counted > MOST_CASES:
                    raise TooManyCases(counted)
            for share, then, after in known[step]:
                _add(longer, (values[1:], then, hits), chance * share, after)
        falls = longer


def _add(falls: Falls, fall: Fall, chance: Fraction, table: State) -> None:
    so_far, known = falls.get(fall, (Fraction(0), table))
    falls[fall] = so_far + chance, known


def _key(table: State, task: Volley) -> bytes:
    """Return what later hits can tell apart: hits, criticals that change rows, blast markers."""
    units = [table.units[one] for one in task.victims]
    kept = [(u.status, u.hits, u.order, sorted({*u.criticals} & LASTING)) for u in units]
    return msgspec.msgpack.encode((kept, sorted(table.blasts.values())))


def _hit(table: State, task: Volley, value: int) -> Iterator[tuple[Fraction, State]]:
    """Yield what one hit may do: its chance, and the table after it."""
    for case in cases(
        lambda dice: fallen(Play(table, dice), task, value),
        lambda outcomes, asks: (
            ((faces,), ways) for faces, ways in _alike(table, task, outcomes, asks[0])
        ),
    ):
        yield case.chance, _after(table, case.outcomes)


def _alike(table: State, task: Volley, outcomes: tuple[Outcome, ...], ask: Ask) -> Alike:
    """Tell faces apart by what they do to what is hit; how far an explosion reaches does not."""
    match ask.label:
        case "critical check":
            return _few(1, (6,))
        case "brace save":
            return _few(1, (4,))
        case "critical row":
            (name,) = (one.unit for one in outcomes if isinstance(one, DamageTaken))
            return _told(_sums(ask), lambda total: _row(table, table.units[name], total))
        case "catastrophe" if len(task.victims) > 1:
            return _told(_sums(ask), table.book.damage.catastrophe_at)
        case "catastrophe" | "explosion radius":
            return [((1,) * ask.count, SIDES**ask.count)]
        case _:
            return _sums(ask)


def _row(table: State, unit: Unit, total: int) -> tuple[str, str]:
    """Return what a row of the critical table does that matters to later hits."""
    row = table_of(table, unit.plan)[row_for(table, unit, total)]
    return row.damage, row.effect if row.effect in LASTING else ""


def _told(sums: Alike, worth: Callable[[int], Hashable]) -> Alike:
    """Take together the sums that are worth the same."""
    found: dict[Hashable, tuple[tuple[int, ...], int]] = {}
    for faces, ways in sums:
        first, so_far = found.get(worth(sum(faces)), (faces, 0))
        found[worth(sum(faces))] = first, so_far + ways
    return found.values()
