"""One match over the commands: the refusals first, then the dice."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from domain.decider import Command
from domain.dice import Dice
from domain.hexes import distance
from domain.names import SeatId
from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome
from domain.systems.ranged import (
    attacks,
    binding,
    bursts,
    defence,
    handling,
    missiles,
    modifiers,
    movement,
    rules,
    rulings,
    sight,
    suppression,
)
from domain.systems.ranged.attack_events import Rolled3d
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
    MoveAlong,
    Ready,
    Spray,
    Suppress,
    WaitFor,
)
from domain.systems.ranged.events import (
    Aimed,
    FighterChanged,
    ManoeuvreChosen,
    Moved,
    PostureChanged,
    TaskDone,
)
from domain.systems.ranged.forms import Manoeuvre
from domain.systems.ranged.opening import opening
from domain.systems.ranged.rolls import succeeds, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import Act, Alert, Defending, Diving, Shoot, Triggered, Walk
from domain.systems.ranged.thing_events import AmmoSpent, WeaponChanged, WeaponLanded, ZoneSet
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
            yield from _dive(state, seat, command, dice)
        case AttackWith():
            yield from _attack(state, _acting(state, seat, command.fighter), command)
        case DoNothing() if isinstance(state.task, Triggered):
            _acting(state, seat, command.fighter)
            yield TaskDone()
        case _:
            assert isinstance(
                command,
                AimAt | AllOutDefence | ChangePosture | Concentrate | DoNothing | FreeAction
                | MoveAlong | Ready | Spray | Suppress | WaitFor,
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
        | Ready | Spray | Suppress | WaitFor
    ),
    dice: Dice,
) -> Iterator[Outcome]:  # fmt: skip
    match command:
        case FreeAction():
            yield from _free(state, fighter, command)
        case MoveAlong():
            movement.check_path(state, fighter, command.path, movement.move_points(state, fighter))
            yield from _chosen(state, fighter, "move")
            yield TaskDone(then=(Walk(fighter=fighter.id, path=command.path),))
        case ChangePosture():
            yield from _posture(state, fighter, command)
        case AimAt():
            yield from _aim(state, fighter, command, dice)
        case Ready():
            events = tuple(handling.ready(state, fighter, command, dice))
            taut = command.target if command.deed == "keep_taut" else ""
            yield from _chosen(state, fighter, "ready", taut=taut)
            yield TaskDone()
            yield from events
        case Spray():
            item, tasks = bursts.sprayed(state, fighter, command)
            yield from _chosen(state, fighter, command.manoeuvre)
            yield from _shown(fighter, state, item)
            yield TaskDone(then=(*_alarm(state, fighter), *tasks))
        case Suppress():
            item, zones = bursts.suppressed(state, fighter, command)
            yield from _chosen(state, fighter, "suppression")
            yield from _shown(fighter, state, item)
            rounds = sum(zone.shots for zone in zones)
            yield AmmoSpent(seat=fighter.seat, fighter=fighter.id, item=item.id, rounds=rounds)
            for zone in zones:
                yield ZoneSet(zone=zone)
            yield TaskDone(then=tuple(suppression.already_there(state, zones)))
        case Concentrate():
            yield from _concentrate(state, fighter, command)
        case AllOutDefence():
            yield from _chosen(state, fighter, "all_out_defence")
            yield FighterChanged(fighter=fighter.id, change="careful", word=command.defence)
            yield TaskDone()
        case WaitFor():
            if command.trigger is UNSET:
                raise Unknown("what is waited for")
            yield from _chosen(state, fighter, "wait", trigger=command.trigger)
            yield TaskDone()
        case DoNothing():
            yield from _chosen(state, fighter, "do_nothing")
            yield TaskDone()


def _chosen(
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


# --- attack ---------------------------------------------------------------------------------


def _attack(state: State, fighter: Fighter, command: AttackWith) -> Iterator[Outcome]:
    runs = command.manoeuvre == "move_and_attack" or command.path
    if isinstance(state.task, Triggered) and runs:
        raise Refused("wrong_maneuver", rules.S_2_5)
    if command.path:
        movement.check_path(state, fighter, command.path, _attack_steps(state, fighter, command))
    elif command.manoeuvre == "move_and_attack":
        raise Refused("wrong_maneuver", rules.S_2_2)
    there = movement.arrived(state, fighter, command.path[-1]) if command.path else fighter
    item, attack, _ = attacks.declared(state.with_fighter(there), there, command)
    yield from _chosen(state, fighter, command.manoeuvre, missile=attack.projectile)
    yield from _shown(fighter, state, item)
    aimed_at = modifiers.target_hex(state, attack)
    walk = (Walk(fighter=fighter.id, path=command.path),) if command.path else ()
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


def _attack_steps(state: State, fighter: Fighter, command: AttackWith) -> int:
    match command.manoeuvre:
        case "attack":
            return 1
        case "determined":
            return movement.move_points(state, fighter) // 2
        case "move_and_attack":
            return movement.move_points(state, fighter)


def _shown(fighter: Fighter, state: State, item: Item) -> Iterator[Outcome]:
    """To see and shoot is to be seen: what must be exposed is, until the next turn (R-12)."""
    two = state.weapon(item).st.two_handed
    yield FighterChanged(
        fighter=fighter.id, change="peeks", word="two_handed" if two else "one_handed"
    )


def _aim(state: State, fighter: Fighter, command: AimAt, dice: Dice) -> Iterator[Outcome]:
    if command.scopes > 1:
        raise Refused("one_scope_only", rules.SC_05)
    if command.code:
        weapon_ok = command.weapon in fighter.items
        if not weapon_ok or "Forward Observer" not in fighter.numbers.skills:
            raise Refused("no_designation", rules.SA_04)
        item = fighter.items[command.weapon]
    else:
        item, _ = attacks.usable(state, fighter, command.weapon)
    weapon = state.weapon(item)
    if bool(command.target) == (command.at is not None):
        raise Refused("one_target", rules.S_4_4)
    if command.target:
        target = attacks.target_of(state, fighter, command.target)
        unseen = not sight.sees(state, fighter, target)
        homing = weapon.line.kind == "homing" and state.rulings.lock_unseen
        if unseen and not homing:
            raise Refused("cannot_see_target", rules.CV_02, target=target.title)
    before = fighter.aim
    same = (
        before is not None and before.item == item.id
        and (before.target, before.at) == (command.target, command.at)
    )  # fmt: skip
    seconds = before.seconds + 1 if same and before is not None else 1
    yield from _chosen(state, fighter, "aim")
    yield from _shown(fighter, state, item)
    yield Aimed(
        fighter=fighter.id, item=item.id, target=command.target, at=command.at, seconds=seconds,
        braced=modifiers.braced(fighter, item), code=command.code,
    )  # fmt: skip
    if weapon.line.kind == "homing" and not command.code and command.target:
        yield from missiles.lock(fighter, item, weapon, dice)
    yield TaskDone()


def _concentrate(state: State, fighter: Fighter, command: Concentrate) -> Iterator[Outcome]:
    if fighter.affliction == "retching":
        raise Refused("retching", rules.S_4_22)
    projectile = state.projectiles.get(command.weapon)
    if projectile is not None and projectile.by == fighter.id:
        if projectile.arrived:
            raise Refused("use_attack", rules.GU_11)
        yield from _chosen(state, fighter, "concentrate", missile=projectile.id)
        yield TaskDone()
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
    yield from _chosen(state, fighter, "concentrate", missile=item.id)
    yield TaskDone()
    yield from missiles.launched(state, fighter, item, target.id, command.code)


# --- posture, free actions -------------------------------------------------------------------


def _posture(state: State, fighter: Fighter, command: ChangePosture) -> Iterator[Outcome]:
    if fighter.posture == command.posture:
        raise Refused("same_posture", rules.S_4_6)
    lying = fighter.posture in {"prone", "face_up"}
    if lying and command.posture in {"standing", "crouching"}:
        raise Refused("lying", rules.S_4_6)
    if fighter.legs_tied and command.posture in {"standing", "crouching"}:
        raise Refused("entangled", rules.BO_08)
    yield from _chosen(state, fighter, "change_posture")
    yield PostureChanged(fighter=fighter.id, posture=command.posture)
    yield TaskDone()


def _free(state: State, fighter: Fighter, command: FreeAction) -> Iterator[Outcome]:
    word = f"{command.deed} {command.item}"
    item = fighter.items.get(command.item)
    if item is None:
        raise Refused("unknown_weapon", rules.S_2_2, weapon=command.item)
    if word in fighter.frees:
        raise Refused("declare_laser_first", rules.LS_05)
    match command.deed:
        case "laser":
            if not {"laser_sight", "ir_laser_sight"} & set(item.accessories) or item.at != "hand":
                raise Refused("no_laser", rules.LS_05)
            number = int(not item.laser)
            yield WeaponChanged(fighter=fighter.id, item=item.id, change="laser", number=number)
        case "drop":
            if item.at != "hand":
                raise Refused("not_in_hand", rules.S_2_2, weapon=item.key)
            yield WeaponLanded(fighter=fighter.id, item=item.id, at=fighter.at)
        case "let_go":
            held = any(b.item == item.id and b.taut for f in state.present() for b in f.bonds)
            if not held:
                raise Refused("not_ensnared", rules.LA_11)
            yield from binding.slackened(state, fighter)
    yield FighterChanged(fighter=fighter.id, change="free_action", word=word)


# --- reactions ------------------------------------------------------------------------------


def _dive(state: State, seat: SeatId, command: DiveForCover, dice: Dice) -> Iterator[Outcome]:
    """Dodge at +3, end prone a step away; who fails suffers as if unmoved (R-71)."""
    task = state.task
    if not isinstance(task, Diving) or seat not in waiting(state):
        raise Refused("not_your_turn", rules.AR_05)
    fighter = state.fighters[task.fighter]
    if command.to is None:
        yield TaskDone()
        return
    if distance(command.to, fighter.at) != 1 or not state.set_up.enterable(command.to):
        raise Refused("too_far", rules.AR_05, yards=distance(command.to, fighter.at), at_most=1)
    number = dive_number(state, fighter)
    yield (rolled := three(dice, f"{fighter.title}: diving"))
    good = succeeds(rolled.total, number)
    yield Rolled3d(
        seat=fighter.seat, fighter=fighter.id, what="dive for cover", roll=rolled.total,
        success=good, target=number,
    )  # fmt: skip
    yield FighterChanged(fighter=fighter.id, change="dived")
    if good:
        yield Moved(
            fighter=fighter.id, at=command.to, facing=fighter.facing,
            elevation=fighter.elevation, yards=0,
        )  # fmt: skip
    yield PostureChanged(fighter=fighter.id, posture="prone")
    yield TaskDone()


def dive_number(state: State, fighter: Fighter) -> int:
    """Return the number to dive for cover: Dodge+3, and what a posture costs."""
    dodge = fighter.numbers.dodge
    if fighter.band in {"reeling", "down"}:
        dodge = (dodge + 1) // 2
    return dodge + 3 + state.book.tables.postures[fighter.posture].defence
