"""Odds over HTTP, for the seat that asks and for nobody else."""

import msgspec
import pytest

from clients.sdk import http
from server.bootstrap import Server
from tests.server.sitting import raw, seated


async def test_a_seat_is_told_what_may_come_of_a_declaration(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    for keys in (first, second):
        async with raw(server.url, watch, keys) as seat:
            await seat.answer(seat.declaration("stake", {"pennies": 3}))
    found = await http.odds(first, "guess", {"face": 2})
    (spread,) = found.odds
    assert [(one.value, one.exact) for one in spread.likely] == [
        (f"The die shows {face}.", "1/6") for face in range(1, 7)
    ]
    assert (spread.mean, spread.unit) == (None, "")
    view = await http.get(server.url, f"games/{watch.game.hex()}/view")
    assert view["position"] == found.position, "asking leaves no trace"


@pytest.mark.parametrize(
    ("do", "fields", "code"),
    [
        ("stake", {"pennies": 10}, "not_so_many"),
        ("stake", {"pennies": "ten"}, "malformed"),
        ("stake", {"pence": 1}, "malformed"),
        ("steal", {}, "malformed"),
        ("listen", {"times": 1}, "not_now"),
    ],
)
async def test_what_cannot_be_declared_has_no_odds(
    server: Server, do: str, fields: dict[str, object], code: str
) -> None:
    _, (first, _) = await seated(server.url)
    with pytest.raises(http.NotDone) as refused:
        await http.odds(first, do, fields)
    assert refused.value.problem.code == code


async def test_odds_that_hang_on_anothers_secret_are_not_told(server: Server) -> None:
    watch, (first, second) = await seated(server.url)
    for keys in (first, second):
        async with raw(server.url, watch, keys) as seat:
            await seat.answer(seat.declaration("stake", {"pennies": 3}))
    with pytest.raises(http.NotDone) as refused:
        await http.odds(second, "guess", {"face": 2})
    assert refused.value.problem.code == "not_known_to_you"


async def test_a_spectator_declares_nothing_and_is_told_no_odds(server: Server) -> None:
    _, (first, _) = await seated(server.url)
    with pytest.raises(http.NotDone) as refused:
        await http.odds(msgspec.structs.replace(first, token=""), "stake", {"pennies": 1})
    assert refused.value.problem.code == "not_allowed"
