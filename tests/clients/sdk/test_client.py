"""A client at a real server: whatever happens to its line, it ends up at one history."""

import asyncio
import secrets
from pathlib import Path

import msgspec
import pytest

from clients.sdk.client import BACK, LOST, GameClient, Notice
from clients.sdk.following import Forked
from clients.sdk.http import NotDone
from clients.sdk.keyring import Keyring, new_keys
from clients.sdk.links import Link
from domain.names import GameId
from projections.messages import Problem, Recorded
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from tests.clients.sdk.at_table import PATIENCE_S, at_table, declared
from tests.clients.sdk.relay import Relay
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated


@pytest.fixture
def limits() -> Limits:
    return Limits(beat_s=0.2)


async def _stake(client: GameClient, pennies: int = 3) -> Recorded | Problem:
    async with asyncio.timeout(PATIENCE_S):
        return await client.declare("stake", {"pennies": pennies}, ("pennies",))


async def test_what_is_declared_is_seen_by_all(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    async with (
        at_table(server.url, watch, first) as one,
        at_table(server.url, watch, second) as other,
        at_table(server.url, watch) as spectator,
    ):
        for seat in (one, other, spectator):
            await seat.known()
        assert isinstance(await _stake(one.client), Recorded)
        assert one.client.view["seats"][0]["sealed"], "the view shows what was recorded"
        assert isinstance(await _stake(other.client), Recorded)
        await spectator.until(lambda s: "guess" in s.client.view["scene"]["headline"])
        assert spectator.client.following.head == other.client.following.head


async def test_a_refusal_is_an_answer(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with at_table(server.url, watch, first) as one:
        await one.known()
        answer = await _stake(one.client, 99)
        assert isinstance(answer, Problem)
        assert (answer.code, answer.rule) == ("not_so_many", "P-1")
        assert await declared(server, watch) == []


async def test_a_swallowed_answer_leads_to_one_record(server: Server) -> None:
    """The declaration is carried out, its answer lost: sent again, it is known again."""
    watch, (first, _) = await seated(server.url)
    async with Relay(server.url) as relay, at_table(relay.url, watch, first) as one:
        await one.known()
        relay.deaf = True
        asking = asyncio.create_task(_stake(one.client))
        async with asyncio.timeout(PATIENCE_S):
            while not await declared(server, watch):
                await asyncio.sleep(0.01)
        relay.deaf = False
        relay.cut()
        answer = await asking
        assert isinstance(answer, Recorded)
        assert answer.repeated
        assert len(await declared(server, watch)) == 1
        assert [n for n in one.notices if n in {LOST, BACK}] == [LOST, BACK]


async def test_what_was_never_sent_is_sent_when_the_line_is_back(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with Relay(server.url) as relay, at_table(relay.url, watch, first) as one:
        await one.known()
        relay.open = False
        relay.cut()
        await one.until(lambda o: LOST in o.notices)
        asking = asyncio.create_task(_stake(one.client))
        relay.open = True
        answer = await asking
        assert isinstance(answer, Recorded)
        assert not answer.repeated


async def test_who_comes_back_has_all_that_was_missed(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    async with (
        Relay(server.url) as relay,
        at_table(relay.url, watch) as lost,
        at_table(server.url, watch) as steady,
        at_table(server.url, watch, first) as one,
        at_table(server.url, watch, second) as other,
    ):
        for seat in (lost, steady, one, other):
            await seat.known()
        relay.open = False
        relay.cut()
        for seat in (one, other):
            await _stake(seat.client)
        for seat in (one, other):
            await seat.client.declare("guess", {"face": 3}, ("face",))
        relay.open = True
        head = other.client.following.head
        await steady.until(lambda s: s.client.following.head == head)
        await lost.until(lambda s: s.client.following.head == head)
        assert lost.positions == steady.positions
        assert lost.client.view == steady.client.view
        assert "connection" in lost.notices[0]


async def test_a_server_that_starts_again_is_found_again(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path / "data")
    async with running(settings, Limits(), SYSTEMS) as server:
        watch, (first, second) = await seated(server.url)
        port = int(server.url.rpartition(":")[2])
        client = at_table(server.url, watch, first)
        one = await client.__aenter__()
        await one.known()
        await _stake(one.client)
    await one.until(lambda o: LOST in o.notices)
    again = msgspec.structs.replace(settings, port=port)
    async with running(again, Limits(), SYSTEMS) as server:
        await one.until(lambda o: BACK in o.notices)
        async with at_table(server.url, watch, second) as other:
            await other.known()
            assert isinstance(await _stake(other.client), Recorded)
            await one.until(lambda o: "guess" in o.client.view["scene"]["headline"])
        assert len(await declared(server, watch)) == 2
        await client.__aexit__(None, None, None)


async def test_a_lost_line_is_said_once_however_long_it_takes(server: Server) -> None:
    watch, _ = await seated(server.url)
    async with Relay(server.url) as relay, at_table(relay.url, watch) as one:
        await one.known()
        before = relay.accepted
        relay.open = False
        relay.cut()
        await one.until(lambda o: LOST in o.notices)
        async with asyncio.timeout(PATIENCE_S):
            while relay.refused < 3:
                await asyncio.sleep(0.01)
        relay.open = True
        await one.until(lambda o: BACK in o.notices)
        assert relay.accepted == before + 1
        assert one.notices == [LOST, BACK]


async def test_a_server_that_was_never_there_is_not_waited_for() -> None:
    async with Relay("http://127.0.0.1:1") as nothing:
        nothing.open = False
        link = Link(server=nothing.url, game=GameId(bytes(16)))
        async with at_table(nothing.url, link) as one:
            await one.until(lambda o: o.end is not None)
    assert isinstance(one.end, NotDone)
    assert one.end.problem.code == "unreachable"


async def test_a_game_that_is_not_there_is_not_found(server: Server) -> None:
    link = Link(server=server.url, game=GameId(secrets.token_bytes(16)))
    async with at_table(server.url, link) as one:
        await one.until(lambda o: o.end is not None)
    assert isinstance(one.end, NotDone)
    assert one.end.problem.code == "not_found"


async def test_a_wrong_token_is_not_allowed(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    wrong = msgspec.structs.replace(first, token="00" * 32)
    async with at_table(server.url, watch, wrong) as one:
        await one.until(lambda o: o.end is not None)
    assert isinstance(one.end, NotDone)
    assert one.end.problem.code == "not_allowed"


async def test_a_seat_that_was_given_up_is_left_by_everyone_who_held_it(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with (
        at_table(server.url, watch, first) as here,
        at_table(server.url, watch, first) as there,
    ):
        await here.known()
        await there.known()
        giving = asyncio.create_task(here.client.declare("give_up_seat", {}))
        for one in (here, there):
            await one.until(lambda o: o.end is not None)
            assert isinstance(one.end, NotDone)
            assert one.end.problem.code == "seat_left"
        await asyncio.wait([giving], timeout=PATIENCE_S)
        assert giving.done(), "nobody waits for ever"
        giving.exception()
        with pytest.raises(NotDone):
            await _stake(there.client)


async def test_a_false_receipt_is_no_receipt(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with at_table(server.url, watch, first) as one:
        await one.known()
        one.client.following.server_key = b"\x01" * 32
        with pytest.raises(Forked, match="the receipt for event"):
            await _stake(one.client)


async def test_a_server_with_another_key_is_refused(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    known = msgspec.structs.replace(first, server_key=b"\x01" * 32)
    async with at_table(server.url, watch, known) as one:
        await one.until(lambda o: o.end is not None)
    assert isinstance(one.end, Forked)


async def test_the_newest_signed_head_is_kept_with_the_keys(server: Server, tmp_path: Path) -> None:
    watch, (first, _) = await seated(server.url)
    ring = Keyring(tmp_path)
    async with GameClient(server.url, watch.game, first, ring) as client:
        async for happening in client.happenings():
            if not isinstance(happening, Notice):
                break
        await _stake(client)
        async with asyncio.timeout(PATIENCE_S):
            while (
                client.following.seen is None
                or client.following.head is None
                or (client.following.seen.head != client.following.head)
            ):
                await asyncio.sleep(0.01)
    kept = ring.load(server.url, watch.game, 1)
    assert kept is not None
    assert kept.seen is not None
    assert kept.seen.head == client.following.head
    assert kept.server_key == server.hosts.entropy.public_key


async def test_what_is_no_server_is_named_not_waited_for() -> None:
    """Another program answers there: a sentence, and nothing hangs."""

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        writer.close()

    async with await asyncio.start_server(other, "127.0.0.1", 0) as listening:
        url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        link = Link(server=url, game=GameId(bytes(16)))
        async with at_table(url, link) as one:
            await one.until(lambda o: o.end is not None)
        assert isinstance(one.end, NotDone)
        assert url.removeprefix("http://") in str(one.end)


def test_only_a_seat_declares() -> None:
    keys = new_keys("http://h", GameId(bytes(16)), 1, "Ada")
    assert GameClient("http://h", GameId(bytes(16)), keys).view == {}


async def test_a_renewal_that_failed_is_no_matter_of_who_leaves(server: Server) -> None:
    async def fails() -> Recorded | Problem:
        raise NotDone(Problem(id=None, code="seat_left", text="It was given up."))

    watch, (first, _) = await seated(server.url)
    async with at_table(server.url, watch, first) as one:
        await one.known()
        one.client._renewing = asyncio.create_task(fails())
        await asyncio.sleep(0)


async def test_a_store_that_is_away_is_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for the record just then tries again: only what is final ends it all."""
    watch, (first, _) = await seated(server.url)
    client = GameClient(server.url, watch.game, first)
    for code, ends in (("storage", ConnectionError), ("not_allowed", NotDone)):
        problem = Problem(id=None, code=code, text="It is so.")

        async def refuses(*_: object, problem: Problem = problem) -> bytes:
            raise NotDone(problem)

        monkeypatch.setattr("clients.sdk.http.record", refuses)
        with pytest.raises(ends):
            await client._prove()


async def test_who_is_cancelled_while_leaving_is_cancelled(server: Server) -> None:
    watch, _ = await seated(server.url)
    leaving = asyncio.Event()

    async def look() -> None:
        async with GameClient(server.url, GameId(watch.game)) as client:
            await anext(client.happenings())
            leaving.set()

    looking = asyncio.create_task(look())
    await leaving.wait()
    looking.cancel()
    await asyncio.wait([looking])
    assert looking.cancelled()
