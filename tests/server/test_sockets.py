"""Sockets that misbehave, come late, come back, or do not read: nobody else notices."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from clients.sdk.keyring import SeatKeys
from clients.sdk.links import Link
from domain.record import Head
from projections.messages import Beat, Hello, Problem, Recorded, SignedHead, Snapshot, Update
from projections.wire import JSON, MOST_BYTES, MSGPACK
from server.bootstrap import Server
from server.limits import Limits
from server.subscriptions import Subscription
from tests.server.sitting import Raw, raw, seated, socket


@pytest.fixture
def limits() -> Limits:
    return Limits(hello_s=0.5, write_s=1.0, beat_s=0.2, queue_bytes=64 * 1024)


NONSENSE = {
    "nothing": b"",
    "not MessagePack": b"\xc1",
    "a bomb": b"\xdd\x00\x00\xfd\xe8" * 1_000,
    "deep": b"\x91" * 1_000 + b"\xc0",
    "an unknown message": b"\x81\xa1t\xa3win",
    "a key twice": b"\x82\xa1t\xa4beat\xa1t\xa4beat",
}


@pytest.mark.parametrize("data", NONSENSE.values(), ids=NONSENSE)
async def test_nonsense_gets_one_typed_answer_and_play_goes_on(server: Server, data: bytes) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        await seat.socket.send(data)
        answer = await seat.until(Problem)  # a beat may come first
        assert answer.code == "malformed"
        assert answer.recorded is False
        assert isinstance(await seat.declare("stake", {"pennies": 1}), Recorded)


async def test_text_where_bytes_are_spoken_is_malformed(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        await seat.socket.send("{}")
        assert (await seat.next()).code == "malformed"


@pytest.mark.parametrize("fragments", [1, 40])
async def test_a_frame_over_the_limit_closes_the_socket(server: Server, fragments: int) -> None:
    watch, _ = await seated(server.url)
    async with raw(server.url, watch) as spectator:
        part = bytes(MOST_BYTES // fragments + 1)
        await spectator.socket.send([part] * (fragments + 1))
        assert await closed(spectator) == 1009


async def closed(one: Raw) -> int | None:
    """Read until the server closes the socket; return its code."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(10):
            while True:
                await one.next()
    return one.socket.close_code


async def test_bad_text_and_bad_opcodes_close_the_socket_without_a_trace(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    watch, _ = await seated(server.url)
    for opcode, payload, code in ((Opcode.TEXT, b"\xff\xfe", 1007), (Opcode.CONT, b"x", 1002)):
        async with raw(server.url, watch, wire=JSON) as spectator:
            frame = Frame(opcode, payload).serialize(mask=True)
            spectator.socket.transport.write(frame)
            assert await closed(spectator) == code
    assert "Traceback" not in capsys.readouterr().err


async def test_who_does_not_say_hello_is_closed(server: Server) -> None:
    async with socket(server.url) as silent:
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(silent.recv(), 5)


async def test_hello_comes_first_and_once(server: Server) -> None:
    watch, _ = await seated(server.url)
    async with socket(server.url) as plain:
        answer = await Raw(plain, MSGPACK, None).answer(Beat(id=5, position=1))
        assert answer.code == "out_of_turn"
    async with raw(server.url, watch) as spectator:
        assert (await spectator.answer(Hello(id=9, game=watch.game.hex()))).code == "out_of_turn"


async def test_there_is_no_such_game_for_a_spectator(server: Server) -> None:
    async with socket(server.url) as plain:
        answer = await Raw(plain, MSGPACK, None).answer(Hello(id=1, game="00" * 16))
        assert answer.code == "not_found"


async def test_a_page_of_another_host_may_not_open_a_socket(server: Server) -> None:
    own = server.url
    for origin in (
        "http://evil.example",
        "null",
        own + ".evil.example",
        own + "0",
        "https" + own[4:],
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with socket(server.url, origin=origin):
                pass
        assert refused.value.response.status_code == 403
    async with socket(server.url, origin=own):
        pass


async def test_json_says_the_same_as_messagepack(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first, JSON) as seat, raw(server.url, watch) as spectator:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        update = await spectator.until(Update)
    async with raw(server.url, watch, wire=JSON) as late:
        assert late.head == spectator.head
        assert update.position == late.head.position


async def test_who_comes_late_sees_the_game_as_it_is(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        await seat.declare("stake", {"pennies": 3})
        async with raw(server.url, watch) as late:
            assert late.view["seats"][0]["sealed"] is True
            assert late.head == seat.head


async def test_who_comes_back_gets_all_they_missed(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch) as spectator:
        seen = spectator.head.position
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        await one.declare("stake", {"pennies": 3})
        await other.declare("stake", {"pennies": 3})
    async with socket(server.url) as plain:
        back = Raw(plain, MSGPACK, None)
        await back.send(Hello(id=1, game=watch.game.hex(), after=seen))
        update = await back.until((Update, Snapshot))
        assert isinstance(update, Update)
        assert [event.p for event in update.events] == list(range(seen + 1, update.position + 1))


async def test_who_claims_to_have_seen_more_than_there_is_gets_a_snapshot(server: Server) -> None:
    watch, _ = await seated(server.url)
    async with socket(server.url) as plain:
        back = Raw(plain, MSGPACK, None)
        await back.send(Hello(id=1, game=watch.game.hex(), after=10_000))
        snapshot = await back.until((Update, Snapshot))
        assert isinstance(snapshot, Snapshot)
        assert snapshot.why


async def test_an_old_connection_that_dies_disturbs_no_newer_one(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as new:
        async with raw(server.url, watch, first) as old:
            old.socket.transport.abort()
        assert isinstance(await new.declare("stake", {"pennies": 3}), Recorded)
        assert (await new.until(Beat)).position > 0


async def test_the_head_is_told_signed_and_a_lost_viewer_gets_a_snapshot(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch) as spectator, raw(server.url, watch, first) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        beat = await spectator.until(Beat)
        assert beat.head is not None
        assert beat.head.head == spectator.head
        await spectator.send(Beat(id=3, position=2))
        snapshot = await spectator.until(Snapshot)
        assert snapshot.position == spectator.head.position


async def test_a_head_that_we_signed_and_do_not_have_freezes_the_game(server: Server) -> None:
    """The store lost events, or an old copy was put back: never played on silently."""
    watch, (first, _) = await seated(server.url)
    host = await server.hosts.get(watch.game)
    later = server.hosts.entropy.signed_head(watch.game, Head(host.head.position + 5, b"\x01" * 32))
    forged = SignedHead(later.position, later.hash, bytes(64))
    async with raw(server.url, watch, first, seen=forged) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
    async with raw(server.url, watch, first, seen=later) as seat:
        assert (await seat.until(Problem)).code == "frozen"
        answer = await seat.declare("stake", {"pennies": 3})
        assert answer.code == "frozen"
        assert "event 13" in answer.text or "lost events" in answer.text


@asynccontextmanager
async def stream_that_is_not_read(
    server: Server, watch: Link, keys: SeatKeys
) -> AsyncIterator[Subscription]:
    """Open a stream of events, let more than enough wait for it, and take nothing of it."""
    port = int(server.url.rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/api/games/{watch.game.hex()}/events"
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
    writer.write(f"{head}Authorization: Bearer {keys.token}\r\n\r\n".encode())
    await reader.readline()
    assert isinstance(writer.transport, asyncio.Transport)
    writer.transport.pause_reading()
    try:
        yield await choked(server, watch)
    finally:
        writer.transport.abort()


async def choked(server: Server, watch: Link) -> Subscription:
    """Return the one subscription there is, for which more waits than its transport likes."""
    while not (told := server.fanout.watching(watch.game)):
        await asyncio.sleep(0.01)
    while told[0].waiting_bytes < 1_000_000:
        told[0].answer(Problem(id=None, code="x", text="y" * 1_000_000))
        await asyncio.sleep(0.01)
    return told[0]


async def cut_off(one: Subscription) -> None:
    async with asyncio.timeout(5):
        while not one._transport.is_closing():
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("ends", [False, True], ids=["", "its seat is given up"])
async def test_a_stream_that_is_not_read_is_cut_off(server: Server, *, ends: bool) -> None:
    watch, (first, _) = await seated(server.url)
    async with stream_that_is_not_read(server, watch, first) as stream:
        if ends:
            stream.end("seat_left", "It was given up.")
        await cut_off(stream)


@pytest.mark.parametrize("ends", [False, True], ids=["", "its seat is given up"])
async def test_a_socket_that_is_not_read_is_cut_off(server: Server, *, ends: bool) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        seat.socket.transport.pause_reading()
        try:
            told = await choked(server, watch)
            if ends:
                told.end("seat_left", "It was given up.")
            await cut_off(told)
        finally:
            seat.socket.transport.abort()


async def test_a_fault_in_the_view_of_some_is_no_matter_of_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are cut off, and come back; nobody else misses anything."""
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        (faulty,) = (
            told for told in server.fanout.watching(watch.game) if told.live.viewer.seat == 1
        )

        def fails(_after: int) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(faulty.live, "update", fails)
        await other.send(other.declaration("stake", {"pennies": 1}))
        assert (await other.until(Update)).after == 8
        assert await closed(one) == 1006
        monkeypatch.undo()
    async with raw(server.url, watch, first) as back:
        assert isinstance(await back.declare("stake", {"pennies": 3}), Recorded)
