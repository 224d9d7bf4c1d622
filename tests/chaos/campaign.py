"""What every campaign has: a seed, a length, progress that is told, and figures at the end."""

import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

Figures: TypeAlias = dict[str, int | float | str]
PROGRESS_S = 5.0


class Run:
    """One run of a campaign: *long* or short, all its chance from *seed*, its files in *folder*."""

    def __init__(self, name: str, folder: Path, seed: int, *, long: bool) -> None:
        self.folder, self.seed, self.long = folder, seed, long
        self.chance = random.Random(f"{name} {seed}")
        self._name, self._told = name, time.monotonic()

    def length(self, short: int, long: int) -> int:
        """Return how often to do it."""
        return long if self.long else short

    def progress(self, done: int, of: int) -> None:
        """Say how far it is, every few seconds."""
        if time.monotonic() - self._told > PROGRESS_S:
            self._told = time.monotonic()
            sys.stderr.write(f"{self._name}: {done:,} of {of:,} (seed {self.seed})\n")


class Campaign(NamedTuple):
    """Faults, by their numbers, and what makes them; it raises if what must hold does not."""

    faults: str
    title: str
    run: Callable[[Run], Awaitable[Figures]]


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value below which *percent* of them lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def line(name: str, figures: Figures) -> str:
    """Return one line that says what came of a campaign."""
    return f"{name}: " + ", ".join(f"{what} {value}" for what, value in figures.items())
