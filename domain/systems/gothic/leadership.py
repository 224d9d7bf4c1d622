"""Leadership: command checks, special orders, bracing, and all other tests (MV-7 to MV-9)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import SeatId
from domain.plane import CM, Point, inside, within
from domain.rule_system import Outcome
from domain.systems.gothic.events import (
    Braced,
    DisengageFailed,
    LeadershipTested,
    OrderPlaced,
    OrdersClosed,
    PriorityDecided,
    RamDeclared,
    ReRollUsed,
    UnitsDisengaged,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Struck, Test, Window

MOST = 10
"""No command check is made against more (MV-7)."""


def value(state: State, subject: str) -> int:
    """Return what a unit or squadron tests on (SQ-4): its value, or its best member's."""
    squadron = state.squadrons.get(subject)
    if squadron is not None and squadron.leadership is not None:
        return squadron.leadership
    return max(unit.leads for unit in state.members(subject))


def check_target(state: State, subject: str) -> int:
    """Return what a command check needs: with its modifiers (MV-7, R29)."""
    members = state.members(subject)
    blasted = any(state.touching(unit) for unit in members)
    ordered = any(unit.order for unit in state.enemies(members[0].side))
    return min(MOST, value(state, subject) - blasted + ordered)


def disengage_target(state: State, subject: str) -> int:
    """Return what disengaging needs (MV-10); what is near any member of a squadron counts once."""
    members = state.members(subject)
    side = members[0].side
    ships = [one.at for one in state.enemies(side) if not one.plan.defence]
    ordnance = [marker.at for marker in state.markers.values() if marker.side != side]
    blasts = sum(_near(at, members, 5) for at in state.blasts.values())
    enemies = sum(_near(at, members, 15) for at in (*ships, *ordnance))
    terrain = any(
        inside(unit.at, area.bounds, 15 * CM) for area in state.areas.values() for unit in members
    )
    return value(state, subject) + blasts - enemies + 3 * terrain


def _near(at: Point, members: tuple[Unit, ...], reach_cm: int) -> bool:
    return any(within(at, unit.at, reach_cm * CM) for unit in members)


def braces_until(state: State, side: int) -> int:
    """Return the player turn with whose end bracing ends: the side's next own turn (4.2)."""
    count = len(state.turn_order)
    ahead = (state.turn_order.index(side) - state.at) % count
    return state.turn + (ahead or count)


def may_brace(state: State, subject: str) -> bool:
    """Tell whether anybody of *subject* can still brace for impact."""
    members = state.members(subject)
    if not members or all(unit.braced for unit in members):
        return False
    barred = any(unit.plan.defence or unit.plan.defence_leadership for unit in members)
    return not barred or state.option("defences_brace") == "yes"


def brace_test(state: State, subject: str) -> Test:
    """Return the command check of bracing."""
    return Test(purpose="brace", subject=subject, target=check_target(state, subject))


# --- the test itself ------------------------------------------------------------------------


def tested(play: Play, test: Test) -> Iterator[Outcome]:
    """Make a leadership test, and what follows from it."""
    if test.stage:
        if not play.answered().yes:
            yield from _settled(play, test, passed=False)
            return
        side = _side(play.state, test)
        yield play.happens(ReRollUsed(side=side, subject=test.subject))
    faces = yield from play.d6(_label(test), test.dice)
    total = sum(faces)
    sure = test.dice == 2 and total >= 11
    passed = total <= test.target and not sure
    yield play.happens(
        LeadershipTested(
            purpose=test.purpose,
            subject=test.subject,
            order=test.order,
            target=test.target,
            total=total,
            passed=passed,
        )
    )
    if not passed and test.again:
        play.push(replace(test, again=False))
        return
    side = _side(play.state, test)
    if not passed and not test.stage and play.state.sides[side].rerolls:
        window = Window(
            kind="reroll",
            seat=_commander(play.state, side),
            subject=test.subject,
            what=test.order or test.purpose,
        )
        yield play.asks(window, replace(test, stage=1))
        return
    yield from _settled(play, test, passed=passed)


def _label(test: Test) -> str:
    return {"order": "command check", "brace": "brace check"}.get(
        test.purpose, f"{test.purpose} test"
    )


def _side(state: State, test: Test) -> int:
    squadron = state.squadrons.get(test.subject)
    return (
        squadron.side
        if squadron
        else next(u.side for n, u in state.units.items() if n == test.subject)
    )


def _commander(state: State, side: int) -> SeatId:
    flag = [unit.seat for unit in state.fleet(side) if unit.flagship]
    return (*flag, *state.sides[side].seats)[0]


def _settled(play: Play, test: Test, *, passed: bool) -> Iterator[Outcome]:
    state, subject = play.state, test.subject
    if not state.members(subject):
        return
    match test.purpose:
        case "order":
            if passed:
                yield from _placed(play, test)
            else:
                yield play.happens(OrdersClosed(side=_side(state, test)))
        case "brace":
            if passed:
                units = tuple(unit.id for unit in state.members(subject) if not unit.braced)
                until = braces_until(state, _side(state, test))
                yield play.happens(Braced(subject=subject, units=units, until=until))
        case "priority":
            yield play.happens(PriorityDecided(subject=subject, passed=passed))
        case "disengage":
            if passed:
                gone = tuple(unit.id for unit in state.members(subject))
                yield play.happens(UnitsDisengaged(units=gone))
                for name in gone:
                    yield from play.commander_lost(name)
            else:
                yield play.happens(DisengageFailed(subject=subject))
        case "minefield":
            if not passed:
                unit = state.members(subject)[0]
                hits = yield from play.d6("minefield hits", 1)
                play.push(
                    Struck(
                        unit=unit.id,
                        by=test.order,
                        source=unit.at,
                        hits=sum(hits),
                        no_markers=True,
                    )
                )
        case _:
            assert test.purpose == "ram", test
            if passed:
                yield play.happens(RamDeclared(unit=test.units[0], target=test.units[1]))


def _placed(play: Play, test: Test) -> Iterator[Outcome]:
    state, subject = play.state, test.subject
    members = state.in_formation(subject) if subject in state.squadrons else state.members(subject)
    ran = 0
    if test.order == "all_ahead_full":
        dice = min(unit.plan.all_ahead_dice for unit in members)
        faces = yield from play.d6("all ahead full", dice)
        ran = sum(faces) * CM
    units = tuple(unit.id for unit in members)
    yield play.happens(OrderPlaced(subject=subject, units=units, order=test.order, ran=ran))
