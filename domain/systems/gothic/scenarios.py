"""What can be played, as data: the sides, their units, the table, what may be chosen."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.plane import Point, point
from domain.rule_system import GameOption, Scenario
from domain.systems.gothic.rulings import RULINGS
from domain.systems.gothic.tables import Sheet, Table, fault


class UnitSheet(Sheet, frozen=True, kw_only=True):
    """A unit at the start: its class, where it stands, its squadron if any, a Marine crew (6.2)."""

    id: str
    ship_class: str = msgspec.field(name="class")
    x_cm: float
    y_cm: float
    squadron: str = ""
    marines: bool = False

    @property
    def at(self) -> Point:
        """Where it stands."""
        return point(self.x_cm, self.y_cm)


class SquadronSheet(Sheet, frozen=True, kw_only=True):
    """A squadron that belongs to the fleet list; its title is free (SQ-3)."""

    id: str
    title: str


class CommanderSheet(Sheet, frozen=True, kw_only=True):
    """A fleet commander: what the flagship's leadership becomes, and the re-rolls."""

    title: str
    leadership: int
    rerolls: int
    points: int


class FieldSheet(Sheet, frozen=True, kw_only=True):
    """A minefield."""

    id: str
    left_cm: int
    bottom_cm: int
    right_cm: int
    top_cm: int


class MineSheet(Sheet, frozen=True, kw_only=True):
    """An orbital mine."""

    id: str
    x_cm: float
    y_cm: float


class TerrainSheet(Sheet, frozen=True, kw_only=True):
    """Terrain (TE-1): an asteroid field, or a planet, which is the disc in its square."""

    id: str
    kind: Literal["asteroids", "planet"]
    left_cm: int
    bottom_cm: int
    right_cm: int
    top_cm: int


class SeatSheet(Sheet, frozen=True, kw_only=True):
    """A player's part of a side: the units and squadrons that the seat commands."""

    title: str
    commands: tuple[str, ...]


class SideSheet(Sheet, frozen=True, kw_only=True):
    """A side: its fleet list, its commander's ship, its units; *seats* if several share it."""

    title: str
    fleet: str
    heading: int
    units: tuple[UnitSheet, ...]
    flagship: str
    squadrons: tuple[SquadronSheet, ...] = ()
    commander: CommanderSheet
    defences_allowed: bool = False
    minefields: tuple[FieldSheet, ...] = ()
    mines: tuple[MineSheet, ...] = ()
    seats: tuple[SeatSheet, ...] = ()

    def place(self, unit: UnitSheet) -> int:
        """Return which of the side's seats commands a unit, from 0."""
        named = {unit.id, unit.squadron}
        return next((n for n, seat in enumerate(self.seats) if named & {*seat.commands}), 0)


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    """A set-up as printed; *band_cm* is the depth of low orbit along the edge y = 0."""

    name: str
    title: str
    summary: str
    width_cm: int
    height_cm: int
    sides: tuple[SideSheet, ...]
    turn_limits: tuple[int, ...]
    turn_limit: int
    band_cm: int = 0
    land_cm: int = 0
    attacker: int = 0
    terrain: tuple[TerrainSheet, ...] = ()

    def described(self) -> Scenario:
        """Return the scenario with what a table may choose: the turn limit, and the rulings."""
        limit = GameOption(
            name="turn_limit",
            title="Game turns, after which points are counted",
            values=self.turn_limits,
            default=self.turn_limit,
        )
        pull = GameOption(
            name="gravity_cm",
            title="Gravity pull in low orbit, in cm",
            values=(0, 5, 8, 10),
            default=0,
        )
        return Scenario(
            name=self.name,
            title=self.title,
            summary=self.summary,
            seats=tuple(title for side in self.sides for title in _seat_titles(side)),
            options=(limit, *((pull,) if self.band_cm else ()), *RULINGS),
        )


def _seat_titles(side: SideSheet) -> tuple[str, ...]:
    return tuple(seat.title for seat in side.seats) or (side.title,)


class SplitSheet(Sheet, frozen=True, kw_only=True):
    """A scenario for more players: *like* another one, the sides' units split between seats."""

    name: str
    title: str
    summary: str
    like: str
    sides: tuple[tuple[SeatSheet, ...], ...]


class Scenarios(Table, frozen=True, kw_only=True):
    """The scenarios, and how more players share them."""

    scenarios: tuple[ScenarioSheet, ...]
    splits: tuple[SplitSheet, ...] = ()

    @property
    def sheets(self) -> tuple[ScenarioSheet, ...]:
        """All that can be played."""
        return (*self.scenarios, *(self._split(one) for one in self.splits))

    def _split(self, split: SplitSheet) -> ScenarioSheet:
        whole = {sheet.name: sheet for sheet in self.scenarios}.get(split.like)
        if whole is None:
            raise ValueError(f"splits.{split.name}.like: there is no scenario {split.like}")
        fault(
            len(split.sides) == len(whole.sides), f"splits.{split.name}.sides: are too many or few"
        )
        sides = (replace(side, seats=s) for side, s in zip(whole.sides, split.sides, strict=True))
        return replace(
            whole, name=split.name, title=split.title, summary=split.summary, sides=tuple(sides)
        )

    def check(self) -> None:
        """Check that no two scenarios bear one name."""
        names = [sheet.name for sheet in self.sheets]
        fault(len(names) == len({*names}), "scenarios: two bear one name")
