"""What is still to be done when play stops for an answer: kept in the state, top of the pile last.

A decision is a pile of tasks. When one needs an answer of some seat, the pile goes into the event
that opens the window; the answer takes it up again.
"""

import msgspec

from domain.names import SeatId, ShipId
from domain.plane import Leg, Point


class Task(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Something that is still to be done; *stage* is how far it has come."""

    stage: int = 0


class Gun(msgspec.Struct, frozen=True, kw_only=True):
    """A mount of a unit, and how much of its strength fires; None: all that is left."""

    unit: ShipId
    mount: str
    strength: int | None = None


class Test(Task, frozen=True, kw_only=True):
    """A leadership test of a unit or squadron: what for, against what, with how many dice."""

    __test__ = False

    purpose: str
    subject: str
    target: int
    dice: int = 2
    order: str = ""
    units: tuple[ShipId, ...] = ()
    again: bool = False


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Batteries that are looked up together (SQ-7): *shifts* are those of the column (4.1)."""

    firepower: int
    column: int
    shifts: int
    dice: int
    aspect: str
    armour: int


class Volley(Task, frozen=True, kw_only=True):
    """Direct fire at a unit, squadron, marker or minefield; *victims* are who may be hit."""

    shooter: str
    target: str
    source: Point
    groups: tuple[Group, ...] = ()
    lances: tuple[tuple[ShipId, str, int], ...] = ()
    victims: tuple[ShipId, ...] = ()
    lock_on: bool = False


class NovaShot(Task, frozen=True, kw_only=True):
    """A shell of a nova cannon at a place."""

    unit: ShipId
    at: Point


class Struck(Task, frozen=True, kw_only=True):
    """Certain hits that fall on a unit from *source*; shields may take them without a marker."""

    unit: ShipId
    by: str
    source: Point
    hits: int
    no_markers: bool = False
    shields: bool = True


class MoveUnit(Task, frozen=True, kw_only=True):
    """The rest of a ship's move; *met* are markers that it has met already."""

    unit: ShipId
    legs: tuple[Leg, ...]
    moved: int = 0
    met: tuple[str, ...] = ()
    drag: bool = False
    fields: tuple[str, ...] = ()


class MoveMarker(Task, frozen=True, kw_only=True):
    """The rest of a marker's move: of its first leg it has *gone* so far from *origin*.

    *hulks*: its owner wishes it to strike hulks, too.
    """

    marker: str
    legs: tuple[Leg, ...]
    origin: Point | None = None
    gone: int = 0
    met: tuple[str, ...] = ()
    tested: bool = False
    hulks: bool = False


class TorpedoAttack(Task, frozen=True, kw_only=True):
    """A torpedo salvo touches a unit."""

    marker: str
    unit: ShipId


class CraftAttack(Task, frozen=True, kw_only=True):
    """A wave of attack craft touches a unit."""

    marker: str
    unit: ShipId


class MineAttack(Task, frozen=True, kw_only=True):
    """A mine touches a unit."""

    marker: str
    unit: ShipId


class Teleport(Task, frozen=True, kw_only=True):
    """A teleport attack."""

    unit: ShipId
    target: ShipId


class Explosion(Task, frozen=True, kw_only=True):
    """A wreck explodes: lance shots at what is near, the nearest first."""

    at: Point
    radius: int
    shots: int
    units: tuple[ShipId, ...]


class Boarding(Task, frozen=True, kw_only=True):
    """A boarding action."""

    units: tuple[ShipId, ...]
    target: ShipId


class Ram(Task, frozen=True, kw_only=True):
    """A ship rams another."""

    unit: ShipId
    target: ShipId


class Hulk(Task, frozen=True, kw_only=True):
    """A hulk's part at the start of its side's turn."""

    unit: ShipId


class Pull(Task, frozen=True, kw_only=True):
    """Gravity pulls what is in low orbit."""

    unit: ShipId


class Clear(Task, frozen=True, kw_only=True):
    """Blast markers are removed: the general roll (no unit), or a defence's own."""

    unit: ShipId | None
    count: int = 0


class Repairs(Task, frozen=True, kw_only=True):
    """Damage control of a unit: repairs to be spent."""

    unit: ShipId
    count: int = 0


class Burn(Task, frozen=True, kw_only=True):
    """Fires burn on a unit."""

    unit: ShipId


class Detect(Task, frozen=True, kw_only=True):
    """A minefield looks for enemies."""

    field: str


class GoOn(Task, frozen=True, kw_only=True):
    """The play goes to its next step."""

    to: str


AnyTask = (
    Test | Volley | NovaShot | Struck | MoveUnit | MoveMarker | TorpedoAttack | CraftAttack
    | MineAttack | Teleport | Explosion | Boarding | Ram | Hulk | Pull | Clear
    | Repairs | Burn | Detect | GoOn
)  # fmt: skip


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A question that play waits for: to one seat, about one unit or squadron.

    *brace* and *turrets* say what can be chosen in a reaction; *choices* are criticals or blast
    markers, of which *count* may be taken.
    """

    kind: str
    seat: SeatId
    subject: str
    what: str = ""
    brace: bool = False
    turrets: bool = False
    count: int = 0
    choices: tuple[str, ...] = ()
