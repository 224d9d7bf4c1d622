"""One match over the events: the state after each of them, which is trusted."""

from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.systems.knight_hawks import changes, damage_changes
from domain.systems.knight_hawks.attack_events import (
    AmmoSpent,
    AttackResolved,
    AttackRolled,
    EvasionDeclared,
    FireDeclared,
    IcmLaunched,
    Responded,
    ResponsesOpened,
    ShotWasted,
)
from domain.systems.knight_hawks.damage_events import (
    AdfLost,
    CombatControlHit,
    DamageTableRolled,
    DcrHalved,
    DefenceDestroyed,
    FireBurned,
    FireStarted,
    HitConvertedToHull,
    HullDamaged,
    MrLost,
    NavigationHit,
    PowerShorted,
    RepairAllocated,
    RepairLocked,
    RepairRolled,
    ShipDestroyed,
    SystemRepaired,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.events import (
    BattleBegan,
    BattleEnded,
    BattleEvent,
    EdgeChosen,
    HalfTurnBegan,
    PhaseBegan,
    SeatReady,
    SetUpDone,
    ShipPlaced,
    TurnBegan,
)
from domain.systems.knight_hawks.fleet import fleet
from domain.systems.knight_hawks.move_events import (
    AmmoReloaded,
    BreakUpRolled,
    GravityTurned,
    MaskLost,
    MovesFlown,
    MovesOrdered,
    NavErrorRolled,
    OrbitEntered,
    OrbitLeft,
    OrbitStepped,
    ScreenActivated,
    ScreenDropped,
    ShipCrashed,
    ShipDocked,
    ShipLeftMap,
    ShipMoved,
    ShipUndocked,
)
from domain.systems.knight_hawks.secret_events import (
    HexCleared,
    MinesDetonated,
    SecretsKept,
    SeekerActivated,
    SeekerDetonated,
    SeekerExpired,
    SeekerFound,
    SeekerMoved,
    SeekerTargetChosen,
)
from domain.systems.knight_hawks.state import Phase, SideState, State, Vessel


def evolve(state: State, event: BattleEvent) -> State:
    """Return the state after *event*: no dice, no refusals, no rules."""
    match event:
        case BattleBegan():
            return _begun(state, event)
        case EdgeChosen() | ShipPlaced() | SetUpDone():
            return _set_up(state, event)
        case TurnBegan(turn=turn):
            return replace(state, turn=turn)
        case HalfTurnBegan(side=side):
            fresh = (changes.fresh(v) for v in state.vessels.values() if v.side == side)
            return replace(state.with_vessels(fresh), moving=side)
        case PhaseBegan():
            return _phase(state, event)
        case SeatReady(seat=seat, order=order):
            return replace(state, declared=state.declared | {seat}, queue=(*state.queue, *order))
        case BattleEnded():
            return replace(state, ended=event)
        case (
            SecretsKept() | SeekerActivated() | SeekerFound() | SeekerMoved()
            | SeekerDetonated() | SeekerExpired() | MinesDetonated() | HexCleared()
        ):  # fmt: skip
            return _secrets(state, event)
        case (
            MovesOrdered() | MovesFlown() | ShipMoved() | ShipCrashed() | ShipLeftMap()
            | ShipDestroyed() | OrbitEntered() | OrbitStepped() | ShipDocked() | ShipUndocked()
        ):  # fmt: skip
            return _moves(state, event)
        case (
            FireDeclared() | ResponsesOpened() | IcmLaunched() | EvasionDeclared() | Responded()
            | ShotWasted() | AttackRolled() | AttackResolved()
        ):  # fmt: skip
            return _attacks(state, event)
        case (
            BreakUpRolled() | GravityTurned() | SeekerTargetChosen() | DamageTableRolled()
            | FireBurned() | HitConvertedToHull() | RepairAllocated() | RepairRolled()
        ):  # fmt: skip
            return changes.noted(state, event)
        case (
            HullDamaged() | AdfLost() | MrLost() | WeaponDestroyed() | DefenceDestroyed()
            | PowerShorted() | CombatControlHit() | NavigationHit() | FireStarted() | DcrHalved()
        ):  # fmt: skip
            vessel = damage_changes.damaged(state.vessels[event.target], event)
            return state.with_vessels([vessel])
        case (
            ScreenActivated() | ScreenDropped() | MaskLost() | OrbitLeft() | NavErrorRolled()
            | AmmoReloaded() | AmmoSpent() | SystemRepaired() | RepairLocked()
        ):  # fmt: skip
            vessel = damage_changes.changed(state.vessels[event.ship], event)
            return state.with_vessels([vessel])


# --- set-up and sequence --------------------------------------------------------------------


def _begun(state: State, event: BattleBegan) -> State:
    begun = replace(state, scenario=event.scenario, options=event.options, order=event.order)
    sides: dict[str, SideState] = {}
    vessels: dict[ShipId, Vessel] = {}
    for number, side in enumerate(begun.sheet.sides, start=1):
        seat = SeatId(number)
        sides[side.id] = SideState(id=side.id, title=side.title, seats=(seat,), edge=side.edge)
        vessels |= fleet(state.book, side, seat, begun.level)
    acting = begun.sheet.setup[0].side if begun.sheet.setup else ""
    bodies = {body.id: body.at for body in begun.sheet.bodies}
    return replace(begun, sides=sides, vessels=vessels, bodies=bodies, acting=acting)


def _set_up(state: State, event: EdgeChosen | ShipPlaced | SetUpDone) -> State:
    match event:
        case EdgeChosen(side=side, edge=edge):
            moved = replace(state.sides[side], edge=edge)
            vessels = [changes.at_edge(state, vessel, edge) for vessel in state.fleet(side)]
            return state.with_side(moved).with_vessels(vessels)
        case ShipPlaced(ship=ship):
            vessel = changes.placed(state.vessels[ship], event)
            docked = (changes.placed(one, event) for one in state.docked(ship))
            return state.with_vessels([vessel, *docked])
        case SetUpDone():
            done, steps = state.setup_done + 1, state.sheet.setup
            acting = steps[done].side if done < len(steps) else ""
            return replace(state, setup_done=done, acting=acting, moment=state.moment + 1)


def _phase(state: State, event: PhaseBegan) -> State:
    phase = Phase(event.phase)
    if phase in {Phase.DEFENSIVE, Phase.OFFENSIVE}:
        state = state.with_vessels(replace(v, fired=frozenset()) for v in state.afloat if v.fired)
    return replace(
        state,
        phase=phase,
        acting=event.side,
        moment=state.moment + 1,
        queue=event.order,
        declared=frozenset(),
    )


# --- mines and seekers ----------------------------------------------------------------------


def _secrets(
    state: State,
    event: SecretsKept | SeekerActivated | SeekerFound | SeekerMoved | SeekerDetonated
    | SeekerExpired | MinesDetonated | HexCleared,
) -> State:  # fmt: skip
    match event:
        case SecretsKept():
            return changes.secrets_kept(state, event)
        case SeekerActivated():
            return changes.activated(state, event)
        case SeekerFound(side=side, at=at, number=number):
            found = {**state.sides[side].found, at: number}
            return state.with_side(replace(state.sides[side], found=found))
        case SeekerMoved(seeker=name):
            queue = tuple(one for one in state.queue if one != name)
            at = event.path[-1] if event.path else state.seekers[name].at
            moved = replace(
                state.seekers[name], at=at, facing=event.facing, moves=event.move_number
            )
            return replace(state, queue=queue, seekers={**state.seekers, name: moved})
        case SeekerDetonated(seeker=name, target=target):
            seeker = state.seekers[name]
            attack = damage_changes.attack(state, "S", target, seeker.seat)
            return changes.without_seeker(damage_changes.attacked(state, [attack]), name)
        case SeekerExpired(seeker=name):
            return changes.without_seeker(state, name)
        case MinesDetonated(side=side, at=at, targets=targets):
            seat = state.sides[side].seats[0]
            for target in targets:
                state = damage_changes.attacked(
                    state, [damage_changes.attack(state, "M", target, seat)]
                )
            return replace(state, blown=(*state.blown, (side, at)))
        case HexCleared(side=side, at=at):
            blown = tuple(one for one in state.blown if one != (side, at))
            owner = state.sides[side]
            if owner.mines is not None:
                owner = replace(owner, mines=owner.mines - {at})
            return replace(state.with_side(owner), blown=blown)


# --- movement -------------------------------------------------------------------------------


def _moves(
    state: State,
    event: MovesOrdered | MovesFlown | ShipMoved | ShipCrashed | ShipLeftMap | ShipDestroyed
    | OrbitEntered | OrbitStepped | ShipDocked | ShipUndocked,
) -> State:  # fmt: skip
    match event:
        case MovesOrdered():
            return changes.ordered(state, event)
        case MovesFlown():
            return replace(state, ordering=None, drops=(), dropping=())
        case ShipMoved():
            return changes.moved(state, event)
        case ShipDestroyed(ship=ship):
            return changes.lost(state, ship, "destroyed", docked=False)
        case ShipCrashed(ship=ship):
            return changes.lost(state, ship, "destroyed", docked=True)
        case ShipLeftMap(ship=ship, fate=fate):
            return changes.lost(
                state, ship, "escaped" if fate == "escaped" else "left", docked=True
            )
        case OrbitEntered():
            return changes.orbit_entered(state, event)
        case OrbitStepped(ship=ship, at=at):
            vessels = (state.vessels[ship], *state.docked(ship))
            return state.with_vessels(changes.orbited(one, at) for one in vessels)
        case ShipDocked():
            docked = changes.docked(state.vessels[event.ship], event, state.turn)
            return state.with_vessels([docked])
        case ShipUndocked():
            host = state.vessels[event.host]
            return state.with_vessels([changes.undocked(state.vessels[event.ship], host, event)])


# --- attacks --------------------------------------------------------------------------------


def _attacks(
    state: State,
    event: FireDeclared | ResponsesOpened | IcmLaunched | EvasionDeclared | Responded
    | ShotWasted | AttackRolled | AttackResolved,
) -> State:  # fmt: skip
    match event:
        case FireDeclared(seat=seat, attacks=attacks):
            fired = damage_changes.fired(state, attacks)
            return replace(
                damage_changes.attacked(fired, attacks), declared=state.declared | {seat}
            )
        case ResponsesOpened(seats=seats):
            return replace(state, answering=seats, moment=state.moment + 1)
        case IcmLaunched():
            return damage_changes.icm_launched(state, event)
        case EvasionDeclared(attack=number, ship=ship, debt=debt):
            attacks = tuple(
                replace(one, evaded=True) if one.number == number else one for one in state.attacks
            )
            owing = replace(state.vessels[ship], debt=debt)
            return replace(state.with_vessels([owing]), attacks=attacks)
        case Responded(seat=seat):
            answering = tuple(one for one in state.answering if one != seat)
            return replace(state, answering=answering, answered=not answering)
        case AttackRolled(target=target):
            vessel = replace(state.vessels[target], attacked_in=state.turn)
            return state.with_vessels([vessel])
        case ShotWasted(attack=number) | AttackResolved(attack=number):
            attacks = tuple(one for one in state.attacks if one.number != number)
            return replace(state, attacks=attacks, answered=state.answered and bool(attacks))
