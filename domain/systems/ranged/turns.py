"""The sequence of play: whose turn it is, what happens by itself, when it is over (2.1, 2.5)."""

from collections.abc import Iterable, Iterator
from typing import cast

from domain.dice import Dice, Rolled
from domain.hexes import distance
from domain.names import SeatId
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.ranged import (
    areas,
    binding,
    checks,
    combat,
    concealment,
    deeds,
    engulfing,
    fire,
    hits,
    missiles,
    movement,
    sight,
    suppression,
    timers,
)
from domain.systems.ranged.events import (
    BattleEnded,
    BattleEvent,
    BluffHeld,
    FighterChanged,
    Moved,
    SecondBegan,
    TaskDone,
    TurnBegan,
)
from domain.systems.ranged.evolve import evolve
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import (
    Act,
    Alert,
    AnyTask,
    Burst,
    Check,
    Cone,
    Defending,
    Diving,
    Engulfed,
    Flight,
    Fragment,
    Hide,
    Hit,
    Kindle,
    Lurk,
    Shoot,
    Stepped,
    Traverse,
    Triggered,
    TurnEnd,
    TurnStart,
    Walk,
)

MOST_STEPS = 20_000
"""Steps between two declarations: far more than any second can take."""


def unfold(state: State, events: Iterable[Outcome], dice: Dice) -> Iterator[Outcome]:
    """Yield *events*, and all that follows from them until some seat is waited for."""
    for _ in range(MOST_STEPS):
        for event in events:
            yield event
            if not isinstance(event, Rolled):
                state = evolve(state, cast("BattleEvent", event))
        if state.ended is not None or waiting(state):
            return
        events = _automatic(state, dice)
    raise AssertionError("the sequence of play does not come to rest")


def waiting(state: State) -> frozenset[SeatId]:
    """Return the seat that the play waits for; everybody can tell."""
    match state.task:
        case Hide(seat=seat):
            return frozenset({seat})
        case Lurk(fighter=name):
            return frozenset({state.lurkers[name].fighter.seat})
        case Act(fighter=name) if can_choose(state.fighters[name]):
            return frozenset({state.fighters[name].seat})
        case Defending(target=name) | Diving(fighter=name) | Triggered(fighter=name):
            return frozenset({state.fighters[name].seat})
        case _:
            return frozenset()


def can_choose(fighter: Fighter) -> bool:
    """Tell whether a fighter has any choice of manoeuvre."""
    return (
        fighter.acts and not fighter.stunned and not fighter.bound and not fighter.unaware
        and not fighter.off_balance and bool(fighter.seat) and fighter.body.nature != "homogenous"
    )  # fmt: skip


def _automatic(state: State, dice: Dice) -> Iterator[Outcome]:
    """Yield what happens next without anybody's decision."""
    if state.lurkers and (found := tuple(concealment.stumbled_on(state))):
        yield from found
        return
    task = state.task
    match task:
        case None:
            yield from _next_turn(state)
        case TurnStart():
            yield from timers.turn_start(state, state.fighters[task.fighter], dice)
        case Act():
            yield from missiles.out_of_hand(state, state.fighters[task.fighter])
            yield TaskDone()
        case TurnEnd():
            yield from _turn_end(state, state.fighters[task.fighter], dice)
        case Walk():
            yield from _walk(state, task, dice)
        case Stepped():
            yield from deeds.after_step(state, task, dice)
        case Shoot():
            yield from combat.shoot(state, task, dice)
        case Traverse():
            yield from combat.traverse(state, task, dice)
        case Hit():
            yield from hits.hit(state, task, dice)
        case Check():
            yield from checks.check(state, task, dice)
        case Burst() | Cone():
            yield from areas.burst(state, task, dice)
        case Engulfed():
            yield from engulfing.engulfed(state, task, dice)
        case Fragment():
            yield from engulfing.fragment(state, task, dice)
        case Kindle():
            yield from fire.kindled(state, task, dice)
        case Flight():
            yield from missiles.flies(state, task, dice)
        case Alert():
            yield from _alert(state, task)
        case Defending() | Diving() | Triggered() | Hide() | Lurk():
            raise AssertionError(f"{task} waits for a declaration")


# --- turns ----------------------------------------------------------------------------------


def _next_turn(state: State) -> Iterator[Outcome]:
    over = _over(state)
    if over is not None:
        yield over
        return
    for name in state.order[state.turn :]:
        one = state.fighters.get(name)
        if name in state.lurkers or (one is not None and _has_turn(state, one)):
            yield TurnBegan(fighter=name)
            return
    yield from _second_over(state)
    if state.second >= int(state.choices["second_limit"]):
        if state.lurkers:
            for lurker in state.lurkers.values():
                yield from concealment.revealed(lurker, "over")
            return
        yield _counted(state)
    else:
        yield SecondBegan(second=state.second + 1)


def _has_turn(state: State, fighter: Fighter) -> bool:
    """Tell whether a fighter's slot comes: who lies still may have timers (2.1 owner slot)."""
    if fighter.acts:
        return True
    armed = any(
        i.armed and i.armer == fighter.id for f in state.fighters.values() for i in f.items.values()
    )
    causes = {one.by for one in state.flames.values()}
    causes |= {one.by for one in state.projectiles.values()}
    causes |= {one.by for one in state.zones.values()}
    burns = fighter.there and not fighter.dead and (fighter.blaze or fighter.shield_burns)
    return armed or bool(burns) or fighter.id in causes


def _turn_end(state: State, fighter: Fighter, dice: Dice) -> Iterator[Outcome]:
    if fighter.stunned and fighter.acts:
        yield from checks.recovery(state, fighter, dice)
    yield FighterChanged(fighter=fighter.id, change="turn_over")
    yield TaskDone()


# --- movement -------------------------------------------------------------------------------


def _walk(state: State, task: Walk, dice: Dice) -> Iterator[Outcome]:
    """Go to the next hex; fire into it may follow before the one after it (SU-06)."""
    fighter = state.fighters[task.fighter]
    if not task.path or not fighter.acts or fighter.stunned or fighter.netted:
        then: tuple[AnyTask, ...] = (Alert(who=fighter.id, what="moves"),) if fighter.acts else ()
        yield TaskDone(then=then)
        return
    ahead, *rest = task.path
    tether = binding.tether_of(state, fighter)
    if tether is not None and distance(ahead, tether.holder.at) > tether.yards:
        yield from binding.tear_loose(state, fighter, tether, dice)
        yield TaskDone()
        return
    facing = sight.facing_to(fighter.at, ahead)
    high = movement.elevation_after(state, fighter, ahead)
    yield Moved(fighter=fighter.id, at=ahead, facing=facing, elevation=high)
    shots = suppression.entered(state, fighter, fighter.at, ahead)
    flames = tuple(
        Engulfed(weapon=one.weapon, by=one.by, fighter=fighter.id, basic=0, kind="ground_fire")
        for one in state.flames.values()
        if one.kind == "fire" and distance(one.at, ahead) < one.radius
    )
    yield TaskDone(then=(*shots, *flames, Walk(fighter=fighter.id, path=tuple(rest))))


def _alert(state: State, task: Alert) -> Iterator[Outcome]:
    """Waits that this triggers come at once, each once (2.5)."""
    who = state.fighters[task.who]
    waits = [
        one for one in state.present()
        if one.wait != "" and one.seat != who.seat and can_choose(one)
        and sight.sees(state, one, who) and known(one.wait, "what is waited for") == task.what
    ]  # fmt: skip
    for one in waits:
        yield FighterChanged(fighter=one.id, change="wait_over")
    yield TaskDone(then=tuple(Triggered(fighter=one.id) for one in waits))


# --- the end --------------------------------------------------------------------------------


def sides(state: State) -> dict[SeatId, int]:
    """Return how many of each side can still fight."""
    count = {SeatId(n): 0 for n in range(1, len(state.set_up.sides) + 1)}
    for one in state.present():
        if one.seat in count and one.acts and not one.bound and one.band != "down":
            count[one.seat] += 1
    for lurker in state.lurkers.values():
        count[lurker.fighter.seat] += 1  # there or not: nobody else knows
    return count


def _over(state: State) -> BattleEnded | None:
    if state.freed:
        freer = state.fighters[state.set_up.frees].seat
        return BattleEnded(winners=(freer,), reason="freed")
    if state.set_up.holds_bluff and state.held_bluff >= state.set_up.holds_bluff:
        return BattleEnded(winners=(SeatId(1),), reason="bluff")
    if (winner := _off_the_bank(state)) is not None:
        return BattleEnded(winners=(winner,), reason="bank")
    standing = [seat for seat, count in sides(state).items() if count]
    if len(standing) < 2:
        return BattleEnded(winners=tuple(standing), reason="down")
    return None


def _off_the_bank(state: State) -> SeatId | None:
    """Return who has driven the attackers off the near bank (6.4).

    An enemy stands on it, and of them nobody is left on it or beyond the river: they are in the
    water, or down.
    """
    side, sheet = state.set_up.near_bank_of, state.set_up
    able = [one for one in state.present() if one.acts and one.band != "down" and one.seat]
    land = [one for one in able if one.seat == side and not sheet.wet(one.at)]
    enemies = [one.seat for one in able if one.seat != side and sheet.near_bank(one.at)]
    return enemies[0] if side and enemies and not land else None


def _second_over(state: State) -> Iterator[Outcome]:
    bluff = state.set_up.bluff_from
    if bluff is None or not state.second:
        return
    gold = any(one.acts and one.seat == 1 and one.at.q >= bluff for one in state.present())
    held = state.held_bluff + 1 if gold else 0
    if held != state.held_bluff:
        yield BluffHeld(seconds=held)


def _counted(state: State) -> BattleEnded:
    """At the limit the side wins of which the greater share still stands."""
    all_of = {
        seat: sum(1 for f in state.fighters.values() if f.seat == seat) for seat in sides(state)
    }
    share = {seat: count / max(1, all_of[seat]) for seat, count in sides(state).items()}
    best = max(share.values())
    winners = tuple(seat for seat, value in share.items() if value == best)
    return BattleEnded(winners=winners if len(winners) == 1 else (), reason="time")
