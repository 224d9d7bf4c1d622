"""F43: the fold of a record is the same in every process, whatever its hashes and its order."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLD = """
import sys
from hashlib import sha256
from pathlib import Path
import msgspec
from domain.codec import Codec
from domain.exported import entries_of
from domain.game_events import Created
from domain.registry import rule_systems
from domain.table import Table

def state(file):
    game, entries = entries_of(file.read_bytes())
    system = rule_systems()[file.parent.name]
    data = {one.name: one.read_bytes() for one in (file.parent / "data").glob("*.json")}
    table = Table(game, system.with_files(data))
    for entry in entries:
        table.fold(entry)
    return sha256(msgspec.json.encode(msgspec.to_builtins(
        [table.game, table.head], order="deterministic", str_keys=True))).hexdigest()

files = sorted(Path("tests/recordings").glob("*/*/server.bsr"), reverse=sys.argv[1] == "reversed")
again = files[:1] if sys.argv[1] == "reversed" else []
print("\\n".join(sorted({f"{file} {state(file)}" for file in [*files, *again]})))
"""


def folded(seed: str, order: str) -> list[str]:
    """Return the hash of each recording's state, folded in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", FOLD, order],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_another_process_another_order_the_same_state() -> None:
    """And twice in one process: the last one is folded again there."""
    once = folded("0", "forwards")
    assert len(once) >= 4
    assert folded("9", "reversed") == once
