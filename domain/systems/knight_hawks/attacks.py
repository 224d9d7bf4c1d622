"""Attacks: who may fire at what, the chance with every modifier, and what follows from a hit."""

from collections.abc import Iterator

from domain.dice import Ask, Dice
from domain.hexes import Hex, distance
from domain.names import SeatId, ShipId
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.knight_hawks import damage, rules
from domain.systems.knight_hawks.attack_events import (
    AmmoSpent,
    Attack,
    AttackResolved,
    AttackRolled,
    ShotWasted,
)
from domain.systems.knight_hawks.commands import Aim, Shot
from domain.systems.knight_hawks.space import Row, in_forward_field, line_blocked
from domain.systems.knight_hawks.state import Mount, Phase, State, Vessel
from domain.systems.knight_hawks.tables import Column, Weapon

ONE_EACH = ("LB", "PB", "EB", "RB")
"""What a docked ship may fire (P-16)."""


# --- what may be fired ----------------------------------------------------------------------


def own_vessel(state: State, seat: SeatId, name: ShipId) -> Vessel:
    """Return a vessel of *seat* that is in play, or refuse."""
    vessel = state.vessels.get(name)
    if vessel is None or vessel.lost:
        raise Refused("unknown_unit", rules.S_2_5_SECRETS, unit=name)
    if vessel.seat != seat:
        raise Refused("not_your_unit", rules.S_2_1_SEQUENCE, unit=name)
    return vessel


def check_mount(state: State, vessel: Vessel, name: str) -> Mount:
    """Return a mount that may fire in this phase, or refuse."""
    mount = vessel.mounts.get(name)
    if mount is None or mount.type in {"M", "S"}:
        raise Refused("unknown_mount", rules.S_2_2_WHO_FIRES, ship=vessel.id, mount=name)
    weapon = state.weapon(mount.type)
    facts: dict[str, int | str] = {"ship": vessel.id, "weapon": weapon.title}
    if not mount.ok:
        raise Refused("mount_destroyed", rules.D_WEAPON, **facts)
    if weapon.mpo and state.phase is not Phase.OFFENSIVE:
        raise Refused("mpo_not_moving", rules.R_02_MOVING_PLAYER, **facts)
    if vessel.docked_at is not None and mount.type not in ONE_EACH:
        raise Refused("docked_restriction", rules.P_16_DOCKED, **facts)
    if name in vessel.fired:
        raise Refused("already_fired", rules.S_2_2_WHO_FIRES, **facts)
    if weapon.ltd and not mount.ammo:
        raise Refused("out_of_ammo", rules.R_04_SUPPLY, **facts)
    return mount


def check_target(state: State, shooter: Vessel, name: ShipId) -> Vessel:
    """Return what may be fired at, or refuse: the hidden like the absent."""
    target = state.vessels.get(name)
    if target is None:
        if name in state.seekers or name in state.bodies:
            raise Refused("bad_target", rules.P_30_DECLARE, target=name)
        raise Refused("unknown_unit", rules.S_2_5_SECRETS, unit=name)
    wrong_side = target.side == shooter.side or (
        state.phase is Phase.DEFENSIVE and target.side != state.moving
    )
    if wrong_side or not target.attackable:
        raise Refused("bad_target", rules.P_30_DECLARE, target=name)
    return target


def shooter_stands(state: State, shooter: Vessel, index: int | None) -> tuple[int, Hex, int]:
    """Return index, hex and facing whence a ship fires (P-33)."""
    last = len(shooter.path) - 1
    at = last if index is None else index
    free = state.phase is Phase.OFFENSIVE and (
        state.options.get("offensive_fire_position") != "final_hex"
    )
    if at > last or (at != last and not free):
        raise Refused("hex_not_on_path", rules.P_33_SHOOTER_HEX, ship=shooter.id, index=at)
    if at == last:
        return at, shooter.at, shooter.facing
    return at, *shooter.path[at]


def target_stands(state: State, target: Vessel, index: int | None) -> tuple[int, Hex]:
    """Return index and hex in which a ship is fired at (P-32)."""
    last = len(target.path) - 1
    at = last if index is None else index
    if at > last or (at != last and state.phase is not Phase.DEFENSIVE):
        raise Refused("hex_not_on_path", rules.P_32_TARGET_HEX, ship=target.id, index=at)
    return at, target.at if at == last else target.path[at][0]


def aimed(state: State, shooter: Vessel, mount: str, aim: Aim) -> tuple[int, bool]:
    """Return range and whether the shot is head-on, or refuse it: arc, range, line of fire."""
    weapon = state.weapon(shooter.mounts[mount].type)
    target = state.vessels[aim.target]
    from_index, here, facing = shooter_stands(state, shooter, aim.shooter_index)
    to_index, there = target_stands(state, target, aim.target_index)
    far = distance(here, there)
    facts: dict[str, int | str] = {"ship": shooter.id, "weapon": weapon.title, "target": target.id}
    if far > weapon.range_hexes:
        most = weapon.range_hexes
        raise Refused("out_of_range", rules.R_05_RANGE, **facts, range_hexes=far, at_most=most)
    head_on = False
    if weapon.ff:
        if far:
            row = in_forward_field(here, facing, there)
        else:
            row = _same_hex(state, shooter, target, from_index, to_index)
        if row is None:
            raise Refused("out_of_arc", rules.R_01_FORWARD, **facts)
        head_on = row == "centre"
    if line_blocked(here, there, tuple(state.bodies.values())):
        raise Refused("line_blocked", rules.P_21_LINE_OF_FIRE, **facts)
    return far, head_on


def _same_hex(
    state: State, shooter: Vessel, target: Vessel, from_index: int, to_index: int
) -> Row | None:
    """Return the row in which ships in one hex see each other (R-01b): who moved, entered."""
    if state.phase is Phase.OFFENSIVE:
        return "centre" if from_index > 0 else None
    if to_index == 0:
        return None
    return in_forward_field(shooter.at, shooter.facing, target.path[to_index - 1][0])


def attack(state: State, seat: SeatId, shot: Shot, number: int) -> Attack:
    """Return the attack that a shot is, or refuse it."""
    shooter = own_vessel(state, seat, shot.ship)
    mount = check_mount(state, shooter, shot.mount)
    target = check_target(state, shooter, shot.aim.target)
    far, head_on = aimed(state, shooter, shot.mount, shot.aim)
    return Attack(
        number=number,
        weapon=mount.type,
        target=target.id,
        range_hexes=far,
        seat=seat,
        ship=shooter.id,
        mount=shot.mount,
        head_on=head_on,
    )


# --- the chance -----------------------------------------------------------------------------


def column(state: State, one: Attack, weapon_row: dict[Column, int]) -> Column:
    """Return the defence that counts: the best, unless the active screen attracts (P-34)."""
    target = state.vessels[one.target]
    found: list[Column] = ["RH" if target.reflective else "none"]
    if screen := target.screen:
        if weapon_row[screen] > weapon_row["none"]:
            return screen
        found.append(screen)
    shooter = state.vessels[one.ship] if one.ship is not None else None
    if shooter is not None and shooter.mask is not None and one.weapon in {"LC", "LB"}:
        found.append("MS")
    return min(found, key=lambda code: weapon_row[code])


def rolled(state: State, one: Attack, roll: int | None) -> AttackRolled:
    """Return what a roll makes of an attack; None: it hits by itself (option of G-03)."""
    combat = state.book.combat
    row = combat.row(state.level, one.weapon)
    codes: tuple[Column, ...] = ("none", "RH", "PS", "ES", "SS", "MS")
    code = column(state, one, {c: row.cell(c).chance for c in codes})
    weapon, shooter = state.weapon(one.weapon), state.vessels.get(one.ship or ShipId(""))
    control = shooter is not None and "CCS" in shooter.damaged
    parts = {
        "range_modifier": combat.diffusion * one.range_hexes if weapon.rd else 0,
        "head_on": combat.head_on if one.head_on else 0,
        "combat_control": combat.combat_control if control else 0,
        "evasion": combat.evasion * state.vessels[one.target].mr if one.evaded else 0,
        "icm": row.icm * sum(one.icm.values()),
    }
    base = row.cell(code).chance
    chance = base + sum(parts.values())
    hit = roll is None or (
        roll < combat.always_misses and (roll <= chance or roll <= combat.always_hits)
    )
    return AttackRolled(
        attack=one.number,
        weapon=one.weapon,
        ship=one.ship,
        target=one.target,
        column=code,
        base=base,
        chance=chance,
        roll=roll,
        hit=hit,
        half=row.cell(code).half,
        **parts,
    )


# --- resolution -----------------------------------------------------------------------------


def resolved(state: State, dice: Dice) -> Iterator[Outcome]:
    """Resolve the first of the attacks: mark off, roll to hit, roll the damage."""
    one = state.attacks[0]
    weapon = state.weapon(one.weapon)
    if one.ship is not None and weapon.ltd:
        left = known(state.vessels[one.ship].mounts[one.mount].ammo, "a supply") - 1
        yield AmmoSpent(ship=one.ship, mount=one.mount, left=left)
    target = state.vessels[one.target]
    if target.lost:
        yield ShotWasted(attack=one.number)
        return
    roll: int | None = None
    if one.weapon != "S" or state.options.get("seeker_to_hit") != "automatic":
        yield (to_hit := dice.roll(Ask(f"{_title(state, one, weapon)}: to hit", 1, 100)))
        roll = to_hit.total
    result = rolled(state, one, roll)
    yield result
    if result.hit:
        yield from damage.struck(state, target, one.weapon, half=result.half, dice=dice)
    yield AttackResolved(attack=one.number)


def _title(state: State, one: Attack, weapon: Weapon) -> str:
    target = state.vessels[one.target].title
    source = (
        weapon.title if one.ship is None else f"{state.vessels[one.ship].title}, {weapon.title}"
    )
    return f"{source} at {target}"
