"""What lies, burns and flies on the field after an event: zones, flames, missiles, holes."""

from typing import assert_never

from msgspec.structs import replace

from domain.systems.ranged.attack_events import CoverPassed
from domain.systems.ranged.state import Damaged, State
from domain.systems.ranged.thing_events import (
    FlamesDrifted,
    FlamesEnded,
    FlamesStarted,
    ProjectileEnded,
    ProjectileFlew,
    ZoneEnded,
    ZoneSet,
)

Change = (
    ZoneSet | ZoneEnded | ProjectileFlew | ProjectileEnded | FlamesStarted | FlamesDrifted
    | FlamesEnded | CoverPassed
)  # fmt: skip


def changed(state: State, event: Change) -> State:
    """Return the state after an event of the field."""
    match event:
        case ZoneSet(zone=zone):
            return replace(state, zones={**state.zones, zone.id: zone})
        case ZoneEnded(id=name):
            return replace(state, zones={k: z for k, z in state.zones.items() if k != name})
        case ProjectileFlew(projectile=one):
            return replace(
                state,
                projectiles={**state.projectiles, one.id: one},
            )
        case ProjectileEnded(id=name):
            left = {k: one for k, one in state.projectiles.items() if k != name}
            return replace(state, projectiles=left)
        case FlamesStarted(flames=flames):
            return replace(state, flames={**state.flames, flames.id: flames})
        case FlamesDrifted(id=name, at=at):
            drifted = replace(state.flames[name], at=at)
            return replace(state, flames={**state.flames, name: drifted})
        case FlamesEnded(id=name):
            return replace(state, flames={k: f for k, f in state.flames.items() if k != name})
        case CoverPassed(cover=cover, at=at, lost=lost, breached=breached):
            if at is None or not (lost or breached):
                return state
            before = state.damaged.get((cover, at), Damaged())
            now = Damaged(lost=before.lost + lost, breached=before.breached or breached)
            return replace(state, damaged={**state.damaged, (cover, at): now})
        case _:
            assert_never(event)
