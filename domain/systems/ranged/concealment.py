"""Hidden positions: who may lie concealed, what he does there, how he is found (2.4, 4.18).

That somebody may be there is public; where, and whether at all, is his seat's secret. Nothing open
is rolled for him, counts for him or goes round him before the moment in which he shows himself, is
found, or is struck by what bursts, spreads or is hosed over his place.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import Hex, distance
from domain.names import SeatId
from domain.refusals import Refused, Unknown, known
from domain.rule_system import Outcome
from domain.systems.ranged import attacks, movement, rules, sight
from domain.systems.ranged.commands import NOT_HERE, HideAway, LieLow, Lying, SpringUp
from domain.systems.ranged.events import TaskDone
from domain.systems.ranged.forms import FACINGS
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.rolls import succeeds
from domain.systems.ranged.secret_events import Hid, How, Revealed
from domain.systems.ranged.sheets import Place
from domain.systems.ranged.state import Aim, Fighter, Hiding, Lurker, State
from domain.systems.ranged.tasks import Act, Hide, Lurk, TurnEnd, TurnStart

HEARD = -2
"""To hear where somebody creeps in the dark (4.18)."""


# --- what its seat declares -------------------------------------------------------------------


def places_of(state: State, name: str) -> tuple[Place, ...]:
    """Return the places in which somebody may lie concealed."""
    return next(one.places for one in state.set_up.ambush if one.person == name)


def of_seat(state: State, seat: SeatId) -> tuple[Lurker, ...]:
    """Return those of a seat who may still lie concealed."""
    return tuple(one for one in state.lurkers.values() if one.fighter.seat == seat)


def hidden_away(state: State, seat: SeatId, command: HideAway) -> Iterator[Outcome]:
    """Put each in his place, or out of the fight: all at once, and sealed."""
    task = state.task
    if not isinstance(task, Hide) or task.seat != seat:
        raise Refused("not_your_turn", rules.S_2_4)
    if command.places is UNSET:
        raise Unknown("who hides where")
    mine = of_seat(state, seat)
    if set(command.places) != {one.fighter.id for one in mine}:
        raise Refused("unknown_fighter", rules.S_2_4)
    for one in mine:
        if not NOT_HERE <= command.places[one.fighter.id] < len(places_of(state, one.fighter.id)):
            raise Refused("no_place", rules.S_2_4)
    for one in mine:
        at = command.places[one.fighter.id]
        place = None if at == NOT_HERE else places_of(state, one.fighter.id)[at]
        yield Hid(seat=seat, fighter=one.fighter.id, hiding=Hiding(place=place))
    yield TaskDone()


def lain_low(state: State, seat: SeatId, command: LieLow) -> Iterator[Outcome]:
    """Lie still, creep, or aim: one event, whatever it is, and if nobody is there too."""
    lurker = _of_turn(state, seat, command.fighter)
    if command.doing is UNSET or lurker.hiding is None:
        raise Unknown("what is done in hiding")
    hiding = _after(state, lurker, command.doing)
    yield Hid(seat=seat, fighter=command.fighter, hiding=hiding)
    yield TaskDone()


def sprung_up(state: State, seat: SeatId, command: SpringUp) -> Iterator[Outcome]:
    """Show oneself and take the turn; the enemy cannot defend against what he did not see."""
    lurker = _of_turn(state, seat, command.fighter)
    if lurker.hiding is None:
        raise Unknown("who lies there")
    name = command.fighter
    yield from revealed(lurker, "sprang")
    turn = (TurnStart(fighter=name), Act(fighter=name), TurnEnd(fighter=name))
    yield TaskDone(then=turn if lurker.there is not None else ())


def _of_turn(state: State, seat: SeatId, name: str) -> Lurker:
    task = state.task
    if not isinstance(task, Lurk) or task.fighter != name:
        raise Refused("not_your_turn", rules.S_2_4)
    lurker = state.lurkers[name]
    if lurker.fighter.seat != seat:
        raise Refused("not_your_turn", rules.S_2_4)
    return lurker


def _after(state: State, lurker: Lurker, doing: Lying) -> Hiding:
    """Return how somebody lies after a turn in hiding, or refuse what he cannot do there."""
    assert lurker.hiding is not None
    there, place = lurker.there, lurker.hiding.place
    if there is None or place is None:
        if doing != Lying():
            raise Refused("nobody_there", rules.S_2_4)
        return lurker.hiding
    if doing.path and doing.target:
        raise Refused("wrong_maneuver", rules.S_2_4)
    if doing.path:
        if doing.path not in creeps(state, there):
            raise Refused("no_path", rules.S_2_4)
        return Hiding(place=replace(place, at=doing.path[-1]), crept=True)
    if not doing.target:
        return replace(lurker.hiding, crept=False)
    return Hiding(place=place, aim=_aim(state, there, doing))


def _aim(state: State, there: Fighter, doing: Lying) -> Aim:
    item, weapon = attacks.usable(state, there, doing.weapon)
    if weapon.blade:
        raise Refused("wrong_maneuver", rules.S_4_4, weapon=weapon.title)
    target = attacks.target_of(state, there, doing.target)
    if not sight.sees(state, there, target):
        raise Refused("cannot_see_target", rules.CV_02, target=target.title)
    before = there.aim
    same = before is not None and (before.item, before.target) == (item.id, target.id)
    seconds = before.seconds + 1 if same and before is not None else 1
    return Aim(item=item.id, target=target.id, seconds=seconds)


def creeps(state: State, there: Fighter) -> tuple[tuple[Hex, ...], ...]:
    """Return the ways of at most half a Move that stay in the dark, out of fire and flames.

    Who kneels or lies creeps no farther than that posture moves (4.6).
    """
    ways: dict[Hex, tuple[Hex, ...]] = {there.at: ()}
    for _ in range(min(there.numbers.move // 2, movement.move_points(state, there))):
        for at, way in tuple(ways.items()):
            for step in FACINGS:
                ahead = at.plus(step)
                if ahead not in ways and _dark(state, ahead):
                    ways[ahead] = (*way, ahead)
    return tuple(way for way in ways.values() if way)


def _dark(state: State, at: Hex) -> bool:
    """Tell whether somebody may creep into a hex: unlit, free, neither burning nor under fire."""
    burns = any(distance(one.at, at) < one.radius for one in state.flames.values())
    unlit = at in state.set_up.dark_hexes and state.set_up.enterable(at)
    return unlit and not burns and not any(under_fire(state, at))


def under_fire(state: State, at: Hex) -> Iterator[bool]:
    """Yield a truth for each suppression zone that reaches a hex."""
    for zone in state.zones.values():
        beside = sight.swath_yards(state.fighters[zone.by].at, sight.middle(zone.centre), at)
        if sight.off_middle(zone.centre, at) < 1 or (beside is not None and beside <= 1):
            yield True


# --- how he is found --------------------------------------------------------------------------


def revealed(lurker: Lurker, how: How) -> Iterator[Revealed]:
    """Say to all where somebody lay, or that nobody was there."""
    hiding = lurker.hiding
    if hiding is None or hiding.place is None:
        yield Revealed(fighter=lurker.fighter.id, how="nobody")
        return
    yield Revealed(
        fighter=lurker.fighter.id, how=how, place=hiding.place,
        aim=hiding.aim if how == "sprang" else None,
    )  # fmt: skip


def with_all(state: State) -> State:
    """Return the state as if whoever lies concealed stood there openly; Unknown if one may."""
    found: dict[str, Fighter] = {}
    for lurker in state.lurkers.values():
        known(lurker.hiding, f"where {lurker.fighter.title} lies")
        if (fighter := lurker.there) is not None:
            found[fighter.id] = fighter
    return replace(state, fighters={**state.fighters, **found}) if found else state


def struck(state: State, names: Iterable[str]) -> Iterator[Revealed]:
    """Yield those of the concealed whom something strikes: everybody sees them now."""
    for name in names:
        if name in state.lurkers:
            yield from revealed(state.lurkers[name], "struck")


def stumbled_on(state: State) -> Iterator[Revealed]:
    """Yield those whom an enemy comes next to; Unknown if one may lie there, or may not."""
    for lurker in state.lurkers.values():
        if any(map(partial(_beside_an_enemy, state, lurker), _may_lie(state, lurker))):
            known(lurker.hiding, f"where {lurker.fighter.title} lies")
            yield from revealed(lurker, "found")


def _may_lie(state: State, lurker: Lurker) -> Iterable[Hex]:
    """Return where somebody lies; for who may not know, wherever he may have crept to."""
    if lurker.hiding is not None:
        return () if lurker.hiding.place is None else (lurker.hiding.place.at,)
    places = (place.at for place in places_of(state, lurker.fighter.id))
    return {*places, *state.set_up.dark_hexes}


def _beside_an_enemy(state: State, lurker: Lurker, at: Hex) -> bool:
    own = {0, lurker.fighter.seat}
    return any(one.seat not in own and _alert(one) for one in state.within(at, 1))


def _alert(fighter: Fighter) -> bool:
    """Tell whether somebody would see, and tell the others; a captive would not."""
    awake = fighter.acts and not fighter.unaware and not fighter.stunned and not fighter.bound
    return awake and fighter.body.nature == "living"


def looked_for(state: State, looker: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Roll, hidden, for somebody who may notice whoever lies concealed; there or not (2.4)."""
    enemies = [one for one in state.lurkers.values() if one.fighter.seat != looker.seat]
    if not enemies or not looker.seat or not _alert(looker):
        return
    yield (rolled := dice.roll_hidden(Ask(f"{looker.title}: noticing", 3, 6)))
    for lurker in enemies:
        if (number := notice_number(state, looker, lurker)) is not None and succeeds(
            rolled.total, number
        ):
            yield from revealed(lurker, "found")


def notice_number(state: State, looker: Fighter, lurker: Lurker) -> int | None:
    """Return the number to notice somebody, None if he can be neither seen nor heard.

    Per and the range modifier, less the darkness; Hearing-2 if he crept (4.18).
    """
    fighter = lurker.there
    if fighter is None or lurker.hiding is None:
        return None
    reach = state.book.tables.range_modifier(distance(looker.at, fighter.at))
    reach += hampered(state, looker, "per")
    numbers: list[int] = []
    front = sight.to_side(looker.facing, looker.at, fighter.at) == "front"
    if front and sight.sees(state, looker, fighter):
        numbers.append(looker.numbers.sees + reach + sight.darkness(state, looker, fighter.at))
    if lurker.hiding.crept:
        numbers.append(looker.numbers.hears + reach + HEARD)
    return max(numbers, default=None)
