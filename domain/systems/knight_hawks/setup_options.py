"""What may be declared before the first turn: an edge, the fleet, what is laid in secret."""

from collections.abc import Iterator
from typing import Any

from domain.hexes import distance
from domain.names import SeatId
from domain.options import Amount, Choice, Field, Limit, Option, Orders, Pick
from domain.refusals import known
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.scenarios import Side
from domain.systems.knight_hawks.space import column_row, hex_at, label
from domain.systems.knight_hawks.state import State, Vessel
from domain.systems.knight_hawks.words import FACINGS

MOST_SPEED = 20
"""The highest speed that menus offer; the rules know none."""
MINES_WITHIN = 8
"""How far from a planet menus offer to lay mines and seekers."""

FACING_CHOICES = tuple(Choice(value=n, title=name) for n, name in enumerate(FACINGS))


def edge_option(state: State) -> Option:
    """Return the choice of an edge."""
    choices = (Choice(value="west", title="column 00"), Choice(value="east", title="column 54"))
    return Option(
        command="choose_edge",
        title=f"{state.sides[state.acting].title}: the edge at which the fleet enters",
        rule=rules.S_6_6_THE_STAND.number,
        fields=(Pick(path=("edge",), title="edge", choices=choices),),
    )


def place_option(state: State, seat: SeatId) -> Option:
    """Return the placing of the seat's fleet."""
    side = next(one for one in state.sheet.sides if one.id == state.side_of(seat))
    placed = [v for v in state.own(seat) if v.docked_at is None]
    fields: list[Field] = [field for v in placed for field in _vessel(state, side, v)]
    fixed: dict[str, Any] = {"vessels": {v.id: _fixed(v) for v in placed}}
    limits: dict[str, Limit] = {}
    if side.id == state.sheet.defending_side:
        kinds = tuple(_lays(state, seat))
        fields.append(Orders(path=("laid",), title="laid in secret", kinds=kinds))
        limits = dict(_limits(state, seat))
    else:
        fixed["laid"] = []
    return Option(
        command="place_fleet",
        title=f"{side.title}: place the fleet",
        rule=rules.S_2_1_SEQUENCE.number,
        fixed=fixed,
        fields=tuple(fields),
        limits=limits,
    )


def _fixed(vessel: Vessel) -> dict[str, Any]:
    """Return what is not chosen of a vessel's place: all of it is there, the choices over it."""
    column, row = column_row(vessel.at)
    return {"column": column, "row": row, "facing": vessel.facing, "speed": vessel.speed}


def _vessel(state: State, side: Side, vessel: Vessel) -> Iterator[Field]:
    path, title = ("vessels", vessel.id), vessel.title
    column, row = column_row(vessel.at)
    if vessel.orbit is not None:
        ways = (Choice(value=1, title="clockwise"), Choice(value=-1, title="counter-clockwise"))
        yield Pick(path=(*path, "orbit"), title=f"{title}: orbit", choices=ways)
        return
    if side.place == "map":
        barred = {column_row(at)[0] for at in state.bodies.values()}
        columns = [n for n in range(state.sheet.columns) if n not in barred]
        choices = tuple(Choice(value=n, title=f"{n:02}") for n in columns)
        default = columns.index(column)
        yield Pick(
            path=(*path, "column"), title=f"{title}: column", choices=choices, default=default
        )
        yield Pick(
            path=(*path, "facing"),
            title=f"{title}: facing",
            choices=FACING_CHOICES,
            default=vessel.facing,
        )
    last = state.sheet.rows - 1
    yield Amount(path=(*path, "row"), title=f"{title}: row", high=last, default=row)
    if side.speed == "free":
        speed = vessel.speed
        yield Amount(path=(*path, "speed"), title=f"{title}: speed", high=MOST_SPEED, default=speed)


# --- mines and seekers ----------------------------------------------------------------------


def _places(state: State) -> list[tuple[int, int]]:
    """Return the hexes that menus offer for mines and seekers: those around the planets."""
    bodies = list(state.bodies.values())
    return [
        (column, row)
        for column in range(state.sheet.columns)
        for row in range(state.sheet.rows)
        if any(distance(hex_at(column, row), body) <= MINES_WITHIN for body in bodies)
        and hex_at(column, row) not in bodies
    ]


def _lays(state: State, seat: SeatId) -> Iterator[Option]:
    places = _places(state)
    for vessel in state.own(seat):
        if "M" in vessel.mounts:
            choices = tuple(map(_mined, places))
            yield Option(
                command="mine",
                title=f"{vessel.title}: a mine pattern",
                rule=rules.R_20_BEFORE_THE_GAME.number,
                fixed={"ship": vessel.id},
                uses={f"{vessel.id} M": 1},
                fields=(Pick(path=("at",), title="hex", choices=choices),),
            )
        if "S" in vessel.mounts:
            choices = tuple(Choice(value=list(p), title=label(hex_at(*p))) for p in places)
            yield Option(
                command="seeker",
                title=f"{vessel.title}: a seeker",
                rule=rules.R_30_PLACEMENT.number,
                fixed={"ship": vessel.id},
                uses={f"{vessel.id} S": 1},
                fields=(
                    Pick(path=("at",), title="hex", choices=choices),
                    Pick(path=("facing",), title="facing", choices=FACING_CHOICES),
                ),
            )


def _mined(place: tuple[int, int]) -> Choice:
    name = label(hex_at(*place))
    return Choice(value=list(place), title=name, uses={f"mine {name}": 1})


def _limits(state: State, seat: SeatId) -> Iterator[tuple[str, Limit]]:
    for vessel in state.own(seat):
        for code, title in (("M", "mine patterns"), ("S", "seekers")):
            if code in vessel.mounts:
                left = known(vessel.mounts[code].ammo, "what is left of it")
                yield f"{vessel.id} {code}", Limit(f"{vessel.title}: {title}", left)
    for place in _places(state):
        name = label(hex_at(*place))
        yield f"mine {name}", Limit(f"hex {name}: one pattern", 1)
