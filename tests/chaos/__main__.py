"""`python -m tests.chaos`: run campaigns of faults and tell their figures, a line each.

python -m tests.chaos                      all of them, the long forms
python -m tests.chaos --only F01,F22 --seed 7 --json figures.json
python -m tests.chaos --short              as `make test` runs them
"""

import argparse
import asyncio
import datetime as dt
import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

import msgspec

from tests.chaos.campaign import Campaign, Figures, Run, line
from tests.chaos.campaigns import CAMPAIGNS


def main() -> int:
    """Run what is asked for; 1 if anything did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--only", default="", help="faults, by their numbers: F01,F22")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="seconds, not minutes")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    wanted = {name for name in asked.only.split(",") if name}
    found = {
        name: one
        for name, one in CAMPAIGNS.items()
        if not wanted or wanted & set(one.faults.split(", "))
    }
    if unheard := wanted - {fault for one in found.values() for fault in one.faults.split(", ")}:
        parser.error(f"no campaign makes {', '.join(sorted(unheard))}")
    failed = 0
    for name, one in found.items():
        try:
            figures = asyncio.run(_run(name, one, asked.seed, long=not asked.short))
        except Exception as fault:  # noqa: BLE001  the next one is run all the same
            failed += 1
            traceback.print_exception(fault)
            figures = {"FAILED": f"{type(fault).__name__}: {fault}", "seed": asked.seed}
        sys.stdout.write(line(f"{one.faults} {name}", figures) + "\n")
        sys.stdout.flush()
        if asked.json:
            _keep(asked.json, name, one, figures)
    return int(bool(failed))


def _keep(file: Path, name: str, one: Campaign, figures: Figures) -> None:
    """Put a campaign's figures into *file* beside the others', with the day and the machine."""
    kept = msgspec.json.decode(file.read_bytes()) if file.exists() else {}
    kept[name] = {
        "faults": one.faults,
        "title": one.title,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
        "figures": figures,
    }
    file.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")


async def _run(name: str, one: Campaign, seed: int, *, long: bool) -> Figures:
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        figures = await one.run(Run(name, Path(folder), seed, long=long))
    return {**figures, "seed": seed, "seconds": round(time.monotonic() - started, 1)}


if __name__ == "__main__":
    sys.exit(main())
