"""The battle as it stands, and questions about it.

The same state serves everybody: what a fold of redacted events cannot know is None. Energy is
counted in half points in the stores that know halves (batteries, capacitor), else in points.
"""

from collections.abc import Iterable
from enum import Enum

import msgspec
from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.systems.scorpead.activity_events import RaidDeclared
from domain.systems.scorpead.book import Book
from domain.systems.scorpead.events import BattleEnded
from domain.systems.scorpead.fire_events import Shot
from domain.systems.scorpead.forms import Feature, UnitKind
from domain.systems.scorpead.shipboard import (
    Chamber,
    Crew,
    Detonator,
    Magnifier,
    Manoeuvres,
    Repair,
)
from domain.systems.scorpead.ships import POWER, WARP, ShipClass

IMPULSES = 32


class Phase(Enum):
    """Where in the sequence of play the battle stands."""

    SETUP = "setup"
    ENERGY = "energy"
    LOCK_ON = "lock_on"
    MOVEMENT = "movement"
    FIRE = "fire"
    RESOLUTION = "resolution"
    DAMAGE = "damage"


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """A ship: its class as printed, and all that befell it.

    *moved* is when it moved last, *moved_before* how many groups were then still to move. *tubes*
    counts the turns that each plasma tube was armed, *launched* when each box launched last.
    """

    id: ShipId
    title: str
    seat: SeatId
    plan: ShipClass
    at: Hex
    facing: int
    speed: int
    hexes_since_turn: int
    hexes_since_slip: int
    came_from: Hex | None = None
    moved: int = 0
    moved_before: int = 0
    lost: bool = False
    destroyed: frozenset[str] = frozenset()
    shields: tuple[int, ...]
    shields_up: bool = True
    fire_control: bool = True
    ecm: int = 0
    eccm: int = 0
    lock_on: bool = True
    general: int | None = 0
    specific: tuple[int | None, ...] = (0,) * 6
    battery_halves: int | None
    recharge_halves: int | None = 0
    capacitor_halves: int | None
    phaser_fired: dict[str, int] = {}
    magnifiers: dict[str, Magnifier]
    chambers: dict[str, Chamber]
    detonators: dict[str, Detonator]
    manoeuvres: Manoeuvres = Manoeuvres()
    crew: Crew = Crew(parties=0)
    repair: Repair = Repair()
    dropped: frozenset[int] = frozenset()
    shield_set: dict[str, int] = {}
    racks: dict[str, int] = {}
    tubes: dict[str, int | None] = {}
    launched: dict[str, int] = {}
    launches: int = 0
    stasis: bool = False
    orphan_capacity: int = 0

    def has(self, box: str) -> bool:
        """Tell whether *box* is not destroyed."""
        return box not in self.destroyed

    def left(self, *groups: str) -> int:
        """Return how many boxes of these groups are not destroyed."""
        return sum(self.has(box) for group in groups for box in self.plan.groups[group])

    @property
    def power_halves(self) -> int:
        """What the undestroyed power boxes give in a turn."""
        return 2 * self.left(*POWER)

    @property
    def warp_halves(self) -> int:
        """What the undestroyed warp boxes give in a turn."""
        return 2 * self.left(*WARP)

    @property
    def battery_capacity_halves(self) -> int:
        """What the undestroyed batteries hold."""
        return 2 * self.left("battery")

    def bank_left(self, magnifier: str) -> tuple[str, ...]:
        """Return the undestroyed phasers at the magnifier's conduit line."""
        return tuple(phaser for phaser in self.plan.bank[magnifier] if self.has(phaser))

    def capacity(self, magnifier: str) -> int:
        """Return what a magnifier holds at most (ER-12.21); nothing once it is destroyed."""
        if not self.has(magnifier):
            return 0
        orphan = not self.plan.bank[magnifier]
        return self.orphan_capacity if orphan else len(self.bank_left(magnifier))

    def capacitor_capacity_halves(self, book: Book) -> int:
        """Return what the capacitor holds at most: its phasers' energy, in whole points (H6)."""
        phasers = (phaser for phaser in self.plan.phasers if self.has(phaser.id))
        halves = sum(book.phasers[phaser.type].energy_halves for phaser in phasers)
        return halves + halves % 2

    def shield_boxes(self, shield: int) -> int:
        """Return what a shield takes now: nothing while it is dropped, or without power."""
        up = self.shields_up and shield not in self.dropped
        return self.shields[shield - 1] if up else 0

    def rating(self, track: str) -> int:
        """Return what a track (sensor, scanner, damage control) is worth now (4.5)."""
        numbers = self.plan.tracks[track]
        return numbers[len(numbers) - self.left(track)]


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A seeking weapon or a shuttle; *flown* are its hexes, *damage* is what it has taken."""

    id: ShipId
    title: str
    kind: UnitKind
    seat: SeatId
    at: Hex
    target: ShipId | None = None
    carrier: ShipId | None = None
    came_from: Hex | None = None
    launched: int = 0
    flown: int = 0
    damage: int = 0


class Volley(msgspec.Struct, frozen=True, kw_only=True):
    """Internal damage that is still to be marked off: sums of two dice, and what came before."""

    ship: ShipId
    shield: int
    points: tuple[int, ...]
    bold_used: frozenset[tuple[int, int]] = frozenset()
    phaser_hits: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The battle. *struck* are the shields chosen in this impulse, by firer and target.

    *flown*, *struck_in* and *fired* are the last moments at which units moved, at which what struck
    in movement was counted, and at which fire was over. *worn* is the damage on asteroids,
    *cleared* the credit of a ship for the path through them.
    """

    book: Book
    scenario: str = ""
    turn_limit: int = 0
    turn: int = 0
    impulse: int = 0
    phase: Phase = Phase.SETUP
    ships: dict[ShipId, Ship] = {}
    movers: tuple[tuple[ShipId, ...], ...] = ()
    shots: tuple[tuple[ShipId, Shot], ...] = ()
    struck: dict[tuple[ShipId, ShipId], int] = {}
    volleys: tuple[Volley, ...] = ()
    ended: BattleEnded | None = None
    features: dict[str, Feature] = {}
    units: dict[ShipId, Unit] = {}
    raids: tuple[RaidDeclared, ...] = ()
    flown: int = 0
    struck_in: int = 0
    fired: int = 0
    rulings: int = 0
    worn: dict[str, int] = {}
    cleared: dict[tuple[ShipId, str], int] = {}

    @property
    def now(self) -> int:
        """The impulse counted from the beginning of the battle; every clock uses it."""
        return (self.turn - 1) * IMPULSES + self.impulse

    @property
    def afloat(self) -> tuple[Ship, ...]:
        """The ships that are not destroyed."""
        return tuple(ship for ship in self.ships.values() if not ship.lost)

    @property
    def seats(self) -> frozenset[SeatId]:
        """The seats that have a ship left."""
        return frozenset(ship.seat for ship in self.afloat)

    def fleet(self, seat: SeatId) -> tuple[Ship, ...]:
        """Return the undestroyed ships of *seat*."""
        return tuple(ship for ship in self.afloat if ship.seat == seat)

    def enemies(self, seat: SeatId) -> tuple[Ship, ...]:
        """Return the undestroyed ships of all other seats."""
        return tuple(ship for ship in self.afloat if ship.seat != seat)

    def scored(self, seat: SeatId) -> int:
        """Return how many boxes of its enemies *seat* has destroyed, repaired ones included."""
        foes = (ship for ship in self.ships.values() if ship.seat != seat)
        return sum(len(ship.destroyed) + ship.repair.repaired - ship.repair.marked for ship in foes)

    def is_referee(self, seat: SeatId) -> bool:
        """Tell whether *seat* is none of the scenario's sides."""
        return seat > len(self.book.scenarios[self.scenario].sides)

    def with_ships(self, ships: Iterable[Ship]) -> "State":
        """Return this state with some ships changed."""
        return replace(self, ships={**self.ships, **{ship.id: ship for ship in ships}})


def again_at(moment: int) -> int:
    """Return from when on what was used at *moment* may be used again: next turn, 8 later."""
    return max(turn_of(moment) * IMPULSES + 1, moment + 8) if moment else 0


def turn_of(moment: int) -> int:
    """Return the turn of an absolute impulse; 0 for "never"."""
    return (moment - 1) // IMPULSES + 1 if moment else 0


def impulse_of(moment: int) -> int:
    """Return the impulse within its turn of an absolute impulse."""
    return (moment - 1) % IMPULSES + 1
