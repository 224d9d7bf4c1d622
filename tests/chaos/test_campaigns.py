"""The short form of every campaign; the long ones: `make chaos`."""

from pathlib import Path

import pytest

from tests.chaos.bad_disk import COMPILER
from tests.chaos.campaign import Run
from tests.chaos.campaigns import CAMPAIGNS

NEEDS_A_COMPILER = {"power_cut"}
SEED = 1


@pytest.mark.parametrize("name", CAMPAIGNS)
async def test_what_must_hold_holds(name: str, tmp_path: Path) -> None:
    # As in test_bad_disk.py: a machine without a compiler has all other campaigns.
    if name in NEEDS_A_COMPILER and COMPILER is None:
        pytest.skip("no C compiler: the disk that loses what was not synced cannot be built")
    figures = await CAMPAIGNS[name].run(Run(name, tmp_path, SEED, long=False))
    assert figures
