"""Bots play whole games by what their seats are offered."""

import asyncio
import random

import msgspec
import pytest

from clients.bots.player import TROUBLE_S, BotFailed, RandomPlayer
from clients.cli.demo import play_all
from clients.sdk import http
from clients.sdk.client import GameClient, Lines
from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.options import Amount, Option
from projections.messages import Problem, Recorded
from server.bootstrap import Server
from tests.server.conftest import SYSTEMS
from tests.server.sitting import seated


async def test_two_bots_play_to_the_end_and_the_record_verifies(server: Server) -> None:
    watch, seats = await seated(server.url)
    async with asyncio.timeout(30):
        await play_all(server.url, seats, random.Random(7), 0)
    for token in ("", seats[0].token):
        data = await http.record(server.url, watch.game, token)
        assert len(verify(data).events) > 40
        assert decide_all_again(data, SYSTEMS).waiting == 0


async def test_a_bot_waits_its_pace_before_each_declaration(server: Server) -> None:
    _, seats = await seated(server.url)
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    async with asyncio.timeout(30), asyncio.TaskGroup() as both:
        for keys in seats:
            both.create_task(_play(server.url, keys, pause))
    assert waited == [0.25] * 15


async def _play(url: str, keys: http.SeatKeys, pause: object) -> None:
    async with GameClient(url, http.GameId(keys.game), keys) as client:
        player = RandomPlayer(client, random.Random(keys.seat), 0.25)
        await player.play(pause)
        assert player.declared in {6, 9}


class Offered:
    """A table at which one thing is offered, and what is answered is decided here."""

    def __init__(self, *answers: Problem | Recorded) -> None:
        amount = Amount(path=("n",), title="n", high=3)
        option = Option(command="stake", title="stake", fields=(amount,))
        self.view = {"phase": "running", "options": [msgspec.to_builtins(option)]}
        self.answers = list(answers)

    async def happenings(self):
        yield Lines([])

    async def declare(self, *_: object) -> Problem | Recorded:
        answer = self.answers.pop(0)
        if not self.answers:
            self.view = {"phase": "over"}
        return answer


RECORDED = Recorded(id=1, position=1, hash=b"", receipt=b"", text="")


async def test_in_trouble_a_bot_waits_and_tries_again() -> None:
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    full = Problem(id=1, code="oom", text="Not recorded: no memory.")
    conflict = Problem(id=1, code="conflict", text="", rule="game 5")
    player = RandomPlayer(Offered(full, conflict, RECORDED), random.Random(1))
    await player.play(pause)
    assert waited == [0.0, TROUBLE_S, 0.0, 0.0]
    assert player.declared == 1


@pytest.mark.parametrize(("code", "rule"), [("not_so_many", "P-1"), ("frozen", "")])
async def test_what_was_offered_and_is_refused_is_a_fault(code: str, rule: str) -> None:
    refused = Problem(id=1, code=code, text="Not recorded.", rule=rule)
    player = RandomPlayer(Offered(refused, RECORDED), random.Random(1))
    with pytest.raises(BotFailed, match=r"It declared .*'command': 'stake'"):
        await player.play()
