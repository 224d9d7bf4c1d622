"""What is said of turns, tests, orders and movement."""

from collections.abc import Iterator

from domain.decider import Event
from domain.scene import Sentence
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.words import AGAINST, cm, degrees, filled, joined, listed, place, say

PHASES = {
    Phase.FIRST_TURN: "",
    Phase.SHOOTING: "The shooting phase begins.",
    Phase.LAUNCHING: "Ordnance is launched now.",
    Phase.TURNING: "The ordnance phase begins.",
    Phase.ORDNANCE: "Ordnance moves.",
    Phase.END: "The end phase begins.",
}
TESTS = {
    "order": "{unit} is to carry out {order}: command check {total}, "
    "needed {target} or less: {passed}.",
    "brace": "{unit} braces for impact: command check {total}, needed {target} or less: {passed}.",
    "priority": "{unit} tests to choose its targets: {total}, needed {target} or less: {passed}.",
    "disengage": "{unit} tries to disengage: {total}, needed {target} or less: {passed}.",
    "minefield": "{unit} flies through danger: {total}, needed {target} or less: {passed}.",
    "ram": "{unit} is to ram: {total}, needed {target} or less: {passed}.",
}
TEST_RULES = {
    "order": rules.MV_7,
    "brace": rules.REACTIONS,
    "priority": rules.SH_2,
    "disengage": rules.MV_10,
    "minefield": rules.MI_3,
    "ram": rules.RA_1,
}
ASKS = {
    "react": "{unit} may react to {what}.",
    "reroll": "The commander of {unit} may roll again.",
    "repair": "The owner of {unit} says what is repaired.",
    "blast": "It is said which blast markers are removed: {count}.",
}


def turn_told(state: State, event: Event) -> Iterator[Sentence]:
    """Say what belongs to turns, tests, orders and movement."""
    match event:
        case e.BattleBegan():
            yield from _began(event)
        case e.SquadronsDeclared():
            for made in event.squadrons:
                units = listed([state.units[one].title for one in made.members])
                yield say("{squadron}: {units}.", rules.SQ_2, squadron=made.title, units=units)
        case e.TurnOrderChosen(order=order):
            titles = listed([state.sides[side].title for side in order])
            yield say("The turn order is: {sides}.", rules.SETUP, sides=titles)
        case e.TurnBegan(side=side, game_turn=turn):
            title = state.sides[side].title
            yield say(
                "Game turn {turn}: the turn of the {side} begins.",
                rules.SEQUENCE,
                turn=turn,
                side=title,
            )
        case e.PhaseBegan(phase=phase, mover=0) if PHASES[Phase(phase)]:
            yield say(PHASES[Phase(phase)], rules.SEQUENCE)
        case e.TurnEnded(side=side):
            yield say("The turn of {side} is over.", rules.SEQUENCE, side=state.sides[side].title)
        case e.WindowOpened(window=window):
            yield say(
                ASKS[window.kind],
                rules.REACTIONS,
                **_named(
                    unit=state.title(window.subject),
                    what=AGAINST.get(window.what, "mines"),
                    count=window.count,
                    kind=window.kind,
                ),
            )
        case _:
            yield from _tested(state, event)
            yield from _moved(state, event)


def _named(*, unit: str, what: str, count: int, kind: str) -> dict[str, int | str]:
    if kind == "react":
        return {"unit": unit, "what": what}
    return {"count": count} if kind == "blast" else {"unit": unit}


def _began(event: e.BattleBegan) -> Iterator[Sentence]:
    yield say(
        "The table is {width} by {height} cm.",
        rules.SETUP,
        width=cm(event.size[0]),
        height=cm(event.size[1]),
    )
    for side in event.sides:
        count = sum(unit.side == side.side for unit in event.units)
        yield say("{side}: units {count}.", rules.SETUP, side=side.title, count=count)
    rolls = joined(
        filled("{side}: {points}", side=side.title, points=roll)
        for side, roll in zip(event.sides, event.first_turn_rolls, strict=True)
    )
    yield say("For the first turn they rolled: {rolls}.", rules.SETUP, rolls=rolls)


def _tested(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.LeadershipTested(purpose=purpose, subject=subject):
            values: dict[str, int | str] = {
                "unit": state.title(subject),
                "total": event.total,
                "target": event.target,
                "passed": "passed" if event.passed else "failed",
            }
            if purpose == "order":
                values["order"] = state.book.orders.orders[event.order].title
            yield say(TESTS[purpose], TEST_RULES[purpose], **values)
        case e.ReRollUsed(subject=subject):
            yield say("The commander has {unit} roll again.", rules.MV_9, unit=state.title(subject))
        case e.ReRollsLost(side=side):
            yield say("{side} has no re-rolls any more.", rules.MV_9, side=state.sides[side].title)
        case e.OrdersClosed(side=side):
            title = state.sides[side].title
            yield say("{side} gives no more orders in this turn.", rules.MV_7, side=title)
        case e.OrderPlaced(subject=subject, order=order, ran=ran):
            title = state.book.orders.orders[order].title
            if ran:
                template = "{unit} carries out {order}: {ran} cm more."
                yield say(template, rules.SQ_6, unit=state.title(subject), order=title, ran=cm(ran))
            else:
                template = "{unit} carries out {order}."
                yield say(template, rules.MV_7, unit=state.title(subject), order=title)
        case e.Braced(subject=subject):
            yield say("{unit} has braced for impact.", rules.REACTIONS, unit=state.title(subject))
        case e.PriorityDecided(subject=subject, passed=passed):
            template = (
                "{unit} may choose its targets." if passed else "{unit} fires at the nearest only."
            )
            yield say(template, rules.SH_2, unit=state.title(subject))
        case e.DisengageFailed(subject=subject):
            yield say("{unit} does not get away.", rules.MV_10, unit=state.title(subject))
        case e.UnitsDisengaged(units=units, off_table=off):
            template = (
                "Off the table and out of the battle: {units}."
                if off
                else "Out of the battle: {units}."
            )
            titles = listed([state.units[one].title for one in units])
            yield say(template, rules.MV_5 if off else rules.MV_10, units=titles)
        case _:
            return


def _moved(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.UnitMoved(unit=unit, last=last) if last:
            yield say(
                "{unit} moves {length} cm to {at}, heading {heading}°.",
                rules.MV_1,
                unit=state.title(unit),
                length=cm(event.length),
                at=place(event.at),
                heading=degrees(event.heading),
            )
        case e.HulkDrifted(unit=unit, at=at, length=length):
            yield say(
                "The hulk of {unit} drifts {length} cm to {at}.",
                rules.CATASTROPHE,
                unit=state.title(unit),
                length=cm(length),
                at=place(at),
            )
        case e.Pulled(unit=unit, at=at):
            yield say(
                "Gravity pulls {unit} to {at}.", rules.LANDING, unit=state.title(unit), at=place(at)
            )
        case e.BlastsFelt(unit=unit, die=die):
            template = "{unit} flies through blast markers without shields: {die}."
            yield say(template, rules.MV_6, unit=state.title(unit), die=die)
        case e.BoardingDeclared(unit=unit, target=target):
            template = "{unit} is to board {target}."
            yield say(template, rules.BO_1, unit=state.title(unit), target=state.title(target))
        case e.RamDeclared(unit=unit, target=target):
            template = "{unit} is to ram {target}."
            yield say(template, rules.RA_1, unit=state.title(unit), target=state.title(target))
        case e.Rammed(unit=unit, target=target, hits=hits, reply=reply):
            yield say(
                "{unit} rams {target}: hits {hits}, in reply {reply}.",
                rules.RA_1,
                unit=state.title(unit),
                target=state.title(target),
                hits=hits,
                reply=reply,
            )
        case e.UnitLanded(unit=unit):
            yield say("{unit} has landed.", rules.LANDING, unit=state.title(unit))
        case e.LandingBegun(unit=unit):
            yield say("{unit} lands troops.", rules.LANDING, unit=state.title(unit))
        case e.TroopsLanded(unit=unit, points=points):
            template = "{unit} has landed troops: assault points {points}."
            yield say(template, rules.LANDING, unit=state.title(unit), points=points)
        case e.FireShipExploded(unit=unit, radius=radius):
            template = "{unit} blows up; everything within {radius} cm burns."
            yield say(template, rules.FIRE_SHIP, unit=state.title(unit), radius=cm(radius))
        case _:
            return
