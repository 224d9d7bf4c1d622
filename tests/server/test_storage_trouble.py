"""The store is gone, slow, or wrong: never a false "recorded", and recovery by itself."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import msgspec
from redis.asyncio import Redis

from clients.sdk import http
from domain.exported import entries_of
from domain.record import entry_after
from domain.rule_system import rules_version
from projections.messages import Hello, Problem, Recorded, Snapshot, Update
from projections.wire import MSGPACK
from server.bootstrap import Server, running
from server.entropy import master_secret
from server.limits import LIMITS, Limits
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from server.store.redis_streams import RedisStreams
from tests.faulty_proxy import Fault, FaultyProxy
from tests.pennies import PENNIES, Pennies
from tests.server.conftest import SYSTEMS
from tests.server.sitting import Raw, raw, seated, sit, socket


async def status(url: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/readyz") as answer:
        return answer.status


async def until(url: str, wanted: int, within_s: float) -> None:
    """Wait until readiness has the wanted status; TimeoutError after *within_s*."""
    async with asyncio.timeout(within_s):
        while await status(url) != wanted:
            await asyncio.sleep(0.05)


async def test_the_store_is_killed_and_comes_back(server: Server) -> None:
    """Nothing is answered recorded that is not; readiness turns red, then green."""
    watch, (first, _) = await seated(server.url)
    await until(server.url, 200, 2)
    assert server.valkey is not None
    pid = server.valkey.pid
    async with raw(server.url, watch, first) as seat:
        os.kill(pid, signal.SIGSTOP)
        try:
            await until(server.url, 503, 3)
            declaration = seat.declaration("stake", {"pennies": 3})
            answer = await seat.answer(declaration)
            assert isinstance(answer, Problem)
            assert answer.recorded is not True
        finally:
            os.kill(pid, signal.SIGKILL)
        await until(server.url, 200, 10)
        async with asyncio.timeout(10):
            while not isinstance(answer := await seat.answer(declaration), Recorded):
                assert answer.code != "conflict"
                await asyncio.sleep(0.1)
    host = await server.hosts.get(watch.game)
    stored = await host.reader.entries(host.head.position)
    assert [entry.position for entry in stored] == list(range(1, answer.position + 1))


async def test_one_broken_game_freezes_alone(tmp_path: Path) -> None:
    """A poison event on one game's stream; the others play on, and it says at which event."""
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS) as server:
            sick, (patient, _) = await seated(server.url)
            well, (other, _) = await seated(server.url)
        store = await RedisStreams.open(valkey.url)
        head = await store.head(sick.game)
        open_part = msgspec.msgpack.encode({"k": "guessed", "v": 9, "d": {}})
        await store.append(sick.game, head, [entry_after(head, sick.game, 1, open_part)])
        await store.close()
        async with running(settings, systems=SYSTEMS) as server:
            async with raw(server.url, sick, patient) as seat:
                answer = await seat.declare("stake", {"pennies": 1})
                assert answer.code == "frozen"
                assert f"event {head.position + 1}" in answer.text
            async with raw(server.url, well, other) as seat:
                assert isinstance(await seat.declare("stake", {"pennies": 1}), Recorded)
            assert len(await http.get(server.url, "games")) == 2


async def test_a_head_that_disagrees_with_its_stream_freezes_the_game(tmp_path: Path) -> None:
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS) as server:
            watch, (first, _) = await seated(server.url)
        async with Redis.from_url(valkey.url, protocol=2) as client:
            await client.set(f"game:{{{watch.game.hex()}}}:head", bytes(40))
        async with (
            running(settings, systems=SYSTEMS) as server,
            raw(server.url, watch, first) as seat,
        ):
            answer = await seat.declare("stake", {"pennies": 1})
            assert answer.code == "frozen"
            assert "disagree" in answer.text


async def test_a_server_with_another_secret_touches_no_game(tmp_path: Path) -> None:
    """Its links are not those of the game's anchor: it may show it, and roll nothing."""
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        mine, other = (
            Settings(port=0, data=tmp_path / name, redis_url=valkey.url) for name in ("a", "b")
        )
        async with running(mine, systems=SYSTEMS) as server:
            watch, (first, _) = await seated(server.url)
        async with (
            running(other, systems=SYSTEMS) as server,
            raw(server.url, watch, first) as seat,
        ):
            assert (await seat.until(Problem)).code == "frozen"


class Later(Pennies):
    """Pennies of the next version of its rules."""

    version = "2"


async def test_a_game_of_older_rules_is_not_played_on_by_newer_ones(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path / "data")
    async with running(settings, systems=SYSTEMS) as server:
        watch, (first, second) = await seated(server.url)
        over, (loser, _) = await seated(server.url)
        async with raw(server.url, over, loser) as seat:
            await seat.declare("concede")
    async with running(settings, systems={"pennies": Later()}) as server:
        async with raw(server.url, watch, first) as seat:
            told = await seat.until(Problem)
            assert (
                told.code,
                f"played by version {rules_version(PENNIES)} of its rules" in told.text,
            ) == ("frozen", True)
        assert not (await server.hosts.get(over.game)).frozen
    async with (
        running(settings, systems=SYSTEMS) as server,
        raw(server.url, watch, second) as seat,
    ):
        assert isinstance(await seat.declare("stake", {"pennies": 1}), Recorded)


async def test_an_old_copy_of_the_store_is_not_played_on(tmp_path: Path) -> None:
    """Put back while no server ran: the mark beside the secret tells, before a link opens.

    It tells so each time: who starts the server again has not looked at it.
    """
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS) as server:
            watch, (first, _) = await seated(server.url)
            async with Redis.from_url(valkey.url, protocol=2) as client:
                key = f"game:{{{watch.game.hex()}}}"
                old = await client.get(f"{key}:head")
                async with raw(server.url, watch, first) as seat:
                    answer = await seat.declare("stake", {"pennies": 3})
                await client.xdel(f"{key}:events", f"{answer.position}-0")
                await client.set(f"{key}:head", old)
        for _ in range(2):
            async with (
                running(settings, systems=SYSTEMS) as server,
                raw(server.url, watch) as viewer,
            ):
                frozen = await viewer.until(Problem)
                assert f"event {answer.position}" in frozen.text


async def test_junk_in_the_store_stops_no_server(tmp_path: Path) -> None:
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS) as server:
            games = [(await seated(server.url))[0] for _ in range(4)]
            well, (first, _) = await seated(server.url)
        async with Redis.from_url(valkey.url, protocol=2) as client:
            keys = [f"game:{{{watch.game.hex()}}}:events" for watch in games]
            await client.xadd(keys[0], {"o": b"\xc1", "t": b"1", "h": bytes(32)}, id="9-0")
            await client.xadd(keys[1], {"x": b"y"}, id="9-0")
            await client.xdel(keys[2], "1-0")
            await client.delete(keys[3])
        async with running(settings, systems=SYSTEMS) as server:
            for watch in games:
                assert (await server.hosts.get(watch.game)).frozen
            async with raw(server.url, well, first) as seat:
                assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)


def no_hint(reply: bytes) -> Fault:
    """Eat what brings hints."""
    return Fault.EAT if b"message" in reply else Fault.NONE


@asynccontextmanager
async def two_servers(
    tmp_path: Path, second: Limits = LIMITS
) -> AsyncIterator[tuple[Server, Server]]:
    """Run two servers with one secret on one store; the *second* hears no hints."""
    async with (
        EmbeddedValkey(tmp_path / "valkey") as valkey,
        FaultyProxy(valkey.url) as deaf,
    ):
        deaf.on_reply = no_hint
        for name in ("a", "b"):
            (tmp_path / name).mkdir(mode=0o700)
        secret = master_secret(tmp_path / "a" / "master.secret")
        (tmp_path / "b" / "master.secret").write_bytes(secret)
        (tmp_path / "b" / "master.secret").chmod(0o600)
        one, two = (
            running(Settings(port=0, data=tmp_path / name, redis_url=url), limits, SYSTEMS)
            for name, url, limits in (("a", valkey.url, LIMITS), ("b", deaf.url, second))
        )
        async with one as here, two as there:
            yield here, there


async def test_two_servers_host_one_game(tmp_path: Path) -> None:
    """Affinity is for speed; what one records, the other shows, and nobody is lost."""
    async with two_servers(tmp_path) as (here, there):
        watch, (first, second) = await seated(here.url)
        async with (
            raw(here.url, watch, first) as seat,
            raw(there.url, watch, second) as opponent,
            raw(there.url, watch) as spectator,
        ):
            for _ in range(3):
                answers = await asyncio.gather(
                    seat.declare("stake", {"pennies": 3}),
                    opponent.declare("stake", {"pennies": 3}),
                )
                assert all(isinstance(answer, Recorded) for answer in answers), answers
                await _together(seat, opponent)
                answers = await asyncio.gather(
                    seat.declare("guess", {"face": 1}), opponent.declare("guess", {"face": 2})
                )
                assert all(isinstance(answer, Recorded) for answer in answers), answers
                await _together(seat, opponent)
                assert isinstance(await seat.declare("listen", fields={"times": 0}), Recorded)
                await _together(opponent, seat)
            async with asyncio.timeout(5):
                while spectator.head != seat.head:
                    await spectator.next()


async def test_one_declaration_at_two_servers_at_once_is_recorded_to_both(tmp_path: Path) -> None:
    """Whoever was slower says so: never "not recorded" of what is on the record."""
    async with two_servers(tmp_path) as (here, there):
        watch, (first, _) = await seated(here.url)
        async with raw(here.url, watch, first) as one, raw(there.url, watch, first) as other:
            made = one.declaration("stake", {"pennies": 3})
            # Both have the game folded, and the slower one learns of it from the store alone.
            await one.send(made)
            await other.send(made)
            answers = [await side.until((Recorded, Problem)) for side in (one, other)]
            assert all(isinstance(answer, Recorded) for answer in answers), answers
            assert answers[0].position == answers[1].position


async def test_what_another_process_recorded_is_found_without_its_hint(tmp_path: Path) -> None:
    """The token it gave, and all that its viewers saw: less would be a fork to them."""
    async with two_servers(tmp_path) as (here, there):
        watch, *links = await http.new_game(here.url, "pennies", {})
        await http.get(there.url, f"games/{watch.game.hex()}")
        keys = [await sit(link, f"Player {link.seat}") for link in links]
        async with raw(there.url, watch, keys[0]):
            pass
        async with raw(here.url, watch, keys[0]) as seat:
            assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
            seen = seat.head.position
        async with socket(there.url) as plain:
            back = Raw(plain, MSGPACK, keys[0])
            await back.send(Hello(id=1, game=watch.game.hex(), token=keys[0].token, after=seen))
            first = await back.until((Update, Snapshot))
            assert (type(first), first.position) == (Update, seen)
        async with raw(here.url, watch, keys[1]) as seat:
            assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
            seen = seat.head.position
        _, entries = entries_of(await http.record(there.url, watch.game, keys[0].token))
        assert len(entries) == seen


async def test_a_hint_at_what_is_folded_here_asks_the_store_nothing(server: Server) -> None:
    """The hint at a commit comes before its answer; a store that is silent then holds up nobody."""
    watch, _ = await seated(server.url)
    host = await server.hosts.get(watch.game)
    assert server.valkey is not None
    os.kill(server.valkey.pid, signal.SIGSTOP)
    try:
        async with asyncio.timeout(1):
            await host.catch_up(host.head.position)
    finally:
        os.kill(server.valkey.pid, signal.SIGCONT)


async def _together(*seats: object) -> None:
    """Wait until all have seen the same."""
    async with asyncio.timeout(5):
        while len({seat.head for seat in seats}) > 1:  # type: ignore[attr-defined]
            behind = min(seats, key=lambda seat: seat.head.position)  # type: ignore[attr-defined]
            await behind.next()  # type: ignore[attr-defined]


async def test_the_whole_server_stops_cleanly(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path)
    async with running(settings, systems=SYSTEMS) as server:
        watch, (first, _) = await seated(server.url)
        async with raw(server.url, watch, first) as seat:
            answer = await seat.declare("stake", {"pennies": 3})
            started = time.monotonic()
    assert time.monotonic() - started < 15
    async with running(settings, systems=SYSTEMS) as server:
        host = await server.hosts.get(watch.game)
        assert host.head.position == answer.position


async def test_a_store_that_lost_events_is_never_played_on(tmp_path: Path) -> None:
    """An old copy of the store is put back under a running server: the game freezes."""
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with (
            running(settings, systems=SYSTEMS) as server,
            Redis.from_url(valkey.url, protocol=2) as client,
        ):
            watch, (first, second) = await seated(server.url)
            events, head = (f"game:{{{watch.game.hex()}}}:{name}" for name in ("events", "head"))
            old = await client.get(head)
            async with (
                raw(server.url, watch, first) as seat,
                raw(server.url, watch, second) as other,
            ):
                await seat.declare("stake", {"pennies": 3})
                await client.xdel(events, f"{seat.head.position}-0")
                await client.set(head, old)
                await other.until(Update)
                answer = await other.declare("stake", {"pennies": 3})
                assert answer.code == "frozen"
                assert "lost events" in answer.text
                assert (await seat.until(Problem)).code == "frozen"
