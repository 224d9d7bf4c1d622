"""The table as it is laid: from a scenario's sheet to events, and from the event to a state."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.names import SeatId, ShipId
from domain.plane import CM, DEGREE, Point, Rectangle, point
from domain.rule_system import Outcome
from domain.systems.gothic import events as e
from domain.systems.gothic.pieces import Area, Marker, Side, Squadron, Unit
from domain.systems.gothic.scenarios import ScenarioSheet, SideSheet
from domain.systems.gothic.ships import ShipClass
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.words import filled

MARINES_BOARD = 2
"""What a Marine crew adds in boarding actions; it leads, raids and is raided better by 1 (6.2)."""
SETUP_LEADERSHIP = {1: 6, 2: 7, 3: 7, 4: 8, 5: 8, 6: 9}
"""Leadership by the die of a capital ship or escort squadron (2.1)."""


def begin(
    state: State, scenario: str, chosen: Mapping[str, int | str], dice: Dice
) -> Iterator[Outcome]:
    """Roll leadership and the first turn, and lay the table (2.1)."""
    sheet = state.book.scenarios[scenario]
    rolling = [_rolling(state, side) for side in sheet.sides]
    names = [name for some in rolling for name in some]
    asks = [Ask(filled("leadership: {who}", who=name), 1, 6) for name in names]
    yield (rolled := dice.roll(*asks))
    faces = {name: face for name, (face,) in zip(names, rolled.faces, strict=True)}
    first: tuple[int, ...] = ()
    while first.count(max(first, default=0)) != 1:
        yield (roll := dice.roll(Ask("first turn", len(sheet.sides), 6)))
        first = roll.faces[0]
    yield _began(state, sheet, {**chosen}, faces, first)


def _rolling(state: State, side: SideSheet) -> list[str]:
    """Return who rolls for leadership: capital ships, escort squadrons, single escorts."""
    names: list[str] = []
    for unit in side.units:
        plan = state.book.classes[unit.ship_class]
        if not plan.defence_leadership and unit.id != side.flagship:
            names.append(unit.squadron or unit.id)
    return list(dict.fromkeys(names))


def _began(
    state: State,
    sheet: ScenarioSheet,
    chosen: dict[str, int | str],
    faces: Mapping[str, int],
    first: tuple[int, ...],
) -> e.BattleBegan:
    sides, units, squadrons, mines, fields = [], [], [], [], []
    last = 0
    for number, side in enumerate(sheet.sides, 1):
        seats = tuple(SeatId(last + n) for n in range(1, 1 + max(1, len(side.seats))))
        seat, last = seats[0], seats[-1]
        sides.append(
            e.SideJoined(side=number, title=side.title, seats=seats, rerolls=side.commander.rerolls)
        )
        for one in side.units:
            plan = state.book.classes[one.ship_class]
            flag = one.id == side.flagship
            base = (
                side.commander.leadership
                if flag
                else SETUP_LEADERSHIP[faces.get(one.squadron or one.id, 2)]
            )
            units.append(
                e.Deployed(
                    id=ShipId(one.id),
                    ship_class=one.ship_class,
                    side=number,
                    seat=seats[side.place(one)],
                    at=one.at,
                    heading=side.heading * DEGREE,
                    leadership=leadership(state, plan, base, flag=flag) + one.marines,
                    squadron=one.squadron,
                    flagship=flag,
                    marines=one.marines,
                )
            )
        squadrons += [
            e.SquadronFormed(
                id=one.id,
                title=one.title,
                side=number,
                seat=next(seats[side.place(u)] for u in side.units if u.squadron == one.id),
                members=tuple(ShipId(u.id) for u in side.units if u.squadron == one.id),
                leadership=SETUP_LEADERSHIP[faces[one.id]],
            )
            for one in side.squadrons
        ]
        mines += _mines(side, number, seat)
        fields += _fields(side, number)
    return e.BattleBegan(
        scenario=sheet.name,
        chosen=chosen,
        size=(sheet.width_cm * CM, sheet.height_cm * CM),
        band=sheet.band_cm * CM,
        land=sheet.land_cm * CM,
        attacker=sheet.attacker,
        sides=tuple(sides),
        units=tuple(units),
        squadrons=tuple(squadrons),
        mines=tuple(mines),
        fields=(*fields, *_terrain(sheet)),
        first_turn_rolls=first,
    )


def _terrain(sheet: ScenarioSheet) -> Iterator[e.FieldLaid]:
    titles = {"asteroids": "Asteroids {id}", "planet": "Planet {id}"}
    for one in sheet.terrain:
        bounds = Rectangle(one.left_cm * CM, one.bottom_cm * CM, one.right_cm * CM, one.top_cm * CM)
        title = filled(titles[one.kind], id=one.id)
        yield e.FieldLaid(id=one.id, title=title, kind=one.kind, bounds=bounds)


def _mines(side: SideSheet, number: int, seat: SeatId) -> list[e.MineLaid]:
    return [
        e.MineLaid(id=one.id, side=number, seat=seat, at=point(one.x_cm, one.y_cm))
        for one in side.mines
    ]


def _fields(side: SideSheet, number: int) -> list[e.FieldLaid]:
    return [
        e.FieldLaid(
            id=one.id,
            title=filled("Minefield {id}", id=one.id),
            kind="minefield",
            bounds=Rectangle(
                one.left_cm * CM, one.bottom_cm * CM, one.right_cm * CM, one.top_cm * CM
            ),
            side=number,
        )
        for one in side.minefields
    ]


def leadership(state: State, plan: ShipClass, rolled: int, *, flag: bool) -> int:
    """Return a unit's leadership (2.1): the commander's on the flagship, 7 for defences (PD-7)."""
    if plan.defence_leadership:
        return state.book.numbers.defence_leadership
    return rolled if flag else rolled + plan.leadership_bonus


def begun(state: State, event: e.BattleBegan) -> State:
    """Return the table as `BattleBegan` lays it."""
    sheet = state.book.scenarios.get(event.scenario)
    first = dict(enumerate(event.first_turn_rolls, 1))
    laid = replace(
        state,
        scenario=event.scenario,
        chosen=event.chosen,
        size=event.size,
        band=event.band,
        land=event.land,
        attacker=event.attacker,
        phase=Phase.SETUP,
        sides={
            one.side: Side(
                title=one.title,
                seats=one.seats,
                rerolls=one.rerolls,
                first_roll=first.get(one.side, 0),
            )
            for one in event.sides
        },
        units={one.id: deployed(state, one) for one in event.units},
        markers={one.id: mine(one.id, one.side, one.seat, one.at) for one in event.mines},
        areas={
            one.id: Area(
                id=one.id, title=one.title, kind=one.kind, bounds=one.bounds, side=one.side
            )
            for one in event.fields
        },
        commanders={}
        if sheet is None
        else {ShipId(side.flagship): side.commander.points for side in sheet.sides},
    )
    return formed(laid, event.squadrons)


def deployed(state: State, one: e.Deployed) -> Unit:
    """Return a unit as it is set up."""
    plan = state.book.classes[one.ship_class]
    return Unit(
        id=one.id,
        title=filled(plan.called, id=one.id),
        side=one.side,
        seat=one.seat,
        plan=plan,
        at=one.at,
        heading=one.heading,
        hits=plan.hits,
        leadership=one.leadership,
        squadron=one.squadron,
        flagship=one.flagship,
        boarding_bonus=MARINES_BOARD if one.marines else plan.boarding_bonus,
        raid_bonus=int(one.marines),
        raid_defence=-int(one.marines),
    )


def formed(state: State, made: tuple[e.SquadronFormed, ...]) -> State:
    """Return the state with squadrons formed."""
    new = {
        one.id: Squadron(
            id=one.id,
            title=one.title,
            side=one.side,
            seat=one.seat,
            members=one.members,
            leadership=one.leadership,
        )
        for one in made
    }
    joined = [replace(state.units[name], squadron=one.id) for one in made for name in one.members]
    return replace(state, squadrons={**state.squadrons, **new}).with_units(*joined)


def mine(name: str, side: int, seat: SeatId, at: Point) -> Marker:
    """Return a mine."""
    return Marker(
        id=name,
        title=filled("Mine {id}", id=name),
        side=side,
        seat=seat,
        kind="mine",
        at=at,
        heading=0,
    )
