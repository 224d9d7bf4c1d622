"""What waits for one viewer is bounded; who falls behind gets one fresh snapshot."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import cast

import pytest
import uvloop

from projections.messages import Beat, Problem, Snapshot, ToViewer
from projections.viewer import SPECTATOR
from projections.wire import MSGPACK
from server.lane import Framing, Lane
from server.limits import Limits
from server.subscriptions import Subscription
from tests.playing import Playing
from tests.projections.watching import Watching

LIMITS = Limits(queue_bytes=1_000_000, write_s=0.2)
TOLD, BIG = Beat(position=1), Problem(id=None, code="big", text="x" * 300_000)
LENGTH = Framing(MSGPACK, lambda message: len(message).to_bytes(4, "big") + message)


class Line:
    """A subscription, its transport, and the other end, which reads when it is told to."""

    def __init__(self, limits: Limits, lane: Lane | None = None) -> None:
        self.near, self.far = socket.socketpair()
        self.limits, self.lane = limits, lane or Lane(LENGTH, limits.queue_bytes)
        self.read_bytes = 0
        self.far.setblocking(False)

    async def __aenter__(self) -> "Line":
        live = (watching := Watching(Playing().begun(), SPECTATOR)).live
        watching.look()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, self.near)
        # That of uvloop is none by its class.
        self.transport = cast("asyncio.WriteTransport", transport)
        self.told = Subscription(
            live.table.id, live, self.lane, transport, None, self.limits, live.snapshot
        )
        self.reader, self.writer = await asyncio.open_connection(sock=self.far)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.transport.abort()
        self.writer.transport.abort()

    async def message(self) -> ToViewer:
        async with asyncio.timeout(5):
            length = int.from_bytes(await self.reader.readexactly(4), "big")
            self.read_bytes += 4 + length
            return MSGPACK.to_viewer(await self.reader.readexactly(length))

    def fall_behind(self) -> int:
        """Send more than may wait; return how much of it waits."""
        for _ in range(100):
            self.lane.send(BIG)
        return self.told.waiting_bytes


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    async with Line(LIMITS) as made:
        yield made


async def test_updates_come_in_the_order_in_which_they_were_sent(line: Line) -> None:
    sent = [Beat(position=1), Beat(position=2)]
    for update in sent:
        line.lane.send(update)
    assert [await line.message(), await line.message()] == sent


async def test_who_falls_behind_gets_one_snapshot_instead_of_a_queue_without_end(
    line: Line,
) -> None:
    assert 0 < line.fall_behind() <= LIMITS.queue_bytes
    while line.told.waiting_bytes:
        line.told.look()
        assert await line.message() == BIG
    line.told.look()
    while (snapshot := await line.message()) == BIG:
        pass
    assert isinstance(snapshot, Snapshot)
    assert snapshot.why
    line.lane.send(TOLD)
    assert await line.message() == TOLD


async def test_what_is_told_while_the_snapshot_is_made_is_not_for_who_fell_behind(
    line: Line,
) -> None:
    """It follows on what this viewer has not; to its client that would be a forked history."""
    snapshot = line.told._snapshot

    def first_the_rest(why: str) -> Snapshot:
        line.lane.send(TOLD)
        return snapshot(why)

    line.told._snapshot = first_the_rest
    line.told.send_snapshot()
    assert isinstance(await line.message(), Snapshot)
    line.lane.send(TOLD)
    assert await line.message() == TOLD


@pytest.mark.parametrize("when", ["before", "while it is made"])
async def test_who_lost_the_seat_gets_no_snapshot_of_it(line: Line, when: str) -> None:
    snapshot = line.told._snapshot

    def lost(why: str) -> Snapshot:
        line.told.end("seat_left", "It was handed over.")
        return snapshot(why)

    line.fall_behind()
    if when == "before":
        line.told.end("seat_left", "It was handed over.")
    else:
        line.told._snapshot = lost
    while line.told.waiting_bytes:
        assert await line.message() == BIG
    line.told.look()
    line.told.look()
    line.told._write(LENGTH.ready(TOLD))
    while (last := await line.message()) == BIG:
        pass
    assert isinstance(last, Problem)
    assert await line.message() == TOLD


async def test_an_answer_is_never_dropped(line: Line) -> None:
    line.fall_behind()
    line.told.answer(Beat(position=7))
    while (answer := await line.message()) == BIG:
        pass
    assert answer == Beat(position=7)


async def test_nothing_is_read_from_who_takes_no_answers(line: Line) -> None:
    await line.told.room()
    line.fall_behind()
    for _ in range(10):
        line.told.answer(Problem(id=1, code="x", text="y" * 100_000))
    room = asyncio.create_task(line.told.room())
    line.told.look()
    await asyncio.sleep(0)
    assert not room.done()
    while line.told.waiting_bytes > LIMITS.queue_bytes:
        await line.message()
    line.told.look()
    await room


async def test_who_takes_nothing_for_too_long_is_cut_off(line: Line) -> None:
    line.fall_behind()
    await asyncio.sleep(LIMITS.write_s / 2)  # what its machine takes for it is taken
    line.told.look()
    await asyncio.sleep(1.5 * LIMITS.write_s)
    assert not line.transport.is_closing()
    line.told.look()
    assert line.transport.is_closing()


async def test_who_takes_a_little_is_not_cut_off(line: Line) -> None:
    line.fall_behind()
    for _ in range(3):
        line.told.look()
        await asyncio.sleep(0.7 * LIMITS.write_s)
        assert await line.message() == BIG
        await asyncio.sleep(0)
    line.told.look()
    assert not line.transport.is_closing()


async def test_the_last_word_is_sent_and_then_nothing(line: Line) -> None:
    line.told.end("seat_left", "It was given up.")
    line.lane.send(TOLD)
    line.told.send_snapshot()
    line.told.answer(Beat(position=7))
    assert isinstance(await line.message(), Problem)
    assert line.told.ended.is_set()
    assert not line.told.waiting_bytes


async def test_who_falls_behind_delays_nobody_on_the_same_lane(line: Line) -> None:
    async with Line(LIMITS, line.lane) as slow:
        for _ in range(100):
            line.lane.send(BIG)
            assert await line.message() == BIG
        assert 0 < slow.told.waiting_bytes <= LIMITS.queue_bytes


async def test_what_is_sent_to_all_is_counted_for_each_while_it_keeps_up(line: Line) -> None:
    """Else who takes all of it would look as if it took nothing, and be cut off."""
    line.lane.send(TOLD)
    async with Line(LIMITS, line.lane) as late:
        late.fall_behind()
        while late.told.waiting_bytes:
            await late.message()
            late.told.look()
        while not isinstance(await late.message(), Snapshot):
            pass
        line.lane.send(TOLD)
        assert await late.message() == TOLD
        late.told.look()
        assert late.told._taken == late.read_bytes


def test_one_that_is_gone_is_no_matter_of_others() -> None:
    """The loop that servers run on raises if a closed transport is written to."""

    async def told() -> ToViewer:
        lane = Lane(LENGTH, LIMITS.queue_bytes)
        async with Line(LIMITS, lane) as gone, Line(LIMITS, lane) as other:
            gone.transport.abort()
            assert await gone.reader.read() == b""
            lane.send(TOLD)
            return await other.message()

    assert uvloop.run(told()) == TOLD
