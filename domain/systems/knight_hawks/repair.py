"""Repairs after every third turn: what can be repaired, and what comes of it (P-60 to P-64)."""

from collections.abc import Iterator, Mapping

from domain.decider import Command
from domain.dice import Ask, Dice
from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attacks import own_vessel
from domain.systems.knight_hawks.commands import AllocateRepairs, Block
from domain.systems.knight_hawks.damage_events import (
    RepairAllocated,
    RepairLocked,
    RepairRolled,
    SystemRepaired,
)
from domain.systems.knight_hawks.state import State, Vessel


def broken(vessel: Vessel) -> dict[str, int]:
    """Return what is to be repaired on a vessel, and how many blocks it may take (P-63)."""
    found = {"ADF": vessel.adf_max - vessel.adf, "MR": vessel.mr_max - vessel.mr}
    found |= {name: not mount.ok for name, mount in vessel.mounts.items()}
    found |= {code: not ok for code, ok in vessel.screens.items()}
    found["MS"] = bool(vessel.masks_max) and not vessel.masks_ok
    found["ICM"] = bool(vessel.icm_max) and not vessel.icm_ok
    found |= dict.fromkeys(sorted(vessel.damaged), 1)
    found["HULL"] = vessel.hp < vessel.hp_max
    return {system: int(blocks) for system, blocks in found.items() if blocks}


def open_systems(vessel: Vessel) -> dict[str, int]:
    """Return what may still be repaired: broken, and not locked."""
    return {name: n for name, n in broken(vessel).items() if name not in vessel.locked}


def repairers(state: State) -> frozenset[SeatId]:
    """Return the seats that have something to repair, and damage control to do it."""
    return frozenset(vessel.seat for vessel in state.afloat if vessel.dcr and open_systems(vessel))


def check(state: State, seat: SeatId, command: AllocateRepairs) -> None:
    """Refuse blocks for what is not broken, is locked, or needs more points than there are."""
    points: dict[ShipId, int] = {}
    blocks: dict[tuple[ShipId, str], int] = {}
    for block in command.blocks:
        vessel = own_vessel(state, seat, block.ship)
        facts: dict[str, int | str] = {"ship": vessel.id, "system": block.system}
        if block.system in vessel.locked:
            raise Refused("repair_locked", rules.P_62_ROLL, **facts)
        key = (vessel.id, block.system)
        blocks[key] = blocks.get(key, 0) + 1
        if blocks[key] > broken(vessel).get(block.system, 0):
            raise Refused("nothing_to_repair", rules.P_63_SYSTEMS, **facts)
        points[vessel.id] = points.get(vessel.id, 0) + block.points
        if points[vessel.id] > vessel.dcr:
            raise Refused("dcr_exceeded", rules.P_61_POINTS, ship=vessel.id, at_most=vessel.dcr)


def repaired(state: State, sealed: Mapping[SeatId, Command], dice: Dice) -> Iterator[Outcome]:
    """Yield all allocations, then all rolls together, then what they restore."""
    blocks = [
        block
        for _, command in sorted(sealed.items())
        if isinstance(command, AllocateRepairs)
        for block in command.blocks
    ]
    for block in blocks:
        yield RepairAllocated(ship=block.ship, system=block.system, points=block.points)
    if not blocks:
        return
    yield (rolled := dice.roll(*(Ask(_title(state, one, "repair"), 1, 100) for one in blocks)))
    rolls = [face for (face,) in rolled.faces]
    constants = state.book.constants
    hulls: list[Block] = []
    for block, roll in zip(blocks, rolls, strict=True):
        works = roll <= block.points and roll < constants.repair_fails_from
        yield RepairRolled(
            ship=block.ship, system=block.system, points=block.points, roll=roll, repaired=works
        )
        if roll >= constants.repair_locks_from:
            yield RepairLocked(ship=block.ship, system=block.system)
        elif works and block.system == "HULL":
            hulls.append(block)
        elif works:
            yield SystemRepaired(ship=block.ship, system=block.system)
    if hulls:
        yield (gained := dice.roll(*(Ask(_title(state, one, "gain"), 1, 10) for one in hulls)))
        for block, (face,) in zip(hulls, gained.faces, strict=True):
            vessel = state.vessels[block.ship]
            room = vessel.hp_max - vessel.hp
            yield SystemRepaired(ship=block.ship, system="HULL", points=min(face, room))


def _title(state: State, block: Block, what: str) -> str:
    return f"{state.vessels[block.ship].title}, {what} of {block.system}"
