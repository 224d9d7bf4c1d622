"""What fire may cost its targets, exactly, before any die: how many hull points each may lose.

Attacks at different ships have nothing to do with each other. Of one ship's attacks neither the
order of its hull points nor most of its other damage changes what the next attack may do, so what
cannot matter any more is taken together: a volley of many shots stays a few hundred cases. Where
docked ships are struck, each case is walked (`volley`), for there who dies takes others along.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.decider import Command
from domain.names import SeatId, ShipId
from domain.odds import MOST_CASES, TooManyCases
from domain.rule_system import Chances
from domain.systems.knight_hawks import fire, responses
from domain.systems.knight_hawks.attack_events import Attack
from domain.systems.knight_hawks.attacks import rolled
from domain.systems.knight_hawks.commands import DeclareFire, Respond
from domain.systems.knight_hawks.damage import HULL, effects_of, hull_points
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.state import State, Vessel
from domain.systems.knight_hawks.tables import DamageRow
from domain.systems.knight_hawks.volley import sums, volley_odds

Ways = dict[int, int]
"""In how many ways so many hull points are lost."""


def odds(state: State, seat: SeatId, command: Command) -> tuple[Chances, ...]:
    """Return what a declaration of fire, or an answer to attacks, may cost each target.

    Who may still answer is taken not to. Raises Refused, Unknown, TooManyCases.
    """
    match command:
        case DeclareFire():
            declared = _after(state, fire.declared(state, seat, command))
        case Respond():
            declared = _after(state, responses.responded(state, seat, command))
        case _:
            return ()
    targets = dict.fromkeys(one.target for one in declared.attacks)
    return tuple(_chances(declared.vessels[ship], hull_odds(declared, ship)) for ship in targets)


def _after(state: State, events: Iterable[BattleEvent]) -> State:
    for event in tuple(events):
        state = evolve(state, event)
    return state


def _chances(target: Vessel, left: dict[int, Fraction]) -> Chances:
    lost: dict[int | str, Fraction] = {
        target.hp - hp: left[hp] for hp in sorted(left, reverse=True)
    }
    title = f"Hull points that {target.title} loses, of {target.hp}"
    return Chances(title=title, unit="points", chances=lost)


def hull_odds(state: State, ship: ShipId) -> dict[int, Fraction]:
    """Return the chances of the hull points that a vessel has left; 0: it is destroyed.

    Raises TooManyCases.
    """
    target = state.vessels[ship]
    host = target.docked_at or ship
    together = {host, *(one.id for one in state.docked(host))}
    attacks = tuple(one for one in state.attacks if one.target in together)
    found: dict[int, Fraction] = {}
    if len(together) == 1:
        return _alone(replace(state, attacks=attacks), target)
    for chance, after in volley_odds(replace(state, attacks=attacks)):
        left = max(after.vessels[ship].hp, 0)
        found[left] = found.get(left, Fraction(0)) + chance
    return found


# --- a ship by itself -------------------------------------------------------------------------


class _Blow(NamedTuple):
    """What an attack may do: in how many ways, to the vessel, and how many hull points it takes."""

    ways: int
    vessel: Vessel
    points: Ways


def _alone(state: State, target: Vessel) -> dict[int, Fraction]:
    cases: dict[bytes, tuple[Vessel, Ways]] = {b"": (target, {0: 1})}
    gone, every = Fraction(0), 1
    for number, one in enumerate(state.attacks, start=1):
        rest = state.attacks[number:]
        merged: dict[bytes, tuple[Vessel, Ways]] = {}
        dead = 0
        for vessel, lost in cases.values():
            for blow in _blows(state.with_vessels([vessel]), vessel, one):
                into = merged.setdefault(_key(state, blow.vessel, rest), (blow.vessel, {}))[1]
                dead += _add(into, lost, blow, target.hp)
        every *= 10_000 * 10 ** state.weapon(one.weapon).dice
        gone += Fraction(dead, every)
        cases = merged
        if len(cases) > MOST_CASES // 2:
            raise TooManyCases(len(cases))
    left: dict[int, Fraction] = {0: gone} if gone else {}
    for _, lost in cases.values():
        for points, ways in lost.items():
            hp = target.hp - points
            left[hp] = left.get(hp, Fraction(0)) + Fraction(ways, every)
    return left


def _add(into: Ways, lost: Ways, blow: _Blow, hp: int) -> int:
    """Add what *blow* makes of the points lost so far; return in how many ways it destroys."""
    dead = 0
    for before, ways in lost.items():
        for points, more in blow.points.items():
            count = ways * more * blow.ways
            if before + points >= hp:
                dead += count
            else:
                into[before + points] = into.get(before + points, 0) + count
    return dead


def _blows(state: State, vessel: Vessel, one: Attack) -> Iterator[_Blow]:
    """Yield a miss, and what each row of the damage table does; all ways add up."""
    weapon = state.weapon(one.weapon)
    automatic = one.weapon == "S" and state.options.get("seeker_to_hit") == "automatic"
    results = [rolled(state, one, None if automatic else face) for face in range(1, 101)]
    hits, half = sum(result.hit for result in results), results[0].half
    dice = 10**weapon.dice
    if hits < 100:
        yield _Blow((100 - hits) * 100, vessel, {0: dice})
    for row, faces in _rows(state, weapon.dtm):
        effects = (
            tuple(effects_of(vessel, row)) if row is not None and row.result not in HULL else ()
        )
        if effects:
            hurt = _after(state, effects).vessels[vessel.id]
            yield _Blow(hits * faces, hurt, {0: dice})
        elif hits:
            times = 2 if row is not None and row.result == "hull_double" else 1
            yield _Blow(hits * faces, vessel, _hull(weapon.dice, weapon.plus, half, times))


def _rows(state: State, dtm: int) -> Iterator[tuple[DamageRow | None, int]]:
    """Yield the rows of the damage table with their faces of a hundred; in the basic game: hull."""
    if state.level == "basic":
        yield None, 100
        return
    rows = (state.book.damage.row(face + dtm) for face in range(1, 101))
    for _, same in groupby(rows, key=lambda row: row.upto):
        found = list(same)
        yield found[0], len(found)


def _hull(dice: int, plus: int, half: bool, times: int) -> Ways:  # noqa: FBT001  as on the table
    found: Ways = {}
    for total, ways in sums(dice, 10).items():
        points = hull_points(total + plus, half=half, times=times)
        found[points] = found.get(points, 0) + ways
    return found


# --- what matters -----------------------------------------------------------------------------


def _key(state: State, vessel: Vessel, rest: tuple[Attack, ...]) -> bytes:
    """Return what of a vessel's damage the *rest* of the attacks can tell apart."""
    if not rest:
        return b""
    if _lasts(state, vessel, "weapon", len(rest)):
        vessel = replace(vessel, mounts={})
    if not vessel.active and _lasts(state, vessel, "defence", len(rest)):
        vessel = replace(vessel, screens={}, masks_ok=True, icm_ok=True)
    if len(rest) == 1:
        mr = vessel.mr if rest[0].evaded else min(vessel.mr, 1)
        vessel = replace(vessel, adf=min(vessel.adf, 1), mr=mr)
    return msgspec.msgpack.encode(vessel)


def _lasts(state: State, vessel: Vessel, result: str, hits: int) -> bool:
    """Tell whether *hits* more cannot leave any row of weapons or defences without one to lose."""
    works: list[str] = [mount.type for mount in vessel.mounts.values() if mount.ok]
    if result == "defence":
        fitted = {**vessel.screens, "MS": vessel.masks_ok, "ICM": vessel.icm_ok}
        works = [code for code, ok in fitted.items() if ok]
    lists = [row.order for row in state.book.damage.rows if row.result == result]
    return all(sum(code in order for code in works) >= hits for order in lists)
