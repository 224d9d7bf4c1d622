"""Aim, Ready, Concentrate: what is done in one place, perhaps after a step (2.2)."""

from collections.abc import Iterator
from contextlib import suppress
from typing import assert_never

from msgspec.structs import replace

from domain.dice import Ask, Dice, Rolled
from domain.hexes import Hex
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.ranged import (
    attacks,
    binding,
    bracing,
    handling,
    missiles,
    movement,
    rules,
    sight,
)
from domain.systems.ranged.commands import AimAt, Concentrate, Ready
from domain.systems.ranged.events import (
    Aimed,
    FighterChanged,
    ManoeuvreChosen,
    PostureChanged,
    TaskDone,
)
from domain.systems.ranged.forms import Manoeuvre, Stance
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import Stepped, Triggered, Walk
from domain.systems.ranged.weapons import Weapon

Deed = AimAt | Ready | Concentrate


# --- the manoeuvre ----------------------------------------------------------------------------


def chosen(
    state: State, fighter: Fighter, manoeuvre: Manoeuvre, *, trigger: str = "", taut: str = "",
    missile: str = "",
) -> Iterator[Outcome]:  # fmt: skip
    """Choose a manoeuvre: what is not steered is lost, a rope that is not pulled goes limp."""
    yield ManoeuvreChosen(
        seat=fighter.seat, fighter=fighter.id, manoeuvre=manoeuvre, trigger=trigger
    )
    yield from missiles.out_of_hand(state, fighter, missile)
    if not taut:
        yield from binding.slackened(state, fighter)


def declared(state: State, fighter: Fighter, command: Deed, dice: Dice) -> Iterator[Outcome]:
    """Do it where one stands, or step first: fire at who steps comes before what he does."""
    step = command.path or command.stance
    if step:
        _check_step(state, fighter, command)
        there = movement.arrived(state, fighter, command.path, command.stance)
        with suppress(_Reached):
            tuple(done(state.with_fighter(there), there, command, _NoDice()))
        yield from _begun(state, fighter, command)
        yield from risen(fighter, command.stance)
        yield TaskDone(then=(*walk(fighter, command.path), _then(fighter, command)))
    else:
        events = tuple(done(state, fighter, command, dice))
        yield from _begun(state, fighter, command)
        yield TaskDone()
        yield from events


def after_step(state: State, task: Stepped, dice: Dice) -> Iterator[Outcome]:
    """What was declared with a step, if it can still be done where the step led."""
    fighter = state.fighters[task.fighter]
    command = task.aim or task.ready or task.concentrate
    assert command is not None
    yield TaskDone()
    if fighter.acts and not fighter.stunned and not fighter.off_balance:
        try:
            events = tuple(done(state, fighter, command, dice, stepped=True))
        except Refused:  # a shot, a rope, a fire came between
            return
        yield from events


def done(
    state: State, fighter: Fighter, command: Deed, dice: Dice, *, stepped: bool = False
) -> Iterator[Outcome]:
    """Yield what comes of it here and now, or refuse it."""
    match command:
        case AimAt():
            yield from _aimed(state, fighter, command, dice, stepped=stepped)
        case Ready():
            yield from handling.ready(state, fighter, command, dice)
        case Concentrate():
            yield from _concentrated(state, fighter, command)
        case _:
            assert_never(command)


def _begun(state: State, fighter: Fighter, command: Deed) -> Iterator[Outcome]:
    match command:
        case AimAt():
            return chosen(state, fighter, "aim")
        case Ready(deed="keep_taut", target=target):
            return chosen(state, fighter, "ready", taut=target)
        case Ready():
            return chosen(state, fighter, "ready")
        case Concentrate(weapon=weapon):
            return chosen(state, fighter, "concentrate", missile=weapon)
        case _:
            assert_never(command)


def _then(fighter: Fighter, command: Deed) -> Stepped:
    """Return the task that does it after the step."""
    here = replace(command, path=(), stance="")
    match here:
        case AimAt():
            return Stepped(fighter=fighter.id, aim=here)
        case Ready():
            return Stepped(fighter=fighter.id, ready=here)
        case Concentrate():
            return Stepped(fighter=fighter.id, concentrate=here)
        case _:
            assert_never(here)


class _Reached(Exception):  # noqa: N818  nothing is wrong
    """It came to the dice: nothing was refused."""


class _NoDice:
    """Dice that are not rolled: what comes to them is not refused."""

    def roll(self, *asks: Ask) -> Rolled:  # noqa: ARG002  never rolled
        raise _Reached

    def roll_hidden(self, *asks: Ask) -> Rolled:  # noqa: ARG002  never rolled
        raise _Reached


# --- the step ---------------------------------------------------------------------------------


def _check_step(state: State, fighter: Fighter, command: Deed) -> None:
    if isinstance(state.task, Triggered):
        raise Refused("wrong_maneuver", rules.S_2_5)
    yards = movement.step_yards(state, fighter)
    movement.check_step(state, fighter, command.path, command.stance, yards)
    kneels = isinstance(command, Ready) and command.deed == "pick_up"
    if kneels and command.stance and state.on("grenade_kneel_costs_turn"):
        raise Refused("must_kneel", rules.HG_04)  # it takes a whole second


def risen(fighter: Fighter, stance: Stance) -> Iterator[Outcome]:
    """Kneel, or stand up, in the place of a step."""
    if stance:
        yield PostureChanged(fighter=fighter.id, posture=stance)


def walk(fighter: Fighter, path: tuple[Hex, ...]) -> tuple[Walk, ...]:
    """Return the task that walks along a path, if there is one."""
    return (Walk(fighter=fighter.id, path=path),) if path else ()


# --- aim --------------------------------------------------------------------------------------


def shown(state: State, fighter: Fighter, item: Item, *, both: bool = False) -> FighterChanged:
    """To see and shoot is to be seen: what must be exposed is, until the next turn (R-12)."""
    two = both or state.weapon(item).st.two_handed
    word = "two_handed" if two else "one_handed"
    return FighterChanged(fighter=fighter.id, change="peeks", word=word)


def _aimed(
    state: State, fighter: Fighter, command: AimAt, dice: Dice, *, stepped: bool
) -> Iterator[Outcome]:
    """Aim a second longer, or anew; who steps braces no two-handed weapon meanwhile (2.2)."""
    item, weapon = _to_aim(state, fighter, command)
    if bool(command.target) == (command.at is not None):
        raise Refused("one_target", rules.S_4_4)
    if command.target:
        target = attacks.target_of(state, fighter, command.target)
        unseen = not sight.sees(state, fighter, target)
        homing = weapon.line.kind == "homing" and state.rulings.lock_unseen
        if unseen and not homing:
            raise Refused("cannot_see_target", rules.CV_02, target=target.title)
    if command.both_hands:
        bracing.check_both_hands(fighter, item, weapon)
    before = fighter.aim
    same = (
        before is not None and before.item == item.id
        and (before.target, before.at) == (command.target, command.at)
    )  # fmt: skip
    seconds = before.seconds + 1 if same and before is not None else 1
    yield shown(state, fighter, item, both=command.both_hands)
    towards = command.at or state.fighters[command.target].at
    steady = bracing.braced(state, fighter, item, towards, both_hands=command.both_hands)
    steady = steady and not (stepped and weapon.st.two_handed)
    yield Aimed(
        fighter=fighter.id, item=item.id, target=command.target, at=command.at, seconds=seconds,
        braced=steady, code=command.code, both_hands=command.both_hands,
    )  # fmt: skip
    if weapon.line.kind == "homing" and not command.code and command.target:
        yield from missiles.lock(state, fighter, item, weapon, dice)


def _to_aim(state: State, fighter: Fighter, command: AimAt) -> tuple[Item, Weapon]:
    """Return the weapon to aim, or what a beam is directed with."""
    if command.scopes > 1:
        raise Refused("one_scope_only", rules.SC_05)
    if not command.code:
        item, weapon = attacks.usable(state, fighter, command.weapon)
        if weapon.blade:
            raise Refused("wrong_maneuver", rules.S_4_4, weapon=weapon.title)
        return item, weapon
    weapon_ok = command.weapon in fighter.items
    if not weapon_ok or "Forward Observer" not in fighter.numbers.skills:
        raise Refused("no_designation", rules.SA_04)
    item = fighter.items[command.weapon]
    return item, state.weapon(item)


# --- concentrate ------------------------------------------------------------------------------


def _concentrated(state: State, fighter: Fighter, command: Concentrate) -> Iterator[Outcome]:
    """Steer what flies, or launch at what is farther than a second's flight (GU-07)."""
    if fighter.affliction == "retching":
        raise Refused("retching", rules.S_4_22)
    projectile = state.projectiles.get(command.weapon)
    if projectile is not None and projectile.by == fighter.id:
        if projectile.arrived:
            raise Refused("use_attack", rules.GU_11)
        return
    item, weapon = attacks.usable(state, fighter, command.weapon)
    if weapon.line.kind != "guided":
        raise Refused("wrong_maneuver", rules.GU_07)
    target = attacks.target_of(state, fighter, command.target)
    if not item.loaded:
        raise Refused("not_enough_ammo", rules.AU_04, shots=1, loaded=0)
    yards = missiles.yards_to(fighter, target)
    if yards <= missiles.speed_of(weapon):
        raise Refused("use_attack", rules.GU_06, yards=yards)
    if yards > weapon.most.yards:
        raise Refused("out_of_range", rules.TT_03, at_most=weapon.most.yards)
    if not sight.sees(state, fighter, target):
        raise Refused("cannot_see_target", rules.GU_10, target=target.title)
    yield from missiles.launched(state, fighter, item, target.id, command.code)
