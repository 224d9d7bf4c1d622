"""What a Ready manoeuvre does with weapons and things (3.1, 3.10 to 3.17, 3.27).

Every deed takes the same arguments, whether it rolls dice or not.
"""

# ruff: noqa: ARG001

from collections.abc import Callable, Iterator

from domain.dice import Dice
from domain.hexes import distance
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.ranged import binding, lasers, malfunctions, missiles, rules, sight
from domain.systems.ranged.commands import Ready
from domain.systems.ranged.events import CaptiveFreed, FighterChanged
from domain.systems.ranged.hampered import hampered, on_fire
from domain.systems.ranged.rolls import success, three
from domain.systems.ranged.state import NEVER, Fighter, Item, State
from domain.systems.ranged.thing_events import (
    AmmoSpent,
    DotSwitched,
    FuseStarted,
    WeaponChanged,
    WeaponTaken,
)

Deed = Callable[[State, Fighter, Ready, Dice], Iterator[Outcome]]
WITH_ITEM = {
    "draw", "arm_grenade", "light_bottle", "cock", "ready_bolt", "load_bolt", "flame", "reload",
    "diagnose", "clear", "bipod", "mount", "gather", "fire_homing", "repair",
}  # fmt: skip
WITH_TARGET = {"cut_free", "keep_taut", "free_weapon", "fire_homing", "release"}


def ready(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    """Do it, or refuse it."""
    if command.deed in WITH_ITEM and command.item not in fighter.items:
        raise Refused("unknown_weapon", rules.S_2_2, weapon=command.item)
    if command.deed in WITH_TARGET and command.target not in state.fighters:
        raise Refused("unknown_target", rules.S_2_2, target=command.target)
    hampered = fighter.netted and command.deed not in {"escape", "cut_free"}
    if hampered:
        raise Refused("entangled", rules.NE_03)
    yield from DEEDS[command.deed](state, fighter, command, dice)


def _draw(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = fighter.items[command.item]
    lies_here = item.at == "ground" and item.lies_at in {None, fighter.at}
    if item.at != "belt" and not lies_here:
        raise Refused("not_on_belt", rules.HG_01, weapon=item.key)
    if fighter.free_hands < 1:
        raise Refused("no_free_hand", rules.HG_01)
    left = int(fighter.right_taken)
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="drawn", number=left)


def _held(fighter: Fighter, command: Ready) -> Item:
    item = fighter.items[command.item]
    if item.at != "hand":
        raise Refused("not_in_hand", rules.HG_01, weapon=item.key)
    return item


def _arm(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    line = state.weapon(item).line
    if line.kind != "grenade" or item.armed:
        raise Refused("not_a_grenade", rules.HG_01, weapon=line.title)
    due = NEVER if line.fuse is None else state.second + line.fuse
    yield FuseStarted(seat=fighter.seat, fighter=fighter.id, item=item.id, due=due)


def _light(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if state.weapon(item).line.kind != "incendiary" or item.lit:
        raise Refused("not_a_bottle", rules.MO_01)
    if "lighter" not in fighter.numbers.traits:
        raise Refused("no_flame_source", rules.MO_01)
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="lit", number=1)


def _work(fighter: Fighter, item: Item, name: str) -> tuple[int, WeaponChanged]:
    """Return how many Readies in a row are done with this one, and the event that says so."""
    done = item.progress + 1 if item.work == name else 1
    event = WeaponChanged(fighter=fighter.id, item=item.id, change=f"work:{name}", number=done)
    return done, event


def cocking_seconds(state: State, fighter: Fighter, item: Item) -> int:
    """Return the seconds to cock a crossbow by the difference of ST, or refuse it (XB-02)."""
    rated = known(state.weapon(item).line.rated_st, "its ST")
    more = rated - fighter.numbers.st
    if more <= 0:
        return 2
    if more <= 2:
        return 6
    if more <= 4:
        if "goats_foot" in item.accessories:
            return 20
        if fighter.id in state.rulings.cocking:
            return state.rulings.cocking[fighter.id]
        raise Refused("needs_goats_foot", rules.XB_02, st=rated)
    if fighter.id not in state.rulings.cocking:
        raise Refused("too_strong_to_cock", rules.XB_02, st=rated)
    return state.rulings.cocking[fighter.id]


def _cock(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if item.key != "crossbow" or item.cocked:
        raise Refused("not_uncocked", rules.XB_02)
    seconds = cocking_seconds(state, fighter, item)
    done, event = _work(fighter, item, "cock")
    yield event
    if done >= seconds:
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="cocked", number=1)


def _bolt(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if state.weapon(item).line.kind != "muscle_missile" or item.bolt or item.loaded:
        raise Refused("nothing_to_load", rules.XB_04)
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="bolt", number=1)


def _load(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if state.weapon(item).line.kind != "muscle_missile" or item.loaded:
        raise Refused("nothing_to_load", rules.XB_04)
    if item.key == "crossbow" and not item.cocked:
        raise Refused("not_cocked", rules.XB_04)
    if not item.bolt and not has_fast_draw(fighter):
        raise Refused("no_bolt_ready", rules.XB_04)
    if not item.bolt:
        yield (rolled := three(dice, "Fast-Draw (Arrow)"))
        number = fighter.numbers.skills.get("Fast-Draw (Arrow)", 0)
        number += hampered(state, fighter, "dx")
        event = success(fighter, "Fast-Draw (Arrow)", rolled.total, number)
        yield event
        if not event.success:
            return
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="bolt")
    yield AmmoSpent(seat=fighter.seat, fighter=fighter.id, item=item.id, rounds=-1)


def has_fast_draw(fighter: Fighter) -> bool:
    """Tell whether a bolt is in hand without a turn (XB-04)."""
    return "Fast-Draw (Arrow)" in fighter.numbers.skills


def _flame(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if state.weapon(item).line.skill != "Bow":
        raise Refused("not_a_bow", rules.FA_01)
    done, event = _work(fighter, item, "flame")
    yield event
    if done >= 10:
        until = state.second + 3
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="flaming", number=until)


def reload_seconds(state: State, item: Item) -> int:
    """Return the Readies that a reload takes; 0 if the weapon cannot be reloaded."""
    return state.weapon(item).shots.reload_s


def _reload(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    weapon = state.weapon(item)
    room = weapon.shots.capacity + weapon.shots.chambered - known(item.loaded, "what is loaded")
    seconds = weapon.shots.reload_s
    if not seconds or weapon.shots.thrown or room <= 0 or item.key == "crossbow":
        raise Refused("nothing_to_load", rules.S_2_2, weapon=weapon.title)
    done, event = _work(fighter, item, "reload")
    yield event
    if done >= seconds:
        rounds = 1 if weapon.shots.one_by_one else room
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="reloaded")
        yield AmmoSpent(seat=fighter.seat, fighter=fighter.id, item=item.id, rounds=-rounds)


def _diagnose(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from malfunctions.diagnose(state, fighter, fighter.items[command.item], dice)


def _clear(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from malfunctions.clear(state, fighter, fighter.items[command.item], dice)


def _repair(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from malfunctions.repair(fighter, fighter.items[command.item])


def _bipod(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if not state.weapon(item).st.bipod:
        raise Refused("no_bipod", rules.BP_02)
    number = int(not item.bipod_open)
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="bipod", number=number)


def _mount(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    if not state.weapon(item).st.mount:
        raise Refused("no_mount", rules.BP_05)
    done, event = _work(fighter, item, "mount")
    yield event
    if done >= state.rulings.mount_readies:
        number = int(not item.mounted)
        yield WeaponChanged(fighter=fighter.id, item=item.id, change="mount", number=number)


def _escape(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from binding.escape(state, fighter, dice)


def _cut_free(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from binding.cut_free(fighter, state.fighters[command.target], dice)


def _keep_taut(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from binding.keep_taut(state, fighter, state.fighters[command.target], dice)


def _free_weapon(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    yield from binding.free_weapon(state, fighter, state.fighters[command.target], dice)


def _gather(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = fighter.items[command.item]
    if not item.unready:
        raise Refused("nothing_to_gather", rules.LA_15)
    number = item.unready - 1
    yield WeaponChanged(fighter=fighter.id, item=item.id, change="unready", number=number)


def _pick_up(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    found = state.item(command.item)
    if found is None or found[1].at != "ground":
        raise Refused("unknown_weapon", rules.HG_04, weapon=command.item)
    owner, item = found
    at = item.lies_at or owner.at
    if distance(at, fighter.at) > 1:
        raise Refused("out_of_reach", rules.HG_04)
    if fighter.free_hands < 1:
        raise Refused("no_free_hand", rules.HG_04)
    low = fighter.posture in {"kneeling", "prone", "crawling", "face_up"}
    if not low and state.on("grenade_kneel_costs_turn"):
        raise Refused("must_kneel", rules.HG_04)
    yield WeaponTaken(
        seat=fighter.seat,
        fighter=owner.id,
        item=item.id,
        by=fighter.id,
        off_hand=fighter.right_taken,
        loaded=known(item.loaded, "what is loaded"),
    )
    if lasers.sense_of(item):
        on = known(item.laser, "whether its dot is on")
        yield DotSwitched(seat=fighter.seat, fighter=fighter.id, item=item.id, on=on)


def _fire_homing(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    item = _held(fighter, command)
    weapon, target = state.weapon(item), state.fighters[command.target]
    if weapon.line.kind not in {"homing", "semi_active"}:
        raise Refused("use_attack", rules.HO_05, weapon=weapon.title)
    if not known(item.loaded, "what is loaded") or item.condition != "ok":
        raise Refused("not_enough_ammo", rules.AU_04, shots=1, loaded=0)
    aim = fighter.aim
    if weapon.line.kind == "homing":
        if aim is None or aim.item != item.id or aim.target != target.id:
            raise Refused("no_lock_attempt", rules.HO_03, target=target.title)
        if not sight.sees(state, fighter, target) and not state.rulings.lock_unseen:
            raise Refused("cannot_see_target", rules.HO_03, target=target.title)
    yield from missiles.launched(state, fighter, item, target.id, command.code)


def _put_out(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    """One Ready and DX for a part, three for all the clothes or for fuel (4.12, R-47).

    The row of the fire names the roll, so what the fire costs in DX is no part of it.
    """
    if fighter.blaze is None:
        raise Refused("not_on_fire", rules.S_4_12)
    done = fighter.blaze.progress + 1
    if done < (1 if fighter.blaze.kind == "part" else 3):
        yield FighterChanged(fighter=fighter.id, change="beating_flames", number=done)
        return
    yield (rolled := three(dice, f"{fighter.title}: putting out the fire"))
    number = fighter.numbers.dx + hampered(state, fighter, "dx") - on_fire(fighter)
    event = success(fighter, "DX, to put out the fire", rolled.total, number)
    yield event
    if event.success:
        yield FighterChanged(fighter=fighter.id, change="fire_out")
    else:
        yield FighterChanged(fighter=fighter.id, change="beating_flames", number=0)


def _release(state: State, fighter: Fighter, command: Ready, dice: Dice) -> Iterator[Outcome]:
    captive = state.fighters[command.target]
    if not captive.bound or distance(captive.at, fighter.at) > 1:
        raise Refused("no_captive", rules.S_2_2)
    if captive.seat != fighter.seat:
        raise Refused("no_captive", rules.S_2_2)
    yield CaptiveFreed(fighter=captive.id)


DEEDS: dict[str, Deed] = {
    "draw": _draw, "arm_grenade": _arm, "light_bottle": _light, "cock": _cock,
    "ready_bolt": _bolt, "load_bolt": _load, "flame": _flame, "reload": _reload,
    "diagnose": _diagnose, "clear": _clear, "bipod": _bipod, "mount": _mount, "escape": _escape,
    "cut_free": _cut_free, "keep_taut": _keep_taut, "free_weapon": _free_weapon,
    "gather": _gather, "pick_up": _pick_up, "fire_homing": _fire_homing,
    "put_out_fire": _put_out, "repair": _repair, "release": _release,
}  # fmt: skip
