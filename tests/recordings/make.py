"""A release's records: a game of bots for each rule system and dice level, with its tables.

    python -m tests.recordings.make RELEASE

Nothing that is there is ever written again.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from clients.cli.demo import play_all, seated
from clients.sdk import http
from domain.dice import LEVELS
from domain.registry import rule_systems
from server.bootstrap import running
from server.settings import Settings

HERE = Path(__file__).parent
SHORT: Mapping[str, Mapping[str, int | str]] = {"scorpead": {"turn_limit": 4}}
"""Options with which a game is not larger than a record needs to be."""


async def record_all(release: str) -> None:
    """Play and keep a game for each rule system and dice level that *release* has no record of."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(Settings(port=0, data=Path(folder))) as server:
            for name, system in rule_systems().items():
                kept = HERE / release / name
                for level in LEVELS:
                    if not (kept / f"{level}.bsr").exists():
                        await _record(server.url, name, level, kept)
                for file, data in system.files.items():
                    _keep(kept / "data" / file, data)


def _keep(file: Path, data: bytes) -> None:
    """Write *file*, unless it is there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_bytes(data)


async def _record(url: str, name: str, level: str, kept: Path) -> None:
    scenario = rule_systems()[name].scenarios()[0].name
    options = {"scenario": scenario, **SHORT.get(name, {})}
    chance = random.Random(1)
    watch, seats = await seated(url, name, options, chance, level)
    await play_all(url, seats, chance, 0)
    _keep(kept / f"{level}.bsr", await http.record(url, watch.game))


if __name__ == "__main__":
    asyncio.run(record_all(sys.argv[1]))
