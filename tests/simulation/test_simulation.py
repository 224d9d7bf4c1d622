"""Some worlds in which all holds, and worlds with planted faults, which are found."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import pytest
import structlog

from domain.names import GameId
from domain.record import Entry, Head
from server.host import GameHost
from server.store.appender import Appender
from server.store.event_store import NotRecorded, Unsettled
from tests.simulation.model_store import Model, ModelStore
from tests.simulation.oracle import Wrong
from tests.simulation.world import SMALL, Size, simulate

FOUND_ONCE = (1, 2, 3)
"""Seeds that found faults, each of them mended: a clock set back charged a day to both seats, and
kept spectators waiting; a token that another process had given was refused; a record, or a table,
that ended before what its viewer had seen was a fork to the client; a game was loaded twice when
the first attempt failed; a client gave up because the store was away.
"""
ENOUGH = 3
"""A planted fault shows within so many worlds."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    yield
    structlog.reset_defaults()


@pytest.mark.parametrize("seed", FOUND_ONCE)
def test_whatever_happens_all_holds(seed: int) -> None:
    figures = simulate(seed, SMALL)
    assert figures.declarations >= 30
    assert figures.faults > 3


def test_a_seed_is_enough_to_repeat_a_world() -> None:
    assert simulate(6, SMALL) == simulate(6, SMALL)


def no_expected_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Model, "stands_at", lambda _model, _game, _expected: True)


def nothing_is_redacted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("server.showing.redact", lambda _viewer, entry, _event: entry)


def dice_are_drawn_anew(patch: pytest.MonkeyPatch) -> None:
    """Each attempt rolls with other links, as if the server could choose."""
    drawn = iter(range(10**9))
    patch.setattr(
        "server.entropy.GameSources.link",
        lambda _self, _chain, _i: next(drawn).to_bytes(32, "big"),
    )


def repeats_are_not_known(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(GameHost, "_check_new", lambda *_: None)


def believed(patch: pytest.MonkeyPatch, failure: type[Exception]) -> None:
    """Let an append that ended in *failure* count as recorded."""
    append = Appender.append

    async def believing(self: Appender, game: GameId, at: Head, entries: Sequence[Entry]) -> None:
        with suppress(failure):
            await append(self, game, at, entries)

    patch.setattr(Appender, "append", believing)


def silence_is_yes(patch: pytest.MonkeyPatch) -> None:
    """A silent store, or a lost reply: what is not known is answered as recorded."""
    believed(patch, Unsettled)


def refusal_is_yes(patch: pytest.MonkeyPatch) -> None:
    """A store that refuses: it is answered as recorded."""
    believed(patch, NotRecorded)


def stored_by_and_by(patch: pytest.MonkeyPatch) -> None:
    """A commit is answered first and stored a second later, if the server has not crashed."""
    append, late = ModelStore.append, set[asyncio.Task[None]]()

    async def store(self: ModelStore, game: GameId, at: Head, entries: Sequence[Entry]) -> None:
        await asyncio.sleep(1)
        if not self._line.dead:
            await append(self, game, at, entries)

    async def at_once(self: ModelStore, game: GameId, at: Head, entries: Sequence[Entry]) -> None:
        if at.position < SEATED or self._model.heads[game] != at:
            await append(self, game, at, entries)
        else:
            late.add(asyncio.create_task(store(self, game, at, entries)))

    patch.setattr(ModelStore, "append", at_once)


SEATED = 8
"""By this event of the games of a world everybody sits."""
BUSY = Size(2, 8, 150.0, 1.5)
"""Many faults, one upon the other."""
PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], int, Size]] = [
    (no_expected_version, 3, SMALL),
    (nothing_is_redacted, 1, SMALL),
    (dice_are_drawn_anew, 1, SMALL),
    (repeats_are_not_known, 4, SMALL),
    (silence_is_yes, 2, BUSY),
    (refusal_is_yes, 2, SMALL),
    (stored_by_and_by, 1, BUSY),
]
"""Each with the seed and size of a world in which it shows."""


@pytest.mark.parametrize(
    ("plant", "seed", "size"), PLANTED, ids=lambda one: getattr(one, "__name__", "")
)
def test_a_planted_fault_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    seed: int,
    size: Size,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By what must hold or by the verifier, not by a slip of ours; and named with its seed."""
    plant(monkeypatch)
    with pytest.raises(Wrong, match=r"^seed \d+: (Wrong|Fault): "):
        _worlds(seed, size)


def _worlds(first: int, size: Size) -> None:
    for seed in range(first, first + ENOUGH):
        simulate(seed, size)
