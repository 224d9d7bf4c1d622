"""Clocks at a real server: whose time runs out; and a restart costs nothing, and is said."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import http
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.clocks import used_ms
from domain.codec import Codec, envelope
from domain.exported import entries_of
from domain.game_events import GAME_EVENTS, TimeUsed
from domain.names import SERVER, SeatId
from projections.messages import Problem, Recorded, Update
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from server.store.embedded import EmbeddedValkey
from server.store.event_store import StoreDown
from server.uptime import Uptime
from tests.clients.sdk.at_table import at_table
from tests.pennies import PENNIES
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


class Moved:
    """A clock that a test sets."""

    def __init__(self, now_ms: int = 1_800_000_000_000) -> None:
        self.ms = now_ms

    def now_ms(self) -> int:
        return self.ms


async def noted(url: str, game: Any) -> list[TimeUsed]:
    """Return what is noted on the clocks in the record, which verifies and is decided again."""
    data = await http.record(url, game)
    verify(data)
    decide_all_again(data, {"pennies": PENNIES})
    codec = Codec(GAME_EVENTS)
    _, entries = entries_of(data)
    kept = [entry for entry in entries if envelope(entry.open).k == "time_used"]
    return [event for e in kept if isinstance(event := codec.decode(e.open, None), TimeUsed)]


def clocks(view: Any) -> list[tuple[int | None, bool]]:
    return [(seat["clock"]["left_ms"], seat["clock"]["running"]) for seat in view["seats"]]


async def test_who_runs_out_of_time_forfeits_by_the_record(server: Server) -> None:
    watch, (first, _) = await seated(server.url, time_limit_s=1, clock="seat", time_out="forfeit")
    async with raw(server.url, watch, first) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        async with asyncio.timeout(8):
            while "Tails ran out of time." not in repr(await seat.until(Update)):
                pass
    used = await noted(server.url, watch.game)
    assert sum(one.ms for one in used if SeatId(2) in one.seats) >= 1_000


async def test_a_game_with_a_clock_that_cannot_be_is_refused(server: Server) -> None:
    with pytest.raises(http.NotDone, match="1 to 604800, with a clock"):
        await http.new_game(server.url, "pennies", {"clock": "seat"})


async def test_an_adjournment_is_played_by_the_clients_with_sealed_orders(server: Server) -> None:
    """A client seals what it is asked for; on resumption the server declares it."""
    watch, keys = await seated(server.url, time_limit_s=600, clock="opponent")
    async with (
        at_table(server.url, watch, keys[0]) as one,
        at_table(server.url, watch, keys[1]) as other,
    ):
        for seat in (one, other):
            await seat.known()
        for seat in (one, other):
            answer = await seat.client.declare("offer_recess", {"kind": "adjournment"})
            assert isinstance(answer, Recorded), answer
        for seat, pennies in ((one, 3), (other, 4)):
            await seat.until(lambda s: s.client.view["recess"] is not None)
            answer = await seat.client.declare("stake", {"pennies": pennies}, ("pennies",))
            assert isinstance(answer, Recorded), answer
        await one.until(lambda s: all(seat["order_sealed"] for seat in s.client.view["seats"]))
        assert "stake" in one.client.view["scene"]["headline"]
        assert not any(running for _, running in clocks(one.client.view))
        for seat in (one, other):
            assert isinstance(await seat.client.declare("resume", {}), Recorded)
        await one.until(lambda s: "guess" in s.client.view["scene"]["headline"])
    await noted(server.url, watch.game)


async def test_what_a_restart_takes_is_on_nobodys_clock_and_is_said(tmp_path: Path) -> None:
    """Twenty minutes without a server, on clocks of one minute."""
    clock = Moved()
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS, clock=clock) as server:
            watch, (first, _) = await seated(server.url, time_limit_s=60, clock="seat")
            clock.ms += 2_000
            async with raw(server.url, watch, first) as seat:
                assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
            clock.ms += 3_000
        clock.ms += 1_200_000
        async with running(settings, systems=SYSTEMS, clock=clock) as server:
            async with raw(server.url, watch) as spectator:
                assert clocks(spectator.view) == [(58_000, False), (55_000, True)]
                assert spectator.view["clock"]["since_ms"] == clock.ms
            lines = await http.get(server.url, f"games/{watch.game.hex()}/view")
            assert "No server was up for 20 min 0 s: that is on no clock." in repr(lines)
            used = await noted(server.url, watch.game)
    assert used[-2:] == [  # what ran until it stopped, noted when it did; then nothing of the rest
        TimeUsed(seats=(SeatId(2),), ms=3_000, stopped_ms=0),
        TimeUsed(seats=(SeatId(2),), ms=0, stopped_ms=1_200_000),
    ]


async def test_a_server_that_is_back_after_a_moment_charges_not_even_that(tmp_path: Path) -> None:
    """Too short to be noted at once; it is left out of what comes next."""
    clock = Moved()
    async with EmbeddedValkey(tmp_path / "valkey") as valkey:
        settings = Settings(port=0, data=tmp_path / "data", redis_url=valkey.url)
        async with running(settings, systems=SYSTEMS, clock=clock) as server:
            watch, (first, _) = await seated(server.url, time_limit_s=60, clock="seat")
        clock.ms += 700
        async with running(settings, systems=SYSTEMS, clock=clock) as server:
            async with raw(server.url, watch, first) as seat:
                assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
            used = await noted(server.url, watch.game)
    assert [(one.ms, one.stopped_ms) for one in used] == [(0, 0), (0, 700)]


async def test_a_dispute_that_nobody_rules_on_ends_by_itself(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.disputes.RULING_S", 0.2)
    watch, (first, second) = await seated(server.url, time_limit_s=1, clock="opponent")
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        for seat in (one, other):
            assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        await one.caught_up()
        fields = {"event": one.head.position, "because": "it is not so"}
        answer = await one.declare("dispute", fields=fields)
        assert isinstance(answer, Recorded), answer
        async with asyncio.timeout(8):
            while "No ruling was agreed on in time" not in repr(await other.until(Update)):
                pass
    await noted(server.url, watch.game)


async def test_the_time_for_a_ruling_is_that_of_one_dispute(server: Server) -> None:
    """What another process recorded comes in one piece: one ended, and the next began."""
    watch, (first, second) = await seated(server.url, time_limit_s=60)
    host, due = await server.hosts.get(watch.game), []
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        for seat in (one, other):
            assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        await one.caught_up()
        event = one.head.position
        for _ in range(2):
            fields = {"event": event, "because": "it is not so"}
            assert isinstance(await one.declare("dispute", fields=fields), Recorded)
            due.append(host.due(SERVER))
            await host.declare_for(SERVER, due[-1].why if due[-1] else ())
            await one.caught_up()
            assert host.due(SERVER) is None
    assert None not in due
    assert due[0] != due[1]


async def test_who_does_not_come_back_from_a_recess_is_not_waited_for_for_ever(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.due.RETURN_S", {"pause": 0.2})
    watch, (first, second) = await seated(server.url, time_limit_s=600, clock="seat")
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        for seat in (one, other):
            answer = await seat.declare("offer_recess", fields={"kind": "pause"})
            assert isinstance(answer, Recorded)
        assert isinstance(await one.declare("resume"), Recorded)
        async with asyncio.timeout(8):
            while "Not everybody came back in time" not in repr(await other.until(Update)):
                pass
    await noted(server.url, watch.game)


class Signs:
    """A store that keeps signs of life, and can be away."""

    def __init__(self) -> None:
        self.last: int | None = None
        self.gaps: list[tuple[int, int]] = []
        self.away = False

    async def say_up(self, now_ms: int, missing_ms: int) -> list[tuple[int, int]]:
        if self.away:
            raise StoreDown("away")
        if self.last is not None and now_ms - self.last > missing_ms:
            self.gaps.append((self.last, now_ms))
        self.last = now_ms
        return list(self.gaps)


async def test_a_process_that_slept_or_lost_its_store_charges_nobody_for_it() -> None:
    clock, store = Moved(0), Signs()
    uptime = Uptime(store, clock, Limits(poll_s=0.01, missing_s=5.0))  # type: ignore[arg-type]
    await uptime.begin()
    noticed = asyncio.Event()

    async def notice() -> None:
        noticed.set()

    store.away = True
    clock.ms = 60_000
    assert uptime.stopped_ms(10_000, 60_000) == 50_000
    task = asyncio.create_task(uptime.keep(notice))
    try:
        await asyncio.sleep(0.05)
        assert not noticed.is_set()
        store.away = False
        async with asyncio.timeout(5):
            await noticed.wait()
    finally:
        task.cancel()
    clock.ms = 61_000
    assert uptime.stopped_ms(10_000, 61_000) == 50_000
    assert uptime.stopped_ms(60_000, 61_000) == 0


async def test_no_moment_is_given_back_twice() -> None:
    """A gap that a process noted whose clock is ahead, and one of this process's own."""
    clock, store = Moved(0), Signs()
    store.gaps.append((4_000, 30_000))
    uptime = Uptime(store, clock, Limits(missing_s=5.0))  # type: ignore[arg-type]
    await uptime.begin()
    clock.ms = 20_000
    assert uptime.stopped_ms(2_000, 20_000) == 18_000
    assert uptime.stopped_ms(10_000, 20_000) == 10_000


async def test_a_clock_that_is_set_back_charges_nobody_for_it(tmp_path: Path) -> None:
    """What is recorded is never before what was recorded before: not a day is charged for it."""
    clock = Moved(1_700_000_000_000)
    settings = Settings(port=0, data=tmp_path / "data")
    async with running(settings, systems=SYSTEMS, clock=clock) as server:
        watch, (first, second) = await seated(server.url, time_limit_s=60, clock="seat")
        async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
            assert isinstance(await one.declare("stake", {"pennies": 3}), Recorded)
            clock.ms -= 86_400_000
            await other.caught_up()
            assert isinstance(await other.declare("stake", {"pennies": 3}), Recorded)
            clock.ms += 86_401_000
            await one.caught_up()
            answer = await one.declare("guess", {"face": 1})
            assert isinstance(answer, Recorded)
        host = await server.hosts.get(watch.game)
        times = [entry.at_ms for entry in await host.reader.entries(answer.position)]
        assert times == sorted(times)
        used = [used_ms(host.table.game, seat) for seat in host.table.game.seats]
        assert max(used) <= 2_000
        verify(await http.record(server.url, watch.game, first.token))


async def test_all_processes_know_when_there_was_none(server: Server) -> None:
    store = server.hosts.store
    now = server.hosts.clock.now_ms() + 100_000
    gaps = await store.say_up(now, 5_000)
    assert gaps[-1][1] == now
    assert 90_000 < gaps[-1][1] - gaps[-1][0] <= 101_000
    assert await store.say_up(now + 4_000, 5_000) == gaps
    assert await store.say_up(now - 50_000, 5_000) == gaps


async def test_a_plain_declaration_in_a_recess_is_refused_in_words(server: Server) -> None:
    watch, keys = await seated(server.url)
    async with raw(server.url, watch, keys[0]) as one, raw(server.url, watch, keys[1]) as other:
        for seat in (one, other):
            fields = {"kind": "pause"}
            assert isinstance(await seat.declare("offer_recess", fields=fields), Recorded)
        await one.caught_up()
        answer = await one.declare("stake", {"pennies": 3})
        assert isinstance(answer, Problem)
        assert answer.text.startswith("Not recorded: in recess (kind pause). Rule game 11 ")
