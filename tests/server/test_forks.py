"""A record is brought to a server, and play goes on from one of its events."""

import asyncio
import random
from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgpack
import pytest

from clients.cli.demo import play_all
from clients.sdk import http
from clients.sdk.links import Link
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from server.bootstrap import Server
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated, sit


async def whole(server: Server) -> bytes:
    """Return the record of a game that was played to its end."""
    watch, seats = await seated(server.url)
    async with asyncio.timeout(30):
        await play_all(server.url, seats, random.Random(7), 0)
    return await http.record(server.url, watch.game)


def guessed(record: bytes) -> int:
    """Return the event of a record at which the first guess is resolved."""
    _, entries = entries_of(record)
    return next(entry.position for entry in entries if b"guessed" in entry.open)


@pytest.mark.parametrize("dice", ["server", "table"])
async def test_a_fork_is_played_to_its_end_and_verified(server: Server, dice: str) -> None:
    record = await whole(server)
    links = await http.fork(server.url, record, guessed(record), dice=dice)
    watch, *invitations = links
    seats = [await sit(link, f"Player {link.seat}") for link in invitations]
    async with asyncio.timeout(30):
        await play_all(server.url, seats, random.Random(8), 0)
    data = await http.record(server.url, watch.game)
    report = verify(data)
    assert (report.over, report.level) == (True, dice)
    assert decide_all_again(data, SYSTEMS).waiting == 0
    (made, *_) = report.events
    _, parents = entries_of(record)
    assert made.fields["parent"] == parents[guessed(record) - 1].hash


async def test_who_looks_at_a_fork_sees_the_table_before_anybody_sits_down(server: Server) -> None:
    record = await whole(server)
    watch, *_ = await http.fork(server.url, record, guessed(record))
    shown = await http.get(server.url, f"games/{watch.game.hex()}")
    assert shown["view"]["phase"] == "offered"
    assert shown["view"]["scene"]["headline"] == "Round 1: listen"


async def refused(server: Server, record: bytes, at: int) -> str:
    with pytest.raises(http.NotDone) as problem:
        await http.fork(server.url, record, at)
    assert problem.value.problem.recorded is False
    assert "Traceback" not in problem.value.problem.text
    return problem.value.problem.code


async def test_what_is_no_whole_record_makes_no_game(server: Server) -> None:
    record = await whole(server)
    games = len(await http.get(server.url, "games"))
    altered = record.replace(b"guessed", b"guesset", 1)
    for data in (b"", b"\x00" * 100, record[: len(record) // 2], random.Random(1).randbytes(5000)):
        assert await refused(server, data, 12) == "malformed"
    assert await refused(server, altered, 12) == "malformed"
    assert await refused(server, record, 10**6) == "malformed"
    assert await refused(server, record, 2) == "not_between_declarations"
    assert len(await http.get(server.url, "games")) == games


def made_with(record: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the record as somebody may have made it up, with other options of the game."""
    first, begun, *rest = msgpack.Unpacker(BytesIO(record))
    created = msgpack.unpackb(begun["o"])
    change(created["d"]["options"])
    begun["o"] = msgpack.packb(created)
    return b"".join(map(msgpack.packb, (first, begun, *rest)))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda options: options.update(scenario="none"), "no_such_scenario"),
        (lambda options: options.pop("scenario"), "no_such_value"),
        (lambda options: options.pop("time_limit_s"), "no_such_value"),
        (lambda options: options.update(time_limit_s="soon"), "no_such_value"),
        (lambda options: options.update(time_limit_s=-5), "no_such_value"),
        (lambda options: options.update(time_limit_s=2**62), "no_such_value"),
    ],
)
async def test_options_that_no_game_was_made_with_are_not_forked(
    server: Server, change: Callable[[dict[str, Any]], object], code: str
) -> None:
    """Whoever looked at such a game got an error, for ever; its deadline was looked at in vain."""
    record = await whole(server)
    games = len(await http.get(server.url, "games"))
    made_up = made_with(record, change)
    assert await refused(server, made_up, guessed(record)) == code
    assert len(await http.get(server.url, "games")) == games


async def test_a_game_that_goes_on_is_not_forked(server: Server) -> None:
    watch: Link
    watch, _ = await seated(server.url)
    record = await http.record(server.url, watch.game)
    assert await refused(server, record, 8) == "not_over_yet"
