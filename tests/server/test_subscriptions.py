"""What waits for one viewer is bounded; who falls behind gets one fresh snapshot."""

import asyncio

import pytest

from projections.messages import Problem, Snapshot
from projections.viewer import SPECTATOR
from projections.wire import MSGPACK
from server.subscriptions import Subscription
from tests.playing import Playing
from tests.projections.watching import Watching

MOST = 1_000


@pytest.fixture
def subscription() -> Subscription:
    watching = Watching(Playing().begun(), SPECTATOR)
    watching.look()
    live = watching.live
    return Subscription(live.table.id, live, MSGPACK, None, MOST, live.snapshot)


async def test_frames_come_in_the_order_in_which_they_were_offered(
    subscription: Subscription,
) -> None:
    for frame in (b"a", b"b"):
        subscription.offer(frame)
    assert [await subscription.next(), await subscription.next()] == [b"a", b"b"]


async def test_who_falls_behind_gets_one_snapshot_instead_of_a_queue_without_end(
    subscription: Subscription,
) -> None:
    for _ in range(100):
        subscription.offer(bytes(300))
    frame = await subscription.next()
    assert frame is not None
    snapshot = MSGPACK.to_viewer(frame)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.why
    subscription.offer(b"after")
    assert await subscription.next() == b"after"


async def test_an_answer_is_never_dropped(subscription: Subscription) -> None:
    for _ in range(100):
        subscription.offer(bytes(300))
    subscription.answer(b"recorded")
    assert await subscription.next() == b"recorded"


async def test_the_last_word_is_sent_and_then_nothing(subscription: Subscription) -> None:
    subscription.end("seat_left", "It was given up.")
    subscription.offer(b"more")
    frame = await subscription.next()
    assert frame is not None
    assert isinstance(MSGPACK.to_viewer(frame), Problem)
    assert await subscription.next() is None


async def test_what_waited_for_who_left_the_seat_is_not_theirs_any_longer(
    subscription: Subscription,
) -> None:
    for _ in range(100):
        subscription.offer(bytes(300))
    subscription.answer(b"an answer")
    subscription.end("seat_left", "It was handed over.")
    subscription.send_snapshot()
    subscription.answer(b"a beat")
    assert await subscription.next() == b"an answer"
    frame = await subscription.next()
    assert frame is not None
    assert isinstance(MSGPACK.to_viewer(frame), Problem)
    assert await subscription.next() is None


async def test_next_waits_for_something_to_send(subscription: Subscription) -> None:
    waiting = asyncio.create_task(subscription.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    subscription.offer(b"x")
    assert await waiting == b"x"
