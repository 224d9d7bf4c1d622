"""Attacks as they are declared: everything that the rules forbid is refused, nothing is rolled."""

from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from domain.hexes import distance
from domain.refusals import Refused, known
from domain.systems.ranged import locations, missiles, modifiers, rules, sight
from domain.systems.ranged.commands import AttackWith
from domain.systems.ranged.forms import Attack
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon

LEAST_SKILL = 3
NEEDS_PIERCING = ("eye", "vitals")


def usable(state: State, fighter: Fighter, name: str) -> tuple[Item, Weapon]:
    """Return a weapon that can be used now, or refuse it (MF-22, NE-03)."""
    item = fighter.items.get(name)
    if item is None:
        raise Refused("unknown_weapon", rules.S_2_3, weapon=name)
    weapon = state.weapon(item)
    if fighter.netted:
        raise Refused("entangled", rules.NE_03)
    if item.at != "hand":
        raise Refused("not_in_hand", rules.HG_01, weapon=weapon.title)
    revolver = item.condition == "undiagnosed" and weapon.line.action == "revolver"
    if item.condition != "ok" and not revolver:
        raise Refused("weapon_not_functional", rules.MF_22, weapon=weapon.title)
    if item.unready or (item.mounted != weapon.st.mount and item.mounted):
        raise Refused("not_ready", rules.LA_15, turns=item.unready)
    needed = 2 if weapon.st.two_handed else 1
    others = sum(1 for one in fighter.held() if one.id != item.id)
    if not weapon.line.natural and fighter.hands - others < needed:
        raise Refused("two_hands_required" if needed > 1 else "no_free_hand", rules.S_2_3)
    return item, weapon


def target_of(state: State, fighter: Fighter, name: str) -> Fighter:
    """Return a target that is there, or refuse it."""
    target = state.fighters.get(name)
    if target is None or not target.there or target.id == fighter.id:
        raise Refused("unknown_target", rules.S_2_3, target=name)
    return target


class Declared(NamedTuple):
    """An attack that the rules allow, and the number that it would be rolled against now."""

    item: Item
    attack: Attack
    effective: int


def declared(state: State, fighter: Fighter, command: AttackWith) -> Declared:
    """Return the attack that a command declares, made from where the fighter stands."""
    item, weapon = fit(state, fighter, command.weapon, command.shots)
    if weapon.deferred:
        attack = _deferred(state, fighter, item, weapon, command)
        return Declared(item, attack, modifiers.effective_skill(state, attack))
    attack = prepared(state, fighter, item, weapon, command)
    if command.target:
        check_target(state, attack, fighter, weapon)
    return Declared(item, attack, check_skill(state, attack))


def fit(state: State, fighter: Fighter, name: str, shots: int) -> tuple[Item, Weapon]:
    """Return a weapon that can fire so many shots now, whoever is the target, or refuse it."""
    item, weapon = usable(state, fighter, name)
    if not weapon.deferred:
        check_shots(item, weapon, shots)
        _check_loaded(state, item, weapon)
    return item, weapon


def prepared(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, command: AttackWith
) -> Attack:
    """Return an attack judged in all but what the target shows, and the number to roll."""
    if item.mounted and command.path:
        raise Refused("mounted_no_move", rules.BP_03, weapon=weapon.title)
    if command.at is not None:
        if not weapon.area:
            raise Refused("not_an_area_attack", rules.AA_01, weapon=weapon.title)
        if command.target:
            raise Refused("one_target", rules.S_2_3)
    else:
        target_of(state, fighter, command.target)
    strikes = command.melee or weapon.blade
    if strikes:
        _check_strike(state, fighter, weapon, command)
    attack = Attack(
        attacker=fighter.id, weapon=item.id, target=command.target, at=command.at,
        location=command.location, cover=command.cover, shots=command.shots,
        manoeuvre=command.manoeuvre, flaming=item.flame_until > 0, belt=command.belt,
        melee=strikes,
    )  # fmt: skip
    attack = with_rate(state, attack, weapon)
    check_range(state, attack, fighter, weapon)
    return attack


STRIKE_YARDS = 2
"""A small net strikes so far (NE-08)."""


def _check_strike(state: State, fighter: Fighter, weapon: Weapon, command: AttackWith) -> None:
    """A blade strikes as far as it reaches, a small net two yards; nothing else strikes (NE-08)."""
    if weapon.key == "net_large":
        raise Refused("too_large_for_melee", rules.NE_08, weapon=weapon.title)
    if (weapon.key != "net_small" and not weapon.blade) or not command.target:
        raise Refused("wrong_maneuver", rules.NE_08, weapon=weapon.title)
    yards = distance(fighter.at, state.fighters[command.target].at)
    reach = weapon.most.yards if weapon.blade else STRIKE_YARDS
    if yards > reach:
        raise Refused("out_of_reach", rules.CV_12, yards=yards, at_most=reach)


def check_shots(item: Item, weapon: Weapon, shots: int) -> None:
    """RoF, ammunition, and the least that a full-auto weapon fires (AU-03, AU-04)."""
    if shots < 1 or shots > weapon.rof.shots:
        raise Refused("exceeds_rof", rules.AU_04, shots=shots, rof=weapon.rof.shots)
    if weapon.shots.thrown or weapon.line.natural:
        return
    loaded = known(item.loaded, "what is loaded") - (item.condition == "undiagnosed")
    if shots > loaded:
        raise Refused("not_enough_ammo", rules.AU_04, shots=shots, loaded=loaded)
    least = least_shots(weapon, loaded)
    if shots < least:
        raise Refused("below_full_auto_minimum", rules.AU_03, min=least)


def least_shots(weapon: Weapon, loaded: int) -> int:
    """Return the fewest shots that can be fired: a quarter of a full-auto rate (AU-03)."""
    return min(ceil(weapon.rof.shots / 4), loaded) if weapon.rof.full_auto_only else 1


def _check_loaded(state: State, item: Item, weapon: Weapon) -> None:
    line = weapon.line
    if line.key == "crossbow" and not item.cocked:
        raise Refused("not_cocked", rules.XB_04)
    if line.kind == "grenade" and not item.armed:
        raise Refused("grenade_not_armed", rules.HG_01)
    if line.kind == "incendiary" and not item.lit:
        raise Refused("not_lit", rules.MO_01)
    if item.flame_until and state.second > item.flame_until:
        raise Refused("flame_expired", rules.FA_02, until=item.flame_until)


def with_rate(state: State, attack: Attack, weapon: Weapon) -> Attack:
    """Return the attack with its effective rate of fire: pellets count, but not close by (MP)."""
    pellets = weapon.rof.projectiles
    if pellets < 2:
        return replace(attack, rof=attack.shots)
    half = weapon.half or weapon.most
    close = half.yards / 10
    yards = modifiers.range_yards(state, attack)
    inclusive = state.on("shotgun_close_inclusive")
    if yards < close or (inclusive and yards == close):
        return replace(attack, rof=attack.shots, point_blank=max(1, pellets // 2))
    return replace(attack, rof=attack.shots * pellets)


def check_range(state: State, attack: Attack, fighter: Fighter, weapon: Weapon) -> None:
    """Refuse what lies beyond Max (EL-04)."""
    yards = modifiers.range_yards(state, attack)
    strength = weapon.line.rated_st or fighter.numbers.st
    if weapon.key != "crossbow":
        strength = fighter.numbers.st
    most = weapon.most.yards_for(strength, modifiers.skill_with(fighter, weapon))
    if yards > most:
        raise Refused("out_of_range", rules.EL_04, range_yards=int(yards), at_most=most)


def check_target(state: State, attack: Attack, fighter: Fighter, weapon: Weapon) -> None:
    """Locations that can be aimed at, and what cover allows (CV-06, CV-09, S-4.8)."""
    target = state.fighters[attack.target]
    place = attack.location
    if place != "random" and place not in locations.of_body(target.body):
        raise Refused("location_not_targetable", rules.S_4_8, location=place)
    line = weapon.damage
    pierces = line.type.startswith("pi") or line.type == "imp" or line.tight_beam
    if place in NEEDS_PIERCING and not pierces:
        raise Refused("location_not_targetable", rules.S_4_8, location=place)
    if attack.belt:
        _check_thing(state, target, attack.belt)
    if attack.melee:
        hidden = sight.obstacle(state, fighter.at, target)
        if place in hidden or (hidden and place == "random"):
            raise Refused("location_covered", rules.CV_12, location=place)
        return
    if locations.out_of_reach(fighter, target, place):
        raise Refused("location_covered", rules.S_4_6, location=place)
    shelter = sight.shelter_from(state, fighter, target)
    unseen = shelter.concealed or not sight.sees(state, fighter, target)
    if unseen and attack.cover != "through":
        raise Refused("cannot_see_target", rules.CV_02, target=target.title)
    if unseen and not shelter.concealed and place != "random":
        raise Refused("location_not_targetable", rules.S_4_18, location=place)
    if attack.cover == "exposed" and shelter.at(place) == "covered":
        raise Refused("location_covered", rules.CV_06, location=place)


def _check_thing(state: State, target: Fighter, name: str) -> None:
    """Refuse to aim at anything but a bottle on a belt or a weapon in a hand (MO-16, 4.5)."""
    item = target.items.get(name)
    if item is not None:
        line = state.weapon(item).line
        if item.at == "belt" and line.kind == "incendiary":
            return
        if item.at == "hand" and not line.natural:
            return
    raise Refused("no_bottle", rules.MO_16, bottle=name)


def check_skill(state: State, attack: Attack) -> int:
    """Return the effective skill, or refuse what may not be tried (4.20)."""
    return enough(modifiers.effective_skill(state, attack))


def enough(effective: int) -> int:
    """Return an effective skill, or refuse what may not be tried: below 3 (4.20)."""
    if effective < LEAST_SKILL:
        raise Refused("skill_too_low", rules.S_4_20, effective=effective)
    return effective


def _deferred(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, command: AttackWith
) -> Attack:
    """An attack with a guided projectile: within its first second, or on arrival (GU-06, GU-11)."""
    if weapon.line.kind != "guided":
        raise Refused("use_ready", rules.HO_05, weapon=weapon.title)
    target = target_of(state, fighter, command.target)
    projectile = state.projectiles.get(item.id)
    if projectile is None:
        if not sight.sees(state, fighter, target):
            raise Refused("cannot_see_target", rules.GU_10, target=target.title)
        check_shots(item, weapon, command.shots)
        if missiles.yards_to(fighter, target) > missiles.speed_of(weapon):
            raise Refused("use_concentrate", rules.GU_07, speed=missiles.speed_of(weapon))
    elif not projectile.arrived or projectile.target != target.id:
        raise Refused("use_concentrate", rules.GU_07, target=target.title)
    if command.manoeuvre == "move_and_attack" or command.path:
        raise Refused("determined_only", rules.GU_11)
    return Attack(
        attacker=fighter.id, weapon=item.id, target=target.id, manoeuvre=command.manoeuvre,
        projectile=item.id if projectile is not None else "",
    )  # fmt: skip
