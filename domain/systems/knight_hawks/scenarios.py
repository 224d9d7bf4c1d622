"""What can be played, as data: who stands where, who sets up when, what may be chosen."""

from itertools import pairwise
from typing import Literal

import msgspec

from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import GameOption, Scenario
from domain.systems.knight_hawks.space import hex_at
from domain.systems.knight_hawks.tables import Table

Edge = Literal["", "west", "east"]


class VesselSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vessel of a scenario: its class, and where it stands unless its player moves it.

    *convoy* is the speed at which it always flies straight on; *orbits* names a body.
    """

    id: ShipId
    title: str
    ship: str
    column: int = 0
    row: int = 0
    facing: int = 0
    speed: int = 0
    docked_at: ShipId | None = None
    orbits: str = ""
    convoy: int = 0

    @property
    def at(self) -> Hex:
        """The hex in which it stands."""
        return hex_at(self.column, self.row)


class Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side: its edge, and how far its player may place: rows or all of an edge, or the map."""

    id: str
    title: str
    edge: Edge
    place: Literal["rows", "edge", "map"]
    speed: Literal["fixed", "free"]
    vessels: tuple[VesselSheet, ...]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planet or a moon."""

    id: str
    title: str
    column: int
    row: int

    @property
    def at(self) -> Hex:
        """The hex that it fills."""
        return hex_at(self.column, self.row)


class SetupStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose turn it is to set up, and what: to name an edge, or to place a fleet."""

    side: str
    what: Literal["edge", "place"]


class ScenarioSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set-up as printed."""

    name: str
    title: str
    summary: str
    columns: int
    rows: int
    first_mover: str
    defending_side: str
    sides: tuple[Side, ...]
    setup: tuple[SetupStep, ...]
    bodies: tuple[Body, ...]
    turn_limits: tuple[int, ...]
    turn_limit: int
    provenance: dict[str, str]

    def described(self) -> Scenario:
        """Return the scenario with what a table may choose."""
        limit = GameOption(
            name="turn_limit",
            title="Turns, after which the battle is drawn",
            values=self.turn_limits,
            default=self.turn_limit,
        )
        return Scenario(
            name=self.name,
            title=self.title,
            summary=self.summary,
            seats=tuple(side.title for side in self.sides),
            options=(*OPTIONS, limit),
        )


def _option(name: str, title: str, *values: int | str) -> GameOption:
    return GameOption(name=name, title=title, values=values, default=values[0])


OPTIONS = (
    _option("rules_level", "Level of the rules (2.4)", "advanced", "basic"),
    _option(
        "offensive_fire_position",
        "Whence a ship fires that has moved (ruling G-12)",
        "any_path_hex",
        "final_hex",
    ),
    _option("seeker_to_hit", "How a seeker hits (ruling G-03)", "table", "automatic"),
    _option("docked_ships_use_icm", "Docked ships use ICM (ruling G-21)", "no", "yes"),
    _option(
        "reveal_inactive_seeker_on_entry",
        "Who enters the hex of an inactive seeker finds it (ruling G-08)",
        "no",
        "yes",
    ),
    _option("map_exit", "Who leaves the map (P-18)", "continue", "lost"),
    _option("electron_range", "Range of the electron beam battery (ruling G-04)", 12, 10),
)


class Scenarios(Table, frozen=True, kw_only=True):
    """The file of all scenarios."""

    scenarios: tuple[ScenarioSheet, ...]

    def check(self) -> None:
        """Check that everything lies on the map, and that names and limits are sound."""
        for one in self.scenarios:
            _check(one)


def _check(one: ScenarioSheet) -> None:
    vessels = [vessel for side in one.sides for vessel in side.vessels]
    names = [vessel.id for vessel in vessels]
    if len(set(names)) < len(names):
        raise ValueError(f"scenarios.{one.name}: two vessels have one name")
    for vessel in vessels:
        on_map = 0 <= vessel.column < one.columns and 0 <= vessel.row < one.rows
        if not on_map or not 0 <= vessel.facing <= 5 or vessel.speed < 0:
            raise ValueError(f"scenarios.{one.name}.{vessel.id}: stands nowhere on the map")
        if vessel.docked_at is not None and vessel.docked_at not in names:
            raise ValueError(f"scenarios.{one.name}.{vessel.id}.docked_at: there is no such vessel")
        if vessel.orbits and vessel.orbits not in {body.id for body in one.bodies}:
            raise ValueError(f"scenarios.{one.name}.{vessel.id}.orbits: there is no such body")
    sides = {side.id for side in one.sides}
    if not {step.side for step in one.setup} <= sides or one.first_mover not in {"dice", *sides}:
        raise ValueError(f"scenarios.{one.name}: names a side that it has not")
    if one.defending_side not in {"", *sides}:
        raise ValueError(f"scenarios.{one.name}.defending_side: there is no such side")
    rises = all(a < b for a, b in pairwise(one.turn_limits))
    if one.turn_limit not in one.turn_limits or not rises:
        raise ValueError(f"scenarios.{one.name}.turn_limits: must rise and hold turn_limit")
