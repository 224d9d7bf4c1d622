"""Clocks: how much of its time each seat has used, and when it runs out.

No rule reads a clock of the world. The server notes with each commit how long the seats that were
waited for had taken (`time_used`); the rest is a fold of that, the same for who plays, watches, or
verifies. While nobody owes anything (a roll of the table, a dispute, a recess) no clock runs.
"""

from collections.abc import Set as AbstractSet

from domain.game import Game, System, owing
from domain.game_events import CLOCKS
from domain.names import SeatId
from domain.refusals import Refused

GRACE_MS = 60_000
"""What a seat may take more than its opponent, by the clock `opponent`."""
LONGEST_S = 7 * 24 * 3600
KINDS = {
    "step": "for each step",
    "seat": "for the whole game",
    "opponent": "for the whole game, or one minute more than the opponent",
}
TIME_OUTS = {
    "default": "its default is declared",
    "forfeit": "it has lost",
}
CLOCK_OPTIONS = ("time_limit_s", "clock", "time_out")
"""The options of a game that say how long its seats have: how much, for what, and what then."""


def clock_options(options: dict[str, int | str]) -> dict[str, int | str]:
    """Return *options* with those of the clock complete: a game without a limit has no clock.

    Refused if a value is none, or if a clock is chosen and no time for it.
    """
    limit = options.setdefault("time_limit_s", 0)
    if not isinstance(limit, int) or not 0 <= limit <= LONGEST_S:
        raise _no_such("time_limit_s", limit, f"0 to {LONGEST_S}")
    for name, values in (("clock", KINDS), ("time_out", TIME_OUTS)):
        if name in options and not limit:
            raise _no_such("time_limit_s", limit, f"1 to {LONGEST_S}, with a {name}")
        if limit and options.setdefault(name, next(iter(values))) not in values:
            raise _no_such(name, options[name], ", ".join(values))
    return options


def limit_ms(game: Game) -> int:
    """Return how long a seat has, 0 for ever."""
    assert game.created is not None
    return int(game.created.options["time_limit_s"]) * 1000


def kind(game: Game) -> str:
    """Return what the time is for; "" if the game has no clock, or was made before there were any.

    Time limits that are older than clocks are for a step; what was used of them nobody noted.
    """
    assert game.created is not None
    return str(game.created.options.get("clock", ""))


def forfeits(game: Game) -> bool:
    """Tell whether who runs out of time has lost."""
    assert game.created is not None
    return game.created.options.get("time_out") == "forfeit"


def running(game: Game, system: System) -> frozenset[SeatId]:
    """Return the seats whose clock runs: all that owe something in play, if there are clocks."""
    return owing(game, system) if kind(game) else frozenset()


def used_ms(game: Game, seat: SeatId) -> int:
    """Return what *seat* has used of its time, so far as it is noted."""
    if kind(game) == "step":
        step = game.steps.get(seat)
        return 0 if step is None else step.used_ms
    return game.seats[seat].used_ms


def left_ms(game: Game, ticking: AbstractSet[SeatId], seat: SeatId) -> int | None:
    """Return how long *seat* may still take while the clocks of *ticking* run, and its own.

    None: it does not run out as things stand, since an opponent that it is not ahead of by a
    minute takes as long as it does.
    """
    mine = used_ms(game, seat)
    left = limit_ms(game) - mine
    if kind(game) == "opponent":
        for other in game.players:
            ahead = mine - other.used_ms
            if other.id == seat or ahead >= GRACE_MS:
                continue
            if other.id in ticking and not other.given_up:
                return None
            left = max(left, GRACE_MS - ahead)
    return max(0, left)


def check_is_up(game: Game, system: System, seat: SeatId, ms: int) -> None:
    """Refuse that *seat* is out of time if it is not, after *ms* more on the running clocks."""
    if not limit_ms(game):
        raise Refused("no_time_limit", CLOCKS, seat=seat)
    if not kind(game):
        return
    left = left_ms(game, running(game, system), seat)
    if left is None or left > ms:
        raise Refused("time_left", CLOCKS, seat=seat)


def _no_such(option: str, value: int | str, known: str) -> Refused:
    return Refused("no_such_value", CLOCKS, option=option, value=value, known=known)
