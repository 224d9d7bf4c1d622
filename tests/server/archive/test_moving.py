"""Games that are over move to an archive and back; whenever that is cut short, nothing is lost."""

import asyncio
import os
import random
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from aiohttp import web
from moto.server import ThreadedMotoServer

from clients.sdk import http
from clients.verifier.protocol import verify
from domain.game_events import Concede
from domain.names import GameId
from domain.record import START
from domain.registry import rule_systems
from server.archive.moving import Mover, NotMoved, verifiers
from server.bootstrap import running
from server.clock import WallClock
from server.entropy import Entropy
from server.hosts import Hosts, NoSuchGame
from server.limits import LIMITS
from server.lobby import Lobby
from server.marks import Marks
from server.settings import Settings
from server.shelves.folder import Folder
from server.shelves.shelf import Shelf, shelf_at
from server.shelves.trouble import ShelfTrouble
from server.store import layout
from server.store.embedded import EmbeddedValkey
from server.store.event_store import StoreDown
from server.store.shelved import ShelvedStreams
from tests.e2e.processes import ROOT, ServerProcess
from tests.playing import Playing
from tests.server.conftest import SYSTEMS

MASTER = b"\x07" * 32
"""The master secret of `tests.playing`."""


def finished(system: Any = SYSTEMS["pennies"], scenario: str = "table") -> Playing:
    playing = Playing(system, GameId(os.urandom(16)), scenario, links=64).begun()
    playing.declare(1, Concede())
    assert playing.table.game.phase == "over"
    return playing


class Table:
    """A store with games that are over, and what moves them."""

    def __init__(self, store: ShelvedStreams, url: str, folder: Path, shelf: Shelf) -> None:
        self.store, self.url, self.shelf, self.folder = store, url, shelf, folder
        store.on(shelf)

    @property
    def hosts(self) -> Hosts:
        marks = Marks(self.folder / "marks")
        return Hosts(SYSTEMS, self.store, Entropy(MASTER), marks, WallClock(), LIMITS)

    @property
    def mover(self) -> Mover:
        return Mover(self.hosts, self.store, self.shelf)

    async def add(self) -> Playing:
        playing = finished()
        await self.store.append(playing.table.id, START, playing.entries)
        await Lobby(self.hosts, self.store.index)._keep(playing.table.id)
        return playing

    async def whole(self, playing: Playing) -> None:
        """Check that a game reads as it was played, wherever it is by now."""
        host = await self.hosts.get(playing.table.id)
        assert not host.frozen
        assert await host.reader.entries(host.head.position) == playing.entries
        assert await self.store.read(playing.table.id, 3, 2) == playing.entries[3:5]


@pytest.fixture
async def table(valkey: EmbeddedValkey, tmp_path: Path) -> AsyncIterator[Table]:
    store = await ShelvedStreams.open(valkey.url)
    yield Table(store, valkey.url, tmp_path, Folder(tmp_path / "archive"))
    await store.close()


async def test_a_game_goes_and_comes_back_and_is_the_same_meanwhile(table: Table) -> None:
    playing = await table.add()
    game = playing.table.id
    where = await table.mover.archive(game)
    verify(await asyncio.to_thread(Path(where).read_bytes))
    async with table.store._asking() as redis:
        keys = await redis.keys(f"game:{{{game.hex()}}}:*")
        assert sorted(key.rpartition(b":")[2] for key in keys) == [b"head", b"moved"]
    await table.whole(playing)
    assert await archived(table, game)
    assert await table.mover.archive(game) == where, "once more changes nothing"
    await table.mover.restore(game)
    async with table.store._asking() as redis:
        assert await redis.xlen(f"game:{{{game.hex()}}}:events") == len(playing.entries)
    await table.whole(playing)
    assert not await archived(table, game)
    with pytest.raises(NotMoved, match="not archived"):
        await table.mover.restore(game)
    with pytest.raises(NoSuchGame):
        await table.mover.restore(GameId(os.urandom(16)))


async def test_who_reads_while_a_game_moves_misses_nothing(table: Table) -> None:
    """Some of it from one place, and the rest from another; by whoever has not heard of it."""
    playing, mover = await table.add(), table.mover
    game, ends = playing.table.id, playing.entries[-1]
    elsewhere = await ShelvedStreams.open(table.url)
    elsewhere.on(table.shelf)
    begun = await elsewhere.read(game, 0, 2)
    await mover.archive(game)
    assert begun + await elsewhere.read(game, 2, 100) == playing.entries
    async with table.store._asking() as redis:
        # As when it is halfway back.
        await redis.execute_command(*layout.add_command(game, playing.entries[0]))
    assert await elsewhere.last(game) == ends
    assert await elsewhere.read(game, 0, 100) == playing.entries
    begun = await elsewhere.read(game, 0, 2)
    await mover.restore(game)
    assert begun + await elsewhere.read(game, 2, 100) == playing.entries
    assert await elsewhere.last(game) == ends
    await elsewhere.close()


async def archived(table: Table, game: GameId) -> bool:
    (line,) = await table.store.index.lines([game])
    assert line is not None
    told = msgspec.json.decode(line)
    assert told["phase"] == "over"
    return bool(told["archived"])


async def test_what_is_not_over_or_damaged_stays(table: Table) -> None:
    open_game = Playing(game=GameId(os.urandom(16)), links=64).begun()
    await table.store.append(open_game.table.id, START, open_game.entries)
    with pytest.raises(NotMoved, match="it is not over"):
        await table.mover.archive(open_game.table.id)
    damaged = await table.add()
    async with table.store._asking() as redis:
        key = f"game:{{{damaged.table.id.hex()}}}:events"
        await redis.xdel(key, f"{len(damaged.entries)}-0")
    with pytest.raises(NotMoved, match="disagree"):
        await table.mover.archive(damaged.table.id)
    assert await table.store.moved([open_game.table.id, damaged.table.id]) == [None, None]


class Wrong(Folder):
    """A shelf that gives back other bytes than it was given."""

    async def get(self, name: str, most: int) -> bytes | None:
        found = await super().get(name, most)
        return None if found is None else found[:-1] + bytes([found[-1] ^ 1])


async def test_a_copy_that_is_not_read_back_as_it_was_is_no_copy(table: Table) -> None:
    playing = await table.add()
    shelf, table.shelf = table.shelf, Wrong(table.folder / "wrong")
    with pytest.raises(NotMoved, match="not read back"):
        await table.mover.archive(playing.table.id)
    table.shelf = shelf
    await table.whole(playing)
    where = await table.mover.archive(playing.table.id)
    data = bytearray(await asyncio.to_thread(Path(where).read_bytes))
    data[-100] ^= 1
    await asyncio.to_thread(Path(where).write_bytes, bytes(data))
    with pytest.raises(NotMoved, match="not what was put there"):
        await table.mover.restore(playing.table.id)


async def test_no_byte_of_an_archived_file_can_be_another(table: Table) -> None:
    """Nor is one more read: signatures stand beside the chain of hashes, which shows the rest."""
    playing = await table.add()
    where = Path(await table.mover.archive(playing.table.id))
    whole = await asyncio.to_thread(where.read_bytes)
    (moved,) = await table.store.moved([playing.table.id])
    assert moved is not None
    for at in range(0, len(whole), 7):
        assert not moved.is_whole(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    at = whole.index(next(entry.signature for entry in playing.entries if entry.signature))
    for altered, why in (
        (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], "not what was put there"),
        (whole + b"\0", "more than the .* bytes that a record may have"),
    ):
        await asyncio.to_thread(where.write_bytes, altered)
        table.store.on(table.shelf)  # which forgets what was read
        with pytest.raises(StoreDown, match=why):
            await table.store.read(playing.table.id, 0, 1)


async def test_a_file_that_older_servers_moved_is_read_as_before(table: Table) -> None:
    """They noted neither its size nor its hash."""
    playing = await table.add()
    where = await table.mover.archive(playing.table.id)
    older = msgspec.json.encode({"name": Path(where).name, "where": where, "brought": False})
    async with table.store._asking() as redis:
        await redis.set(f"game:{{{playing.table.id.hex()}}}:moved", older)
    await table.whole(playing)
    await table.mover.restore(playing.table.id)
    await table.whole(playing)


async def test_a_pipe_in_place_of_a_file_is_waited_for_by_nobody(table: Table) -> None:
    playing = await table.add()
    where = Path(await table.mover.archive(playing.table.id))
    whole = await asyncio.to_thread(where.read_bytes)
    await asyncio.to_thread(where.unlink)
    os.mkfifo(where)
    async with asyncio.timeout(5):
        with pytest.raises(StoreDown, match="is no file"):
            await table.store.read(playing.table.id, 0, 1)
    await asyncio.to_thread(where.unlink)
    await asyncio.to_thread(where.write_bytes, whole)
    await table.whole(playing)


async def test_an_archive_that_does_not_answer_holds_up_nobody_else(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk of another machine, which may never answer."""
    playing, answers = await table.add(), threading.Event()
    await table.mover.archive(playing.table.id)
    monkeypatch.setattr(Folder, "_read", lambda *_: answers.wait())
    monkeypatch.setattr("server.shelves.folder.ANSWERS_S", 0.2)
    try:
        reading = [table.store.read(playing.table.id, 0, 1) for _ in range(20)]
        async with asyncio.timeout(5):
            for refused in await asyncio.gather(*reading, return_exceptions=True):
                assert isinstance(refused, StoreDown)
                assert "no answer in 0 seconds" in refused.sentence
            await asyncio.to_thread(int)
    finally:
        answers.set()


# A disk that is really full has to be mounted, which root alone may, and in some containers nobody.
# What does not fit is refused by the same lines as what cannot be written, which is tested below.
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
async def test_a_full_archive_takes_nothing_and_the_game_stays(table: Table) -> None:
    playing, disk = await table.add(), table.folder / "small"
    disk.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(disk))
    if await (await asyncio.create_subprocess_exec(*mount)).wait():
        pytest.skip("this machine mounts no small disk")
    try:
        table.shelf = Folder(disk)
        (disk / "else").write_bytes(bytes(4096))
        with pytest.raises(ShelfTrouble, match=r"cannot be written: .*No space left"):
            await table.mover.archive(playing.table.id)
        assert [file for file in disk.rglob("*") if file.is_file()] == [disk / "else"]
    finally:
        await (await asyncio.create_subprocess_exec("umount", str(disk))).wait()
    await table.whole(playing)
    assert await table.store.moved([playing.table.id]) == [None]
    table.shelf = Folder(table.folder / "file" / "archive")
    (table.folder / "file").write_text("where a folder should be")
    with pytest.raises(ShelfTrouble, match=r"cannot be written: .*Not a directory"):
        await table.mover.archive(playing.table.id)
    await table.whole(playing)


class Killed(BaseException):
    """The process ends here."""


class Dying:
    """Lets a number of steps of what it stands for be done, and no more; the last may be done."""

    def __init__(self, of: Any, left: list[int], *, done: bool) -> None:
        self._of, self._left, self._done = of, left, done

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._of, name)
        if not asyncio.iscoroutinefunction(part):
            return part

        async def step(*args: Any) -> Any:
            self._left[0] -= 1
            if self._left[0] < 0 and not self._done:
                raise Killed
            result = await part(*args)
            if self._left[0] < 0:
                raise Killed
            return result

        return step


@pytest.mark.parametrize("done", [False, True])
async def test_killed_at_any_step_it_loses_nothing(table: Table, *, done: bool) -> None:
    """Before or after the step; then it is done again, and comes to its end."""
    playing = await table.add()
    game = playing.table.id
    for what in ("archive", "restore"):
        for steps in range(50):
            left = [steps]
            mover = table.mover
            mover._store, mover._shelf = (
                Dying(part, left, done=done) for part in (table.store, table.shelf)
            )
            try:
                await getattr(mover, what)(game)
            except Killed:
                await table.whole(playing)
            except NotMoved:
                break  # it was done before, and only not said
            else:
                break
        else:
            pytest.fail("it never ended")
        assert steps >= 4
        await table.whole(playing)


async def test_a_process_that_is_killed_again_and_again_loses_nothing(
    own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    """The command itself, with kill -9 at any moment, until all games are moved."""
    chance, data = random.Random(7), tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "master.secret").write_bytes(MASTER)
    (data / "master.secret").chmod(0o600)
    store = await ShelvedStreams.open(own_valkey.url)
    store.on(Folder(data / "archive"))
    system = rule_systems()["scorpead"]
    games = [finished(system, "duel") for _ in range(4)]
    for playing in games:
        await store.append(playing.table.id, START, playing.entries)
    words = [playing.table.id.hex() for playing in games]
    moved, killed = 0, 0
    while moved < len(games):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "from clients.cli.main import main; main()", "archive", *words),
            *("--data", str(data)),
            cwd=ROOT,
            env={**os.environ, "BROADSIDE_REDIS_URL": own_valkey.url},
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        for _ in range(moved + 1):  # those that were moved are told first
            await process.stdout.readline()
        await asyncio.sleep(chance.random() * 0.01)
        if process.returncode is None:
            process.kill()
            killed += 1
        await process.communicate()
        places = await store.moved([playing.table.id for playing in games])
        moved = sum(place is not None for place in places)
        for playing in games:
            # Whole, wherever it is: what is not in the store is in the archive.
            assert await store.read(playing.table.id, 0, 1_000) == playing.entries
    assert killed > 1
    await store.close()


@asynccontextmanager
async def s3(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Run an S3-compatible store with one bucket; give the place of an archive in it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    await asyncio.to_thread(server.start)
    host, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT": f"http://{host}:{port}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "someone",
        "AWS_SECRET_ACCESS_KEY": "secret",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    async with (
        aiohttp.ClientSession() as session,
        session.put(f"http://{host}:{port}/games") as made,
    ):
        assert made.status == 200
    try:
        yield "s3://games/club"
    finally:
        await asyncio.to_thread(server.stop)


async def test_games_move_to_a_bucket_and_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = await table.add()
    async with s3(monkeypatch) as place:
        table.shelf = shelf_at(place, table.folder)
        table.store.on(table.shelf)
        where = await table.mover.archive(playing.table.id)
        assert where == f"{place}/{playing.table.id.hex()}.bsr"
        await table.whole(playing)
        await table.mover.restore(playing.table.id)
        await table.whole(playing)
        with pytest.raises(ShelfTrouble, match=r"s3://no-such-bucket/.* cannot be written"):
            await shelf_at("s3://no-such-bucket/x", table.folder).put("a", b"b")
    with pytest.raises(ShelfTrouble, match="name a folder, or s3://") as trouble:
        shelf_at("ftp://ada:secret@somewhere/", table.folder)
    assert "secret" not in trouble.value.sentence


@pytest.mark.parametrize("fault", [403, 500, 0])
async def test_a_bucket_that_fails_keeps_the_game_in_the_store(
    table: Table, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    """It forbids, fails, or breaks off in the middle of the file that is read back."""

    async def answer(request: web.Request) -> web.StreamResponse:
        if request.method == "PUT" and not fault:
            await request.read()
            return web.Response(headers={"ETag": '"x"'})
        if fault:
            return web.Response(status=fault, text="<Error><Code>No</Code></Error>")
        half = web.StreamResponse(headers={"Content-Length": "2000", "ETag": '"x"'})
        half.last_modified = 0
        await half.prepare(request)
        await half.write(bytes(1000))
        assert request.transport is not None
        request.transport.abort()
        return half

    playing, app = await table.add(), web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    for name, value in {
        "AWS_ENDPOINT": f"http://127.0.0.1:{runner.addresses[0][1]}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "someone",
        "AWS_SECRET_ACCESS_KEY": "hush",
    }.items():
        monkeypatch.setenv(name, value)
    table.shelf = shelf_at("s3://games/club", table.folder)
    with pytest.raises(ShelfTrouble, match=r"s3://games/club/.* cannot be (written|read)") as why:
        await table.mover.archive(playing.table.id)
    assert "hush" not in why.value.sentence
    await runner.cleanup()
    await table.whole(playing)
    assert await table.store.moved([playing.table.id]) == [None]


async def test_an_archived_game_is_served_and_a_lost_or_damaged_archive_is_named(
    tmp_path: Path,
) -> None:
    """Lobby, view and record of it, from a server that never held it."""
    playing, data = finished(), tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "master.secret").write_bytes(MASTER)
    (data / "master.secret").chmod(0o600)
    game = playing.table.id
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        store = await ShelvedStreams.open(valkey.url)
        table = Table(store, valkey.url, data, Folder(data / "archive"))
        await store.append(game, START, playing.entries)
        await Lobby(table.hosts, store.index)._keep(game)
        settings = Settings(port=0, data=data, redis_url=valkey.url)
        asked = [f"games/{game.hex()}/view", f"games/{game.hex()}/steps?at=3&until=5"]
        async with running(settings, systems=SYSTEMS) as server:
            before = [await http.get(server.url, one) for one in asked]
            record = await http.record(server.url, game)
        where = await table.mover.archive(game)
        async with running(settings, systems=SYSTEMS) as server:
            assert [await http.get(server.url, one) for one in asked] == before
            assert await http.record(server.url, game) == record
            (line,) = await http.get(server.url, "games")
            assert (line["game"], line["phase"], line["archived"]) == (game.hex(), "over", True)
        await asyncio.to_thread(Path(where).write_bytes, record[:-40])
        async with running(settings, systems=SYSTEMS) as server:
            with pytest.raises(http.NotDone, match=f"archived at {where}, and .* not what was put"):
                await http.get(server.url, asked[0])
        await asyncio.to_thread(Path(where).unlink)
        async with running(settings, systems=SYSTEMS) as server:
            assert len(await http.get(server.url, "games")) == 1
            with pytest.raises(http.NotDone, match=f"This game is archived at {where}"):
                await http.get(server.url, asked[0])
        await store.close()


async def test_the_command_works_beside_a_server_with_a_store_of_its_own(tmp_path: Path) -> None:
    """No Redis is named: the server's Valkey is found in its data folder."""
    data = tmp_path / "data"
    async with ServerProcess(data):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "from clients.cli.main import main; main()"),
            *("archive", "--days", "0", "--data", str(data)),
            cwd=ROOT,
            stderr=asyncio.subprocess.PIPE,
        )
        _, told = await process.communicate()
        assert process.returncode == 0
        assert told.decode().endswith("Nothing is due: no game is over.\n")


def test_there_are_two_verifiers() -> None:
    """Neither is imported by the server; both are found."""
    check = verifiers(SYSTEMS)
    with pytest.raises(Exception, match="record"):
        check(b"nonsense")
