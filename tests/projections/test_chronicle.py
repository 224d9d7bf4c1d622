"""The log reads as sentences, with rules and dice, and tells each viewer what they may know."""

from inline_snapshot import snapshot

from domain.game_events import Concede, DeclineDraw, OfferDraw
from domain.names import SeatId
from projections.viewer import SPECTATOR, Viewer
from tests.pennies import Guess, Listen, Stake
from tests.playing import Playing
from tests.projections.watching import Watching


def lines(playing: Playing, viewer: Viewer = SPECTATOR, after: int = 0) -> list[str]:
    watching = Watching(playing, viewer)
    watching.look()
    return [
        f"{line.text} ({line.sentence.rule})"
        for line in watching.live.chronicle
        if line.position > after
    ]


def test_a_round_reads_as_a_story() -> None:
    playing = Playing().begun()
    after = playing.table.head.position
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    playing.declare(1, Guess(face=2))
    playing.declare(2, Guess(face=5))
    playing.declare(1, Listen(times=2))
    playing.time_out(2)
    assert lines(playing, after=after) == snapshot(
        [
            "Heads (Player 1) has sealed: stake. (game 4)",
            "Tails (Player 2) has sealed: stake. (game 4)",
            "Seat 1 stakes in secret. (P-1)",
            "Seat 2 stakes in secret. (P-1)",
            "Heads (Player 1) has sealed: guess. (game 4)",
            "Tails (Player 2) has sealed: guess. (game 4)",
            "Roll 1, the die: 2. (dice/1)",
            "The die shows 2. (P-2)",
            "Roll 2, hidden: listening 2d20. (dice/1)",
            "Seat 1 listens. (P-3)",
            "Tails (Player 2) ran out of time. (game 4)",
        ]
    )


def test_dice_of_the_table_are_told_with_who_was_asked_and_who_was_silent() -> None:
    playing = Playing(dice="table").begun()
    playing.sources.here = lambda: (SeatId(1), SeatId(2))
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=3))
    for seat in (1, 2):
        playing.declare(seat, Guess(face=2))
    playing.sources.here = tuple
    after = playing.table.head.position - 1
    playing.contribute(1)
    playing.roll_without()
    assert lines(playing, after=after) == snapshot(
        [
            "Roll 1 is asked of the table: Heads, Tails. (game 6)",
            "Tails opens no link for roll 1: it is rolled without. (game 6)",
            "Roll 1, the die: 2. (dice/1)",
            "The die shows 2. (P-2)",
        ]
    )


def test_the_owner_reads_what_is_sealed_for_others() -> None:
    playing = Playing().begun()
    playing.declare(1, Stake(pennies=3))
    playing.declare(2, Stake(pennies=4))
    assert "Seat 1 stakes 3. (P-1)" in lines(playing, Viewer("player", SeatId(1)))
    assert "Seat 1 stakes in secret. (P-1)" in lines(playing, Viewer("player", SeatId(2)))


def test_the_game_itself_is_told() -> None:
    playing = Playing().begun()
    playing.declare(1, OfferDraw())
    playing.declare(2, DeclineDraw())
    playing.declare(2, Concede())
    assert lines(playing) == snapshot(
        [
            "Pennies: At the table. Dice of level server, fixed by their anchor. (game 2)",
            "Each seat has 1 min 0 s for each step, then its default is declared. (game 10)",
            "Heads is offered. (game 1)",
            "Tails is offered. (game 1)",
            "Player 1 takes Heads. (game 1)",
            "Player 2 takes Tails. (game 1)",
            "Every seat is taken: play begins. (game 2)",
            "Heads (Player 1) offers a draw. (game 3)",
            "Tails (Player 2) declines a draw. (game 3)",
            "Tails conceded. (game 3)",
            "The game is over; everything that was sealed is opened. (game 2)",
        ]
    )
