"""docs/reliability.md names every fault, and tests and campaigns that there are."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")


def test_every_fault_has_its_row() -> None:
    rows = re.findall(r"^\| (F\d\d) \|", PAGE, re.MULTILINE)
    assert rows == [f"F{n:02}" for n in range(1, 49)]


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/.]+\.py)(?:::(\w+))?`", PAGE)
    assert len(named) > 60
    for file, test in named:
        assert (ROOT / file).exists(), file
        if test:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            kinds = ast.FunctionDef | ast.AsyncFunctionDef
            assert test in {one.name for one in tree.body if isinstance(one, kinds)}, test
