"""What set-up, movement, mines and seekers do to vessels, sides and the battle; evolve's hands."""

from typing import Literal, TypeVar

from msgspec import UnsetType
from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import ShipId
from domain.systems.knight_hawks.damage_events import (
    DamageTableRolled,
    FireBurned,
    HitConvertedToHull,
    RepairAllocated,
    RepairRolled,
)
from domain.systems.knight_hawks.events import ShipPlaced
from domain.systems.knight_hawks.move_events import (
    BreakUpRolled,
    GravityTurned,
    MovesOrdered,
    OrbitEntered,
    ShipDocked,
    ShipMoved,
    ShipUndocked,
)
from domain.systems.knight_hawks.secret_events import (
    SecretsKept,
    SeekerActivated,
    SeekerTargetChosen,
)
from domain.systems.knight_hawks.space import column_row, hex_at
from domain.systems.knight_hawks.state import Orbit, Seeker, State, Vessel

T = TypeVar("T")

# --- set-up ---------------------------------------------------------------------------------


def at_edge(state: State, vessel: Vessel, edge: str) -> Vessel:
    """Return a vessel moved to a short edge, facing inwards."""
    column = 0 if edge == "west" else state.sheet.columns - 1
    facing = 0 if edge == "west" else 3
    at = hex_at(column, column_row(vessel.at)[1])
    return replace(vessel, at=at, facing=facing, path=((at, facing),))


def placed(vessel: Vessel, event: ShipPlaced) -> Vessel:
    """Return a vessel, or one that is docked at it, where it was placed."""
    place = replace(vessel, at=event.at, facing=event.facing, path=((event.at, event.facing),))
    orbit = vessel.orbit
    if vessel.docked_at is not None:
        return place
    if orbit is not None:
        orbit = Orbit(body=orbit.body, direction=event.orbit)
    return replace(place, speed=event.speed, orbit=orbit)


# --- movement -------------------------------------------------------------------------------


def fresh(vessel: Vessel) -> Vessel:
    """Return a vessel at the beginning of its side's movement."""
    path = ((vessel.at, vessel.facing),)
    return replace(vessel, path=path, moved=False, released=False, strained=False, nav_turn=0)


def ordered(state: State, event: MovesOrdered) -> State:
    """Return the state with moves that are to be flown, and the ships that may drop something."""
    drops = _known(event.drops)
    dropping = tuple(one.id for one in state.own(event.seat) if one.hidden_stores)
    return replace(state, flights=event.moves, drops=drops, dropping=dropping, ordering=event.seat)


def moved(state: State, event: ShipMoved) -> State:
    """Return the state after a part of a move; the last part ends it."""
    vessel = state.vessels[event.ship]
    at, facing = event.path[-1]
    path = (*vessel.path[:-1], *event.path)
    vessel = replace(vessel, path=path, at=at, facing=facing, strained=True)
    if event.done:
        vessel = replace(vessel, speed=event.hexes, moved=True, debt=0, released=False)
        state = _flown(state, event.ship)
    carried = (replace(one, at=at, facing=facing) for one in state.docked(event.ship))
    return state.with_vessels([vessel, *carried])


def _flown(state: State, ship: ShipId) -> State:
    return replace(state, flights=tuple(one for one in state.flights if one.ship != ship))


def lost(
    state: State, ship: ShipId, fate: Literal["destroyed", "escaped", "left"], *, docked: bool
) -> State:
    """Return the state without a vessel; who was *docked* at it is lost with it, or adrift."""
    gone = replace(state.vessels[ship], lost=fate, docked_at=None)
    theirs: Literal["", "destroyed", "escaped", "left"] = fate if docked else ""
    beside = (replace(one, docked_at=None, speed=0, lost=theirs) for one in state.docked(ship))
    return _flown(state, ship).with_vessels([gone, *beside])


def orbit_entered(state: State, event: OrbitEntered) -> State:
    """Return the state after a ship went into orbit and moved its first hex there."""
    vessel = state.vessels[event.ship]
    path = (*vessel.path, (event.at, event.facing))
    orbit = Orbit(body=event.body, direction=event.direction)
    vessel = replace(
        vessel, at=event.at, facing=event.facing, path=path, orbit=orbit, speed=0, moved=True
    )
    return _flown(state, event.ship).with_vessels([replace(vessel, debt=0)])


def orbited(vessel: Vessel, at: Hex) -> Vessel:
    """Return a vessel that its orbit (or its host's) carried on; a mask has a step less left."""
    mask = vessel.mask
    if mask is not None and vessel.orbit is not None:
        mask = replace(mask, steps_left=mask.steps_left - 1)
    path = (*vessel.path, (at, vessel.facing))
    return replace(vessel, at=at, path=path, mask=mask, moved=True)


def docked(vessel: Vessel, event: ShipDocked, turn: int) -> Vessel:
    """Return a vessel in its dock."""
    return replace(vessel, docked_at=event.host, docked_in=turn, speed=0)


def undocked(vessel: Vessel, host: Vessel, event: ShipUndocked) -> Vessel:
    """Return a vessel that left its dock, where its host is."""
    return replace(
        vessel,
        docked_at=None,
        at=host.at,
        facing=event.facing,
        speed=event.speed,
        path=((host.at, event.facing),),
        released=host.kind == "station",
    )


def noted(
    state: State,
    event: BreakUpRolled | GravityTurned | SeekerTargetChosen | DamageTableRolled | FireBurned
    | HitConvertedToHull | RepairAllocated | RepairRolled,
) -> State:  # fmt: skip
    """Return the state after what was only rolled or told; a strained hull is not tried twice."""
    if isinstance(event, BreakUpRolled):
        return state.with_vessels([replace(state.vessels[event.ship], strained=True)])
    return state


# --- mines and seekers ----------------------------------------------------------------------


def secrets_kept(state: State, event: SecretsKept) -> State:
    """Return the state after a ship may have laid something; None where it is not known what."""
    vessel = state.vessels[event.ship]
    side = state.sides[vessel.side]
    left = {"M": _known(event.mines_left), "S": _known(event.seekers_left)}
    mounts = {
        name: replace(mount, ammo=left[mount.type]) if mount.type in left else mount
        for name, mount in vessel.mounts.items()
    }
    mines, seekers = _known(event.mines), _known(event.seekers)
    side = replace(
        side,
        mines=None if mines is None or side.mines is None else side.mines | set(mines),
        laid=None
        if seekers is None or side.laid is None
        else {**side.laid, **{one.id: one for one in seekers}},
    )
    return state.with_vessels([replace(vessel, mounts=mounts)]).with_side(side)


def _known(value: T | UnsetType) -> T | None:
    return None if isinstance(value, UnsetType) else value


def activated(state: State, event: SeekerActivated) -> State:
    """Return the state after a seeker was activated."""
    side = state.sides[event.side]
    laid = side.laid
    if laid is not None:
        laid = {name: one for name, one in laid.items() if name != event.laid}
    found = {**side.found, event.at: side.found.get(event.at, 0) - 1}
    left = {at: number for at, number in found.items() if number > 0}
    side = replace(side, laid=laid, found=left, launched=side.launched + 1)
    seeker = Seeker(
        id=event.seeker,
        side=event.side,
        seat=event.seat,
        at=event.at,
        facing=event.facing,
        laid=_known(event.laid),
    )
    seekers = {**state.seekers, event.seeker: seeker}
    return replace(state.with_side(side), seekers=seekers, activated=state.activated + 1)


def without_seeker(state: State, name: str) -> State:
    """Return the state without a seeker."""
    left = {one: seeker for one, seeker in state.seekers.items() if one != name}
    return replace(state, seekers=left, queue=tuple(one for one in state.queue if one != name))
