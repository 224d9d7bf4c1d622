"""What may be declared before the first turn: an edge, the fleet, what is laid in secret."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from domain.hexes import Hex
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
    limits = {
        f"{v.id} {name}": Limit(f"{v.title}: column or row of a planet", 1)
        for v in placed
        for name in state.bodies
    }
    if side.id == state.sheet.defending_side:
        kinds = tuple(_lays(state, seat))
        fields.append(Orders(path=("laid",), title="laid in secret", kinds=kinds))
        limits |= dict(_limits(state, seat))
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
        yield _line(state, vessel, "column", state.sheet.columns, column)
    yield _line(state, vessel, "row", state.sheet.rows, row)
    if side.place == "map":
        facing = f"{title}: facing"
        yield Pick(
            path=(*path, "facing"), title=facing, choices=FACING_CHOICES, default=vessel.facing
        )
    if side.speed == "free":
        speed = vessel.speed
        yield Amount(path=(*path, "speed"), title=f"{title}: speed", high=MOST_SPEED, default=speed)


def _line(state: State, vessel: Vessel, what: str, count: int, default: int) -> Pick:
    """Return the choice of a column or a row; both of a planet's together are too much."""
    of_planets: dict[int, dict[str, int]] = {}
    for name, at in state.bodies.items():
        planet = column_row(at)[0 if what == "column" else 1]
        of_planets.setdefault(planet, {})[f"{vessel.id} {name}"] = 1
    choices = tuple(
        Choice(value=n, title=f"{n:02}", uses=of_planets.get(n, {})) for n in range(count)
    )
    title = f"{vessel.title}: {what}"
    return Pick(path=("vessels", vessel.id, what), title=title, choices=choices, default=default)


# --- mines and seekers ----------------------------------------------------------------------


class Places(NamedTuple):
    """The hexes in which anything may be laid: as choices, as choices of mines, as their limits."""

    seekers: tuple[Choice, ...]
    mines: tuple[Choice, ...]
    limits: dict[str, Limit]


@cache
def _places(columns: int, rows: int, bodies: frozenset[Hex]) -> Places:
    """Return all hexes of a map that no planet fills; made once, for they are many."""
    every = [(column, row) for column in range(columns) for row in range(rows)]
    free = [place for place in every if hex_at(*place) not in bodies]
    names = [label(hex_at(*place)) for place in free]
    pairs = list(zip(free, names, strict=True))
    return Places(
        tuple(Choice(value=list(place), title=name) for place, name in pairs),
        tuple(Choice(value=list(p), title=name, uses={f"mine {name}": 1}) for p, name in pairs),
        {f"mine {name}": Limit(f"hex {name}: one pattern", 1) for name in names},
    )


def _of(state: State) -> Places:
    return _places(state.sheet.columns, state.sheet.rows, frozenset(state.bodies.values()))


def _lays(state: State, seat: SeatId) -> Iterator[Option]:
    places = _of(state)
    for vessel in state.own(seat):
        if "M" in vessel.mounts:
            yield Option(
                command="mine",
                title=f"{vessel.title}: a mine pattern",
                rule=rules.R_20_BEFORE_THE_GAME.number,
                fixed={"ship": vessel.id},
                uses={f"{vessel.id} M": 1},
                fields=(Pick(path=("at",), title="hex", choices=places.mines),),
            )
        if "S" in vessel.mounts:
            yield Option(
                command="seeker",
                title=f"{vessel.title}: a seeker",
                rule=rules.R_30_PLACEMENT.number,
                fixed={"ship": vessel.id},
                uses={f"{vessel.id} S": 1},
                fields=(
                    Pick(path=("at",), title="hex", choices=places.seekers),
                    Pick(path=("facing",), title="facing", choices=FACING_CHOICES),
                ),
            )


def _limits(state: State, seat: SeatId) -> Iterator[tuple[str, Limit]]:
    for vessel in state.own(seat):
        for code, title in (("M", "mine patterns"), ("S", "seekers")):
            if code in vessel.mounts:
                left = known(vessel.mounts[code].ammo, "what is left of it")
                yield f"{vessel.id} {code}", Limit(f"{vessel.title}: {title}", left)
    yield from _of(state).limits.items()
