"""What others wrote is shown, and does nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.terminal.safe import safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("Ærøskøbing 試合", "Ærøskøbing 試合"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb\n", "a\\x0db\\x0a"),
        ("\u202egnp.exe", "\\x202egnp.exe"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_what_could_steer_a_terminal_is_made_visible(text: str, shown: str) -> None:
    assert safe(text) == shown


@given(st.text())
def test_nothing_unprintable_is_left(text: str) -> None:
    assert safe(text).isprintable()
