"""The battle as it stands, and questions about it. Nothing in it is secret."""

from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.plane import CM, Point, Rectangle, forward, inside, squared_distance, within
from domain.systems.gothic.book import Book
from domain.systems.gothic.ships import (
    BLAST_BASE,
    CRAFT_BASE,
    TORPEDO_BASE,
    MountSheet,
    ShipClass,
)
from domain.systems.gothic.tables import Order, halved
from domain.systems.gothic.tasks import AnyTask, Window

Status = Literal["active", "drifting", "blazing", "destroyed", "disengaged", "landed"]
MarkerKind = Literal["torpedo", "boarding_torpedo", "craft", "mine"]


class Phase(Enum):
    """Where in the sequence of play the battle stands (section 2)."""

    SETUP = "setup"
    FIRST_TURN = "first_turn"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    LAUNCHING = "launching"
    TURNING = "turning"
    ORDNANCE = "ordnance"
    END = "end"


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A ship or a defence: its class as printed, and all that befell it.

    Lengths and angles as in `domain.plane`. *braced_until* counts player turns; *fired* is the
    strength each mount has used this turn; *launched* the kind of ordnance launched this turn.
    *moved_length* is None before its first movement phase.
    """

    id: ShipId
    title: str
    side: int
    seat: SeatId
    plan: ShipClass
    at: Point
    heading: int
    hits: int
    leadership: int
    status: Status = "active"
    order: Order | None = None
    braced_until: int = 0
    ran: int = 0
    criticals: tuple[str, ...] = ()
    squadron: str = ""
    formed: bool = True
    moved: bool = False
    moved_length: int | None = None
    loaded: frozenset[str] = frozenset({"torpedo", "bay"})
    fired: dict[str, int] = {}
    shot_at: frozenset[tuple[str, str]] = frozenset()
    launched: frozenset[str] = frozenset()
    priority: Literal["", "passed", "failed"] = ""
    escaping: bool = False
    boarding: ShipId | None = None
    grappled: frozenset[ShipId] = frozenset()
    teleported: bool = False
    landing: bool = False
    ram_target: ShipId | None = None
    flagship: bool = False
    boarding_bonus: int = 0
    raid_bonus: int = 0
    raid_defence: int = 0

    @property
    def active(self) -> bool:
        """Whether it is in the battle and no wreck."""
        return self.status == "active"

    @property
    def hulk(self) -> bool:
        """Whether it is a hulk."""
        return self.status in {"drifting", "blazing"}

    @property
    def on_table(self) -> bool:
        """Whether its base is on the table."""
        return self.active or self.hulk

    @property
    def crippled(self) -> bool:
        """Whether half of its hits are lost (PD-11); what has one hit never is."""
        return self.plan.sturdy and 2 * self.hits <= self.plan.hits

    @property
    def braced(self) -> bool:
        """Whether it braces for impact."""
        return self.order == "brace"

    def has(self, effect: str) -> bool:
        """Tell whether a critical of this effect is not repaired."""
        return effect in self.criticals

    @property
    def nominal_shields(self) -> int:
        """What its shields are worth without blast markers (1.3)."""
        if self.has("shields") or not self.active:
            return 0
        return self._power(self.plan.shields)

    @property
    def turrets(self) -> int:
        """How many turrets serve."""
        return self._power(self.plan.turrets) if self.active else 0

    def _power(self, number: int) -> int:
        number = halved(number) if self.crippled else number
        return halved(number) if self.has("reactors") else number

    @property
    def leads(self) -> int:
        """Its leadership now."""
        return self.leadership - 3 * self.has("bridge")

    def working(self, mount: MountSheet) -> bool:
        """Tell whether no critical silences a mount."""
        silenced = {
            mount.location,
            {"lance": "lances", "battery": "batteries"}.get(mount.kind, "ordnance"),
        }
        return not silenced & {*self.criticals}


class Squadron(msgspec.Struct, frozen=True, kw_only=True):
    """A squadron; *leadership* is that of an escort squadron, which has one value.

    *leaving*: one of its escorts left the table, and all must try to follow (MV-5).
    """

    id: str
    title: str
    side: int
    seat: SeatId
    members: tuple[ShipId, ...]
    leadership: int | None = None
    leaving: bool = False


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """Ordnance: a torpedo salvo, a wave of attack craft, a mine.

    *launched_in*, *turned_in* and *moved_in* count ordnance phases; *attacked* are the units it
    attacked in this game turn. A wave on patrol goes with *patrols*.
    """

    id: str
    title: str
    side: int
    seat: SeatId
    kind: MarkerKind
    at: Point
    heading: int
    strength: int = 0
    fighters: int = 0
    bombers: int = 0
    boats: int = 0
    launchers: tuple[ShipId, ...] = ()
    arcs: tuple[int, int] = (0, 0)
    launched_in: int = 0
    turned_in: int = 0
    moved_in: int = 0
    attacked: frozenset[ShipId] = frozenset()
    patrols: ShipId | None = None
    raid_bonus: int = 0

    @property
    def torpedo(self) -> bool:
        """Whether it is a torpedo salvo of either kind."""
        return self.kind in {"torpedo", "boarding_torpedo"}

    @property
    def radius(self) -> int:
        """The marker's radius."""
        return TORPEDO_BASE if self.torpedo else CRAFT_BASE

    @property
    def craft(self) -> int:
        """How many markers of attack craft are in the wave."""
        return self.fighters + self.bombers + self.boats


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A minefield, an asteroid field, or a planet (a disc within its rectangle)."""

    id: str
    title: str
    kind: Literal["minefield", "asteroids", "planet"]
    bounds: Rectangle
    side: int = 0

    @property
    def centre(self) -> Point:
        """The middle."""
        left, bottom, right, top = self.bounds
        return Point((left + right) // 2, (bottom + top) // 2)

    @property
    def radius(self) -> int:
        """A planet's radius."""
        return (self.bounds.right - self.bounds.left) // 2


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A side: its seats, its commander's re-rolls, what it scored in landing."""

    title: str
    seats: tuple[SeatId, ...]
    rerolls: int = 0
    assault: int = 0
    first_roll: int = 0


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How the battle ended: winners, reason, points of each side."""

    winners: tuple[int, ...]
    reason: str
    points: tuple[int, ...]
    assault: int = 0


class Standing(msgspec.Struct, frozen=True):
    """What a seat's silence means when it is asked for its reaction (2.6)."""

    brace: bool = False
    turrets: bool = True


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The battle. *turn* counts player turns, *at* is the active side's place in *turn_order*.

    *mover* is the place of the side that acts in the ordnance phase; *ordnance* counts those
    phases. *made* counts markers of all kinds, for their names; *asked* counts windows.
    """

    book: Book
    scenario: str = ""
    chosen: dict[str, int | str] = {}
    size: tuple[int, int] = (0, 0)
    sides: dict[int, Side] = {}
    turn_order: tuple[int, ...] = ()
    game_turn: int = 0
    turn: int = 0
    at: int = 0
    mover: int = 0
    phase: Phase = Phase.SETUP
    units: dict[ShipId, Unit] = {}
    squadrons: dict[str, Squadron] = {}
    markers: dict[str, Marker] = {}
    blasts: dict[str, Point] = {}
    areas: dict[str, Area] = {}
    closed: frozenset[int] = frozenset()
    done: frozenset[SeatId] = frozenset()
    locked: dict[ShipId, str] = {}
    ordnance: int = 0
    made: int = 0
    window: Window | None = None
    pending: tuple[AnyTask, ...] = ()
    asked: int = 0
    standing: dict[SeatId, Standing] = {}
    steps: int = 0
    band: int = 0
    land: int = 0
    attacker: int = 0
    points: dict[int, int] = {}
    commanders: dict[ShipId, int] = {}
    ended: Ended | None = None

    # --- whose turn it is ---------------------------------------------------------------------

    @property
    def side(self) -> int:
        """The side whose turn it is."""
        return self.turn_order[self.at] if self.turn_order else 0

    @property
    def acting(self) -> int:
        """The side that acts now: in the ordnance phase all sides do, one after another."""
        if self.phase in {Phase.TURNING, Phase.ORDNANCE}:
            return self.turn_order[(self.at + self.mover) % len(self.turn_order)]
        return self.side

    def option(self, name: str) -> int | str:
        """Return what the table chose; what is not said in an older record is the default."""
        return self.chosen.get(name, "")

    # --- who is there -------------------------------------------------------------------------

    @cached_property
    def active(self) -> tuple[Unit, ...]:
        """All units that are in the battle."""
        return tuple(unit for unit in self.units.values() if unit.active)

    @cached_property
    def on_table(self) -> tuple[Unit, ...]:
        """All units whose bases are on the table, hulks included."""
        return tuple(unit for unit in self.units.values() if unit.on_table)

    def fleet(self, side: int) -> tuple[Unit, ...]:
        """Return the active units of *side*."""
        return tuple(unit for unit in self.active if unit.side == side)

    def enemies(self, side: int) -> tuple[Unit, ...]:
        """Return the active units of all other sides."""
        return tuple(unit for unit in self.active if unit.side != side)

    def subject(self, unit: Unit) -> str:
        """Return who acts for *unit*: its squadron if it has one, else itself."""
        return unit.squadron or unit.id

    def members(self, subject: str) -> tuple[Unit, ...]:
        """Return the active units of a squadron, or the one unit."""
        if subject in self.squadrons:
            found = (self.units[one] for one in self.squadrons[subject].members)
            return tuple(unit for unit in found if unit.active)
        unit = self.units.get(ShipId(subject))
        return (unit,) if unit is not None and unit.active else ()

    def subjects(self, side: int) -> tuple[str, ...]:
        """Return the squadrons and the single units of *side* that are still there."""
        return tuple(dict.fromkeys(self.subject(unit) for unit in self.fleet(side)))

    def title(self, subject: str) -> str:
        """Return the title of a unit, squadron, marker or area."""
        if subject in self.squadrons:
            return self.squadrons[subject].title
        if subject in self.units:
            return self.units[ShipId(subject)].title
        if subject in self.markers:
            return self.markers[subject].title
        return self.areas[subject].title if subject in self.areas else subject

    def speed(self, unit: Unit) -> int:
        """Return how far a ship moves at most, without orders and blast markers (1.3)."""
        numbers = self.book.numbers
        lost = numbers.crippled_speed_loss_cm * unit.crippled
        lost += numbers.thrusters_speed_loss_cm * unit.has("thrusters")
        return max(0, unit.plan.speed_cm - lost) * CM

    # --- blast markers ------------------------------------------------------------------------

    @cached_property
    def lines_seen(self) -> dict[tuple[Point, Point, tuple[str, ...]], str]:
        """What blocks the lines of sight along which somebody has looked in this state."""
        return {}

    @cached_property
    def _touched(self) -> dict[ShipId, tuple[str, ...]]:
        return {
            unit.id: tuple(
                name
                for name, at in self.blasts.items()
                if within(at, unit.at, unit.plan.radius + BLAST_BASE)
            )
            for unit in self.on_table
        }

    def touching(self, unit: Unit) -> tuple[str, ...]:
        """Return the blast markers that touch a unit's base."""
        return self._touched.get(unit.id, ())

    def shields_up(self, unit: Unit) -> int:
        """Return what is left of its shields (1.3)."""
        return max(0, unit.nominal_shields - len(self.touching(unit)))

    @cached_property
    def free_blasts(self) -> tuple[str, ...]:
        """The blast markers that touch no base (EN-3)."""
        held = {name for names in self._touched.values() for name in names}
        return tuple(name for name in self.blasts if name not in held)

    def field_blasts(self, area: Area) -> tuple[str, ...]:
        """Return the blast markers that touch an area."""
        return tuple(n for n, at in self.blasts.items() if inside(at, area.bounds, BLAST_BASE))

    # --- where they are -----------------------------------------------------------------------

    def on_board(self, place: Point) -> bool:
        """Tell whether a place is on the table."""
        return 0 <= place.x <= self.size[0] and 0 <= place.y <= self.size[1]

    def clear_of_edges(self, place: Point, reach: int) -> bool:
        """Tell whether all that is within *reach* of a place is on the table."""
        width, height = self.size
        return reach <= place.x <= width - reach and reach <= place.y <= height - reach

    def room(self, start: Point, heading: int, length: int) -> int:
        """Return how far along a heading the table reaches, *length* at most."""
        low, high = 0, length
        while low < high:
            middle = (low + high + 1) // 2
            if self.on_board(forward(start, heading, middle)):
                low = middle
            else:
                high = middle - 1
        return low

    def in_band(self, place: Point) -> bool:
        """Tell whether a place is in low orbit."""
        return bool(self.band) and 0 <= place.y <= self.band

    def touch(self, one: Unit, other: Unit) -> bool:
        """Tell whether two bases touch."""
        return within(one.at, other.at, one.plan.radius + other.plan.radius)

    def in_formation(self, squadron: str) -> tuple[Unit, ...]:
        """Return the members in the largest chain of links (SQ-5); ties: the first named."""
        left = list(self.members(squadron))
        link = self.book.numbers.squadron_link_cm * CM
        best: tuple[Unit, ...] = ()
        while left:
            chain = [left.pop(0)]
            for unit in chain:
                near = [one for one in left if within(one.at, unit.at, link)]
                chain += near
                left = [one for one in left if one not in near]
            best = max(best, tuple(chain), key=len)
        return best

    def nearest(self, place: Point, units: tuple[Unit, ...]) -> Iterator[Unit]:
        """Yield units, the nearest first; ties in the order given."""
        yield from sorted(units, key=lambda unit: squared_distance(place, unit.at))

    # --- changes ------------------------------------------------------------------------------

    def with_units(self, *units: Unit) -> "State":
        """Return the state with units changed."""
        return replace(self, units={**self.units, **{unit.id: unit for unit in units}})

    def with_marker(self, marker: Marker) -> "State":
        """Return the state with a marker changed."""
        return replace(self, markers={**self.markers, marker.id: marker})

    def without_marker(self, marker: str) -> "State":
        """Return the state without a marker."""
        return replace(self, markers={n: m for n, m in self.markers.items() if n != marker})
