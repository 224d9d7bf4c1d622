"""Keys make lines; what is no letter moves nothing and shows nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.terminal.editor import MOST, Line


@pytest.mark.parametrize(
    ("keys", "lines", "left"),
    [
        (b"12\n", ["12"], ""),
        (b"12\r3", ["12"], "3"),
        (b"\n\n", ["", ""], ""),
        (b"123\x7f\x7f4\n", ["14"], ""),
        (b"\x7f\x08\n", [""], ""),
        (b"one two\x17three\n", ["one three"], ""),
        (b"one\x15two\n", ["two"], ""),
        (b"\x1b[A\x1b[1;5C\x1bOP\x1bx1\n", ["1"], ""),
        (b"a\x00\x01\tb\n", ["ab"], ""),
        (b"\x04", [None], ""),
        (b"1\x04\n", ["1"], ""),
        ("Æ".encode(), [], "Æ"),
        (b"\xff\n", ["\ufffd"], ""),
    ],
)
def test_keys_and_what_they_do(keys: bytes, lines: list[str | None], left: str) -> None:
    line = Line()
    assert line.type(keys) == lines
    assert line.text == left


@given(st.binary(max_size=40), st.integers(0, 40))
def test_it_does_not_matter_in_how_many_pieces_keys_come(keys: bytes, at: int) -> None:
    whole, split = Line(), Line()
    assert whole.type(keys) == split.type(keys[:at]) + split.type(keys[at:])
    assert whole.text == split.text
    assert whole.text.isprintable()


def test_a_line_has_an_end() -> None:
    line = Line()
    line.type(b"x" * (MOST + 10))
    assert len(line.text) == MOST
