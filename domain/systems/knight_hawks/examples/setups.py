"""Vessels and battles from which the examples start: two sides (and a third), open space."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from msgspec.structs import replace

from domain.decider import Command, Event
from domain.dice import ScriptedDice
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.refusals import Rule
from domain.rule_system import Example, Outcome
from domain.systems.knight_hawks.attack_events import AttackRolled
from domain.systems.knight_hawks.commands import (
    Aim,
    DeclareFire,
    DropMine,
    DropSeeker,
    Fly,
    MoveShips,
    PrepareMovement,
    Respond,
    Shot,
)
from domain.systems.knight_hawks.decide import decide
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.fleet import vessel
from domain.systems.knight_hawks.scenarios import VesselSheet
from domain.systems.knight_hawks.secret_events import SeekerLaid
from domain.systems.knight_hawks.state import Phase, SideState, State, Vessel
from domain.systems.knight_hawks.tables import Column, WeaponType

A, B, C = SeatId(1), SeatId(2), SeatId(3)
SEATS = {"a": A, "b": B, "c": C}


class Yard:
    """Builds vessels of the printed classes, and battles of them."""

    def __init__(self, initial: State) -> None:
        self._initial = initial

    def ship(
        self,
        kind: str,
        side: str,
        at: tuple[int, int],
        facing: int = 0,
        speed: int = 0,
        name: str = "",
        **changes: Any,
    ) -> Vessel:
        """Return a vessel called like its class; without interceptors unless they are given."""
        book = self._initial.book
        sheet = VesselSheet(
            id=ShipId(name or f"{side}_{kind}"), title=name or f"{side} {kind}", ship=kind
        )
        figures = book.classes[kind].figures("advanced")
        made = vessel(book.classes[kind], figures, sheet, side, SEATS[side])
        place = Hex(*at)
        changes = {"icm": 0, **changes}
        return replace(
            made, at=place, facing=facing, speed=speed, path=((place, facing),), **changes
        )

    def battle(self, *vessels: Vessel, phase: Phase = Phase.MOVES, **changes: Any) -> State:
        """Return a battle in a phase of side a, in turn 2; both sides have a station far away."""
        away = (
            self.ship("armed_station", "a", (-90, 0), name="a_base"),
            self.ship("armed_station", "b", (90, 0), name="b_base"),
        )
        order = ("a", "b", "c") if any(one.side == "c" for one in vessels) else ("a", "b")
        sides = {s: SideState(id=s, title=f"side {s}", seats=(SEATS[s],)) for s in order}
        options = {"turn_limit": 15, "rules_level": "advanced", "electron_range": 12}
        fleet = {one.id: one for one in (*vessels, *away)}
        known: dict[str, Any] = {
            "scenario": "the_stand",
            "options": options,
            "order": order,
            "turn": 2,
            "moving": "a",
            "acting": "a",
            "phase": phase,
            "sides": sides,
            "vessels": fleet,
            "setup_done": 3,
            **changes,
        }
        return replace(self._initial, **known)


def with_options(state: State, **options: int | str) -> State:
    """Return a battle with some options chosen otherwise."""
    return replace(state, options={**state.options, **options})


def with_mines(state: State, side: str, *hexes: tuple[int, int]) -> State:
    """Return a battle in which a side has mined hexes."""
    mines = frozenset(Hex(*at) for at in hexes)
    return state.with_side(replace(state.sides[side], mines=mines))


def with_laid(state: State, side: str, *seekers: tuple[str, tuple[int, int], int]) -> State:
    """Return a battle in which a side has laid seekers: name, hex, facing."""
    laid = {name: SeekerLaid(id=name, at=Hex(*at), facing=f) for name, at, f in seekers}
    return state.with_side(replace(state.sides[side], laid=laid))


def along(ship: Vessel, *path: tuple[int, int], facing: int | None = None) -> Vessel:
    """Return a vessel that has flown a path in this phase, straight on."""
    ways = tuple((Hex(*at), ship.facing if facing is None else facing) for at in path)
    return replace(ship, at=ways[-1][0], path=ways, moved=True, speed=len(ways) - 1)


def line(start: tuple[int, int], count: int) -> tuple[tuple[int, int], ...]:
    """Return a path due east: the start and *count* hexes."""
    return tuple((start[0] + n, start[1]) for n in range(count + 1))


# --- commands -------------------------------------------------------------------------------


def fly(
    *moves: Fly, drops: Iterable[DropMine | DropSeeker] = (), seat: SeatId = A, ends: bool = True
) -> dict[SeatId, Command]:
    """Return the order to fly; all others keep their course."""
    return {seat: MoveShips(moves=moves, drops=tuple(drops), ends=ends)}


def plan(ship: Vessel, letters: str, **more: Any) -> Fly:
    """Return a plan of letters for a ship."""
    return Fly(ship=ship.id, plan=letters, **more)


def shot(
    ship: Vessel, mount: str, target: Vessel, i: int | None = None, j: int | None = None
) -> Shot:
    """Return a shot; *i* and *j* are hexes of the shooter's and the target's path."""
    return Shot(
        ship=ship.id,
        mount=mount,
        aim=Aim(target=target.id, shooter_index=i, target_index=j),
    )


def fire(*shots: Shot, seat: SeatId = A, drops: Iterable[DropSeeker] = ()) -> dict[SeatId, Command]:
    """Return the declaration of fire."""
    return {seat: DeclareFire(shots=shots, drops=tuple(drops))}


def prepare(*activate: str, seat: SeatId = A, **more: Any) -> dict[SeatId, Command]:
    """Return the declaration before movement."""
    return {seat: PrepareMovement(activate=dict.fromkeys(activate, True), **more)}


NO_ANSWER = Respond(answers=())


# --- examples -------------------------------------------------------------------------------


def example(
    rule: Rule,
    title: str,
    given: State,
    when: Mapping[SeatId, Command],
    dice: tuple[int, ...] = (),
    then: tuple[Outcome, ...] = (),
    refused: str = "",
) -> Example:
    """Return an example."""
    return Example(
        rule=rule, title=title, given=given, when=when, dice=dice, then=then, refused=refused
    )


def played(state: State, when: Mapping[SeatId, Command], *faces: int) -> State:
    """Return the battle after a declaration, with these dice."""
    ((seat, command),) = when.items()
    dice = ScriptedDice(faces)
    for outcome in decide(state, seat, command, dice):
        if isinstance(outcome, Event):
            state = evolve(state, cast("BattleEvent", outcome))
    assert not dice.left
    return state


def rolled(
    weapon: WeaponType,
    ship: Vessel | None,
    target: Vessel,
    column: Column,
    base: int,
    chance: int,
    roll: int | None,
    *,
    hit: bool,
    number: int = 1,
    half: bool = False,
    **parts: int,
) -> AttackRolled:
    """Return a roll to hit, with its modifiers."""
    return AttackRolled(
        attack=number,
        weapon=weapon,
        ship=None if ship is None else ship.id,
        target=target.id,
        column=column,
        base=base,
        chance=chance,
        roll=roll,
        hit=hit,
        half=half,
        **parts,
    )
