"""The dice of one commit, bound to the event that leads to them (dice/1).

At level `server` a roll is made when it is asked for. At level `table` it waits until the seats
that are here have opened their links: LinksNeeded ends the decision, which is made again with the
rolls that are known by then.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from domain.decider import Event
from domain.dice import (
    ABSENT,
    DEADLINE_MS,
    PRESENT,
    Ask,
    Chain,
    Contributor,
    Rolled,
    faces,
    roll_context,
    roll_key,
)
from domain.game_events import FORM, DiceAsked, DiceRolled, DiceRolledHidden
from domain.names import SeatId
from domain.record import ZERO32, Entry
from domain.refusals import Refused, Unknown
from domain.table import Table


class Sources(Protocol):
    """What the rules do not decide: chance and time, the server's or those of a record."""

    def anchor(self, chain: Chain) -> bytes:
        """Return the anchor of one of the server's chains."""
        ...

    def link(self, chain: Chain, i: int) -> bytes:
        """Return link[i] of one of the server's chains."""
        ...

    def hidden_seed(self, j: int) -> bytes:
        """Return the seed of hidden roll j."""
        ...

    def commitment(self, j: int) -> bytes:
        """Return the commitment to the seed of hidden roll j."""
        ...

    def salt(self, position: int) -> bytes:
        """Return the salt (16 bytes) for the sealed part of the server's event at *position*."""
        ...

    def contributors(self, i: int) -> tuple[SeatId, ...]:
        """Return the seats to be asked for a link for roll i, in ascending order."""
        ...

    def time_used(self, since_ms: int, at_ms: int) -> tuple[int, int]:
        """Return what went by between two moments of the record: on the clocks, and on none."""
        ...


class LinksNeeded(Exception):  # noqa: N818  not an error: the decision goes on with the links
    """A decision needs a roll for which links must be opened first."""

    def __init__(self, asked: DiceAsked) -> None:
        super().__init__(f"roll {asked.i}")
        self.asked = asked


class _Roll(msgspec.Struct, frozen=True):
    """A roll that is to be made: its number, its context, what is asked for."""

    i: int
    ctx: bytes
    asks: tuple[Ask, ...]
    hidden: bool


class Chance:
    """The dice of one commit.

    *links* are the answers to the open request, if this commit is to make the roll it asks for.
    """

    def __init__(
        self,
        table: Table,
        cause: Entry,
        sources: Sources,
        links: Mapping[SeatId, bytes] | None = None,
    ) -> None:
        game = table.game
        assert game.created is not None
        self._table, self._cause, self._sources = table, cause, sources
        self._asks_the_table = game.created.dice == "table"
        self._i, self._j, self._chain = game.rolls, game.hidden_rolls, game.chain
        self._known = deque(game.known if links is not None else ())
        self._links = links
        self._proofs: deque[tuple[Rolled, tuple[Event, ...]]] = deque()

    def roll(self, *asks: Ask) -> Rolled:
        """Roll openly, or raise LinksNeeded."""
        return self._rolled(asks, hidden=False)

    def roll_hidden(self, *asks: Ask) -> Rolled:
        """Roll with the next hidden seed, or raise LinksNeeded."""
        return self._rolled(asks, hidden=True)

    def proofs(self, rolled: Rolled) -> tuple[Event, ...]:
        """Return the events that prove *rolled*; none if they are on the record already.

        What was rolled is yielded once, in the order in which it was rolled.
        """
        made, events = self._proofs.popleft()
        assert made is rolled, "a rule system yields its rolls once, in the order it made them"
        return events

    def unyielded(self) -> Iterable[Event]:
        """Return the proofs of all rolls that were made and not yielded."""
        return [event for _, events in self._proofs for event in events]

    def _rolled(self, asks: tuple[Ask, ...], *, hidden: bool) -> Rolled:
        if self._known:
            known = self._known.popleft()
            if known.hidden and not known.faces:
                raise Unknown("the faces of a hidden roll")
            assert (known.asks, known.hidden) == (asks, hidden), "a decision is its arguments'"
            self._proofs.append((known, ()))
            return known
        roll = self._next(asks, hidden=hidden)
        if not self._asks_the_table:
            return self._made(roll, ())
        if self._links is not None:
            links, self._links = self._links, None
            return self._made(roll, self._answered(links))
        request = self._request(roll)
        if request.contributors:
            raise LinksNeeded(request)
        return self._made(roll, (), request)

    def _next(self, asks: tuple[Ask, ...], *, hidden: bool) -> _Roll:
        self._i += 1
        if self._i > self._chain.links:
            raise Refused("dice_used_up", FORM, rolls=self._chain.links)
        cause = self._cause
        ctx = roll_context(self._table.id, self._i, cause.open, cause.seal, asks)
        return _Roll(self._i, ctx, asks, hidden)

    def _request(self, roll: _Roll) -> DiceAsked:
        return DiceAsked(
            i=roll.i,
            ctx=roll.ctx,
            by=self._cause.position,
            dice=roll.asks,
            contributors=self._sources.contributors(roll.i),
            deadline_ms=DEADLINE_MS,
        )

    def _answered(self, links: Mapping[SeatId, bytes]) -> tuple[Contributor, ...]:
        request = self._table.game.request
        assert request is not None, "links answer a request"
        return tuple(
            Contributor(seat, PRESENT if seat in links else ABSENT, links.get(seat, ZERO32))
            for seat in request.asked.contributors
        )

    def _made(self, roll: _Roll, contributors: Sequence[Contributor], *before: Event) -> Rolled:
        seed = self._hidden_seed() if roll.hidden else self._sources.link(self._chain, roll.i)
        shown = faces(roll_key(seed, roll.ctx, contributors), roll.asks)
        rolled = Rolled(roll.asks, shown, hidden=roll.hidden)
        proof = self._proof(roll, tuple(contributors), seed, shown)
        self._proofs.append((rolled, (*before, proof)))
        return rolled

    def _hidden_seed(self) -> bytes:
        self._j += 1
        return self._sources.hidden_seed(self._j)

    def _proof(
        self,
        roll: _Roll,
        contributors: tuple[Contributor, ...],
        seed: bytes,
        shown: tuple[tuple[int, ...], ...],
    ) -> DiceRolled | DiceRolledHidden:
        if roll.hidden:
            return DiceRolledHidden(
                i=roll.i,
                by=self._cause.position,
                ctx=roll.ctx,
                dice=roll.asks,
                contributors=contributors,
                j=self._j,
                next=self._sources.commitment(self._j + 1),
                seed=seed,
                faces=shown,
            )
        return DiceRolled(
            i=roll.i,
            by=self._cause.position,
            ctx=roll.ctx,
            dice=roll.asks,
            contributors=contributors,
            link=seed,
            faces=shown,
        )
