"""The parts without a network: folding, verifying, deciding again, odds, refusing bad frames."""

import contextlib
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from domain.game import System
from domain.odds import TooManyCases
from domain.refusals import Refused, Unknown
from domain.registry import rule_systems
from domain.table import Table, codec_of
from projections.wire import MSGPACK, BadBytes

BOMBS = (
    b"\x91" * 16_000 + b"\xc0",
    b"\xdd\x00\x00\xfd\xe8" * 3_000,
    b"\xdf\x7f\xff\xff\xff",
    b"\xde\x0f\xff" + b"\xa1a\xc0" * 4_095,
    b"\xdc\x0f\xff" + b"\x91\x91\xc0" * 4_095,
)
TIMES = 3
VOLLEYS = 12


def of_record(system: System, record: bytes) -> dict[str, float]:
    """Return events a second of a game's *record*: folded, beside just reading it; verified."""
    game, entries = entries_of(record)
    fresh = iter([codec_of(system) for _ in range(2 * TIMES)])  # none has read an event before

    def fold() -> None:
        table = Table(game, system, next(fresh))
        for entry in entries:
            table.fold(entry)

    def read() -> None:
        codec = next(fresh)
        for entry in entries:
            codec.decode(entry.open, entry.secret)

    events = len(entries)
    folded, just_read = (_per_second(work, events) for work in (fold, read))
    return {
        "events": events,
        "folded_per_s": folded,
        "of_just_reading": folded / just_read,
        "verified_per_s": _per_second(lambda: verify(record), events),
        "decided_again_per_s": _per_second(
            lambda: decide_all_again(record, rule_systems()), events
        ),
    }


def largest_volley(system: System) -> dict[str, float]:
    """Return how long the odds of those examples took that throw the most dice; the slowest."""
    rolled = [one for one in system.examples() if one.dice and not one.refused]
    rolled.sort(key=lambda one: len(one.dice), reverse=True)
    slowest = {"dice": 0.0, "seconds": 0.0}
    for example in rolled[:VOLLEYS]:
        started = time.perf_counter()
        with contextlib.suppress(TooManyCases, Unknown, Refused):
            if system.odds(example.given, example.when):
                seconds = time.perf_counter() - started
                slowest = max(
                    slowest,
                    {"dice": len(example.dice), "seconds": seconds},
                    key=lambda one: one["seconds"],
                )
    return slowest


def worst_bad_frame_ms() -> float:
    """Return how long the slowest to refuse of some malicious frames keeps the loop."""
    return max(1000 * min(_timed(partial(_refuse, bomb)) for _ in range(5)) for bomb in BOMBS)


def _refuse(bomb: bytes) -> None:
    with contextlib.suppress(BadBytes):
        MSGPACK.from_viewer(bomb)


def _per_second(work: Callable[[], Any], events: int) -> float:
    """Return events a second: the best of some times, which is the least disturbed."""
    return events / min(_timed(work) for _ in range(TIMES))


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def rows(figures: Mapping[str, Any], under: str = "") -> list[tuple[str, str]]:
    """Return nested *figures* as rows of a table: name and values."""
    found: list[tuple[str, str]] = []
    for name, value in figures.items():
        if isinstance(value, Mapping) and any(isinstance(one, Mapping) for one in value.values()):
            found += rows(value, f"{under}{name}: ")
        elif isinstance(value, Mapping):
            inner = "   ".join(f"{key} {number:,.2f}" for key, number in value.items())
            found.append((f"{under}{name}", inner))
        else:
            found.append((f"{under}{name}", f"{value:,.2f}"))
    return found
