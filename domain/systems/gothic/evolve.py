"""The state after an event, which is trusted: no dice, no refusals, no rules."""

from msgspec.structs import replace

from domain.decider import Event
from domain.names import ShipId
from domain.systems.gothic import events as e
from domain.systems.gothic.changes import damaged, fired, gone_from, ordnance, with_patrols
from domain.systems.gothic.pieces import Ended, Standing
from domain.systems.gothic.setup import begun, formed
from domain.systems.gothic.state import Phase, State


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*."""
    match event:
        case e.BattleBegan():
            return begun(state, event)
        case e.SquadronsDeclared(seat=seat, squadrons=made):
            return replace(formed(state, made), done=state.done | {seat})
        case e.TurnOrderChosen(order=order):
            return replace(state, turn_order=order, done=frozenset())
        case e.TurnBegan():
            return _turn_begun(state, event)
        case e.PhaseBegan():
            return _phase_begun(state, event)
        case e.TurnEnded():
            return _turn_ended(state)
        case e.StepFinished(seat=seat):
            return replace(state, done=state.done | {seat}, steps=state.steps + 1)
        case e.BattleEnded(winners=winners, reason=reason, points=points, assault=assault):
            ended = Ended(winners=winners, reason=reason, points=points, assault=assault)
            return replace(state, ended=ended, window=None, pending=())
        case e.WindowOpened(window=window, pending=pending):
            return replace(state, window=window, pending=pending, asked=state.asked + 1)
        case e.WindowAnswered(seat=seat, yes=brace, turrets=turrets, standing=standing):
            closed = replace(state, window=None, pending=())
            said = {**state.standing, seat: Standing(brace, turrets)}
            return replace(closed, standing=said) if standing else closed
        case e.ReRollUsed(side=side):
            return _with_rerolls(state, side, state.sides[side].rerolls - 1)
        case e.ReRollsLost(side=side):
            return _with_rerolls(state, side, 0)
        case e.OrdersClosed(side=side):
            return replace(state, closed=state.closed | {side})
        case e.OrderPlaced() | e.Braced() | e.PriorityDecided() | e.DisengageFailed():
            return _ordered(state, event)
        case e.VolleyDeclared() | e.NovaFired():
            return fired(state, event)
        case _:
            return _done(state, event)


def _done(state: State, event: Event) -> State:
    for change in (_moved, damaged, ordnance):
        if (changed := change(state, event)) is not None:
            return changed
    return state  # what is only told: dice, tests, shots


def _moved(state: State, event: Event) -> State | None:
    units = state.units
    match event:
        case e.UnitsDisengaged(units=gone, off_table=off):
            return gone_from(_followed(state, gone) if off else state, gone, "disengaged")
        case e.UnitMoved(unit=unit, at=at, heading=heading, length=length, last=last):
            moved = replace(units[unit], at=at, heading=heading, moved_length=length, moved=last)
            return with_patrols(state.with_units(moved), moved)
        case e.HulkDrifted(unit=unit, at=at, length=length):
            return state.with_units(replace(units[unit], at=at, moved_length=length))
        case e.Pulled(unit=unit, at=at):
            return state.with_units(replace(units[unit], at=at))
        case e.BoardingDeclared(unit=unit, target=target):
            return state.with_units(replace(units[unit], boarding=target))
        case e.RamDeclared(unit=unit, target=target):
            return state.with_units(replace(units[unit], ram_target=target))
        case e.Rammed(unit=unit):
            return state.with_units(replace(units[unit], ram_target=None))
        case e.UnitLanded(unit=unit):
            return gone_from(state, (unit,), "landed")
        case e.FireShipExploded(unit=unit):
            return gone_from(state, (unit,), "destroyed")
        case e.LandingBegun(unit=unit):
            return state.with_units(replace(units[unit], landing=True))
        case e.TroopsLanded(unit=unit, points=points):
            side = units[unit].side
            more = replace(state.sides[side], assault=state.sides[side].assault + points)
            return replace(state, sides={**state.sides, side: more})
        case _:
            return None


def _followed(state: State, gone: tuple[ShipId, ...]) -> State:
    """Return the state with the escort squadrons of *gone* on their way off the table (MV-5)."""
    escorts = [state.units[one] for one in gone if state.units[one].plan.type == "escort"]
    names = {unit.squadron for unit in escorts if unit.squadron}
    leaving = {name: replace(state.squadrons[name], leaving=True) for name in names}
    return replace(state, squadrons={**state.squadrons, **leaving})


def _with_rerolls(state: State, side: int, left: int) -> State:
    changed = replace(state.sides[side], rerolls=left)
    return replace(state, sides={**state.sides, side: changed})


def _turn_begun(state: State, event: e.TurnBegan) -> State:
    fresh = (
        replace(
            unit,
            order=unit.order if unit.braced else None,
            ran=0,
            formed=True,
            moved=False,
            fired={},
            shot_at=frozenset(),
            launched=frozenset(),
            priority="",
            escaping=False,
            boarding=None,
            teleported=False,
            landing=False,
            ram_target=None,
        )
        for unit in state.units.values()
        if unit.side == event.side
    )
    order = state.turn_order
    begun = replace(
        state,
        turn=state.turn + 1,
        game_turn=event.game_turn,
        at=order.index(event.side),
        closed=frozenset(),
        done=frozenset(),
        locked={},
        phase=Phase.MOVEMENT,
    ).with_units(*fresh)
    if event.game_turn == state.game_turn:
        return begun
    markers = {n: replace(m, attacked=frozenset()) for n, m in begun.markers.items()}
    return replace(begun, markers=markers)


def _phase_begun(state: State, event: e.PhaseBegan) -> State:
    phase = Phase(event.phase)
    new = phase is Phase.TURNING and event.mover == 0
    return replace(
        _stood_still(state) if phase is Phase.SHOOTING else state,
        phase=phase,
        mover=event.mover,
        done=frozenset(),
        ordnance=state.ordnance + new,
        locked={} if new else state.locked,
    )


def _stood_still(state: State) -> State:
    """Return the state after movement: who did not move at all has moved nothing (MV-3)."""
    still = (u for u in state.active if u.side == state.side and not u.moved)
    return state.with_units(*(replace(unit, moved_length=0) for unit in still))


def _turn_ended(state: State) -> State:
    over = (
        replace(unit, order=None, braced_until=0)
        for unit in state.units.values()
        if unit.braced and unit.braced_until <= state.turn
    )
    return state.with_units(*over)


def _ordered(
    state: State, event: e.OrderPlaced | e.Braced | e.PriorityDecided | e.DisengageFailed
) -> State:
    units = state.units
    match event:
        case e.OrderPlaced(subject=subject, units=placed, order=order, ran=ran):
            loaded = frozenset({"torpedo", "bay"})
            changed = [
                replace(
                    units[one],
                    order=order,
                    ran=ran,
                    loaded=loaded if order == "reload_ordnance" else units[one].loaded,
                )
                for one in placed
            ]
            out = [
                replace(unit, formed=False)
                for unit in state.members(subject)
                if unit.id not in placed
            ]
            return state.with_units(*changed, *out)
        case e.Braced(units=placed, until=until):
            return state.with_units(
                *(replace(units[one], order="brace", braced_until=until) for one in placed)
            )
        case e.PriorityDecided(subject=subject, passed=passed):
            said = "passed" if passed else "failed"
            return state.with_units(
                *(replace(unit, priority=said) for unit in state.members(subject))
            )
        case e.DisengageFailed(subject=subject):
            return state.with_units(
                *(replace(unit, escaping=True) for unit in state.members(subject))
            )
