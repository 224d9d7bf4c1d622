"""Figures of this machine and this minute, each beside its limit: make bench.

    .venv/bin/python -m tests.benchmarks [SECONDS] [--json FILE]

Prints one table, and writes all figures to FILE (bench.json). Ratios travel, figures do not: what
stands beside each other was measured in turns, in the same run. Takes some minutes.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvloop

from domain.registry import rule_systems
from tests.benchmarks import bots, declarations, fanout, memory, opening, parts
from tests.benchmarks.declarations import served

GAMES = (1, 50, 500)
SPECTATORS = (100, 500, 1_000, 2_000)
ROUNDS = 40
PLAYED_AT_ONCE = 20


def say(what: str) -> None:
    print(f"{what} …", file=sys.stderr)  # noqa: T201


async def measured(seconds: float) -> AsyncIterator[tuple[str, Any]]:
    """Measure everything there is to measure, and yield the figures of each part."""
    say("declarations beside the floor")
    yield "declarations", await declarations.beside_the_floor(GAMES, seconds)
    say("fan-out beside websockets and plain transports")
    yield "fan-out", await fanout.fan_out(SPECTATORS, ROUNDS)
    async with served("referee") as server:
        say("memory")
        yield "memory", await memory.kept(server)
        for name, system in rule_systems().items():
            say(name)
            many = await bots.played(server, name, PLAYED_AT_ONCE, seconds)
            one = await bots.played(server, name, 1, seconds)
            yield (
                name,
                {
                    f"{PLAYED_AT_ONCE} games of bots": many.figures,
                    "1 game of bots": one.figures,
                    "record": parts.of_record(system, one.record),
                    "largest volley": parts.largest_volley(system),
                },
            )
    say("opening a long game")
    yield "opening", await opening.opened()
    yield "worst bad frame, ms", parts.worst_bad_frame_ms()


async def written(seconds: float, file: Path) -> dict[str, Any]:
    """Measure, and write to *file* what is there, part by part: a run that breaks off leaves it."""
    figures: dict[str, Any] = {"load before": os.getloadavg()[0]}
    when = time.strftime("%Y-%m-%d %H:%M")
    async for name, found in measured(seconds):
        figures[name] = found
        file.write_text(json.dumps({"when": when, **figures}, indent=1) + "\n")
    return figures


def main() -> None:
    asked = argparse.ArgumentParser(description="Measure, and print one table.")
    asked.add_argument("seconds", nargs="?", type=float, default=5.0)
    asked.add_argument("--json", type=Path, default=Path("bench.json"))
    words = asked.parse_args()
    for name, values in parts.rows(uvloop.run(written(words.seconds, words.json))):
        print(f"{name:<44} {values}")  # noqa: T201


if __name__ == "__main__":
    main()
