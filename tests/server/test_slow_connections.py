"""Connections that only wait are cut off, and however many there are, others are served."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
import pytest

from projections.messages import Recorded
from server.bootstrap import Server, running
from server.limits import LIMITS, Limits
from server.settings import Settings
from tests.e2e.processes import ROOT
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated

SLOW = 60


@pytest.fixture
def limits() -> Limits:
    return Limits(idle_s=1.0, body_s=1.0)


def port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1])


async def drips(port: int, said: bytes) -> float:
    """Send the head of a request a byte at a time; return after how long it is cut off."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began, ended = time.perf_counter(), asyncio.ensure_future(reader.read())
    for byte in said:
        writer.write(bytes([byte]))
        if (await asyncio.wait([ended], timeout=0.05))[0]:
            break
    with suppress(ConnectionResetError):  # a byte was under way when it was cut off
        await ended
    writer.close()
    return time.perf_counter() - began


async def test_many_who_drip_are_cut_off_and_others_are_served(server: Server) -> None:
    head = b"GET /api/systems HTTP/1.1\r\nHost: broadside\r\nX-Slow: " + b"x" * 200
    slow = [asyncio.create_task(drips(port_of(server.url), head)) for _ in range(SLOW)]
    took = []
    async with aiohttp.ClientSession() as session:
        while not all(task.done() for task in slow):
            began = time.perf_counter()
            async with session.get(f"{server.url}/livez") as answer:
                assert answer.status == 200
            took.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)
    cut_s = [await task for task in slow]
    assert max(cut_s) < 5, "a byte now and then does not put it off"
    assert sorted(took)[len(took) // 2] < 0.1


def test_all_of_it_is_over_within_ten_seconds() -> None:
    """As the server is set; the tests above use shorter times."""
    assert LIMITS.idle_s < 10
    assert LIMITS.hello_s + LIMITS.close_s < 10
    assert LIMITS.body_s + LIMITS.close_s < 10


async def test_more_than_there_is_room_for_are_turned_away_and_games_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = Limits(connections=8)
    async with running(Settings(port=0, data=tmp_path / "data"), limits, SYSTEMS) as server:
        watch, (first, second) = await seated(server.url)
        async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as two:
            crowd = [
                await asyncio.open_connection("127.0.0.1", port_of(server.url)) for _ in range(21)
            ]
            assert isinstance(await one.declare("stake", {"pennies": 3}), Recorded)
            assert isinstance(await two.declare("stake", {"pennies": 3}), Recorded)
            away = [reader for reader, _ in crowd if await gone(reader)]
            assert len(away) >= 21 - 6
            for _, writer in crowd:
                writer.close()
        logged = capsys.readouterr().out
        assert logged.count("state=full") == 1


async def gone(reader: asyncio.StreamReader) -> bool:
    """Tell whether the other side has closed it."""
    try:
        async with asyncio.timeout(0.02):
            return not await reader.read()
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@asynccontextmanager
async def with_few_descriptors(data: Path) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """Run a server that may have 256 descriptors."""
    words = f"ulimit -n 256; exec {sys.executable} -m server --port 0 --data {data}"
    process = await asyncio.create_subprocess_exec(
        *("sh", "-c", words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            yield (await process.stdout.readline()).decode().strip(), process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()  # wait() would wait for a pipe that nobody reads


async def test_when_descriptors_run_out_games_go_on(tmp_path: Path) -> None:
    async with with_few_descriptors(tmp_path / "data") as (url, process):
        async with aiohttp.ClientSession() as session:
            body = {"system": "knight_hawks"}
            async with session.post(f"{url}/api/games", json=body) as made:
                game = (await made.json())["game"]
            crowd = [await asyncio.open_connection("127.0.0.1", port_of(url)) for _ in range(300)]
            # The connection that was there before is served: files and store are opened for it.
            async with session.get(f"{url}/api/games/{game}/record") as record:
                assert record.status == 200
            async with session.post(f"{url}/api/games", json=body) as another:
                assert another.status == 201
            away = [reader for reader, _ in crowd if await gone(reader)]
            assert len(away) >= 100
            for _, writer in crowd:
                writer.close()
        process.terminate()
        assert process.stderr is not None
        log = (await process.stderr.read()).decode()
        assert log.count('"state": "full"') == 1
        assert "Traceback" not in log
