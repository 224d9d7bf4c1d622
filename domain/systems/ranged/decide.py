"""One match over the commands: the refusals first, then the dice."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from domain.decider import Command
from domain.dice import Dice
from domain.hexes import Hex
from domain.names import SeatId
from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome
from domain.systems.ranged import (
    attacks,
    bursts,
    concealment,
    deeds,
    defence,
    diving,
    free_actions,
    modifiers,
    movement,
    rules,
    rulings,
    sight,
    suppression,
)
from domain.systems.ranged.commands import (
    AimAt,
    AllOutDefence,
    AttackWith,
    ChangePosture,
    Concentrate,
    Decide,
    Defend,
    DiveForCover,
    DoNothing,
    FreeAction,
    HideAway,
    LieLow,
    MoveAlong,
    Ready,
    Spray,
    SpringUp,
    Suppress,
    SwitchDot,
    WaitFor,
)
from domain.systems.ranged.deeds import chosen
from domain.systems.ranged.events import FighterChanged, Moved, PostureChanged, TaskDone
from domain.systems.ranged.opening import opening
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Act, Alert, Defending, Shoot, Triggered, Walk
from domain.systems.ranged.thing_events import AmmoSpent, ZoneSet
from domain.systems.ranged.turns import unfold, waiting

# --- the beginning --------------------------------------------------------------------------


def begin(
    state: State, scenario: str, options: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Set up *scenario*; the order of turns is fixed for the whole fight."""
    sheet = state.book.scenarios[scenario]
    yield from unfold(state, opening(state.book, sheet, options, dice), dice)


# --- commands -------------------------------------------------------------------------------


def decide(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    """Decide a command, and all that follows from it until somebody is waited for."""
    yield from unfold(state, _decided(state, seat, command, dice), dice)


def _decided(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    match command:
        case Decide():
            yield from rulings.decided(state, seat, command, dice)
        case Defend():
            task = state.task
            if not isinstance(task, Defending) or seat not in waiting(state):
                raise Refused("not_your_turn", rules.S_4_7)
            yield from defence.defend(state, task, command, dice)
        case DiveForCover():
            yield from diving.dive(state, seat, command, dice)
        case HideAway():
            yield from concealment.hidden_away(state, seat, command)
        case LieLow():
            yield from concealment.lain_low(state, seat, command)
        case SpringUp():
            yield from concealment.sprung_up(state, seat, command)
        case AttackWith():
            yield from _attack(state, _acting(state, seat, command.fighter), command)
        case DoNothing() if isinstance(state.task, Triggered):
            _acting(state, seat, command.fighter)
            yield TaskDone()
        case _:
            assert isinstance(
                command,
                AimAt | AllOutDefence | ChangePosture | Concentrate | DoNothing | FreeAction
                | MoveAlong | Ready | Spray | Suppress | SwitchDot | WaitFor,
            )  # fmt: skip
            fighter = _acting(state, seat, command.fighter)
            if isinstance(state.task, Triggered) and not isinstance(command, Ready | Spray):
                raise Refused("wrong_maneuver", rules.S_2_5)
            yield from _manoeuvre(state, fighter, command, dice)


def _acting(state: State, seat: SeatId, name: str) -> Fighter:
    """Return the fighter whose turn it is, if it is this seat's."""
    task = state.task
    if not isinstance(task, Act | Triggered) or seat not in waiting(state):
        raise Refused("not_your_turn", rules.S_2_1)
    if task.fighter != name:
        raise Refused("not_your_turn", rules.S_2_1, fighter=name)
    return state.fighters[name]


def _manoeuvre(
    state: State,
    fighter: Fighter,
    command: (
        AimAt | AllOutDefence | ChangePosture | Concentrate | DoNothing | FreeAction | MoveAlong
        | Ready | Spray | Suppress | SwitchDot | WaitFor
    ),
    dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    match command:
        case FreeAction():
            yield from free_actions.freely(state, fighter, command)
        case SwitchDot():
            yield from free_actions.secretly(state, fighter, command)
        case MoveAlong():
            movement.check_path(state, fighter, command.path, movement.move_points(state, fighter))
            yield from chosen(state, fighter, "move")
            yield from _run(fighter, command.path)
            yield TaskDone(then=(Walk(fighter=fighter.id, path=command.path),))
        case ChangePosture():
            yield from _posture(state, fighter, command)
        case AimAt() | Ready() | Concentrate():
            yield from deeds.declared(state, fighter, command, dice)
        case Spray():
            item, tasks = bursts.sprayed(state, fighter, command)
            yield from chosen(state, fighter, command.manoeuvre)
            yield deeds.shown(state, fighter, item)
            yield TaskDone(then=(*_alarm(state, fighter), *tasks))
        case Suppress():
            item, zones = bursts.suppressed(state, fighter, command)
            yield from chosen(state, fighter, "suppression")
            yield deeds.shown(state, fighter, item)
            rounds = sum(zone.shots for zone in zones)
            yield AmmoSpent(seat=fighter.seat, fighter=fighter.id, item=item.id, rounds=rounds)
            for zone in zones:
                yield ZoneSet(zone=zone)
            everybody = concealment.with_all(state)
            shots = tuple(suppression.already_there(everybody, zones))
            yield from concealment.struck(state, (one.attack.target for one in shots))
            yield TaskDone(then=shots)
        case AllOutDefence():
            yield from _all_out_defence(state, fighter, command)
        case WaitFor():
            if command.trigger is UNSET:
                raise Unknown("what is waited for")
            yield from chosen(state, fighter, "wait", trigger=command.trigger)
            yield TaskDone()
        case DoNothing():
            yield from chosen(state, fighter, "do_nothing")
            yield TaskDone()


# --- attack ---------------------------------------------------------------------------------


def _attack(state: State, fighter: Fighter, command: AttackWith) -> Iterator[Outcome]:
    runs = command.manoeuvre == "move_and_attack" or command.path or command.stance
    if isinstance(state.task, Triggered) and runs:
        raise Refused("wrong_maneuver", rules.S_2_5)
    _check_way(state, fighter, command)
    there = movement.arrived(state, fighter, command.path, command.stance)
    item, attack, _ = attacks.declared(state.with_fighter(there), there, command)
    yield from chosen(state, fighter, command.manoeuvre, missile=attack.projectile)
    if fighter.aim is not None and there.aim is None:
        yield FighterChanged(fighter=fighter.id, change="aim_lost")
    yield from deeds.risen(fighter, command.stance)
    if command.manoeuvre == "move_and_attack":
        yield from _run(fighter, command.path)
    both = there.aim is not None and there.aim.item == item.id and there.aim.both_hands
    yield deeds.shown(state, fighter, item, both=both)
    aimed_at = modifiers.target_hex(state, attack)
    walk = deeds.walk(fighter, command.path)
    if not command.path and aimed_at != fighter.at:
        yield Moved(
            fighter=fighter.id, at=fighter.at, facing=sight.facing_to(fighter.at, aimed_at),
            elevation=fighter.elevation, yards=0,
        )  # fmt: skip
    yield TaskDone(then=(*walk, *_alarm(state, fighter), Shoot(attack=attack)))


def _alarm(state: State, fighter: Fighter) -> tuple[Alert, ...]:
    """Return the chance of those who wait for an attack; what a Wait became triggers no Wait."""
    if isinstance(state.task, Triggered):
        return ()
    return (Alert(who=fighter.id, what="attacks"),)


def _check_way(state: State, fighter: Fighter, command: AttackWith) -> None:
    """Refuse a way that the manoeuvre does not allow: a step, half Move forward, a Move (2.2)."""
    points = movement.move_points(state, fighter)
    match command.manoeuvre:
        case "attack":
            yards = movement.step_yards(state, fighter)
            movement.check_step(state, fighter, command.path, command.stance, yards)
            return
        case "determined" if command.path:
            movement.check_forward(fighter, command.path)
            movement.check_path(state, fighter, command.path, points // 2)
        case "move_and_attack":
            if not command.path:
                raise Refused("wrong_maneuver", rules.S_2_2)
            movement.check_path(state, fighter, command.path, points)
        case _:
            pass
    if command.stance:
        raise Refused("one_step", rules.S_2_2)


def _run(fighter: Fighter, path: tuple[Hex, ...]) -> Iterator[Outcome]:
    """Who uses more than half his Move runs, until his next manoeuvre (R-36)."""
    if movement.runs(fighter, path):
        yield FighterChanged(fighter=fighter.id, change="runs")


def _all_out_defence(state: State, fighter: Fighter, command: AllOutDefence) -> Iterator[Outcome]:
    """Nothing but defence, and a step; half Move if the dodge is to be better (2.2)."""
    yards = movement.step_yards(state, fighter)
    if command.defence == "dodge":
        yards = max(yards, movement.move_points(state, fighter) // 2)
    movement.check_step(state, fighter, command.path, command.stance, yards)
    yield from chosen(state, fighter, "all_out_defence")
    yield FighterChanged(fighter=fighter.id, change="careful", word=command.defence)
    yield from deeds.risen(fighter, command.stance)
    yield TaskDone(then=deeds.walk(fighter, command.path))


# --- posture ---------------------------------------------------------------------------------


def _posture(state: State, fighter: Fighter, command: ChangePosture) -> Iterator[Outcome]:
    if fighter.posture == command.posture:
        raise Refused("same_posture", rules.S_4_6)
    lying = fighter.posture in {"prone", "face_up"}
    if lying and command.posture in {"standing", "crouching"}:
        raise Refused("lying", rules.S_4_6)
    if fighter.legs_tied and command.posture in {"standing", "crouching"}:
        raise Refused("entangled", rules.BO_08)
    yield from chosen(state, fighter, "change_posture")
    yield PostureChanged(fighter=fighter.id, posture=command.posture)
    yield TaskDone()
