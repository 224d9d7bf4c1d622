"""Broadside itself, as it is measured: a whole server that also plays pennies without an end.

    python -m tests.benchmarks.referee FOLDER

Pennies (tests/pennies.py) have next to no rules, so what is measured with them is what the referee
costs: record, dice, seals, views. No socket is paced, for the load is what is to be measured, and
none is pinged: while a thousand seats sit down, who declares later hears nothing for long.
"""

import asyncio
import sys
from pathlib import Path

import msgspec
import uvloop

from domain.registry import rule_systems
from server.bootstrap import running
from server.commands import collect_seldom
from server.limits import LIMITS
from server.settings import Settings
from tests.pennies import PENNIES

ENDLESS = PENNIES.with_files({"rounds.json": b"1000000"})
UNPACED = msgspec.structs.replace(
    LIMITS, requests_per_s=1e9, requests_at_once=10**9, silence_s=3_600.0
)


async def main(folder: Path) -> None:
    """Serve until standard input ends; the first line says where."""
    systems = {**rule_systems(), ENDLESS.name: ENDLESS}
    async with running(Settings(port=0, data=folder), UNPACED, systems) as server:
        print(server.url, flush=True)  # noqa: T201
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    collect_seldom()
    uvloop.run(main(Path(sys.argv[1])))
