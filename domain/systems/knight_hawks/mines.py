"""Mines: which patterns go off after all movement, and against whom (R-24 to R-29)."""

from collections.abc import Iterator

from domain.hexes import Hex
from domain.refusals import known
from domain.systems.knight_hawks.secret_events import MinesDetonated
from domain.systems.knight_hawks.state import State, Vessel


def entered(vessel: Vessel) -> frozenset[Hex]:
    """Return the hexes that a vessel entered in its last movement phase."""
    return frozenset(at for at, _ in vessel.path[1:])


def triggered(state: State) -> Iterator[MinesDetonated]:
    """Yield each pattern that an enemy ship entered; stations and small craft in docks do not.

    Small craft that docked only now have flown their path themselves: all of it counts (R-26).
    """
    movers = [
        (vessel, entered(vessel))
        for vessel in state.vessels.values()
        if vessel.side == state.moving
        and vessel.kind != "station"
        and not (vessel.docked_at is not None and vessel.evades and vessel.docked_in < state.turn)
    ]
    for side in state.sides.values():
        if side.id == state.moving:
            continue
        for at in sorted(known(side.mines, "where mines lie")):
            if any(at in hexes for _, hexes in movers):
                targets = tuple(v.id for v, hexes in movers if at in hexes and not v.lost)
                yield MinesDetonated(side=side.id, at=at, targets=targets)
