"""What is laid in secret: the checks of drops, and the events that record them (2.5, R-20 to R-32).

`SecretsKept` follows for every ship that may have laid something, whether or not it did, once for
each seat of its side; so its presence tells nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec import UnsetType

from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.refusals import Refused, Unknown, known
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.secret_events import SecretsKept, SeekerActivated, SeekerLaid
from domain.systems.knight_hawks.space import label
from domain.systems.knight_hawks.state import State, Vessel

T = TypeVar("T")


def opened(value: T | UnsetType, what: str) -> T:
    """Return a sealed part of a command, or raise Unknown where it is still closed."""
    if isinstance(value, UnsetType):
        raise Unknown(what)
    return value


class Drop(NamedTuple):
    """Something laid in a hex: mines (M) or a seeker (S), by a ship."""

    ship: ShipId
    weapon: str
    at: Hex
    facing: int = 0


def check_drops(state: State, seat: SeatId, drops: Iterable[Drop]) -> None:
    """Refuse drops that a ship has not left, or mines on its own side's mines (R-23)."""
    spent: dict[tuple[ShipId, str], int] = {}
    mined: set[Hex] = set()
    for drop in drops:
        vessel = state.vessels[drop.ship]
        _check_store(vessel, drop, spent)
        if drop.weapon == "M":
            own = known(state.sides[state.side_of(seat)].mines, "where mines lie")
            if drop.at in own or drop.at in mined:
                raise Refused("hex_already_mined", rules.R_23_ONE_PATTERN, hex=label(drop.at))
            mined.add(drop.at)
        if drop.at in state.bodies.values():
            raise Refused("planet_hex", rules.R_20_BEFORE_THE_GAME, hex=label(drop.at))


def _check_store(vessel: Vessel, drop: Drop, spent: dict[tuple[ShipId, str], int]) -> None:
    mount = vessel.mounts.get(drop.weapon)
    if mount is None:
        if drop.weapon == "M":
            raise Refused("not_a_minelayer", rules.R_21_IN_PLAY, ship=vessel.id)
        raise Refused("no_seekers", rules.R_30_PLACEMENT, ship=vessel.id)
    key = (vessel.id, drop.weapon)
    spent[key] = spent.get(key, 0) + 1
    left = known(mount.ammo, "what is left of it")
    if spent[key] > left:
        raise Refused("out_of_ammo", rules.R_04_SUPPLY, ship=vessel.id, left=left)


def kept(state: State, ships: Iterable[ShipId], drops: Sequence[Drop]) -> Iterator[SecretsKept]:
    """Yield the record of *drops* for all *ships* that may have made some."""
    for name in ships:
        vessel = state.vessels[name]
        if not vessel.hidden_stores:
            continue
        own = [drop for drop in drops if drop.ship == name]
        mines = tuple(drop.at for drop in own if drop.weapon == "M")
        left = _left(vessel, "S")
        laid = tuple(
            SeekerLaid(id=f"{name}_{left - n}", at=drop.at, facing=drop.facing)
            for n, drop in enumerate(drop for drop in own if drop.weapon == "S")
        )
        for seat in state.sides[vessel.side].seats:
            yield SecretsKept(
                seat=seat,
                ship=name,
                mines=mines,
                seekers=laid,
                mines_left=_left(vessel, "M") - len(mines),
                seekers_left=left - len(laid),
            )


def _left(vessel: Vessel, weapon: str) -> int:
    mount = vessel.mounts.get(weapon)
    return 0 if mount is None else known(mount.ammo, "what is left of it")


def activated(state: State, seat: SeatId, names: Iterable[str]) -> Iterator[SeekerActivated]:
    """Yield the activation of seekers that the seat's side has laid, or refuse (R-32)."""
    side = state.sides[state.side_of(seat)]
    for name in names:
        laid = known(side.laid, "where seekers lie").get(name)
        if laid is None:
            own = (one for one in state.seekers.values() if one.side == side.id)
            if any(name in {one.id, one.laid} for one in own):
                raise Refused("already_active", rules.R_32_ACTIVATION, unit=name)
            raise Refused("unknown_unit", rules.S_2_5_SECRETS, unit=name)
        event = SeekerActivated(
            seat=seat,
            seeker=f"seeker_{state.activated + 1}",
            side=side.id,
            at=laid.at,
            facing=laid.facing,
            laid=name,
        )
        yield event
        state = evolve(state, event)
        side = state.sides[side.id]
