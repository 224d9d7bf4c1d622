"""Records of every release fold and verify with the code of today (tests/recordings)."""

from pathlib import Path

import pytest

from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.dice import LEVELS
from domain.registry import rule_systems
from tests.clients.verifier import stranger

RECORDINGS = Path(__file__).parent / "recordings"
KEPT = sorted(RECORDINGS.glob("*/*/*.bsr"))


def test_every_system_and_level_is_kept() -> None:
    kept = {(file.parent.name, file.stem) for file in KEPT}
    assert kept >= {(name, level) for name in rule_systems() for level in LEVELS}


@pytest.mark.parametrize("file", KEPT, ids=lambda file: str(file.relative_to(RECORDINGS)))
def test_a_record_verifies_for_ever(file: Path) -> None:
    data, name = file.read_bytes(), file.parent.name
    tables = {one.name: one.read_bytes() for one in (file.parent / "data").iterdir()}
    system = rule_systems()[name].with_files(tables)
    report = verify(data)
    assert (report.system, report.level, report.over) == (name, file.stem, True)
    rulings = decide_all_again(data, {name: system})
    assert rulings.waiting == 0
    assert rulings.older or rulings.decided > 10
    assert stranger.check(data).ends
