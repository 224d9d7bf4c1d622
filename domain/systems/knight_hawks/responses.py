"""Answers to attacks before any die: interceptor missiles and evasion (P-38, P-39)."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.refusals import Refused
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import (
    Attack,
    EvasionDeclared,
    IcmLaunched,
    Responded,
)
from domain.systems.knight_hawks.attacks import own_vessel
from domain.systems.knight_hawks.commands import Evade, Launch, Respond
from domain.systems.knight_hawks.events import BattleEvent
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.state import State, Vessel


def launchers(state: State, one: Attack) -> tuple[Vessel, ...]:
    """Return the ships that may launch interceptors at an attack: the target, and who is near."""
    target = state.vessels[one.target]
    if target.lost or not state.weapon(one.weapon).interceptable:
        return ()
    near = state.fleet(target.side) if state.level == "advanced" else (target,)
    return tuple(v for v in near if v.at == target.at and not _icm_fault(state, v))


def _icm_fault(state: State, vessel: Vessel) -> str:
    """Return why a vessel has no interceptors now, or nothing."""
    if not vessel.icm or not vessel.icm_ok:
        return "none"
    if "POWER" in vessel.damaged:
        return "power"
    docked = vessel.docked_at is not None and vessel.kind != "station"
    return "docked" if docked and state.options.get("docked_ships_use_icm") != "yes" else ""


def may_evade(state: State, one: Attack) -> bool:
    """Tell whether the target of an attack may evade it."""
    target = state.vessels[one.target]
    return (
        one.weapon == "T"
        and target.evades
        and not target.lost
        and not one.evaded
        and target.mr > 0
        and target.speed + target.adf >= target.mr
        and target.docked_at is None
    )


def able(state: State) -> tuple[SeatId, ...]:
    """Return the seats that could answer any of the declared attacks."""
    seats = {v.seat for one in state.attacks for v in launchers(state, one)}
    seats |= {state.vessels[one.target].seat for one in state.attacks if may_evade(state, one)}
    return tuple(sorted(seats))


def responded(state: State, seat: SeatId, command: Respond) -> Iterator[BattleEvent]:
    """Yield what a seat answers, judged one after the other; one fault refuses all."""
    if seat not in state.answering:
        raise Refused("wrong_phase", rules.P_39_ICM, phase=state.phase.value)
    for answer in command.answers:
        one = next((a for a in state.attacks if a.number == answer.attack), None)
        if one is None:
            raise Refused("unknown_attack", rules.P_39_ICM, attack=answer.attack)
        event = (
            _launched(state, seat, one, answer)
            if isinstance(answer, Launch)
            else _evaded(state, seat, one, answer)
        )
        yield event
        state = evolve(state, event)
    yield Responded(seat=seat)


def _launched(state: State, seat: SeatId, one: Attack, answer: Launch) -> IcmLaunched:
    vessel = own_vessel(state, seat, answer.ship)
    if vessel not in launchers(state, one) or answer.number > vessel.icm:
        raise Refused("icm_not_available", rules.P_39_ICM, ship=vessel.id, left=vessel.icm)
    return IcmLaunched(attack=one.number, ship=vessel.id, number=answer.number)


def _evaded(state: State, seat: SeatId, one: Attack, answer: Evade) -> EvasionDeclared:
    target = own_vessel(state, seat, one.target)
    if not may_evade(state, one):
        raise Refused("evasion_not_allowed", rules.P_38_EVASION, ship=target.id)
    return EvasionDeclared(attack=answer.attack, ship=target.id, debt=target.mr)
