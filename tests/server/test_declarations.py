"""What a declaration gets in answer, over real sockets: one commit, or nothing at all."""

import asyncio
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from clients.sdk import http
from clients.sdk.keyring import new_keys
from domain.record import Head, receipt_message, signature_holds
from projections.messages import Hello, Problem, Recorded, Update
from projections.wire import MSGPACK
from server.bootstrap import Server, running
from server.settings import Settings
from tests.server.conftest import SYSTEMS
from tests.server.sitting import Raw, raw, seated, sit, socket


async def events_of(server: Server, game: bytes) -> int:
    return (await server.hosts.get(game)).head.position  # type: ignore[arg-type]


async def test_a_declaration_is_recorded_with_a_receipt_and_shown_to_all(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat, raw(server.url, watch) as spectator:
        answer = await seat.declare("stake", {"pennies": 3})
        assert isinstance(answer, Recorded)
        assert answer.text == f"Recorded as event {answer.position}."
        update = await spectator.until(Update)
        assert update.position == answer.position
        assert update.hash == answer.hash
        assert "sealed: stake" in update.chronicle[0].text


async def test_the_receipt_is_the_servers_signature_on_what_is_recorded(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        declaration = seat.declaration("stake", {"pennies": 3})
        answer = await seat.answer(declaration)
        declared = msgspec.msgpack.decode(declaration.open)["d"]["id"]
        message = receipt_message(watch.game, Head(answer.position, answer.hash), declared)
        key = server.hosts.entropy.public_key
        assert signature_holds(key, answer.receipt, message)


async def test_the_rules_refuse_with_their_number_and_nothing_happens(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    before = await events_of(server, watch.game)
    async with raw(server.url, watch, first) as seat:
        answer = await seat.declare("stake", {"pennies": 10})
        assert isinstance(answer, Problem)
        assert (answer.code, answer.rule, answer.facts) == ("not_so_many", "P-1", {"most": 9})
        assert answer.recorded is False
        assert answer.text.startswith("Not recorded: not so many (most 9). Rule P-1")
    assert await events_of(server, watch.game) == before


async def test_the_same_declaration_twice_is_one_commit(server: Server) -> None:
    """On one socket, on two, and with the first answer each time."""
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as one, raw(server.url, watch, first) as other:
        declaration = one.declaration("stake", {"pennies": 3})
        answer = await one.answer(declaration)
        again = await one.answer(declaration)
        elsewhere = await other.answer(declaration)
        assert not answer.repeated
        for repeat in (again, elsewhere):
            assert repeat.repeated
            assert (repeat.position, repeat.hash) == (answer.position, answer.hash)
            assert repeat.receipt == answer.receipt
    assert await events_of(server, watch.game) == answer.position


async def test_the_id_of_one_declaration_is_not_anothers(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        one = seat.declaration("stake", {"pennies": 3}, id=b"i" * 16)
        other = seat.declaration("stake", {"pennies": 4}, id=b"i" * 16)
        assert isinstance(await seat.answer(one), Recorded)
        assert (await seat.answer(other)).code == "id_used"


async def test_the_same_declaration_after_a_restart_is_one_commit(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path)
    async with running(settings, systems=SYSTEMS) as server:
        watch, (first, _) = await seated(server.url)
        async with raw(server.url, watch, first) as seat:
            declaration = seat.declaration("stake", {"pennies": 3})
            answer = await seat.answer(declaration)
    async with running(settings, systems=SYSTEMS) as server, raw(server.url, watch, first) as seat:
        again = await seat.answer(declaration)
        assert again.repeated
        assert (again.position, again.receipt) == (answer.position, answer.receipt)


async def test_of_two_clicks_at_once_one_is_recorded(server: Server) -> None:
    """Different ids, the same moment: the second is told what it had not seen."""
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as one, raw(server.url, watch, first) as other:
        answers = await asyncio.gather(
            one.declare("stake", {"pennies": 3}), other.declare("stake", {"pennies": 4})
        )
        kinds = sorted(type(answer).__name__ for answer in answers)
        assert kinds == ["Problem", "Recorded"]
        refused = next(answer for answer in answers if isinstance(answer, Problem))
        assert refused.code == "conflict"
        assert refused.missed
        assert refused.recorded is False


async def test_fifty_at_once_are_one(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    host = await server.hosts.get(watch.game)
    async with raw(server.url, watch, first) as seat:
        viewer = host.viewer_of(bytes.fromhex(first.token))
        assert viewer is not None
        declarations = [seat.declaration("stake", {"pennies": n % 10}) for n in range(50)]
        answers = await asyncio.gather(
            *(host.declare(viewer, 0, d.open, d.sealed, d.signature) for d in declarations)
        )
    assert sum(isinstance(answer, Recorded) for answer in answers) == 1


async def test_a_head_that_the_history_does_not_contain_is_forked(server: Server) -> None:
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        for changes in ({"head": b"\x01" * 32}, {"after": 1}, {"after": 10_000}, {"after": -1}):
            answer = await seat.declare("stake", {"pennies": 3}, **changes)
            assert isinstance(answer, Problem)
            assert answer.code == "forked"


async def test_what_is_not_yours_is_refused_in_one_way(server: Server) -> None:
    """Another's seat, a spectator's socket, no such seat: the same bytes, and nothing told."""
    watch, (first, second) = await seated(server.url)
    other_watch, (stranger, _) = await seated(server.url)
    answers = []
    async with (
        raw(server.url, watch, second) as seat,
        raw(server.url, watch) as spectator,
        raw(server.url, other_watch, stranger) as elsewhere,
    ):
        spectator.keys = first
        for one, changes in (
            (seat, {"seat": 1}),
            (seat, {"seat": 9}),
            (seat, {"seat": 0}),
            (spectator, {}),
            (elsewhere, {"seat": 2}),
        ):
            answer = await one.declare("stake", {"pennies": 3}, **changes)
            answers.append(msgspec.structs.replace(answer, id=0))
    assert set(map(repr, answers)) == {repr(answers[0])}
    assert answers[0].code == "not_allowed"
    assert await events_of(server, watch.game) == 8


@pytest.mark.parametrize("token", ["", "00" * 32, "nonsense", "00"])
async def test_a_wrong_token_and_a_wrong_game_are_the_same(server: Server, token: str) -> None:
    watch, _ = await seated(server.url)
    answers = []
    for game in (watch.game.hex(), "00" * 16, "nonsense"):
        async with socket(server.url) as plain:
            one = Raw(plain, MSGPACK, None)
            answers.append(await one.answer(Hello(id=1, game=game, token=token)))
    assert set(map(repr, answers)) == {repr(answers[0])}
    assert answers[0].code == "not_allowed"


async def test_a_hidden_order_is_refused_to_its_owner_alone(server: Server) -> None:
    """A refusal reaches nobody else: not its text, not its existence."""
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as seat, raw(server.url, watch, second) as opponent:
        await seat.declare("stake", {"pennies": 10})
        await seat.declare("stake", {"pennies": 3})
        update = await opponent.next()
        assert isinstance(update, Update)
        assert "not_so_many" not in repr(update)
        assert "not so many" not in repr(update)


async def test_a_seat_handed_over_is_dead_to_its_old_holder_at_once(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    async with raw(server.url, watch, first) as seat, raw(server.url, watch, second) as opponent:
        fields = {"invitation": sha256(b"new" * 10).digest()}
        assert isinstance(
            await seat.answer(seat.declaration("hand_over_seat", fields=fields)), Recorded
        )
        word = await seat.until(Problem)
        assert word.code == "seat_left"
        with pytest.raises(Exception, match="4001"):
            await seat.until(Recorded)
        link = msgspec.structs.replace(watch, seat=1, code=b"new" * 10)
        heir = await sit(link, "The heir")
        assert isinstance(await opponent.declare("stake", {"pennies": 1}), Recorded)
    async with raw(server.url, watch, heir) as seat:
        assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
    with pytest.raises(http.NotDone, match="no such game or seat"):
        await http.get(server.url, f"games/{watch.game.hex()}/view", first.token)


async def test_who_goes_on_after_a_handover_is_told_all_the_same(server: Server) -> None:
    """In the same moment: the next request is not answered, and the last word is."""
    watch, (first, _) = await seated(server.url)
    async with raw(server.url, watch, first) as seat:
        fields = {"invitation": sha256(b"new" * 10).digest()}
        await seat.send(seat.declaration("hand_over_seat", fields=fields))
        await seat.send(seat.declaration("stake", {"pennies": 3}))
        assert isinstance(await seat.until(Recorded), Recorded)
        assert (await seat.until(Problem)).code == "seat_left"
        with pytest.raises(Exception, match="4001"):
            await seat.until(Recorded)


async def test_an_invitation_works_once_and_a_lost_answer_locks_nobody_out(server: Server) -> None:
    watch, link, _ = await http.new_game(server.url, "pennies", {})
    keys = new_keys(server.url, watch.game, 1, "Ada")
    token = await http.join(link, keys)
    assert await http.join(link, keys) == token
    with pytest.raises(http.NotDone, match="invitation not valid"):
        await http.join(link, new_keys(server.url, watch.game, 1, "Eve"))


async def test_of_many_who_take_a_seat_at_once_one_holds_it(server: Server) -> None:
    _, link, _ = await http.new_game(server.url, "pennies", {})
    hopefuls = [new_keys(server.url, link.game, 1, f"Hopeful {n}") for n in range(8)]
    results = await asyncio.gather(
        *(http.join(link, keys) for keys in hopefuls), return_exceptions=True
    )
    assert sum(isinstance(result, str) for result in results) == 1


async def test_time_runs_out_for_who_does_not_declare(server: Server) -> None:
    watch, (first, _) = await seated(server.url, time_limit_s=1)
    async with raw(server.url, watch, first) as seat:
        await seat.declare("stake", {"pennies": 3})
        async with asyncio.timeout(5):
            while "ran out of time" not in repr(await seat.until(Update)):
                pass
