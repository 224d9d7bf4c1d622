"""Names of things that every rule system shares."""

from typing import NewType

GameId = NewType("GameId", bytes)
"""The id of a game: 16 random bytes; written in hexadecimal wherever people or addresses see it."""

SeatId = NewType("SeatId", int)
"""A seat at the table, 1 to 255; 0 is the server (record.md: `seat`)."""

ShipId = NewType("ShipId", str)
"""A unit on the board, as the scenario names it."""

SERVER = SeatId(0)


def game_id(text: str) -> GameId:
    """Read the id of a game from its 32 hexadecimal digits; ValueError if it is not one."""
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != 16 or text != raw.hex():
        raise ValueError(f"a game's id has 32 lower-case hexadecimal digits, this one is {text!r}")
    return GameId(raw)
