"""Some worlds in which all holds, and worlds with planted faults, which are found."""

from collections.abc import Callable, Iterator

import pytest
import structlog

from server.host import GameHost
from tests.simulation.model_store import Model
from tests.simulation.oracle import Wrong
from tests.simulation.world import SMALL, simulate

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


PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], int]] = [
    (no_expected_version, 3),
    (nothing_is_redacted, 1),
    (dice_are_drawn_anew, 1),
    (repeats_are_not_known, 4),
]
"""Each with the seed of a world in which it shows."""


@pytest.mark.parametrize(("plant", "seed"), PLANTED, ids=lambda one: getattr(one, "__name__", ""))
def test_a_planted_fault_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what must hold or by the verifier, not by a slip of ours; and named with its seed."""
    plant(monkeypatch)
    with pytest.raises(Wrong, match=r"^seed \d+: (Wrong|Fault): "):
        _worlds(seed)


def _worlds(first: int) -> None:
    for seed in range(first, first + ENOUGH):
        simulate(seed, SMALL)
