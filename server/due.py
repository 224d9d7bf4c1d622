"""What is declared for a seat that does nothing, and when: by the clocks and rules of its game."""

import msgspec

from domain import clocks, referee
from domain.disputes import time_to_rule_s
from domain.game import coming, waiting
from domain.names import SERVER, SeatId
from domain.recesses import RETURN_S
from domain.record import Entry
from domain.table import Table
from server.clock import Clock
from server.entropy import GameSources
from server.history import History

TIME_OUT, NEXT_ORDER, RULING = "time_out", "next_order", "ruling"


class Due(msgspec.Struct, frozen=True):
    """What is declared for a seat if it does nothing: in how long, and why (equal: the same)."""

    why: tuple[int | str, ...]
    in_s: float


class NotDue(Exception):  # noqa: N818  names what happened meanwhile
    """What was to be declared for a seat is declared already, or is not due any more."""


class Dues:
    """Tells what is due at a table, by how long ago its events were recorded."""

    def __init__(self, table: Table, history: History, sources: GameSources, clock: Clock) -> None:
        self._table, self._history, self._sources, self._clock = table, history, sources, clock

    def of(self, seat: SeatId) -> Due | None:
        """Return what is to be declared for *seat*, and in how many seconds; None if nothing is.

        For seat 0: the end of a dispute on which no ruling is agreed.
        """
        if seat == SERVER:
            return self._ruling()
        game = self._table.game
        if seat not in waiting(game, self._table.system):
            return None
        if game.recess is not None:
            return self._back(seat) if seat in coming(game) else self._step(seat)
        if seat in game.next_orders:
            return Due((NEXT_ORDER, game.steps[seat].began), 0.0)
        return self._step(seat)

    def declared(self, seat: SeatId, why: tuple[int | str, ...]) -> tuple[Entry, ...]:
        """Return what is recorded when *seat* did nothing; NotDue if that is not due any more."""
        due = self.of(seat)
        if due is None or due.why != why:
            raise NotDue
        table, now_ms, sources = self._table, self._clock.now_ms(), self._sources
        if why[0] == RULING:
            return referee.ruling_is_due(table, now_ms, sources)
        if why[0] == NEXT_ORDER:
            return referee.next_order_is_due(table, seat, now_ms, sources)
        return referee.time_is_up(table, seat, now_ms, sources)

    def _ruling(self) -> Due | None:
        game = self._table.game
        case, to_rule_s = game.case, time_to_rule_s(game)
        if case is None or not to_rule_s:
            return None
        why = RULING, case.event, game.rulings.get(case.event, 0)
        return Due(why, self._left_s(case.began, to_rule_s))

    def _back(self, seat: SeatId) -> Due | None:
        """Return when a seat that is awaited from a recess is taken to be back."""
        recess = self._table.game.recess
        assert recess is not None, f"seat {seat} comes back from nowhere"
        if not clocks.limit_ms(self._table.game):
            return None
        in_s = self._left_s(recess.called, RETURN_S[recess.kind])
        return Due((TIME_OUT, "back", recess.called), in_s)

    def _step(self, seat: SeatId) -> Due | None:
        """Return when the time of a seat's step is up."""
        game, position = self._table.game, self._table.head.position
        began, limit_ms = game.steps[seat].began, clocks.limit_ms(game)
        if game.seats[seat].given_up:
            # Nobody will come: its default is declared at once.
            return Due((TIME_OUT, began, position), 0.0)
        if not clocks.kind(game):
            in_s = self._left_s(began, limit_ms / 1000)
            return Due((TIME_OUT, began), in_s) if limit_ms else None
        left_ms = clocks.left_ms(game, clocks.running(game, self._table.system), seat)
        if left_ms is None:
            return None
        return Due((TIME_OUT, began, position), self._left_s(position, left_ms / 1000))

    def _left_s(self, began: int, limit_s: float) -> float:
        """Return what is left of a time that began with the event at *began*, 0 if it is over."""
        began_ms, now_ms = self._history.at_ms(began), self._clock.now_ms()
        passed_ms, _ = self._sources.time_used(began_ms, now_ms)
        return max(0.0, limit_s - passed_ms / 1000)
