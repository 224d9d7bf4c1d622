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


async def measured(seconds: float) -> dict[str, Any]:
    """Measure everything there is to measure."""
    figures: dict[str, Any] = {
        "when": time.strftime("%Y-%m-%d %H:%M"),
        "load_before": os.getloadavg()[0],
    }
    say("declarations beside the floor")
    figures["declarations"] = await declarations.beside_the_floor(GAMES, seconds)
    say("fan-out beside websockets and plain transports")
    figures["fan-out"] = await fanout.fan_out(SPECTATORS, ROUNDS)
    async with served("referee") as server:
        say("memory")
        figures["memory"] = await memory.kept(server)
        for name, system in rule_systems().items():
            say(name)
            many = await bots.played(server, name, PLAYED_AT_ONCE, seconds)
            one = await bots.played(server, name, 1, seconds)
            figures[name] = {
                f"{PLAYED_AT_ONCE} games of bots": many.figures,
                "1 game of bots": one.figures,
                "record": parts.of_record(system, one.record),
                "largest volley": parts.largest_volley(system),
            }
    say("opening a long game")
    figures["opening"] = await opening.opened()
    figures["worst bad frame, ms"] = parts.worst_bad_frame_ms()
    return figures


def main() -> None:
    asked = argparse.ArgumentParser(description="Measure, and print one table.")
    asked.add_argument("seconds", nargs="?", type=float, default=5.0)
    asked.add_argument("--json", type=Path, default=Path("bench.json"))
    words = asked.parse_args()
    figures = uvloop.run(measured(words.seconds))
    words.json.write_text(json.dumps(figures, indent=1) + "\n")
    shown = {name: value for name, value in figures.items() if name != "when"}
    for name, values in parts.rows(shown):
        print(f"{name:<44} {values}")  # noqa: T201


if __name__ == "__main__":
    main()
