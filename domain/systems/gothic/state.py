"""The battle as it stands, and questions about it. Nothing in it is secret."""

from collections.abc import Iterator
from enum import Enum
from functools import cached_property

import msgspec
from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.plane import CM, Point, forward, inside, squared_distance, within
from domain.systems.gothic.book import Book
from domain.systems.gothic.pieces import Area, Ended, Marker, Side, Squadron, Standing, Unit
from domain.systems.gothic.ships import (
    BLAST_BASE,
)
from domain.systems.gothic.tasks import AnyTask, Window


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
