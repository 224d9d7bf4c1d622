"""The parts of which commands are made, and the orders that are not fire: 6A4 and 6B."""

from typing import Annotated, Literal

import msgspec

from domain.hexes import Hex
from domain.names import ShipId

Name = Annotated[str, msgspec.Meta(max_length=64)]
Ship = Annotated[ShipId, msgspec.Meta(max_length=64)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
Allotted = Annotated[dict[Name, Points], msgspec.Meta(max_length=32)]
Number = Annotated[int, msgspec.Meta(ge=-9_999, le=9_999)]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a command."""


# --- 6A4 and 6B -----------------------------------------------------------------------------


class Manoeuvre(Form, frozen=True, kw_only=True, tag_field="order", tag="manoeuvre"):
    """Announce that erratic manoeuvres start or stop (6A4); it takes effect after all fire."""

    ship: Ship
    change: Literal["start", "stop"]


class SetShield(Form, frozen=True, kw_only=True, tag_field="order", tag="set_shield"):
    """Drop a shield, or raise a dropped one (6B)."""

    ship: Ship
    shield: Annotated[int, msgspec.Meta(ge=1, le=6)]
    up: bool


class HitAndRun(Form, frozen=True, kw_only=True, tag_field="order", tag="hit_and_run"):
    """Send a boarding party by transporter against one box of an enemy (6B)."""

    ship: Ship
    transporter: Name
    target: Ship
    box: Name


class Launch(Form, frozen=True, kw_only=True, tag_field="order", tag="launch"):
    """Launch what a box holds at an enemy (6B): a rack, a plasma tube, or a shuttle bay."""

    ship: Ship
    box: Name
    target: Ship


ActivityOrder = Manoeuvre | SetShield | HitAndRun | Launch


# --- what lies on the map -------------------------------------------------------------------

FeatureKind = Literal[
    "web", "esg", "mine", "atmosphere", "asteroids", "large_asteroid", "black_hole", "pulsar",
    "nebula", "radiation_zone",
]  # fmt: skip
UnitKind = Literal[
    "drone", "tram", "fuser", "hyperdrone", "scud", "boomerang", "boomerang_fuser", "plasma_f",
    "shuttle",
]  # fmt: skip


class Feature(Form, frozen=True, kw_only=True):
    """Something that lies on the map: all hexes within *radius* of its middle.

    *strength* is a web's strength; a large asteroid is destroyed by that many points.
    """

    id: Name
    kind: FeatureKind
    q: Number
    r: Number
    radius: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    strength: Points = 0

    @property
    def at(self) -> Hex:
        """Its middle."""
        return Hex(self.q, self.r)

    @property
    def title(self) -> str:
        """Its name as people write it."""
        return self.id.replace("_", " ")


class UnitSheet(Form, frozen=True, kw_only=True):
    """A seeking weapon or a shuttle as it comes on the map; seat 0 is nobody's.

    One with a *target* flies at it; *carrier* is the boomerang whose fuser mechanism this is.
    """

    id: Ship
    kind: UnitKind
    seat: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    q: Number
    r: Number
    target: Ship | None = None
    carrier: Ship | None = None


# --- what a referee sets --------------------------------------------------------------------


class PlaceFeature(Form, frozen=True, kw_only=True, tag_field="set", tag="feature"):
    """Put a feature on the map, or another one in its place."""

    feature: Feature


class PlaceUnit(Form, frozen=True, kw_only=True, tag_field="set", tag="unit"):
    """Put a seeking weapon or a shuttle on the map."""

    unit: UnitSheet


class Remove(Form, frozen=True, kw_only=True, tag_field="set", tag="remove"):
    """Take a feature or a unit off the map."""

    thing: Name


class SetStasis(Form, frozen=True, kw_only=True, tag_field="set", tag="stasis"):
    """Put a ship into stasis, or let it go."""

    ship: Ship
    on: bool


class RepairBox(Form, frozen=True, kw_only=True, tag_field="set", tag="repair"):
    """Put points of a repair system (G17) into a destroyed box of a ship."""

    ship: Ship
    box: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=99)]


Setting = PlaceFeature | PlaceUnit | Remove | SetStasis | RepairBox
