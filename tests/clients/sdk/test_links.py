"""Links: what people hand to each other, read strictly and written back the same."""

import pytest

from clients.sdk.links import Link, read_link
from domain.names import GameId

GAME = GameId(bytes(range(16)))
WATCH = f"http://127.0.0.1:8750/g/{GAME.hex()}"


def test_a_link_is_read_as_it_was_written() -> None:
    for link in (
        Link(server="http://127.0.0.1:8750", game=GAME),
        Link(server="https://table.example", game=GAME, seat=2, code=b"\x01" * 32),
        Link(server="http://[::1]:8750", game=GAME, seat=1, code=b"\xff" * 32),
    ):
        assert read_link(str(link)) == link
        assert read_link(f"  {link}\n") == link


def test_the_secret_part_is_never_in_what_is_sent() -> None:
    link = Link(server="http://h", game=GAME, seat=1, code=b"\xab" * 32)
    assert "ab" * 32 not in str(link).partition("#")[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "duel",
        GAME.hex(),
        f"ftp://h/g/{GAME.hex()}",
        f"http:///g/{GAME.hex()}",
        f"http://h:port/g/{GAME.hex()}",
        f"http://h:99999/g/{GAME.hex()}",
        f"http://[::1/g/{GAME.hex()}",
        f"http://h/games/{GAME.hex()}",
        f"http://h/g/{GAME.hex()[:-2]}",
        f"http://h/g/{GAME.hex().upper()}",
        f"{WATCH}#seat=one&code=00",
        f"{WATCH}#seat=1&code=xyz",
    ],
)
def test_what_is_no_link_is_told_what_one_looks_like(text: str) -> None:
    with pytest.raises(ValueError, match="is no link to a game; one looks like"):
        read_link(text)
