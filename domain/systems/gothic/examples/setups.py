"""The tables on which the examples are played, and short words for what happens at them.

Far off every table, two keepers see to it that a step does not end by itself when the example is
over: in each phase the first side's keeper could still do something.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.decider import Command, Event
from domain.dice import Ask, Rolled
from domain.names import SeatId, ShipId
from domain.plane import DEGREE, Point, Rectangle, point
from domain.refusals import Rule
from domain.rule_system import Example, Outcome
from domain.systems.gothic.commands import Fire, React, Way
from domain.systems.gothic.pieces import Area, Marker, MarkerKind, Side, Squadron, Unit
from domain.systems.gothic.setup import leadership
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import AnyTask, Gun, Window

ONE, TWO, THREE = SeatId(1), SeatId(2), SeatId(3)
FAR = 1000


class Table:
    """Makes states for examples from the book of *initial*."""

    def __init__(self, initial: State) -> None:
        self.initial = initial

    def unit(
        self, name: str, ship_class: str, x: float, y: float, heading: float = 0, **changes: Any
    ) -> Unit:
        """Return a unit of side 1, unless *changes* say another."""
        plan = self.initial.book.classes[ship_class]
        side = int(changes.pop("side", 1))
        made = Unit(
            id=ShipId(name),
            title=f"{plan.title} {name}",
            side=side,
            seat=SeatId(side),
            plan=plan,
            at=point(x, y),
            heading=round(heading * DEGREE),
            hits=plan.hits,
            leadership=leadership(self.initial, plan, 8, flag=False),
        )
        return replace(made, **changes)

    def enemy(
        self, name: str, ship_class: str, x: float, y: float, heading: float = 180, **changes: Any
    ) -> Unit:
        """Return a unit of side 2."""
        return self.unit(name, ship_class, x, y, heading, **{"side": 2, **changes})

    def state(
        self,
        *units: Unit,
        phase: Phase = Phase.SHOOTING,
        blasts: Iterable[tuple[float, float]] = (),
        markers: Iterable[Marker] = (),
        areas: Iterable[Area] = (),
        squadrons: Mapping[str, tuple[str, ...]] | None = None,
        values: Mapping[str, int] | None = None,
        sides: int = 2,
        keep: bool = True,
        options: Mapping[str, int | str] | None = None,
        **changes: Any,
    ) -> State:
        """Return side 1's turn, in *phase*."""
        kept = self._keepers() if keep else ()
        every = {unit.id: unit for unit in (*units, *kept)}
        groups: dict[str, Squadron] = {}
        for name, members in (squadrons or {}).items():
            first = every[ShipId(members[0])]
            groups[name] = Squadron(
                id=name,
                title=f"Squadron {name}",
                side=first.side,
                seat=first.seat,
                members=tuple(map(ShipId, members)),
                leadership=(values or {}).get(name),
            )
            every |= {ShipId(m): replace(every[ShipId(m)], squadron=name) for m in members}
        laid = [*markers, *(self._kept_markers(phase) if keep else ())]
        state = replace(
            self.initial,
            scenario="example",
            chosen={"turn_limit": 10, "target_priority": "yes", **(options or {})},
            size=(180_000, 120_000),
            sides={n: Side(title=f"Side {n}", seats=(SeatId(n),)) for n in range(1, sides + 1)},
            turn_order=tuple(range(1, sides + 1)),
            game_turn=2,
            turn=3,
            ordnance=4,
            phase=phase,
            made=100,
            units=every,
            squadrons=groups,
            markers={one.id: one for one in laid},
            blasts={f"X{n}": point(*at) for n, at in enumerate(blasts, 1)},
            areas={one.id: one for one in areas},
        )
        return replace(state, **changes)

    def _keepers(self) -> tuple[Unit, ...]:
        return (
            self.unit("K1", "dictator", FAR, FAR, moved=True),
            self.enemy("K2", "iconoclast", FAR + 8, FAR, criticals=("shields",)),
        )

    def _kept_markers(self, phase: Phase) -> tuple[Marker, ...]:
        if phase is Phase.TURNING:
            return (salvo("K3", FAR, FAR + 90, boarding=True),)
        return (wave("K4", FAR, FAR + 50, fighters=1),) if phase is Phase.ORDNANCE else ()


def salvo(
    name: str, x: float, y: float, heading: float = 0, strength: int = 6, *, boarding: bool = False,
    **changes: Any,
) -> Marker:  # fmt: skip
    """Return a torpedo marker of side 1, launched in an earlier turn."""
    kind: MarkerKind = "boarding_torpedo" if boarding else "torpedo"
    return _marker(name, kind, x, y, heading, strength=strength, **changes)


def wave(name: str, x: float, y: float, **changes: Any) -> Marker:
    """Return a wave of attack craft of side 1."""
    return _marker(name, "craft", x, y, 0, **changes)


def mine(name: str, x: float, y: float, **changes: Any) -> Marker:
    """Return a mine of side 1."""
    return _marker(name, "mine", x, y, 0, **changes)


def _marker(
    name: str, kind: MarkerKind, x: float, y: float, heading: float, **changes: Any
) -> Marker:
    side = int(changes.pop("side", 1))
    made = Marker(
        id=name,
        title=name,
        side=side,
        seat=SeatId(side),
        kind=kind,
        at=point(x, y),
        heading=round(heading * DEGREE),
        launched_in=1,
    )
    return replace(made, **changes)


def field(name: str, left: int, bottom: int, right: int, top: int, side: int = 2) -> Area:
    """Return a minefield."""
    bounds = Rectangle(*point(left, bottom), *point(right, top))
    return Area(id=name, title=name, kind="minefield", bounds=bounds, side=side)


# --- commands, dice -------------------------------------------------------------------------


def volley(shooter: str, *mounts: str, at: str, aspect: str = "") -> Fire:
    """Return the order of one ship to fire mounts at a target."""
    guns = tuple(Gun(unit=ShipId(shooter), mount=mount) for mount in mounts)
    return Fire(shooter=shooter, guns=guns, target=at, aspect=aspect)


def massed(squadron: str, members: Iterable[str], mount: str, at: str, aspect: str = "") -> Fire:
    """Return the order of a squadron to fire a mount of each member."""
    guns = tuple(Gun(unit=ShipId(one), mount=mount) for one in members)
    return Fire(shooter=squadron, guns=guns, target=at, aspect=aspect)


def ahead(cm: float, turn: int = 0, then: float = 0) -> Way:
    """Return a way in centimetres."""
    return Way(ahead_mm=round(cm * 10), turn=turn, then_mm=round(then * 10))


def off(cm: float) -> Way:
    """Return a way straight ahead that may lead off the table."""
    return Way(ahead_mm=round(cm * 10), leave=True)


def rolled(label: str, *faces: int, sides: int = 6) -> Rolled:
    """Return what was rolled."""
    return Rolled((Ask(label, len(faces), sides),), (faces,))


def cm(x: float, y: float) -> Point:
    """Return a place."""
    return point(x, y)


# --- examples -------------------------------------------------------------------------------

PASS = React()


def accepted(
    rule: Rule,
    title: str,
    given: State,
    command: Command,
    *then: Outcome | Event,
    dice: tuple[int, ...] = (),
    seat: SeatId = ONE,
) -> Example:
    """Return an example of what follows from a legal declaration."""
    return Example(rule=rule, title=title, given=given, when={seat: command}, dice=dice, then=then)


def refused(
    rule: Rule, title: str, given: State, command: Command, code: str, seat: SeatId = ONE
) -> Example:
    """Return an example of a refusal."""
    return Example(rule=rule, title=title, given=given, when={seat: command}, refused=code)


def asking(
    given: State,
    what: str,
    subject: str,
    task: AnyTask,
    *,
    brace: bool = True,
    turrets: bool = False,
) -> State:
    """Return *given* with a window open: *subject* may react, then *task* goes on."""
    members = given.members(subject)
    window = Window(
        kind="react",
        seat=members[0].seat,
        subject=subject,
        what=what,
        brace=brace,
        turrets=turrets,
    )
    return replace(given, window=window, pending=(task,))
