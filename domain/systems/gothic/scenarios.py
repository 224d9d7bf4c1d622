"""What can be played, as data: the sides, their units, the table, what may be chosen."""

from collections import Counter
from itertools import combinations
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.plane import CM, EPS, Point, point, within
from domain.rule_system import GameOption, Scenario
from domain.systems.gothic.ships import ShipClass
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


def _yes_no(name: str, title: str, default: str) -> GameOption:
    return GameOption(name=name, title=title, values=("no", "yes"), default=default)


RULINGS = (
    GameOption(
        name="bt_turn_mode",
        title="Boarding torpedoes turn up to 45°, or exactly 45° (ruling R3)",
        values=("up_to", "exact"),
        default="up_to",
    ),
    _yes_no(
        "bt_turn_in_launch_phase", "Boarding torpedoes turn before their first move (R4)", "no"
    ),
    GameOption(
        name="har_lookup",
        title="Hit-and-run: the critical row is that of the same D6, or 2D6 are rolled (R2)",
        values=("same_d6", "2d6"),
        default="same_d6",
    ),
    GameOption(
        name="har_escort_kill_on",
        title="Hit-and-run destroys an escort on this or more (R13)",
        values=(2, 4),
        default=2,
    ),
    _yes_no(
        "teleport_on_lock_on_or_reload", "Teleport under Lock On or Reload Ordnance (R8)", "no"
    ),
    _yes_no("teleport_at_satellites", "Teleport attacks may be made on satellites (R9)", "yes"),
    _yes_no("defences_brace", "Defences may brace for impact (R14)", "no"),
    GameOption(
        name="defence_critical_table",
        title="Critical table of defences: their own, or that of capital ships (R16)",
        values=("defence", "capital"),
        default="defence",
    ),
    GameOption(
        name="defence_catastrophe_dice",
        title="Dice on the catastrophic table for defences (R1)",
        values=("2d6", "1d6"),
        default="2d6",
    ),
    _yes_no("target_priority", "Target priority: the nearest first (SH-2)", "yes"),
    _yes_no("ramming", "Ships may ram (RA-1)", "no"),
)


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


ONE_HIT = {"battleship": (2, 3), "cruiser": (2, 4), "escort": (2, 6)}


def squadron_size(plan: ShipClass) -> tuple[int, int]:
    """Return how many members a squadron of this kind has, at least and at most (SQ-2)."""
    if plan.type == "defence":
        return (2, 6) if plan.hits == 1 else (2, 4)
    return ONE_HIT[plan.type]


def check_scenario(sheet: ScenarioSheet, classes: dict[str, ShipClass]) -> None:
    """Raise ValueError if a set-up breaks a rule; it names the unit and the refusal's code."""
    fault(60 <= sheet.width_cm <= 300 and 60 <= sheet.height_cm <= 300, "width_cm: not 60 to 300")
    fault(2 <= len(sheet.sides) <= 4, "sides: there are not 2 to 4")
    fault(sheet.turn_limit in sheet.turn_limits, "turn_limit: is not among turn_limits")
    units = [unit for side in sheet.sides for unit in side.units]
    names = [unit.id for unit in units]
    fault(len(names) == len(set(names)), "units: two bear one id")
    for side in sheet.sides:
        _check_side(sheet, side, classes)
    fixed = [unit for unit in units if classes[unit.ship_class].defence]
    for one, other in combinations(fixed, 2):
        apart = classes[one.ship_class].radius + classes[other.ship_class].radius
        near = within(one.at, other.at, apart - 2 * EPS)
        fault(not near, f"units.{one.id}: overlaps {other.id} (overlap, PD-15)")


def _check_side(sheet: ScenarioSheet, side: SideSheet, classes: dict[str, ShipClass]) -> None:
    for unit in side.units:
        fault(unit.ship_class in classes, f"units.{unit.id}: unknown class")
        plan = classes[unit.ship_class]
        allowed = side.defences_allowed or plan.fleet != "defences"
        fault(allowed, f"units.{unit.id}: defences_not_allowed (PD-1)")
        fault(not unit.marines or plan.capital, f"units.{unit.id}.marines: is no capital ship")
        on = 0 <= unit.at.x <= sheet.width_cm * CM and 0 <= unit.at.y <= sheet.height_cm * CM
        fault(on, f"units.{unit.id}: stands beside the table")
        in_list = not unit.squadron or unit.squadron in {one.id for one in side.squadrons}
        fault(in_list, f"units.{unit.id}.squadron: there is none of this name")
    _check_seats(side)
    _check_numbers(side, classes)
    allowed = side.defences_allowed or not (side.minefields or side.mines)
    fault(allowed, "minefields: defences_not_allowed (PD-1)")
    flagship = [unit for unit in side.units if unit.id == side.flagship]
    capital = flagship and classes[flagship[0].ship_class].capital
    fault(bool(capital), f"flagship: {side.flagship} is no capital ship")
    for one in side.squadrons:
        members = [classes[u.ship_class] for u in side.units if u.squadron == one.id]
        if wrong := squadron_fault(members):
            raise ValueError(f"squadrons.{one.id}: {wrong}")
    escorts = [
        u for u in side.units if (c := classes[u.ship_class]).type == "escort" and not c.transport
    ]
    alone = [u.id for u in escorts if not u.squadron]
    fault(not alone or len(escorts) == 1, f"units.{(alone or ['-'])[0]}: escort_alone (SQ-1)")


def _check_seats(side: SideSheet) -> None:
    """Every unit and squadron has one seat, if there are several."""
    if not side.seats:
        return
    named = sorted(name for seat in side.seats for name in seat.commands)
    whole = sorted({unit.squadron or unit.id for unit in side.units})
    fault(named == whole, f"seats: {side.title}: not every unit or squadron has one seat")
    fault(all(seat.commands for seat in side.seats), f"seats: {side.title}: one commands nothing")


MINEFIELDS = 2


def _check_numbers(side: SideSheet, classes: dict[str, ShipClass]) -> None:
    """No more of a class than a fleet may have (6.3)."""
    fault(len(side.minefields) <= MINEFIELDS, f"minefields: are more than {MINEFIELDS}")
    counts = Counter(unit.ship_class for unit in side.units)
    for name, count in counts.items():
        most = classes[name].most
        fault(not most or count <= most, f"units: {name}: are more than {most}")


def squadron_fault(members: list[ShipClass]) -> str:
    """Return why these cannot be one squadron (SQ-2), or nothing."""
    kinds = {(plan.type, plan.type == "defence" and plan.hits == 1) for plan in members}
    if len(kinds) > 1:
        return "squadron_type"
    low, high = squadron_size(members[0]) if members else (2, 6)
    return "" if low <= len(members) <= high else "squadron_size"
