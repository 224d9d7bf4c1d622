"""The fire of a combat phase: declared all at once; whether anybody has anything to declare."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import distance
from domain.names import SeatId
from domain.refusals import Refused
from domain.systems.knight_hawks.attack_events import Attack, FireDeclared
from domain.systems.knight_hawks.attacks import attack, check_mount, own_vessel
from domain.systems.knight_hawks.commands import DeclareFire
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.orders import check_phase
from domain.systems.knight_hawks.secrets import Drop, check_drops, kept, opened
from domain.systems.knight_hawks.state import Phase, State, Vessel, may_drop


def declared(state: State, seat: SeatId, command: DeclareFire) -> Iterator[BattleEvent]:
    """Yield what a seat declares in a combat phase; one fault refuses all of it (P-30)."""
    check_phase(state, seat, _combat(state))
    seekers = opened(command.drops, "what is dropped")
    drops = [
        Drop(one.ship, "S", own_vessel(state, seat, one.ship).at, one.facing) for one in seekers
    ]
    check_drops(state, seat, drops)
    attacks: list[Attack] = []
    firing = state
    for shot in command.shots:
        one = attack(firing, seat, shot, state.number + len(attacks) + 1)
        attacks.append(one)
        firing = evolve(firing, FireDeclared(seat=seat, attacks=(one,)))
    own = [vessel.id for vessel in may_drop(state, state.side_of(seat), ("S",))]
    yield from kept(state, [name for name in own if state.vessels[name].seat == seat], drops)
    yield FireDeclared(seat=seat, attacks=tuple(attacks))


def _combat(state: State) -> Phase:
    return state.phase if state.phase is Phase.OFFENSIVE else Phase.DEFENSIVE


def opens(state: State, phase: Phase, side: str) -> bool:
    """Tell whether a side has anything to declare: a shot, or for all others know a seeker.

    So nobody is asked for nothing, and whether a ship still has seekers stays secret.
    """
    if not state.fleet(side):
        return False
    if may_drop(state, side, ("S",)):
        return True
    then = replace(state, phase=phase)
    then = then.with_vessels(replace(v, fired=frozenset()) for v in state.fleet(side))
    foes = targets(then, side)
    return any(_reaches(then, vessel, foe) for vessel in then.fleet(side) for foe in foes)


def targets(state: State, side: str) -> tuple[Vessel, ...]:
    """Return what a side may fire at in this phase."""
    return tuple(
        vessel
        for vessel in state.afloat
        if vessel.side != side
        and vessel.attackable
        and (state.phase is Phase.OFFENSIVE or vessel.side == state.moving)
    )


def _reaches(state: State, shooter: Vessel, target: Vessel) -> bool:
    """Tell whether any usable mount is within its range of a target, arcs aside."""
    reach = -1
    for name in shooter.mounts:
        try:
            mount = check_mount(state, shooter, name)
        except Refused:
            continue
        reach = max(reach, state.weapon(mount.type).range_hexes)
    if reach < 0:
        return False
    moving = state.phase is Phase.OFFENSIVE
    mine = [at for at, _ in shooter.path] if moving else [shooter.at]
    theirs = [target.at] if moving else [at for at, _ in target.path]
    return any(distance(a, b) <= reach for a in mine for b in theirs)
