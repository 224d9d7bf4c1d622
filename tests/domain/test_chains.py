"""Chains of links are renewed before they are used up: the dice go on, and are proved as before."""

from typing import Any

import pytest

from clients.sdk.contributing import Contributing
from clients.verifier.protocol import Fault, verify
from clients.verifier.rules import decide_all_again
from domain import chains, referee
from domain.chains import SPARE_LINKS
from domain.decider import Event
from domain.dice import CHAIN_LINKS
from domain.game_events import AnchorRenewed, Concede, DiceRolled, LinkOpened, RenewChain
from domain.names import SERVER, SeatId
from domain.referee import Stale, renew_chain
from domain.refusals import Refused
from projections.messages import seen
from tests.clients.verifier import stranger
from tests.pennies import PENNIES, Guess, Listen, Stake
from tests.playing import Playing

ONE, TWO = SeatId(1), SeatId(2)


def round_of(playing: Playing) -> list[Event]:
    """Play a round, the next one if one was played; it rolls once."""
    if playing.table.game.rolls:
        playing.declare(1, Listen(times=0))
    events = [*playing.declare(1, Stake(pennies=3)), *playing.declare(2, Stake(pennies=4))]
    return [*events, *playing.declare(1, Guess(face=2)), *playing.declare(2, Guess(face=5))]


def renew(playing: Playing) -> list[Event]:
    return playing.record(renew_chain(playing.table, playing.now(), playing.sources))


def assert_holds(playing: Playing) -> None:
    """Both verifiers accept the record, and it is decided again to the last byte."""
    playing.declare(1, Concede())
    data = playing.exported()
    assert verify(data).counts.renewals == 1
    assert decide_all_again(data, {"pennies": PENNIES}).waiting == 0
    assert stranger.check(data).ends


def test_the_server_goes_on_with_another_chain_when_its_own_is_nearly_used_up() -> None:
    playing = Playing(links=SPARE_LINKS + 1).begun()
    with pytest.raises(Refused) as early:
        renew(playing)
    assert early.value.code == "chain_holds"
    round_of(playing)
    renewed = renew(playing)[-1]
    assert isinstance(renewed, AnchorRenewed)
    assert (renewed.seat, renewed.links) == (SERVER, 1 + CHAIN_LINKS)
    rolled = [event for event in round_of(playing) if isinstance(event, DiceRolled)]
    assert [one.i for one in rolled] == [2]
    assert rolled[0].link == playing.sources.link(playing.table.game.chain, 2)
    assert_holds(playing)


def test_a_server_that_renews_at_will_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It could look for a chain that it likes."""
    playing = Playing(links=SPARE_LINKS + 9).begun()
    with monkeypatch.context() as cheat:
        cheat.setattr(chains, "SPARE_LINKS", CHAIN_LINKS)
        renew(playing)
    playing.declare(1, Concede())
    data = playing.exported()
    with pytest.raises(Fault, match="before it is nearly used up"):
        verify(data)
    with pytest.raises(Fault, match="chain_holds"):
        decide_all_again(data, {"pennies": PENNIES})


def test_who_declares_has_seen_the_chain_that_rolls_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the server could look for one that rolls what it likes, and know for what."""
    playing = Playing(links=SPARE_LINKS).begun()
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=3))
    playing.declare(1, Guess(face=2))
    before = playing.table.head
    renew(playing)
    with pytest.raises(Stale) as stale:
        playing.declare(2, Guess(face=5), head=before)
    assert stale.value.since == playing.table.head.position
    with monkeypatch.context() as cheat:
        cheat.setattr(referee, "_check_fresh", lambda *_: None)
        playing.declare(2, Guess(face=5), head=before)
    playing.declare(1, Concede())
    data = playing.exported()
    with pytest.raises(Fault, match="knew what they are for"):
        verify(data)
    with pytest.raises(Fault, match="moved on"):
        decide_all_again(data, {"pennies": PENNIES})


def test_rolls_without_links_are_refused_not_made() -> None:
    playing = Playing(links=1).begun()
    round_of(playing)
    with pytest.raises(Refused) as used_up:
        round_of(playing)
    assert used_up.value.code == "dice_used_up"
    renew(playing)
    assert any(isinstance(event, DiceRolled) for event in playing.declare(2, Guess(face=5)))
    assert_holds(playing)


def test_a_seat_renews_its_chain_and_opens_the_links_of_the_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The client finds its new chain by itself, also when it is started again."""
    playing = Playing(dice="table").begun()
    contributing = Contributing(playing.keys[ONE])
    contributing.take(map(seen, playing.entries))
    assert contributing.renewal() is None
    with monkeypatch.context() as early:
        early.setattr(chains, "SPARE_LINKS", CHAIN_LINKS)
        renewal: dict[str, Any] | None = contributing.renewal()
    assert renewal is not None
    playing.declare(1, RenewChain(**renewal))
    playing.sources.here = lambda: (ONE,)
    try:
        round_of(playing)
    finally:
        playing.sources.here = tuple
    again = Contributing(playing.keys[ONE])
    for client in (contributing, again):
        client.take(map(seen, playing.entries))
        wanted = client.wanted()
        assert wanted is not None
    link = again.link(wanted.i)
    assert link == contributing.link(wanted.i)
    sig = playing.keys[ONE].sign_link(wanted.ctx, wanted.i, link)
    with pytest.raises(Refused, match="not_its_link"):
        playing.contribute(1)  # of the chain before
    assert isinstance(playing.contribute(1, link=link, sig=sig)[0], LinkOpened)
    assert_holds(playing)


@pytest.mark.parametrize(
    ("anchor", "links"),
    [(b"\x01" * 31, CHAIN_LINKS), (b"\x01" * 32, CHAIN_LINKS + 1), (b"\x01" * 32, SPARE_LINKS)],
)
def test_a_chain_that_is_none_is_refused(anchor: bytes, links: int) -> None:
    playing = Playing(dice="table").begun()
    with pytest.raises(Refused):
        playing.declare(1, RenewChain(anchor=anchor, links=links))


def test_no_chain_is_renewed_while_a_roll_is_asked_for() -> None:
    playing = Playing(dice="table", links=SPARE_LINKS).begun()
    playing.sources.here = lambda: (ONE,)
    try:
        round_of(playing)
        for renewing in (
            lambda: playing.declare(1, RenewChain(anchor=b"\x01" * 32, links=CHAIN_LINKS)),
            lambda: renew(playing),
        ):
            with pytest.raises(Refused) as refusal:
                renewing()
            assert refusal.value.code == "dice_pending"
    finally:
        playing.sources.here = tuple


def test_an_altered_anchor_of_the_server_is_found() -> None:
    """Its own signature is not enough: the links that follow are not of that chain."""
    playing = Playing(links=SPARE_LINKS + 1).begun()
    round_of(playing)
    real = playing.sources.anchor
    playing.sources.anchor = lambda _chain: b"\x02" * 32  # type: ignore[method-assign]
    try:
        renew(playing)
    finally:
        playing.sources.anchor = real  # type: ignore[method-assign]
    round_of(playing)
    playing.declare(1, Concede())
    with pytest.raises(Fault, match="not of its chain"):
        verify(playing.exported())
