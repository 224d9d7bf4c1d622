"""One match over the events: the state after each of them, which is trusted."""

from msgspec.structs import replace

from domain.systems.scorpead import activity_changes, changes, map_changes
from domain.systems.scorpead.activity_events import (
    ActivityResolved,
    BoxRaided,
    DamageControlMarked,
    EmergencyRepairRolled,
    GuardsAssigned,
    ManoeuvreAnnounced,
    ManoeuvresChanged,
    RaidDeclared,
    RaidResolved,
    RepairProgressed,
    ShieldRepaired,
    ShieldSet,
    SystemRepaired,
)
from domain.systems.scorpead.events import (
    BatteriesRecharged,
    BattleBegan,
    BattleEnded,
    BattleEvent,
    ChamberDischarged,
    Deployed,
    EnergyAllocated,
    EwAnnounced,
    ImpulseBegan,
    LockOnDetermined,
    MagnifierDischarged,
    ShipMoved,
    SpeedsAnnounced,
    TurnEnded,
)
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    DetonatorDisabled,
    DetonatorShotResolved,
    FireDecided,
    FireDeclared,
    FireResolved,
    FireStepOpened,
    InternalsRolled,
    PhaserShotResolved,
    ReservePowerUsed,
    ShieldDamaged,
    ShipDestroyed,
    StoredEnergyLost,
    StruckShieldChosen,
)
from domain.systems.scorpead.map_events import (
    DamageNullified,
    ImpactsResolved,
    RulingMade,
    SeekerImpacted,
    TargetDamaged,
    TargetDestroyed,
    TerrainStruck,
    UnitLaunched,
    UnitsMoved,
)
from domain.systems.scorpead.shipboard import Chamber, Crew, Detonator, Magnifier
from domain.systems.scorpead.state import Phase, Ship, State, Volley


def evolve(state: State, event: BattleEvent) -> State:
    """Return the state after *event*: no dice, no refusals, no rules."""
    match event:
        case ImpulseBegan(impulse=impulse, movers=movers):
            return replace(state, phase=Phase.MOVEMENT, impulse=impulse, movers=movers, struck={})
        case ShipMoved():
            return _moved(state, event)
        case FireStepOpened():
            return replace(state, phase=Phase.FIRE)
        case FireDeclared():
            return _declared(state, event)
        case FireDecided():
            return replace(state, phase=Phase.RESOLUTION)
        case FireResolved():
            return replace(state, phase=Phase.DAMAGE, shots=(), fired=state.now)
        case ImpactsResolved():
            return replace(state, phase=Phase.DAMAGE, struck_in=state.now)
        case StruckShieldChosen(ship=ship, firer=firer, shield=shield):
            return replace(state, struck={**state.struck, (firer, ship): shield})
        case PhaserShotResolved() | DetonatorShotResolved() | DetonatorDisabled():
            return state
        case DamageNullified() | EmergencyRepairRolled():
            return state
        case (
            GuardsAssigned() | ManoeuvreAnnounced() | ManoeuvresChanged() | ShieldSet()
            | RaidDeclared() | RaidResolved() | ActivityResolved() | BoxRaided() | ShieldRepaired()
            | RepairProgressed() | DamageControlMarked() | SystemRepaired()
        ):  # fmt: skip
            return activity_changes.evolved(state, event)
        case (
            RulingMade() | UnitLaunched() | UnitsMoved() | SeekerImpacted() | TerrainStruck()
            | TargetDamaged() | TargetDestroyed()
        ):  # fmt: skip
            return map_changes.evolved(state, event)
        case ShieldDamaged():
            return state.with_ships([changes.shield_damaged(state.ships[event.ship], event)])
        case InternalsRolled(ship=ship, shield=shield, points=points):
            volley = Volley(ship=ship, shield=shield, points=points)
            return replace(state, volleys=(*state.volleys, volley))
        case BoxDestroyed():
            return _box_destroyed(state, event)
        case StoredEnergyLost(ship=ship, store=store):
            return state.with_ships([changes.capped(state, state.ships[ship], store)])
        case ReservePowerUsed():
            return state.with_ships([changes.reserved(state, state.ships[event.ship], event)])
        case ShipDestroyed(ship=ship):
            volleys = tuple(volley for volley in state.volleys if volley.ship != ship)
            lost = replace(state.ships[ship], lost=True)
            return replace(state.with_ships([lost]), volleys=volleys)
        case MagnifierDischarged() | ChamberDischarged() | BatteriesRecharged():
            return _kept(state, event)
        case TurnEnded(turn=turn):
            renewed = replace(state, turn=turn + 1, impulse=0, phase=Phase.ENERGY)
            return renewed.with_ships(map(changes.renewed, state.afloat))
        case EnergyAllocated() | SpeedsAnnounced() | EwAnnounced() | LockOnDetermined():
            return _turn_begun(state, event)
        case BattleBegan():
            return _begun(state, event)
        case BattleEnded():
            return replace(state, ended=event)


def _turn_begun(
    state: State, event: EnergyAllocated | SpeedsAnnounced | EwAnnounced | LockOnDetermined
) -> State:
    match event:
        case EnergyAllocated(ship=ship):
            return state.with_ships([changes.allocated(state.ships[ship], event)])
        case SpeedsAnnounced(speeds=speeds):
            ships = (replace(state.ships[ship], speed=speed) for ship, speed in speeds.items())
            return replace(state.with_ships(ships), phase=Phase.LOCK_ON)
        case EwAnnounced(ship=ship, ecm=ecm, eccm=eccm, fire_control=fire_control, shields=shields):
            announced = replace(
                state.ships[ship],
                ecm=ecm,
                eccm=eccm,
                fire_control=fire_control,
                shields_up=shields,
            )
            return state.with_ships([announced])
        case LockOnDetermined(ship=ship, achieved=achieved):
            return state.with_ships([replace(state.ships[ship], lock_on=achieved)])


def _kept(
    state: State, event: MagnifierDischarged | ChamberDischarged | BatteriesRecharged
) -> State:
    match event:
        case MagnifierDischarged(ship=ship, magnifier=magnifier):
            return state.with_ships(
                [changes.with_magnifier(state.ships[ship], magnifier, energy=0)]
            )
        case ChamberDischarged(ship=ship, chamber=chamber):
            return state.with_ships([changes.with_chamber(state.ships[ship], chamber, energy=0)])
        case BatteriesRecharged(ship=ship, halves=halves):
            return state.with_ships([changes.recharged(state.ships[ship], halves)])


def _begun(state: State, event: BattleBegan) -> State:
    fleet = (
        replace(_deployed(state, ship), orphan_capacity=event.orphan_capacity)
        for ship in event.ships
    )
    units = (map_changes.placed_unit(state, unit) for unit in event.units)
    return replace(
        state,
        features={feature.id: feature for feature in event.features},
        units={unit.id: unit for unit in units},
        scenario=event.scenario,
        turn_limit=event.turn_limit,
        turn=1,
        phase=Phase.ENERGY,
        ships={ship.id: ship for ship in fleet},
    )


def _deployed(state: State, ship: Deployed) -> Ship:
    plan = state.book.classes[ship.ship_class]
    new = Ship(
        id=ship.id,
        title=f"{plan.title} {ship.seat}",
        seat=ship.seat,
        plan=plan,
        at=ship.at,
        facing=ship.facing,
        speed=ship.speed,
        hexes_since_turn=ship.hexes_since_turn,
        hexes_since_slip=ship.hexes_since_slip,
        shields=plan.shields,
        battery_halves=0,
        capacitor_halves=0,
        magnifiers={one.id: Magnifier() for one in plan.magnifiers},
        chambers={chamber: Chamber() for one in plan.detonators for chamber in one.chambers},
        detonators={one.id: Detonator() for one in plan.detonators},
        crew=Crew(parties=plan.boarding_parties),
        racks=plan.racks,
        tubes=dict.fromkeys(plan.tube, 0),
    )
    return replace(
        new,
        battery_halves=new.battery_capacity_halves,
        capacitor_halves=new.capacitor_capacity_halves(state.book),
    )


def _moved(state: State, event: ShipMoved) -> State:
    ship = state.ships[event.ship]
    turned, slipped = event.move.startswith("turn"), event.move.startswith("slip")
    moved = replace(
        ship,
        at=event.at,
        facing=event.facing,
        came_from=ship.at,
        moved=state.now,
        moved_before=len(state.movers) - 1,
        hexes_since_turn=1 if turned else ship.hexes_since_turn + 1,
        hexes_since_slip=0 if slipped else ship.hexes_since_slip + 1,
    )
    movers = (tuple(one for one in group if one != event.ship) for group in state.movers)
    return replace(
        map_changes.without_credit(state, event.ship, event.at).with_ships([moved]),
        movers=tuple(group for group in movers if group),
    )


def _declared(state: State, event: FireDeclared) -> State:
    ship = changes.fired(state, state.ships[event.ship], event.shot)
    return replace(state.with_ships([ship]), shots=(*state.shots, (event.ship, event.shot)))


def _box_destroyed(state: State, event: BoxDestroyed) -> State:
    ship, (volley, *others) = state.ships[event.ship], state.volleys
    rest = replace(
        volley,
        points=volley.points[1:],
        bold_used=volley.bold_used | ({(event.total, event.column)} if event.bold else frozenset()),
        phaser_hits=volley.phaser_hits + (event.hit == "PHASER"),
    )
    damaged = state.with_ships([changes.without_box(ship, event.box, state.turn)])
    return replace(damaged, volleys=(rest, *others) if rest.points else tuple(others))
