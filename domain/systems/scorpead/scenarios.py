"""What can be played, as data: who stands where, with which ships to choose from."""

from itertools import pairwise

import msgspec

from domain.hexes import Hex
from domain.rule_system import GameOption, Scenario
from domain.systems.scorpead.forms import Feature, UnitSheet
from domain.systems.scorpead.ships import ShipClass
from domain.systems.scorpead.tables import Table


class Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side: its title, the ship it has unless the table chooses another, and where it begins."""

    title: str
    ship: str
    at: Hex
    facing: int


class ScenarioSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set-up as printed."""

    name: str
    title: str
    summary: str
    sides: tuple[Side, ...]
    speed: int
    hexes_since_turn: int
    hexes_since_slip: int
    break_off_hexes: int
    turn_limits: tuple[int, ...]
    turn_limit: int
    features: tuple[Feature, ...] = ()
    units: tuple[UnitSheet, ...] = ()
    provenance: dict[str, str]

    def described(self, classes: dict[str, ShipClass]) -> Scenario:
        """Return the scenario with what a table may choose: each side's ship, the turn limit."""
        ships = tuple(
            GameOption(
                name=f"side_{number}",
                title=f"{side.title}: class of ship",
                values=tuple(classes),
                default=side.ship,
            )
            for number, side in enumerate(self.sides, 1)
        )
        limit = GameOption(
            name="turn_limit",
            title="Turns, after which the boxes are counted",
            values=self.turn_limits,
            default=self.turn_limit,
        )
        orphan = GameOption(
            name="orphan_magnifier_capacity",
            title="What a magnifier holds that no phaser is connected to (ruling G-6)",
            values=(0, 1, 2, 3),
            default=0,
        )
        return Scenario(
            name=self.name,
            title=self.title,
            summary=self.summary,
            seats=tuple(side.title for side in self.sides),
            options=(*ships, limit, orphan),
        )


class Scenarios(Table, frozen=True, kw_only=True):
    """The file of all scenarios."""

    scenarios: tuple[ScenarioSheet, ...]

    def check(self) -> None:
        """Check that facings are facings and that limits rise."""
        for one in self.scenarios:
            if not all(0 <= side.facing <= 5 for side in one.sides):
                raise ValueError(f"scenarios.{one.name}.sides: a facing is not 0 to 5")
            names = [*(f.id for f in one.features), *(u.id for u in one.units)]
            if len(set(names)) < len(names):
                raise ValueError(f"scenarios.{one.name}: two things on the map have one name")
            if one.turn_limit not in one.turn_limits or any(
                a >= b for a, b in pairwise(one.turn_limits)
            ):
                raise ValueError(f"scenarios.{one.name}.turn_limits: must rise and hold turn_limit")
