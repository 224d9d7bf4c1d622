"""The state after an event, which is trusted: no dice, no refusals, no rules."""

from msgspec.structs import replace

from domain.decider import Event
from domain.names import ShipId
from domain.systems.gothic import events as e
from domain.systems.gothic.setup import begun, formed, mine
from domain.systems.gothic.state import Ended, Marker, Phase, Standing, State, Unit
from domain.systems.gothic.words import ordnance_title


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
            return _fired(state, event)
        case _:
            return _done(state, event)


def _done(state: State, event: Event) -> State:
    for change in (_moved, _damaged, _ordnance):
        if (changed := change(state, event)) is not None:
            return changed
    return state  # what is only told: dice, tests, shots


def _moved(state: State, event: Event) -> State | None:
    units = state.units
    match event:
        case e.UnitsDisengaged(units=gone, off_table=off):
            return _gone(_followed(state, gone) if off else state, gone, "disengaged")
        case e.UnitMoved(unit=unit, at=at, heading=heading, length=length, last=last):
            moved = replace(units[unit], at=at, heading=heading, moved_length=length, moved=last)
            return _with_patrols(state.with_units(moved), moved)
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
            return _gone(state, (unit,), "landed")
        case e.FireShipExploded(unit=unit):
            return _gone(state, (unit,), "destroyed")
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


def _gone(state: State, gone: tuple[ShipId, ...], status: str) -> State:
    changed = [
        replace(state.units[one], status=status, grappled=frozenset(), boarding=None)
        for one in gone
    ]
    left = [
        replace(unit, grappled=unit.grappled - {*gone})
        for unit in state.units.values()
        if unit.grappled & {*gone} and unit.id not in gone
    ]
    markers = {
        name: replace(marker, patrols=None) if marker.patrols in gone else marker
        for name, marker in state.markers.items()
    }
    return replace(state.with_units(*changed, *left), markers=markers)


def _with_patrols(state: State, unit: Unit) -> State:
    gone = {n: m for n, m in state.markers.items() if m.patrols == unit.id}
    moved = {
        name: replace(marker, at=unit.at, heading=unit.heading, moved_in=state.ordnance + 1)
        for name, marker in gone.items()
    }
    return replace(state, markers={**state.markers, **moved}) if moved else state


def _fired(state: State, event: e.VolleyDeclared | e.NovaFired) -> State:
    if isinstance(event, e.NovaFired):
        unit = state.units[event.unit]
        nova = {one.id: one.strength for one in unit.plan.mounts if one.kind == "nova"}
        return state.with_units(replace(unit, fired={**unit.fired, **nova}))
    changed: list[Unit] = []
    for name, spent in event.spent.items():
        unit = state.units[ShipId(name)]
        fired = {one: unit.fired.get(one, 0) + much for one, much in spent.items()}
        shot_at = unit.shot_at | {(one, event.target) for one in spent}
        changed.append(replace(unit, fired={**unit.fired, **fired}, shot_at=shot_at))
    return state.with_units(*changed)


def _damaged(state: State, event: Event) -> State | None:
    units = state.units
    match event:
        case e.BlastPlaced(marker=name, at=at):
            return replace(state, blasts={**state.blasts, name: at}, made=state.made + 1)
        case e.BlastsRemoved(markers=gone):
            return replace(state, blasts={n: at for n, at in state.blasts.items() if n not in gone})
        case e.DamageTaken(unit=unit, hits=hits):
            return state.with_units(replace(units[unit], hits=max(0, units[unit].hits - hits)))
        case e.CriticalApplied(unit=unit, effect=effect):
            if not effect:
                return state
            more = (*units[unit].criticals, effect)
            return state.with_units(replace(units[unit], criticals=more))
        case e.CriticalRepaired(unit=unit, effect=effect):
            left = list(units[unit].criticals)
            left.remove(effect)
            return state.with_units(replace(units[unit], criticals=tuple(left)))
        case e.UnitDestroyed(unit=unit):
            return _gone(state, (unit,), "destroyed")
        case e.UnitTaken(unit=unit):
            return _wrecked(state, unit, "drifting")
        case e.CatastropheRolled(unit=unit, result=result):
            return _wrecked(state, unit, result) if result in {"drifting", "blazing"} else state
        case e.TeleportDeclared(unit=unit):
            return state.with_units(replace(units[unit], teleported=True))
        case e.Grappled(units=held, target=target, held=on):
            return _grappled(state, held, target, on=on)
        case _:
            return None


def _wrecked(state: State, unit: ShipId, status: str) -> State:
    gone = _gone(state, (unit,), status)
    wreck = replace(gone.units[unit], order=None, ran=0, criticals=())
    return gone.with_units(wreck)


def _grappled(state: State, held: tuple[ShipId, ...], target: ShipId, *, on: bool) -> State:
    def changed(name: ShipId, others: set[ShipId]) -> Unit:
        unit = state.units[name]
        grappled = unit.grappled | others if on else unit.grappled - others
        return replace(unit, grappled=grappled, boarding=None)

    return state.with_units(*(changed(one, {target}) for one in held), changed(target, {*held}))


def _ordnance(state: State, event: Event) -> State | None:
    match event:
        case e.OrdnanceLaunched():
            return _launched(state, event)
        case e.MineLaid(id=name, side=side, seat=seat, at=at):
            return replace(state.with_marker(mine(name, side, seat, at)), made=state.made + 1)
        case e.OrdnanceTurned(marker=name, heading=heading):
            turned = replace(state.markers[name], heading=heading, turned_in=state.ordnance)
            return state.with_marker(turned)
        case e.OrdnanceMoved(marker=name, at=at, heading=heading, last=last):
            marker = replace(state.markers[name], at=at, heading=heading)
            return state.with_marker(replace(marker, moved_in=state.ordnance) if last else marker)
        case e.OrdnanceContact(marker=name, unit=unit):
            marker = state.markers[name]
            return state.with_marker(replace(marker, attacked=marker.attacked | {unit}))
        case e.OrdnanceReduced(marker=name, strength=s, fighters=f, bombers=b, boats=a):
            left = replace(state.markers[name], strength=s, fighters=f, bombers=b, boats=a)
            return state.with_marker(left)
        case e.OrdnanceRemoved(marker=name):
            return state.without_marker(name)
        case e.PatrolSet(marker=name, unit=unit):
            return state.with_marker(replace(state.markers[name], patrols=unit))
        case e.TurretsFired(unit=unit, against=against):
            return replace(state, locked={**state.locked, unit: against})
        case _:
            return None


def _launched(state: State, event: e.OrdnanceLaunched) -> State:
    mount = "bay" if event.kind == "craft" else "torpedo"
    fired = [
        replace(
            state.units[one],
            loaded=state.units[one].loaded - {mount},
            launched=state.units[one].launched | {event.kind},
        )
        for one in event.launchers
    ]
    marker = Marker(
        id=event.marker,
        title=ordnance_title(event.kind, event.marker),
        side=event.side,
        seat=event.seat,
        kind=event.kind,
        at=event.at,
        heading=event.heading,
        strength=event.strength,
        fighters=event.fighters,
        bombers=event.bombers,
        boats=event.boats,
        launchers=event.launchers,
        arcs=event.arcs,
        launched_in=state.ordnance + 1,
        raid_bonus=event.raid_bonus,
    )
    return replace(state.with_marker(marker).with_units(*fired), made=state.made + 1)
