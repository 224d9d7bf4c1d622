"""The battle as it stands, and questions about it.

The same state serves everybody: what a fold of redacted events cannot know is None. That is where
a side's mines and inactive seekers are, and how many of them its ships have left.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.knight_hawks.attack_events import Attack
from domain.systems.knight_hawks.book import Book
from domain.systems.knight_hawks.events import BattleEnded
from domain.systems.knight_hawks.move_events import Flight, SecretDrop
from domain.systems.knight_hawks.scenarios import ScenarioSheet
from domain.systems.knight_hawks.secret_events import SeekerLaid
from domain.systems.knight_hawks.ships import Kind
from domain.systems.knight_hawks.tables import HIDDEN, SCREENS, Level, Weapon, WeaponType

System = Literal["CCS", "NAV", "POWER", "DCR", "FIRE"]


class Phase(Enum):
    """Where in the sequence of play (2.1) the battle stands."""

    SETUP = "setup"
    PREPARE = "prepare"
    SEEKERS = "seekers"
    ORBITS = "orbits"
    MOVES = "moves"
    MINES = "mines"
    FIRES = "fires"
    DEFENSIVE = "defensive"
    OFFENSIVE = "offensive"
    REPAIR = "repair"


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon mount, or the whole system of a limited supply; *ammo* None: not known here."""

    type: WeaponType
    ok: bool = True
    ammo: int | None = 0
    ammo_max: int = 0


class Mask(msgspec.Struct, frozen=True, kw_only=True):
    """A deployed masking screen: the speed it was deployed at, and orbit steps that are left."""

    speed: int
    steps_left: int


class Orbit(msgspec.Struct, frozen=True, kw_only=True):
    """An orbit: which body, clockwise (1) or not (-1)."""

    body: str
    direction: int


class Vessel(msgspec.Struct, frozen=True, kw_only=True):
    """A ship, fighter or station, and all that befell it.

    *path* are the hexes of its last own movement phase, each with the facing on leaving it;
    *released*: it left orbit or dock in this phase, so it may face anywhere before it moves.
    """

    id: ShipId
    title: str
    ship_class: str
    side: str
    seat: SeatId
    kind: Kind
    evades: bool = False
    capacity: int = 0
    hp_max: int
    hp: int
    adf_max: int
    adf: int
    mr_max: int
    mr: int
    dcr_max: int
    at: Hex
    facing: int
    speed: int = 0
    path: tuple[tuple[Hex, int], ...] = ()
    mounts: dict[str, Mount] = {}
    reflective: bool = False
    screens: dict[str, bool] = {}
    active: Literal["", "PS", "ES", "SS"] = ""
    mask: Mask | None = None
    masks: int = 0
    masks_max: int = 0
    masks_ok: bool = False
    icm: int = 0
    icm_max: int = 0
    icm_ok: bool = False
    orbit: Orbit | None = None
    docked_at: ShipId | None = None
    docked_in: int = 0
    attacked_in: int = 0
    damaged: frozenset[System] = frozenset()
    locked: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    debt: int = 0
    nav_turn: int = 0
    moved: bool = False
    released: bool = False
    strained: bool = False
    convoy: int = 0
    lost: Literal["", "destroyed", "escaped", "left"] = ""

    @property
    def dcr(self) -> int:
        """The damage control rating now."""
        return -(-self.dcr_max // 2) if "DCR" in self.damaged else self.dcr_max

    @property
    def hidden_stores(self) -> bool:
        """Whether it is printed with mines or seekers, so that it may have laid some."""
        return any(mount.type in HIDDEN for mount in self.mounts.values())

    @property
    def attackable(self) -> bool:
        """Whether fire, mines and seekers can find it: in play, and no small craft in a dock."""
        return not self.lost and not (self.docked_at is not None and self.evades)

    @property
    def screen(self) -> Literal["", "PS", "ES", "SS", "MS"]:
        """The screen that protects it now."""
        return "MS" if self.mask is not None else self.active

    @property
    def may_raise(self) -> tuple[str, ...]:
        """The screens that work, whether or not there is power."""
        return tuple(code for code in SCREENS if self.screens.get(code))


class Seeker(msgspec.Struct, frozen=True, kw_only=True):
    """An active seeker; *moves* counts its moves so far.

    *laid* is the name under which its side recorded it, None where that is not known.
    """

    id: str
    side: str
    seat: SeatId
    at: Hex
    facing: int
    moves: int = 0
    laid: str | None = None


class SideState(msgspec.Struct, frozen=True, kw_only=True):
    """A side: its seats, and its secrets, None where this fold may not know them.

    *laid* are inactive seekers, *found* how many of them enemies have found, by hex; *launched*
    how many were activated; *serial* numbers the recorded ones.
    """

    id: str
    title: str
    seats: tuple[SeatId, ...]
    edge: str = ""
    mines: frozenset[Hex] | None = frozenset()
    laid: dict[str, SeekerLaid] | None = {}
    found: dict[Hex, int] = {}
    launched: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The battle. *queue* are seekers still to move, *flights* moves still to be flown.

    *ordering* is the seat whose moves they are, *drops* the drops plotted with them (None: sealed),
    *dropping* the ships that may make some, *blown* the patterns that go off, *attacks* what is
    declared and not rolled, *answering* the seats whose answers are waited for, *declared* the
    seats that have declared in this phase, *answered* whether the present attacks are answered.
    """

    book: Book
    scenario: str = ""
    options: dict[str, int | str] = {}
    order: tuple[str, ...] = ()
    turn: int = 0
    moving: str = ""
    phase: Phase = Phase.SETUP
    acting: str = ""
    setup_done: int = 0
    moment: int = 0
    sides: dict[str, SideState] = {}
    vessels: dict[ShipId, Vessel] = {}
    bodies: dict[str, Hex] = {}
    seekers: dict[str, Seeker] = {}
    activated: int = 0
    queue: tuple[str, ...] = ()
    flights: tuple[Flight, ...] = ()
    drops: tuple[SecretDrop, ...] | None = ()
    dropping: tuple[ShipId, ...] = ()
    ordering: SeatId | None = None
    blown: tuple[tuple[str, Hex], ...] = ()
    attacks: tuple[Attack, ...] = ()
    number: int = 0
    answering: tuple[SeatId, ...] = ()
    answered: bool = False
    declared: frozenset[SeatId] = frozenset()
    ended: BattleEnded | None = None

    @property
    def sheet(self) -> ScenarioSheet:
        """The scenario as printed."""
        return self.book.scenarios[self.scenario]

    @property
    def level(self) -> Level:
        """The level of the rules (2.4)."""
        return "basic" if self.options.get("rules_level") == "basic" else "advanced"

    @property
    def leaves_map(self) -> bool:
        """Whether who leaves the map is out of the game (P-18)."""
        return self.level == "basic" or self.options.get("map_exit") == "lost"

    @property
    def afloat(self) -> tuple[Vessel, ...]:
        """The vessels in play."""
        return tuple(vessel for vessel in self.vessels.values() if not vessel.lost)

    def fleet(self, side: str) -> tuple[Vessel, ...]:
        """Return the vessels of a side that are in play."""
        return tuple(vessel for vessel in self.afloat if vessel.side == side)

    def own(self, seat: SeatId) -> tuple[Vessel, ...]:
        """Return the vessels of a seat that are in play."""
        return tuple(vessel for vessel in self.afloat if vessel.seat == seat)

    def docked(self, host: ShipId) -> tuple[Vessel, ...]:
        """Return who is docked at a vessel."""
        return tuple(vessel for vessel in self.afloat if vessel.docked_at == host)

    def side_of(self, seat: SeatId) -> str:
        """Return the side of a seat; nothing if it has none."""
        return next((side.id for side in self.sides.values() if seat in side.seats), "")

    def weapon(self, kind: WeaponType) -> Weapon:
        """Return a weapon as it is played here."""
        weapon = self.book.weapons[kind]
        if kind == "EB" and "electron_range" in self.options:
            return replace(weapon, range_hexes=int(self.options["electron_range"]))
        return weapon

    def with_vessels(self, vessels: Iterable[Vessel]) -> "State":
        """Return this state with some vessels changed."""
        return replace(self, vessels={**self.vessels, **{one.id: one for one in vessels}})

    def with_side(self, side: SideState) -> "State":
        """Return this state with a side changed."""
        return replace(self, sides={**self.sides, side.id: side})


def may_drop(state: State, side: str, weapons: Iterable[str] = HIDDEN) -> tuple[Vessel, ...]:
    """Return the vessels of a side that may still hold mines or seekers, for all others know.

    What they are printed with is public, what is left of it is not; so they count to the end.
    """
    return tuple(
        vessel
        for vessel in state.fleet(side)
        if any(mount.type in weapons for mount in vessel.mounts.values())
    )


def may_have_seekers(state: State, side: str) -> bool:
    """Tell whether a side may still have inactive seekers, for all that others know."""
    aboard = sum(
        mount.ammo_max
        for vessel in state.vessels.values()
        if vessel.side == side
        for mount in vessel.mounts.values()
        if mount.type == "S"
    )
    return aboard > state.sides[side].launched
