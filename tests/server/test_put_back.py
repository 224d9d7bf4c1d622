"""F09: what a store lost after its backup is put back from the records that players hold."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import pytest_asyncio
from typer.testing import CliRunner, Result

from clients.cli.main import application
from clients.sdk import http
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of, maps_of
from projections.messages import Recorded
from server.archive.commands import hosts_beside
from server.bootstrap import Server, running
from server.put_back import NotPutBack, put_back
from server.settings import Settings
from tests.chaos.pennies_table import ROUND, Table
from tests.server.conftest import SYSTEMS
from tests.server.sitting import timed_out

BEFORE, LOST = 3, 7
"""Turns before the backup, in the middle of a round; turns that the store loses after it."""
ALL = 3 * len(ROUND)
CANNOT = 6


class Lost:
    """A data folder whose store was put back to a backup, and the records of both seats."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.backup = folder, folder.parent / "backup"
        self._log = folder / "valkey" / "appendonlydir"

    def running(self) -> AbstractAsyncContextManager[Server]:
        return running(Settings(port=0, data=self.folder), systems=SYSTEMS)

    async def happens(self) -> None:
        """Play, back up, play on, export, and put the backup back."""
        async with self.running() as server:
            self.table = await Table.made(server.url)
            self.game = self.table.watch.game
            await self.play(server, BEFORE)
        await self.back_up()
        async with self.running() as server:
            await self.play(server, LOST)
            self.records = [await self.record(server, seat) for seat in (1, 2)]
        await self.put_the_backup_back()

    async def back_up(self) -> None:
        await asyncio.to_thread(shutil.copytree, self._log, self.backup)

    async def put_the_backup_back(self) -> None:
        await asyncio.to_thread(shutil.rmtree, self._log)
        await asyncio.to_thread(shutil.copytree, self.backup, self._log)

    async def play(self, server: Server, turns: int) -> None:
        for _ in range(turns):
            turn = self.table.turn
            async with self.table.at(server.url, turn.seat) as one:
                answer = await one.declare(turn.do, turn.secret, fields=turn.fields)
            assert isinstance(answer, Recorded), answer
            self.table.turns += 1

    async def record(self, server: Server, seat: int) -> bytes:
        return await http.record(server.url, self.game, self.table.seats[seat - 1].token)

    async def command(self, *records: bytes) -> Result:
        """Run `broadside put-back` on files with these records."""
        files = [self.folder.parent / f"{n}.bsr" for n in range(len(records))]
        for file, record in zip(files, records, strict=True):
            await asyncio.to_thread(file.write_bytes, record)
        words = ["put-back", *map(str, files), "--data", str(self.folder)]
        return await asyncio.to_thread(CliRunner().invoke, application(), words)


@pytest_asyncio.fixture
async def lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Lost]:
    monkeypatch.setattr("server.archive.commands.systems_with", lambda _: SYSTEMS)
    one = Lost(tmp_path / "data")
    await one.happens()
    yield one


async def test_both_players_records_bring_back_all_of_it_and_play_goes_on(lost: Lost) -> None:
    """Beside a running server; what is sealed to both of them, the server knows itself."""
    async with lost.running() as server:
        assert (await server.hosts.get(lost.game)).frozen
        done = await lost.command(*lost.records)
        assert done.exit_code == 0, done.output
        again = await lost.command(*lost.records)
        assert "nothing to put back" in again.output
    async with lost.running() as server:
        host = await server.hosts.get(lost.game)
        assert not host.frozen
        _, told = entries_of(lost.records[0])
        assert [entry.hash for entry in await host.reader.entries(host.head.position)] == [
            entry.hash for entry in told
        ]
        await lost.play(server, ALL - BEFORE - LOST)
        whole = await lost.record(server, 1)
    assert verify(whole).over
    assert decide_all_again(whole, SYSTEMS).waiting == 0


async def test_without_a_sealed_part_it_stops_there_and_says_whose(lost: Lost) -> None:
    done = await lost.command(lost.records[0])
    assert done.exit_code == CANNOT
    assert "declaration of seat 2" in done.output
    async with lost.running() as server:
        assert (await server.hosts.get(lost.game)).frozen, "what is still lacking is not forgotten"
    assert (await lost.command(*lost.records)).exit_code == 0


@pytest.mark.parametrize("harm", ["forged", "gapped", "cut"])
async def test_a_record_that_does_not_verify_brings_nothing(lost: Lost, harm: str) -> None:
    maps = list(maps_of(lost.records[0]))
    match harm:
        case "forged":
            maps[-2] = maps[-2].replace(b"times", b"timed")
            assert maps != list(maps_of(lost.records[0]))
        case "gapped":
            del maps[-3]
        case _:
            del maps[-2]
    done = await lost.command(b"".join(maps), lost.records[1])
    assert done.exit_code == CANNOT
    assert "record 1 does not verify" in done.output
    async with lost.running() as server:
        stands = await server.hosts.store.head(lost.game)
    assert stands.position < len(entries_of(lost.records[0])[1])


async def test_a_history_that_parted_from_the_stores_is_a_fork(lost: Lost) -> None:
    """Who put the marks back as well played on: then there are two histories, each signed."""
    mark = lost.folder / "marks" / lost.game.hex()
    await asyncio.to_thread(os.unlink, mark)
    lost.table = _as_it_was(lost.table)
    async with lost.running() as server:
        await lost.play(server, 1)
        other = await lost.record(server, 2)
    done = await lost.command(*lost.records)
    assert done.exit_code == CANNOT
    assert "it is a fork" in done.output
    done = await lost.command(lost.records[0], other)
    assert "record 2 tells another event" in done.output


def _as_it_was(table: Table) -> Table:
    """Return the table as it stood at the backup, and nobody who saw what came after."""
    one = Table(table.watch, table.seats)
    one.turns = BEFORE
    return one


async def test_another_servers_game_is_not_put_here(lost: Lost, tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path / "other")
    async with running(settings, systems=SYSTEMS), hosts_beside(settings) as (hosts, store):
        with pytest.raises(NotPutBack, match="not made by this server"):
            await put_back(hosts, store.index, lost.records)


async def test_what_is_not_there_is_a_usage_error(lost: Lost, tmp_path: Path) -> None:
    for file in (tmp_path / "no.bsr", tmp_path):
        words = ["put-back", str(file), "--data", str(lost.folder)]
        done = CliRunner().invoke(application(), words)
        assert done.exit_code == 2
        assert f"broadside: {file}: " in done.output
        assert "Errno" not in done.output


async def test_the_clocks_of_a_game_that_was_lost_altogether_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nobody opens it: when it is due was lost with it."""
    monkeypatch.setattr("server.archive.commands.systems_with", lambda _: SYSTEMS)
    one = Lost(tmp_path / "data")
    async with one.running():
        pass
    await one.back_up()
    async with one.running() as server:
        one.table = await Table.made(server.url, time_limit_s=2)
        one.game = one.table.watch.game
        await one.play(server, BEFORE)
        records = [await one.record(server, seat) for seat in (1, 2)]
    await one.put_the_backup_back()
    # Marks and all: what was recorded after the export (that the clocks stop) is lost.
    await asyncio.to_thread((one.folder / "marks" / one.game.hex()).unlink)
    done = await one.command(*records)
    assert done.exit_code == 0, done.output
    async with one.running() as server, asyncio.timeout(15):
        while not timed_out(await server.hosts.store.read(one.game, 0, 100)):
            await asyncio.sleep(0.1)
