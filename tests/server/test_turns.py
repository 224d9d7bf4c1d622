"""Long work is done a piece at a time, and who asks for much waits for himself."""

import asyncio

import pytest

from server.turns import Turns


async def test_one_asker_is_served_between_the_many_requests_of_another() -> None:
    turns, done, going = Turns(), list[str](), asyncio.Event()

    async def work(asker: str) -> None:
        async with turns.of(asker):
            await going.wait()
            await asyncio.sleep(0)
            done.append(asker)

    flood = [asyncio.create_task(work("flood")) for _ in range(5)]
    await asyncio.sleep(0)
    one = asyncio.create_task(work("one"))
    await asyncio.sleep(0)
    going.set()
    await asyncio.gather(*flood, one)
    assert done.index("one") == 1


async def test_one_at_a_time_whoever_asks() -> None:
    turns, inside = Turns(), 0

    async def work(asker: int) -> None:
        nonlocal inside
        async with turns.of(asker):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(work(n % 3) for n in range(12)))


async def test_who_gives_up_or_fails_holds_nobody_up() -> None:
    turns = Turns()

    async def work() -> None:
        async with turns.of("one"):
            await asyncio.sleep(60)

    at_work, waiting = asyncio.create_task(work()), asyncio.create_task(work())
    await asyncio.sleep(0)
    waiting.cancel()
    at_work.cancel()
    await asyncio.gather(at_work, waiting, return_exceptions=True)
    with pytest.raises(ValueError, match="a fault"):
        async with turns.of("one"):
            raise ValueError("a fault")
    async with asyncio.timeout(1), turns.of("one"):
        pass
