"""One sentence or more for each event, with the numbers that led to it."""

from collections.abc import Iterator

from domain.decider import Event
from domain.scene import Sentence
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.damage_text import damage_told
from domain.systems.gothic.ordnance_text import ordnance_told
from domain.systems.gothic.pieces import Ended
from domain.systems.gothic.state import State
from domain.systems.gothic.turn_text import turn_told
from domain.systems.gothic.words import filled, joined, listed, say


def sentences(state: State, event: Event) -> Iterator[Sentence]:
    """Say *event*, which is about to be folded into *state*."""
    match event:
        case e.BattleEnded():
            ended = Ended(
                winners=event.winners,
                reason=event.reason,
                points=event.points,
                assault=event.assault,
            )
            yield why_ended(state, ended)
        case _:
            for told in (turn_told, damage_told, ordnance_told):
                yield from told(state, event)


REASONS = {
    "no_ships_left": "The battle is over, one side has no ships left: "
    "{winners} won. Points: {points}.",
    "turn_limit": "The last turn is over: {winners} won. Points: {points}.",
}
ASSAULTS = {
    "no_ships_left": "one side has no ships left",
    "landed": "the landing has succeeded",
    "turn_limit": "the last turn is over",
}
ASSAULT = (
    "The battle is over, {reason}. Result of the landing {grade}, {result}: "
    "{winners} won. Points: {points}."
)
MARGINAL = range(2, 10)
"""Results of a landing from which nobody takes more than a marginal victory (6.5)."""


def why_ended(state: State, ended: Ended) -> Sentence:
    """Say how the battle ended: the result's reason."""
    titles = [state.sides[side].title for side in ended.winners]
    scored = [
        filled("{side}: {points}", side=state.sides[side].title, points=n)
        for side, n in zip(sorted(state.sides), ended.points, strict=True)
    ]
    values: dict[str, int | str] = {"winners": listed(titles, "nobody"), "points": joined(scored)}
    if not state.attacker:
        return say(REASONS[ended.reason], rules.VICTORY, **values)
    return say(
        ASSAULT,
        rules.LANDING,
        reason=ASSAULTS[ended.reason],
        grade=ended.assault,
        result="a marginal victory" if ended.assault in MARGINAL else "a victory",
        **values,
    )
