"""F41: an event that this code cannot fold freezes its game; code that can plays on from it.

There is no later event that could repair it: it would follow on one that nobody can fold. And a
frozen game cannot be forked, for what its players sealed is open to nobody before its end.
"""

from pathlib import Path

import pytest

from clients.sdk import http
from clients.verifier.protocol import verify
from domain.decider import Event
from domain.exported import entries_of
from projections.messages import Problem, Recorded
from server.bootstrap import running
from server.settings import Settings
from tests.chaos.pennies_table import ROUND
from tests.pennies import Guessed, Pennies, State
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


class Choking(Pennies):
    """Pennies whose code chokes on what the die showed."""

    def evolve(self, state: State, event: Event) -> State:
        if isinstance(event, Guessed):
            raise ZeroDivisionError("a slip in the rules")
        return super().evolve(state, event)


async def test_who_mends_the_code_has_the_game_back_and_edits_nothing(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path)
    async with running(settings, systems=SYSTEMS) as server:
        watch, seats = await seated(server.url)
        for turn in ROUND[:4]:
            async with raw(server.url, watch, seats[turn.seat - 1]) as seat:
                answer = await seat.declare(turn.do, turn.secret)
                assert isinstance(answer, Recorded)
        before = await http.record(server.url, watch.game)
    _, entries = entries_of(before)
    poison = next(entry.position for entry in entries if b"guessed" in entry.open)
    async with running(settings, systems={"pennies": Choking()}) as server:
        well, others = await seated(server.url)
        async with raw(server.url, watch, seats[0]) as seat:
            told = await seat.until(Problem)
            assert told.code == "frozen"
            assert f"event {poison}:" in told.text
        async with raw(server.url, well, others[0]) as seat:
            assert isinstance(await seat.declare("stake", {"pennies": 3}), Recorded)
        with pytest.raises(http.NotDone) as problem:
            await http.fork(server.url, before, poison - 1)
        assert problem.value.problem.code == "malformed"
    async with running(settings, systems=SYSTEMS) as server:
        async with raw(server.url, watch, seats[0]) as seat:
            assert isinstance(await seat.declare("listen", fields={"times": 1}), Recorded)
        after = await http.record(server.url, watch.game)
    told = verify(before).events
    assert verify(after).events[: len(told)] == told
