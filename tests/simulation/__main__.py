"""`python -m tests.simulation --seeds 500 --seed 1`: as many worlds as are asked for, two at once.

A world that goes wrong is told with its seed, by which `--seeds 1 --seed N --log` lets it happen
again, with what the servers log.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import structlog

from tests.simulation.world import SMALL, WHOLE, Figures, Size, simulate

PROCESSES = 2
PROGRESS_S = 5.0


def _world(seed: int, size: Size) -> tuple[int, Figures | str, float]:
    """Let one world happen; return what it saw or went wrong, and the processor's seconds."""
    started = time.process_time()
    try:
        found: Figures | str = simulate(seed, size)
    except Exception as wrong:  # noqa: BLE001  the others happen all the same
        found = str(wrong)
    return seed, found, time.process_time() - started


def _quiet() -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


def main() -> int:
    """Run what is asked for; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--small", action="store_true", help="worlds as `make test` has them")
    parser.add_argument("--log", action="store_true", help="show what the servers log")
    asked = parser.parse_args()
    world = partial(_world, size=SMALL if asked.small else WHOLE)
    seeds = range(asked.seed, asked.seed + asked.seeds)
    started = last = time.monotonic()
    worlds, wrong, work_s = list[Figures](), 0, 0.0
    with ProcessPoolExecutor(PROCESSES, initializer=None if asked.log else _quiet) as pool:
        for seed, found, took_s in pool.map(world, seeds):
            work_s += took_s
            if isinstance(found, str):
                wrong += 1
                sys.stdout.write(f"WRONG: {found}\n")
            else:
                worlds.append(found)
            if time.monotonic() - last > PROGRESS_S:
                last = time.monotonic()
                sys.stderr.write(f"seed {seed}: {len(worlds)} worlds, {wrong} wrong\n")
    took_s = time.monotonic() - started
    sys.stdout.write(_told(worlds, wrong, took_s, work_s, asked.seed) + "\n")
    return int(bool(wrong))


def _told(worlds: list[Figures], wrong: int, seconds: float, work_s: float, first: int) -> str:
    virtual_s = sum(world.virtual_s for world in worlds)
    events = sum(world.events for world in worlds)
    return (
        f"simulation: {len(worlds) + wrong} worlds from seed {first}, {wrong} wrong, "
        f"{sum(world.faults for world in worlds):,} faults, "
        f"{sum(world.declarations for world in worlds):,} declarations, {events:,} events, "
        f"{sum(world.frames for world in worlds):,} frames looked at, "
        f"{virtual_s / 3600:,.1f} virtual hours in {seconds:.0f} s: "
        f"{virtual_s / seconds:.0f} × real time, {virtual_s / work_s:.0f} × the processor's; "
        f"{events / max(1.0, virtual_s):.1f} events a virtual second"
    )


if __name__ == "__main__":
    sys.exit(main())
