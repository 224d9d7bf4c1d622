"""A game that was played elsewhere is brought by its record, whole or not at all."""

import asyncio
import random
from collections.abc import AsyncIterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import msgpack
import pytest
import pytest_asyncio

from clients.cli.demo import play_all
from clients.sdk import http
from clients.sdk.links import Link
from clients.verifier.protocol import verify
from domain.again import commits
from domain.exported import entries_of
from domain.names import SeatId
from domain.record import START, Head
from server.answers import Frozen
from server.bootstrap import Server, running
from server.entropy import Entropy
from server.settings import Settings
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


@pytest_asyncio.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Server]:
    """Give another server, with a master secret and a store of its own."""
    async with running(Settings(data=tmp_path / "elsewhere", port=0), systems=SYSTEMS) as other:
        yield other


async def whole(server: Server) -> bytes:
    """Return the record of a game that was played to its end."""
    watch, seats = await seated(server.url)
    async with asyncio.timeout(30):
        await play_all(server.url, seats, random.Random(7), 0)
    return await http.record(server.url, watch.game)


async def test_it_is_watched_and_audited_as_where_it_was_played(
    server: Server, elsewhere: Server
) -> None:
    record = await whole(elsewhere)
    watch = await http.bring(server.url, record)
    assert await http.record(server.url, watch.game) == record
    assert verify(await http.record(server.url, watch.game)).over
    here = await http.get(server.url, f"games/{watch.game.hex()}/view")
    there = await http.get(elsewhere.url, f"games/{watch.game.hex()}/view")
    assert here["view"] == there["view"]
    lines = await http.get(server.url, "games")
    assert [line["phase"] for line in lines if line["game"] == watch.game.hex()] == ["over"]
    async with raw(server.url, watch, None) as spectator:
        assert spectator.head.position == here["position"]


async def test_bringing_it_again_changes_nothing(server: Server, elsewhere: Server) -> None:
    record = await whole(elsewhere)
    first, again = [await http.bring(server.url, record) for _ in range(2)]
    assert first == again
    assert len(await http.get(server.url, "games")) == 1


async def refused(server: Server, record: bytes) -> str:
    with pytest.raises(http.NotDone) as problem:
        await http.bring(server.url, record)
    return problem.value.problem.code


async def test_what_is_not_whole_or_altered_is_not_taken(server: Server, elsewhere: Server) -> None:
    record = await whole(elsewhere)
    watch: Link
    watch, _ = await seated(elsewhere.url)
    assert await refused(server, await http.record(elsewhere.url, watch.game)) == "not_over_yet"
    for data in (b"", record[:-300], record.replace(b"guessed", b"guesses", 1)):
        assert await refused(server, data) == "malformed"
    assert await http.get(server.url, "games") == []


def signed_by(forger: Entropy, record: bytes) -> bytes:
    """Return the same history in a file that another server signs as its own."""
    first, *events, last = msgpack.Unpacker(BytesIO(record))
    head = forger.signed_head(first["game"], Head(*last["head"][:2]))
    body = b"".join(map(msgpack.packb, ({**first, "server_key": forger.public_key}, *events)))
    return body + msgpack.packb(
        {
            "head": [head.position, head.hash, head.signature],
            "file": forger.sign(b"bsr/1\0" + sha256(body).digest()),
        }
    )


async def test_no_other_file_takes_the_place_of_what_the_games_server_signed(
    server: Server, elsewhere: Server
) -> None:
    record = await whole(elsewhere)
    first, *events, last = msgpack.Unpacker(BytesIO(record))
    told = ({**first, "viewer": "seat 9"}, *events, last)
    unsigned = (first, *events, {**last, "head": [*last["head"][:2], bytes(64)]})
    files = [b"".join(map(msgpack.packb, maps)) for maps in (told, unsigned)]
    for file in (*files, signed_by(Entropy(b"\x09" * 32), record)):
        assert await refused(server, file) == "malformed"
    assert await http.get(server.url, "games") == []
    await http.bring(server.url, record)


async def test_a_servers_own_game_is_not_brought_back_over_itself(server: Server) -> None:
    assert await refused(server, await whole(server)) == "already_here"


async def test_what_was_brought_in_part_is_not_played_on_and_is_brought_to_its_end(
    server: Server, elsewhere: Server
) -> None:
    """A server that stopped while it was brought: its clocks and its dice are not ours."""
    record = await whole(elsewhere)
    game, entries = entries_of(record)
    at, store = START, server.hosts.store
    await store.keep_file(game, record)
    for commit in list(commits(entries))[:-1]:
        await store.append(game, at, commit)
        at = commit[-1].head
    host = await server.hosts.get(game)
    assert "in part only" in host.frozen
    with pytest.raises(Frozen):
        await host.declare_for(SeatId(1), ())
    watch = await http.bring(server.url, record)
    assert await http.record(server.url, watch.game) == record
    whole_host = await server.hosts.get(game)
    assert not whole_host.frozen
