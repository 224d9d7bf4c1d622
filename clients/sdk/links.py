"""Links: what people hand to each other. The secret part stands behind '#', which is never sent."""

from urllib.parse import parse_qs, urlsplit

import msgspec

from domain.names import GameId, game_id

SCHEMES = frozenset({"http", "https"})


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game is; with *seat* and *code*, an invitation to take that seat."""

    server: str
    game: GameId
    seat: int | None = None
    code: bytes | None = None

    def __str__(self) -> str:
        watch = f"{self.server}/g/{self.game.hex()}"
        if self.seat is None or self.code is None:
            return watch
        return f"{watch}#seat={self.seat}&code={self.code.hex()}"


def read_link(text: str) -> Link:
    """Return the link that *text* is; ValueError says what a link looks like."""
    try:
        parts = urlsplit(text.strip())
        folder, _, game = parts.path.rpartition("/")
        secret = parse_qs(parts.fragment)
        # To ask for the port is to check it: what is no number raises.
        if parts.scheme not in SCHEMES or not parts.hostname or folder != "/g" or parts.port == 0:
            raise ValueError(text)  # noqa: TRY301
        return Link(
            server=f"{parts.scheme}://{parts.netloc}",
            game=game_id(game),
            seat=int(secret["seat"][0]) if "seat" in secret else None,
            code=bytes.fromhex(secret["code"][0]) if "code" in secret else None,
        )
    except ValueError:
        raise ValueError(
            f"{text!r} is no link to a game; one looks like http://host:8750/g/<32 digits>"
        ) from None
