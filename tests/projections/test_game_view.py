"""What a viewer sees is what their own fold knows; who comes back gets all they missed."""

from typing import Any

import msgspec

from domain.game_events import Concede, OfferRecess, Resume
from domain.names import SeatId
from projections.changes import apply
from projections.game_view import LiveView
from projections.viewer import SPECTATOR, Viewer
from tests.pennies import Guess, Stake
from tests.playing import Playing
from tests.projections.watching import Watching

OWN = Viewer("player", SeatId(1))


def at_the_guess() -> Playing:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    return playing


def stakes(live: LiveView) -> list[object]:
    sheets = plain(live.look().view)["scene"]["sheets"]
    return [sheet["groups"][0]["gauges"][0]["value"] for sheet in sheets]


def plain(value: object) -> Any:
    """What a client makes of it."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))


def watched(playing: Playing, viewer: Viewer) -> LiveView:
    watching = Watching(playing, viewer)
    watching.look()
    return watching.live


def test_each_sees_their_own_stake_and_a_spectator_none() -> None:
    playing = at_the_guess()
    assert stakes(watched(playing, OWN)) == [3, None]
    assert stakes(watched(playing, Viewer("player", SeatId(2)))) == [None, 4]
    assert stakes(watched(playing, Viewer("referee", SeatId(3)))) == [3, 4]
    assert stakes(watched(playing, SPECTATOR)) == [None, None]


def test_when_all_is_open_everybody_sees_the_game_as_it_was() -> None:
    playing = at_the_guess()
    live = watched(playing, SPECTATOR)
    playing.declare(1, Concede())
    live.all_is_open(playing.table)
    assert stakes(live) == [3, 4]


def test_options_are_shown_to_who_is_waited_for_and_say_what_they_seal() -> None:
    playing = at_the_guess()
    own = plain(watched(playing, OWN).look().view)
    assert [option["command"] for option in own["options"]] == ["guess"]
    assert own["options"][0]["sealed"] == ["face"]
    asked = [option["command"] for option in own["table_options"]]
    assert asked == ["concede", "offer_draw", "offer_recess", "offer_recess"]
    playing.declare(1, Guess(face=2))
    sealed = plain(watched(playing, OWN).look().view)
    assert not sealed["options"]
    assert [(s["sealed"], s["waiting"]) for s in sealed["seats"]] == [(True, False), (False, True)]
    assert not watched(playing, SPECTATOR).look().view["table_options"]


def test_updates_and_changes_lead_to_the_same_view_as_a_snapshot() -> None:
    playing = Playing().begun()
    watching = Watching(playing, OWN)
    watching.look()
    view = plain(watching.live.snapshot().view)
    for seat, command in ((1, Stake(pennies=3)), (2, Stake(pennies=4)), (1, Guess(face=1))):
        after = playing.table.head.position
        playing.declare(seat, command)
        for entry in playing.entries[after:]:
            watching.live.fold(entry)
        update = watching.live.update(after)
        assert update is not None
        view = apply(view, plain(update.changes))
        assert (update.after, update.position) == (after, playing.table.head.position)
    assert view == plain(watching.live.look().view)


def test_a_view_that_is_kept_is_the_view_that_is_made_anew() -> None:
    """What did not change in play is not made again, and nothing else is left as it was."""
    playing = Playing().begun()
    kept = [Watching(playing, viewer) for viewer in (OWN, Viewer("player", SeatId(2)), SPECTATOR)]
    for seat, command in (
        (1, Stake(pennies=3)),
        (2, Stake(pennies=4)),
        (2, Guess(face=2)),
        (1, Guess(face=5)),
        (1, Concede()),
    ):
        playing.declare(seat, command)
        for one in kept:
            one.look()
            fresh = watched(playing, one.live.viewer)
            assert plain(one.live.shown()) == plain(fresh.shown())


def test_more_than_is_kept_is_no_update() -> None:
    """A long game ends: more seals are opened at once than are kept for an update."""
    playing = at_the_guess()
    live = watched(playing, SPECTATOR)
    live.events.popleft()
    assert live.update(0) is None
    assert live.update(1) is not None


def test_a_look_takes_nothing_from_the_next_update() -> None:
    playing = Playing().begun()
    watching = Watching(playing, OWN)
    watching.look()
    playing.declare(1, Stake(pennies=3))
    watching.live.fold(playing.entries[-1])
    watching.live.look()
    update = watching.live.update(playing.table.head.position - 1)
    assert update is not None
    assert update.changes != []


def test_who_comes_back_gets_all_they_missed_or_a_snapshot() -> None:
    playing = at_the_guess()
    live = watched(playing, SPECTATOR)
    missed = live.since(3)
    assert missed is not None
    assert [event.p for event in missed.events] == list(range(4, live.head.position + 1))
    assert missed.changes[0][0] == []
    assert live.since(live.head.position + 1) is None
    assert live.since(-1) is None


def test_who_missed_more_than_is_kept_gets_a_snapshot() -> None:
    live = watched(at_the_guess(), SPECTATOR)
    del live.events[0]
    assert live.since(0) is None
    assert live.since(1) is not None


def test_who_is_waited_for_to_go_on_is_offered_nothing_of_play() -> None:
    playing = Playing().begun()
    for seat in (1, 2):
        playing.declare(seat, OfferRecess(kind="pause"))
    playing.declare(2, Resume())
    view = plain(watched(playing, OWN).look().view)
    assert view["seats"][0]["waiting"]
    assert view["options"] == []
    assert [one["command"] for one in view["table_options"]][-1] == "resume"
    assert view["recess"] == {"kind": "pause", "resuming": [2]}
