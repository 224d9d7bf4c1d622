"""A seat that this computer holds: its keys, and a single declaration made with them."""

from typing import Any

from clients.cli.games import locate
from clients.cli.output import NOT_FOUND, exit_code, fail
from clients.sdk.client import GameClient
from clients.sdk.keyring import Keyring, SeatKeys
from domain.names import GameId
from projections.messages import Problem, Recorded


def held_keys(game: str, server: str, seat: int | None) -> SeatKeys:
    """Return the keys of a seat of *game* that this computer holds, or end with NOT_FOUND."""
    link = locate(game, server)
    keys = Keyring().load(link.server, link.game, link.seat if seat is None else seat)
    if keys is None:
        fail(NOT_FOUND, "this computer holds no seat of that game; only who sits there may speak")
    return keys


async def declared(keys: SeatKeys, command: str, fields: dict[str, Any]) -> Recorded:
    """Declare as who holds *keys*, and return the answer; a problem ends the command."""
    async with GameClient(keys.server, GameId(keys.game), keys, Keyring()) as client:
        async for _ in client.happenings():
            break
        answer = await client.declare(command, fields)
    if isinstance(answer, Problem):
        fail(exit_code(answer), answer.text)
    return answer
