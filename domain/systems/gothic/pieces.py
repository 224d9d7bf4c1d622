"""What is on the table and who fights: units, squadrons, ordnance, areas, sides (section 1)."""

from typing import Literal

import msgspec

from domain.names import SeatId, ShipId
from domain.plane import Point, Rectangle
from domain.systems.gothic.ships import (
    CRAFT_BASE,
    TORPEDO_BASE,
    MountSheet,
    ShipClass,
)
from domain.systems.gothic.tables import Order, halved

Status = Literal["active", "drifting", "blazing", "destroyed", "disengaged", "landed"]


MarkerKind = Literal["torpedo", "boarding_torpedo", "craft", "mine"]


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
