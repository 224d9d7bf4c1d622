"""What an attack is rolled against: one list of named modifiers, and their sum (4.5).

The same list is the preview of an option, the odds, and the roll itself: each modifier is in it
once, and the effective skill is the skill and the sum of the list, nothing else.
"""

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from domain.hexes import Hex, distance
from domain.systems.ranged import lasers, sight, things
from domain.systems.ranged.bracing import braced
from domain.systems.ranged.forms import Attack, Modifier
from domain.systems.ranged.hampered import on_fire
from domain.systems.ranged.shelter import OPEN, Shelter
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import SCOPE_BONUS, Weapon
from domain.systems.ranged.wounds import short

LOW_PARTS = ("torso", "vitals", "groin", "leg", "foot", "foreleg", "hind_leg", "tail")


def target_hex(state: State, attack: Attack) -> Hex:
    """Return where an attack is aimed."""
    if attack.at is not None:
        return attack.at
    return state.fighters[attack.target].at


def range_yards(state: State, attack: Attack) -> float:
    """Return the effective range (EL-04)."""
    found = state.item(attack.weapon)
    assert found is not None
    shooter, weapon = state.fighters[attack.attacker], state.weapon(found[1])
    at = target_hex(state, attack)
    target = state.fighters.get(attack.target)
    high = target.elevation if target else elevation_at(state, at)
    return sight.effective_yards(
        distance(shooter.at, at), shooter.elevation - high, beam=weapon.line.kind == "beam"
    )


def elevation_at(state: State, at: Hex) -> int:
    """Return the height of the ground."""
    sheet = state.set_up
    return sheet.bluff_elevation if sheet.bluff_from is not None and at.q >= sheet.bluff_from else 0


def skill_of(state: State, attack: Attack) -> int:
    """Return the skill an attack begins with: the user's, or a homing weapon's own 10 (HO-07)."""
    found = state.item(attack.weapon)
    assert found is not None
    weapon = state.weapon(found[1])
    if attack.projectile and weapon.line.kind != "guided":
        return 10
    return skill_with(state.fighters[attack.attacker], weapon)


def skill_with(fighter: Fighter, weapon: Weapon) -> int:
    """Return a user's skill, or DX-4 without it."""
    sheet = fighter.numbers
    return sheet.skills.get(weapon.line.skill, sheet.dx - 4)


def effective_skill(state: State, attack: Attack) -> int:
    """Return the number to roll: the skill and the sum of all modifiers."""
    return skill_of(state, attack) + sum(one.value for one in modifiers(state, attack))


def astray(attack: Attack, figure: Fighter) -> Attack:
    """Return one shot of an attack as it concerns somebody it was not aimed at (4.19)."""
    return replace(
        attack, target=figure.id, at=None, location="random", cover="random", rof=1, shots=1,
        zone="", aimed=0, belt="",
    )  # fmt: skip


def wherever(state: State, attack: Attack) -> int:
    """Return what the effective skill is without what depends on the place that is aimed at."""
    return effective_skill(state, attack) - there(state, attack)


def there(state: State, attack: Attack) -> int:
    """Return the sum of what depends on the place that is aimed at: see `wherever`."""
    shooter, target = state.fighters[attack.attacker], state.fighters[attack.target]
    shelter = OPEN if attack.melee else sight.shelter_from(state, shooter, target)
    return sum(one.value for one in _placed(state, attack, shooter, target, shelter))


def modifiers(state: State, attack: Attack) -> tuple[Modifier, ...]:
    """Return every modifier of an attack, each once, with its source; none of them is zero."""
    found = state.item(attack.weapon)
    assert found is not None
    item = found[1]
    weapon = state.weapon(item)
    shooter, target = state.fighters[attack.attacker], state.fighters.get(attack.target)
    parts = [*_weapon(state, attack, weapon)]
    if target is not None:
        parts += _target(state, attack, weapon, shooter, target)
    elif attack.at is not None and not attack.projectile:
        parts.append(Modifier("attack on an area", 4, "AA-02"))
    if not attack.projectile or weapon.line.kind == "guided":
        parts += _shooter(state, attack, item, weapon, shooter)
    listed = [one for one in parts if one.value]
    if attack.zone:
        listed += _cap(state, attack, item, listed)
    return tuple(listed)


def _weapon(state: State, attack: Attack, weapon: Weapon) -> Iterator[Modifier]:
    """Yield range or Bulk, speed, rapid fire, Acc of a homing weapon."""
    shooter, target = state.fighters[attack.attacker], state.fighters.get(attack.target)
    speed = _speed(state, target)
    if attack.melee:
        pass  # NE-08: a blow, no throw
    elif weapon.deferred:
        yield Modifier("target's speed", state.book.tables.range_modifier(speed), "R-62")
    elif distance(shooter.at, target_hex(state, attack)) == 0 and target is not None:
        yield Modifier("close combat: Bulk", weapon.line.bulk, "S-4.5")
    else:
        yards = range_yards(state, attack) + speed
        name = f"range {yards:g} yd" if not speed else f"range and speed {yards:g} yd"
        yield Modifier(name, state.book.tables.range_modifier(yards), "S-4.1")
    yield Modifier(f"rapid fire, {attack.rof}", state.book.tables.rapid_bonus(attack.rof), "S-4.3")
    lit = weapon.line.kind == "semi_active"
    locked = weapon.line.kind == "homing" and state.locked.get(attack.projectile)
    if attack.projectile and (lit or locked):
        yield Modifier("Acc, locked on", weapon.sight.acc, "HO-07")
    if attack.projectile and target is not None:
        yield Modifier("jamming", state.rulings.jam.get(target.id, 0), "GU-09")
    if attack.flaming:
        yield Modifier("flaming arrow", -2, "FA-03")


def _speed(state: State, target: Fighter | None) -> int:
    """Return the speed that counts: above 10 yards a second, or as the referee says (4.1)."""
    if target is None:
        return 0
    speed = state.rulings.speeds.get(target.id) or target.body.speed or target.moved
    return speed if speed > 10 or target.id in state.rulings.speeds else 0


def _target(
    state: State, attack: Attack, weapon: Weapon, shooter: Fighter, target: Fighter
) -> Iterator[Modifier]:
    yield Modifier("size", target.body.sm, "S-4.1")
    alone = bool(attack.projectile) and weapon.line.kind != "guided"  # it seeks by itself (HO-08)
    shelter = OPEN if alone or attack.melee else sight.shelter_from(state, shooter, target)
    yield from _placed(state, attack, shooter, target, shelter)
    if alone:
        return
    yield from _visibility(state, attack, shooter, target, shelter)
    if weapon.line.kind != "cone" and not attack.melee:
        crowd = sum(1 for _ in sight.in_line(state, shooter, target.at, target.posture))
        yield Modifier("figures in the line of fire", -4 * crowd, "S-4.5")
        yield Modifier("into a close combat", -2 if _fights(state, target, shooter) else 0, "S-4.5")


def _fights(state: State, target: Fighter, shooter: Fighter) -> bool:
    """Tell whether somebody else than the shooter is in close combat with the target."""
    return any(
        one.at == target.at and one.seat not in {0, target.seat} and one.acts
        for one in state.present() if one.id != shooter.id
    )  # fmt: skip


def _placed(
    state: State, attack: Attack, shooter: Fighter, target: Fighter, shelter: Shelter
) -> Iterator[Modifier]:
    """Yield what depends on the place that is aimed at: location, its cover, the posture."""
    if attack.belt:
        yield _on_thing(state, target.items[attack.belt])
    elif attack.location != "random":
        penalty = _location_penalty(state, attack.location, shooter, target)
        yield Modifier(attack.location.replace("_", " "), penalty, "S-4.8")
    yield from _cover(attack, shelter)
    low = 0 if attack.melee else state.book.tables.postures[target.posture].to_hit
    if attack.location == "random" or short(attack.location) in LOW_PARTS:
        yield Modifier(f"target {target.posture.replace('_', ' ')}", low, "S-4.6")


def _on_thing(state: State, item: Item) -> Modifier:
    """Return the penalty to hit a bottle on a belt, or a weapon in a hand (MO-16, 4.5)."""
    if item.at == "belt":
        return Modifier("bottle on the belt", -5, "MO-16")
    return Modifier("weapon in hand", things.in_hand_penalty(state.weapon(item)), "S-4.5")


def _location_penalty(state: State, location: str, shooter: Fighter, target: Fighter) -> int:
    """Return the penalty of a location: the shield arm is hard to hit, the skull from behind."""
    if sight.to_side(target.facing, target.at, shooter.at) == "rear" and location in FROM_BEHIND:
        return FROM_BEHIND[location]
    penalty = state.book.tables.location(location).to_hit
    shielded = target.shield and location in {"left_arm", "left_hand"}
    return 2 * penalty if shielded else penalty


FROM_BEHIND = {"skull": -5, "face": -7}


def _cover(attack: Attack, shelter: Shelter) -> Iterator[Modifier]:
    if attack.cover == "through" and shelter.cover is not None and not shelter.concealed:
        yield Modifier("through cover", -2, "CV-08")
    if attack.cover == "exposed" and shelter.at(attack.location) == "half":
        yield Modifier("half exposed", -2, "CV-06")


def _visibility(
    state: State, attack: Attack, shooter: Fighter, target: Fighter, shelter: Shelter
) -> Iterator[Modifier]:
    """Yield darkness and concealment, -10 together at most; suppression ignores both (SU-07)."""
    if attack.zone:
        return
    dark = sight.darkness(state, shooter, target.at, thermal=_thermal(state, attack))
    hidden = max(-6, state.rulings.blind) if target.hidden else 0
    blind = state.rulings.blind if shelter.concealed else hidden
    yield Modifier("darkness", max(dark, -10), "S-4.18")
    yield Modifier("concealed: firing blind", max(blind, -10 - dark), "CV-09")


def _thermal(state: State, attack: Attack) -> bool:
    """Tell whether a thermal scope sees for the shooter: it is infravision (SC-06, 6.1)."""
    found = state.item(attack.weapon)
    return found is not None and "thermal_scope" in found[1].accessories


def _shooter(
    state: State, attack: Attack, item: Item, weapon: Weapon, shooter: Fighter
) -> Iterator[Modifier]:
    """Yield what the attacker brings: manoeuvre, aim, sights, strength, wounds, footing."""
    sheet = shooter.numbers
    if attack.manoeuvre == "determined":
        yield Modifier("All-Out Attack (Determined)", 1, "S-2.2")
    if attack.manoeuvre == "move_and_attack":
        yield Modifier("Move and Attack", min(-2, weapon.line.bulk), "S-2.2")
    else:
        yield from _aim(state, attack, item, weapon, shooter)
    away = distance(shooter.at, target_hex(state, attack))
    if item.laser and lasers.sees(shooter, item) and lasers.reaches(weapon, away):
        yield Modifier("laser dot", 1, "LS-03")
    need = needed_st(shooter, item, weapon)
    yield Modifier(f"ST {need} needed", -max(0, need - sheet.st), "S-4.5")
    weak = item.off_hand and not weapon.st.two_handed and "ambidexterity" not in sheet.traits
    yield Modifier("off hand", -4 if weak else 0, "S-4.5")
    yield Modifier("shock", -(shooter.shock or 0), "S-4.11")
    yield Modifier("on fire", on_fire(shooter), "S-4.12")
    if shooter.affliction:
        costs = state.book.tables.afflictions[shooter.affliction].dx
        yield Modifier(shooter.affliction.replace("_", " "), costs, "S-4.22")
    held = shooter.bond_effect != "none" and any(
        bond.location in {"torso", "skull", "face", "neck"} for bond in shooter.bonds
    )
    yield Modifier("entangled", -2 if held else 0, "R-36")
    yield Modifier("bad footing", -2 if state.set_up.wet(shooter.at) else 0, "S-4.5")
    if shooter.shield == "large":
        yield Modifier("large shield", -2, "S-4.16")


def _aim(
    state: State, attack: Attack, item: Item, weapon: Weapon, shooter: Fighter
) -> Iterator[Modifier]:
    """Yield Acc, seconds, bracing and scope of an Aim at this target (4.4)."""
    aim = shooter.aim
    seconds = attack.aimed
    if not attack.zone:
        same = (
            aim is not None
            and aim.item == item.id
            and (
                (aim.target == attack.target and bool(aim.target))
                or (aim.at == attack.at is not None)
            )
        )
        seconds = aim.seconds if aim is not None and same else 0
    if weapon.line.kind == "guided" and attack.projectile:
        yield Modifier("Acc, guided all the way", weapon.sight.acc, "GU-05")
        return
    if not seconds:
        return
    yield Modifier("Acc", weapon.sight.acc, "S-4.4")
    yield Modifier(f"aimed {seconds} s", min(seconds - 1, 2), "S-4.4")
    steady = aim is not None and aim.braced
    steady = steady and braced(
        state, shooter, item, _aimed_hex(state, attack), both_hands=bool(aim and aim.both_hands)
    )
    yield Modifier("braced", int(steady), "S-4.4")
    yield Modifier("scope", scope_bonus(shooter, item, weapon, seconds), "SC-01")


def scope_bonus(shooter: Fighter, item: Item, weapon: Weapon, seconds: int) -> int:
    """Return the bonus of the best scope; sights together give base Acc at most (SC-01 to 05)."""
    bonuses = [min(bonus, seconds) for bonus in (weapon.sight.scope, shooter.numbers.telescopic)]
    for name in item.accessories:
        bonus = SCOPE_BONUS.get(name, 0)
        if name == "fixed_scope":
            bonuses.append(bonus if seconds >= bonus else 0)
        else:
            bonuses.append(min(bonus, seconds))
    room = weapon.sight.acc - int(bool(item.laser))
    return max(0, min(max(bonuses), room))


def needed_st(shooter: Fighter, item: Item, weapon: Weapon) -> int:
    """Return the ST that the weapon needs now: none on a mount, 2/3 on an open bipod (BP-01)."""
    if item.mounted:
        return 0
    if item.bipod_open and shooter.posture == "prone":
        return ceil(weapon.st.st * 2 / 3)
    return weapon.st.st


def _aimed_hex(state: State, attack: Attack) -> Hex:
    """Return where the Aim was: the middle of what is suppressed, else the target."""
    zone = state.zones.get(attack.zone)
    return zone.centre[0] if zone is not None else target_hex(state, attack)


def _cap(state: State, attack: Attack, item: Item, listed: list[Modifier]) -> Iterator[Modifier]:
    """Yield what the cap of suppression takes away (SU-08)."""
    bonus = state.book.tables.rapid_bonus(attack.rof)
    cap = (8 if item.mounted else 6) + bonus
    whole = skill_of(state, attack) + sum(one.value for one in listed)
    if whole > cap:
        yield Modifier(f"suppression: {cap} at most", cap - whole, "SU-08")
