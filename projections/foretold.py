"""The odds of a declaration as they are told to the seat that asks, from what its view knows."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.decider import Command
from domain.foretelling import foretold
from domain.game import Game, System
from domain.game_events import FORM, ODDS
from domain.names import SeatId
from domain.odds import MOST_CASES, TooManyCases
from domain.refusals import Refused, Unknown
from domain.rule_system import Chances
from domain.table import Table
from projections.viewer import Viewer


class Likely(msgspec.Struct, frozen=True):
    """A value and its chance: as a number from 0 to 1, and exactly, as a fraction."""

    value: int | str
    chance: float
    exact: str


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may come of a declaration: what it is, and how likely each value is.

    *mean* is None where the values are words.
    """

    title: str
    unit: str
    mean: float | None
    likely: tuple[Likely, ...]


class Foretold(msgspec.Struct, frozen=True, kw_only=True):
    """What may come of a declaration as the table stood at *position*; none of it if no dice roll.

    Others who declare in the same step are taken to declare what time-out declares for them.
    """

    position: int
    odds: tuple[Spread, ...]


def asked(viewer: Viewer, table: Table, do: str, fields: dict[str, Any]) -> Callable[[], Foretold]:
    """Return what finds out what may come of the command called *do*, for who sees *table* now.

    It may be called in another thread, whatever happens to the table meanwhile: a state is a value.

    Raises Refused, here or when it is called: if it may not be declared, is no command, has more
    cases than are decided, or hangs on what this viewer may not know.
    """
    seat = viewer.seat
    if seat is None:
        raise Refused("not_allowed", FORM)
    try:
        command = table.codec.whole_command(do, fields)
    except ValueError as fault:
        raise Refused("malformed", FORM, why=str(fault)) from None
    position, game, system = table.head.position, table.game, table.system
    return lambda: _foretold(position, game, system, seat, command)


def _foretold(
    position: int, game: Game, system: System, seat: SeatId, command: Command
) -> Foretold:
    try:
        found = foretold(game, system, seat, command)
    except TooManyCases as many:
        raise Refused("too_many_cases", ODDS, cases=many.cases, most=MOST_CASES) from None
    except Unknown as unknown:
        raise Refused("not_known_to_you", ODDS, what=unknown.what) from None
    return Foretold(position=position, odds=tuple(map(_spread, found)))


def _spread(one: Chances) -> Spread:
    numbers = {value: chance for value, chance in one.chances.items() if isinstance(value, int)}
    mean = sum(value * chance for value, chance in numbers.items())
    return Spread(
        title=one.title,
        unit=one.unit,
        mean=float(mean) if len(numbers) == len(one.chances) else None,
        likely=tuple(
            Likely(value, float(chance), str(chance)) for value, chance in one.chances.items()
        ),
    )
