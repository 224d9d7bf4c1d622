"""Ordnance at a base: torpedoes, boarding torpedoes, attack craft, mines (3.1, 3.8, 3.10)."""

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from domain.names import ShipId
from domain.rule_system import Outcome
from domain.systems.gothic.damage import raid, strike
from domain.systems.gothic.events import (
    AttackRolled,
    BomberRunsRolled,
    OrdnanceBlastTest,
    OrdnanceContact,
    OrdnanceReduced,
    OrdnanceRemoved,
    TurretsFired,
    TurretsHeld,
)
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.play import Play
from domain.systems.gothic.reactions import asked, reacted
from domain.systems.gothic.sight import armour, bearing_from, facing_of
from domain.systems.gothic.state import State
from domain.systems.gothic.tables import halved
from domain.systems.gothic.tasks import CraftAttack, MineAttack, TorpedoAttack

TURRET_KILL, BLAST_REMOVES = 4, 6
HELD = 3
"""The stage of an attack whose target holds its turrets' fire."""
MINE_DICE = 8


def attack_by(marker: Marker, unit: ShipId) -> TorpedoAttack | CraftAttack | MineAttack:
    """Return the attack of a marker that touches a unit."""
    if marker.torpedo:
        return TorpedoAttack(marker=marker.id, unit=unit)
    if marker.kind == "mine":
        return MineAttack(marker=marker.id, unit=unit)
    return CraftAttack(marker=marker.id, unit=unit)


def may_fire_turrets(state: State, unit: Unit, against: str) -> bool:
    """Tell whether turrets can serve: some are left, and not bound to the other kind (OR-6)."""
    return unit.turrets > 0 and state.locked.get(unit.id, against) == against


def massed(state: State, unit: Unit) -> int:
    """Return the dice that friendly ships in base contact add to turrets (OR-7)."""
    helping = (
        one
        for one in state.fleet(unit.side)
        if one.id != unit.id and not one.crippled and one.turrets and state.touch(one, unit)
    )
    return min(3, sum(1 for _ in helping))


Task = TorpedoAttack | CraftAttack | MineAttack


def _opened(
    play: Play, task: Task, against: str
) -> Generator[Outcome, None, tuple[Marker, Unit] | None]:
    """Go through contact and reaction; return marker and unit once the dice are to be rolled."""
    state = play.state
    marker, unit = state.markers.get(task.marker), state.units[task.unit]
    if marker is None or not unit.on_table:
        return None
    if task.stage == 0:
        yield play.happens(
            OrdnanceContact(
                marker=marker.id,
                unit=unit.id,
                at=marker.at,
                bearing=bearing_from(unit, marker.at),
                facing=facing_of(unit, marker.at),
            )
        )
        marker = play.state.markers[task.marker]
        turrets = may_fire_turrets(state, unit, against)
        waits = yield from asked(play, replace(task, stage=1), unit, marker.kind, turrets=turrets)
        return None if waits else (marker, unit)
    if task.stage == 1 and (yield from reacted(play, task, unit, held=HELD)):
        return None
    return marker, unit


def _turrets(
    play: Play, task: Task, unit: Unit, marker: Marker, against: str
) -> Generator[Outcome, None, int]:
    """Fire turrets, unless they are held or cannot; return the kills (OR-6, OR-7)."""
    if not may_fire_turrets(play.state, unit, against):
        return 0
    if task.stage == HELD:
        yield play.happens(TurretsHeld(unit=unit.id, marker=marker.id))
        return 0
    dice = unit.turrets + massed(play.state, unit)
    faces = yield from play.d6("turrets", dice)
    kills = sum(face >= TURRET_KILL for face in faces)
    yield play.happens(
        TurretsFired(unit=unit.id, marker=marker.id, dice=faces, kills=kills, against=against)
    )
    return kills


# --- torpedoes ------------------------------------------------------------------------------


def torpedoes(play: Play, task: TorpedoAttack) -> Iterator[Outcome]:
    """Let a salvo attack: turrets, dice against armour, hits; the rest flies on (BT-5 to BT-8)."""
    found = yield from _opened(play, task, "torpedo")
    if found is None:
        return
    marker, unit = found
    kills = yield from _turrets(play, task, unit, marker, "torpedo")
    strength = max(0, marker.strength - kills)
    yield from _left(play, marker, strength, "turrets")
    if not strength:
        return
    needed = armour(unit, marker.at)
    faces = yield from play.d6("torpedo hits", strength)
    hits = sum(face >= needed for face in faces)
    yield play.happens(
        AttackRolled(by=marker.id, unit=unit.id, dice=faces, armour=needed, hits=hits)
    )
    yield from _left(play, marker, strength - hits, "spent")
    if marker.kind == "boarding_torpedo" and not unit.hulk:
        yield from raid(play, unit.id, hits, marker.raid_bonus)
    else:
        yield from strike(play, unit.id, hits, marker.at, shields=False)


def _left(play: Play, marker: Marker, strength: int, reason: str) -> Iterator[Outcome]:
    now = play.state.markers[marker.id].strength
    if strength <= 0:
        yield play.happens(OrdnanceRemoved(marker=marker.id, reason=reason))
    elif strength != now:
        yield play.happens(OrdnanceReduced(marker=marker.id, strength=strength))


# --- attack craft ---------------------------------------------------------------------------


def craft(play: Play, task: CraftAttack) -> Iterator[Outcome]:
    """Let a wave attack: turrets kill fighters first, then bombers and boats strike (OR-11, 12)."""
    found = yield from _opened(play, task, "craft")
    if found is None:
        return
    marker, unit = found
    kills = yield from _turrets(play, task, unit, marker, "craft")
    fighters = max(0, marker.fighters - kills)
    kills -= marker.fighters - fighters
    boats = max(0, marker.boats - kills)
    kills -= marker.boats - boats
    bombers = max(0, marker.bombers - kills)
    if not bombers and not boats:
        yield play.happens(OrdnanceRemoved(marker=marker.id, reason="turrets"))
        return
    yield play.happens(OrdnanceRemoved(marker=marker.id, reason="spent"))
    if bombers:
        yield from _bombers(play, marker, unit, bombers, fighters)
    if boats and play.state.units[unit.id].active:
        yield from raid(play, unit.id, boats, marker.raid_bonus)


def _bombers(
    play: Play, marker: Marker, unit: Unit, bombers: int, fighters: int
) -> Iterator[Outcome]:
    faces = yield from play.d6("bomber runs", bombers)
    attacks = sum(max(0, face - unit.turrets) for face in faces) + min(fighters, bombers)
    yield play.happens(BomberRunsRolled(marker=marker.id, unit=unit.id, attacks=attacks))
    if not attacks:
        return
    needed = min(unit.plan.armour_front, unit.plan.armour_other)
    dice = yield from play.d6("bomber hits", attacks)
    hits = sum(face >= needed for face in dice)
    yield play.happens(
        AttackRolled(by=marker.id, unit=unit.id, dice=dice, armour=needed, hits=hits)
    )
    yield from strike(play, unit.id, hits, marker.at, shields=False)


# --- mines ----------------------------------------------------------------------------------


def mine(play: Play, task: MineAttack) -> Iterator[Outcome]:
    """Let a mine blow up at a unit; shields take its hits (MI-1)."""
    found = yield from _opened(play, task, "torpedo")
    if found is None:
        return
    marker, unit = found
    kills = yield from _turrets(play, task, unit, marker, "torpedo")
    needed = armour(unit, marker.at)
    faces = yield from play.d6("mine hits", halved(MINE_DICE) if kills else MINE_DICE)
    hits = sum(face >= needed for face in faces)
    yield play.happens(
        AttackRolled(by=marker.id, unit=unit.id, dice=faces, armour=needed, hits=hits)
    )
    yield play.happens(OrdnanceRemoved(marker=marker.id, reason="spent"))
    yield from strike(play, unit.id, hits, marker.at)


def blast_test(play: Play, marker: str) -> Generator[Outcome, None, bool]:
    """Roll for a marker that flew over blast markers (OR-13); tell whether it is removed."""
    die = sum((yield from play.d6("ordnance blast test", 1)))
    yield play.happens(OrdnanceBlastTest(marker=marker, die=die))
    if die == BLAST_REMOVES:
        yield play.happens(OrdnanceRemoved(marker=marker, reason="blast"))
    return die == BLAST_REMOVES
