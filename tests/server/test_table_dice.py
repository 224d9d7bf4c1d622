"""Dice of the table over real sockets: clients contribute by themselves, the silent are absent."""

import asyncio
from io import BytesIO
from pathlib import Path

import msgpack
import msgspec
import pytest

from clients.sdk import http
from clients.sdk.keyring import Keyring, SeatKeys, new_keys
from clients.sdk.links import Link
from clients.verifier import protocol
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain import chains
from domain.dice import ABSENT, CHAIN_LINKS, PRESENT
from domain.record import START
from projections.messages import Contribute, Problem, Recorded, Update
from server.bootstrap import Server, running
from server.limits import Limits
from server.settings import Settings
from tests.clients.sdk.at_table import AtTable, at_table
from tests.pennies import PENNIES
from tests.server.sitting import raw, sit


async def table(url: str) -> tuple[Link, list[SeatKeys]]:
    """Make a game whose dice are the table's, and take both seats."""
    watch, *links = await http.new_game(url, "pennies", {}, dice="table")
    return watch, [await sit(link, f"Player {link.seat}") for link in links]


async def declared(
    seat: AtTable, command: str, fields: dict[str, int], sealed: tuple[str, ...] = ()
) -> Recorded | Problem:
    """Declare; anew, if it is of before the server renewed its chain."""
    answer = await seat.client.declare(command, fields, sealed)
    if isinstance(answer, Problem) and answer.code == "conflict":
        since = int(answer.facts["since"])
        await seat.until(lambda s: (s.client.following.head or START).position >= since)
        return await seat.client.declare(command, fields, sealed)
    return answer


async def played(*seats: AtTable) -> None:
    """Play until the first roll of a round is made: each declares when it sees its step."""
    for command, field in (("stake", "pennies"), ("guess", "face")):
        for seat in seats:
            await seat.until(lambda s, step=command: step in s.client.view["scene"]["headline"])
            answer = await declared(seat, command, {field: 3}, (field,))
            assert isinstance(answer, Recorded), answer
    await seats[0].until(lambda s: "listen" in s.client.view["scene"]["headline"])


async def statuses(url: str, watch: Link) -> list[list[int]]:
    """Return the status of every contributor of every roll on the record, which verifies."""
    data = await http.record(url, watch.game)
    verify(data)
    _, *lines, _ = msgpack.Unpacker(BytesIO(data))
    events = [msgpack.unpackb(line["o"]) for line in lines]
    rolls = [event["d"] for event in events if event["k"] == "dice_rolled"]
    return [[status for _, status, _ in roll["contributors"]] for roll in rolls]


async def test_both_clients_open_their_links_by_themselves(server: Server) -> None:
    watch, (first, second) = await table(server.url)
    async with (
        at_table(server.url, watch, first) as one,
        at_table(server.url, watch, second) as other,
    ):
        for seat in (one, other):
            await seat.known()
        await played(one, other)
        assert one.client.view["dice"] == "table"
    assert await statuses(server.url, watch) == [[PRESENT, PRESENT]]


async def test_a_silent_seat_is_absent_when_its_time_is_over(server: Server) -> None:
    """It costs the table five seconds, and nobody anything else."""
    watch, (first, second) = await table(server.url)
    async with raw(server.url, watch, first) as one, raw(server.url, watch, second) as other:
        for command, secret in (("stake", {"pennies": 3}), ("guess", {"face": 2})):
            for seat in (one, other):
                assert isinstance(await seat.declare(command, secret), Recorded)
            for seat in (one, other):
                await seat.caught_up()
        early = await one.declare("offer_draw")
        assert isinstance(early, Problem)
        assert early.code == "dice_pending"
        wrong = Contribute(id=900, i=1, link=bytes(32), signature=bytes(64))
        refused = await one.answer(wrong)
        assert isinstance(refused, Problem)
        async with asyncio.timeout(15):
            while "listen" not in msgspec.json.encode((await one.until(Update)).changes).decode():
                pass
    assert await statuses(server.url, watch) == [[ABSENT, ABSENT]]


async def test_a_client_that_restarts_finds_its_chain_again(server: Server, tmp_path: Path) -> None:
    """Its number is kept before its link goes out: the link of a number is opened once."""
    watch, (first, second) = await table(server.url)
    keyring = Keyring(tmp_path / "keys")
    for keys in (first, second):
        keyring.save(keys)
    for rolls in (0, 1):
        kept = [keyring.load(server.url, watch.game, seat) for seat in (1, 2)]
        assert [keys.rolls for keys in kept if keys] == [rolls, rolls]
        async with (
            at_table(server.url, watch, kept[0], keyring) as one,
            at_table(server.url, watch, kept[1], keyring) as other,
        ):
            for seat in (one, other):
                await seat.known()
            await played(one, other)
            await one.client.declare("listen", {"times": 0})
    assert await statuses(server.url, watch) == [[PRESENT, PRESENT]] * 2


async def test_two_processes_serve_the_two_seats(tmp_path: Path) -> None:
    """Each asks for the links of the seats that are connected to the other as well."""
    systems = {"pennies": PENNIES}
    limits = Limits(poll_s=0.2)
    async with running(Settings(port=0, data=tmp_path / "a"), limits, systems) as here:
        assert here.valkey is not None
        other_data = tmp_path / "b"
        other_data.mkdir()
        secret = (tmp_path / "a" / "master.secret").read_bytes()
        (other_data / "master.secret").write_bytes(secret)
        (other_data / "master.secret").chmod(0o600)
        there_settings = Settings(port=0, data=other_data, redis_url=here.valkey.url)
        async with running(there_settings, limits, systems) as there:
            watch, (first, second) = await table(here.url)
            moved = msgspec.structs.replace(watch, server=there.url)
            async with (
                at_table(here.url, watch, first) as one,
                at_table(there.url, moved, second) as other,
            ):
                for seat in (one, other):
                    await seat.known()
                while await there.hosts.store.here(watch.game, 0) != {1, 2}:
                    await asyncio.sleep(0.05)
                await played(one, other)
            assert await statuses(here.url, watch) == [[PRESENT, PRESENT]]


async def test_a_stranger_who_tries_to_sit_down_is_not_asked_for_a_link(server: Server) -> None:
    """A seat that nobody holds can open none: the record would never verify again."""
    watch, (first, second) = await table(server.url)
    async with (
        at_table(server.url, watch, first) as one,
        at_table(server.url, watch, second) as other,
    ):
        for seat in (one, other):
            await seat.known()
        stranger = new_keys(server.url, watch.game, 200, "Nobody")
        with pytest.raises(http.NotDone):
            await http.join(msgspec.structs.replace(watch, seat=200, code=bytes(32)), stranger)
        await played(one, other)
    assert await statuses(server.url, watch) == [[PRESENT, PRESENT]]


async def test_chains_that_are_nearly_used_up_are_renewed_by_themselves(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the server and by both clients, between two rolls; the dice and their proof go on."""
    for module in (chains, protocol):
        monkeypatch.setattr(module, "SPARE_LINKS", CHAIN_LINKS - 1)
    renews = "renews its chain of links, for the rolls to come.', values"
    watch, (first, second) = await table(server.url)
    async with (
        at_table(server.url, watch, first) as one,
        at_table(server.url, watch, second) as other,
    ):
        for seat in (one, other):
            await seat.known()
        await played(one, other)
        for seat in (one, other):
            await seat.until(lambda s: repr(s.client.following.chronicle).count(renews) == 2)
        assert isinstance(await declared(one, "listen", {"times": 1}), Recorded)
        await played(one, other)
    data = await http.record(server.url, watch.game)
    assert verify(data).counts.renewals >= 3
    assert decide_all_again(data, {"pennies": PENNIES}).decided
    assert {PRESENT} == {status for roll in await statuses(server.url, watch) for status in roll}
