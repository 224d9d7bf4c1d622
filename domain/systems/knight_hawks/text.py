"""One sentence or more for each event, with the numbers that led to it."""

from collections.abc import Iterator

from domain.scene import Sentence
from domain.systems.knight_hawks import rules
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
from domain.systems.knight_hawks.attack_text import attacked
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
from domain.systems.knight_hawks.damage_text import damaged
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
from domain.systems.knight_hawks.move_text import moved
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
from domain.systems.knight_hawks.secret_text import hidden
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.words import (
    FACINGS,
    PHASE_TITLES,
    SCREEN_TITLES,
    hex_title,
    listed,
    say,
    ship_title,
    side_title,
)


def sentences(state: State, event: BattleEvent) -> Iterator[Sentence]:
    """Say *event*, which is about to be folded into *state*; from what both know."""
    match event:
        case BattleBegan() | EdgeChosen() | ShipPlaced() | SetUpDone():
            yield from _set_up(state, event)
        case TurnBegan() | HalfTurnBegan() | PhaseBegan() | BattleEnded():
            yield from _sequence(state, event)
        case SeatReady() | MovesFlown() | AttackResolved():
            return
        case ScreenActivated() | ScreenDropped() | MaskLost():
            yield _screen(state, event)
        case (
            MovesOrdered() | ShipMoved() | NavErrorRolled() | BreakUpRolled() | GravityTurned()
            | ShipCrashed() | ShipLeftMap() | OrbitEntered() | OrbitStepped() | OrbitLeft()
            | ShipDocked() | ShipUndocked() | AmmoReloaded()
        ):  # fmt: skip
            yield from moved(state, event)
        case (
            SecretsKept() | SeekerActivated() | SeekerFound() | SeekerTargetChosen()
            | SeekerMoved() | SeekerDetonated() | SeekerExpired() | MinesDetonated()
            | HexCleared()
        ):  # fmt: skip
            yield from hidden(state, event)
        case (
            FireDeclared() | ResponsesOpened() | IcmLaunched() | EvasionDeclared() | Responded()
            | AmmoSpent() | ShotWasted() | AttackRolled()
        ):  # fmt: skip
            yield from attacked(state, event)
        case (
            DamageTableRolled() | HullDamaged() | AdfLost() | MrLost() | WeaponDestroyed()
            | DefenceDestroyed() | PowerShorted() | CombatControlHit() | NavigationHit()
            | FireStarted() | FireBurned() | DcrHalved() | HitConvertedToHull() | ShipDestroyed()
            | RepairAllocated() | RepairRolled() | SystemRepaired() | RepairLocked()
        ):  # fmt: skip
            yield from damaged(state, event)


def _set_up(
    state: State, event: BattleBegan | EdgeChosen | ShipPlaced | SetUpDone
) -> Iterator[Sentence]:
    match event:
        case BattleBegan(scenario=scenario, order=order):
            sheet = state.book.scenarios[scenario]
            titles = {side.id: side.title for side in sheet.sides}
            yield say(
                "{scenario} begins; {first} moves first.",
                rules.S_2_1_SEQUENCE,
                scenario=sheet.title,
                first=titles[order[0]],
            )
        case EdgeChosen(side=side, edge=edge):
            column = 0 if edge == "west" else state.sheet.columns - 1
            yield say(
                "{side} will enter at column {column}.",
                rules.S_6_6_THE_STAND,
                side=side_title(state, side),
                column=f"{column:02}",
            )
        case ShipPlaced(ship=ship, at=at, facing=facing, speed=speed):
            yield say(
                "{ship} stands in hex {at}, facing {facing}, at speed {speed}.",
                rules.S_2_1_SEQUENCE,
                ship=ship_title(state, ship),
                at=hex_title(at),
                facing=FACINGS[facing],
                speed=speed,
            )
        case SetUpDone(side=side):
            yield say("{side} has set up.", rules.S_2_1_SEQUENCE, side=side_title(state, side))


def _sequence(
    state: State, event: TurnBegan | HalfTurnBegan | PhaseBegan | BattleEnded
) -> Iterator[Sentence]:
    match event:
        case TurnBegan(turn=turn):
            yield say("Turn {turn} begins.", rules.S_2_1_SEQUENCE, turn=turn)
        case HalfTurnBegan(side=side):
            yield say("{side} moves.", rules.S_2_1_SEQUENCE, side=side_title(state, side))
        case PhaseBegan(phase="defensive" | "offensive" as phase, side=side):
            yield say(
                "{side}: {phase}.",
                rules.S_2_2_WHO_FIRES,
                side=side_title(state, side),
                phase=PHASE_TITLES[phase],
            )
        case PhaseBegan(phase="repair"):
            yield say("Damage control: repairs may be allocated.", rules.P_60_WHEN)
        case PhaseBegan():
            return
        case BattleEnded():
            yield ended(state, event)


def ended(state: State, event: BattleEnded) -> Sentence:
    """Say how the battle ended: the result's reason."""
    titles = [one.title for one in state.sides.values() if set(one.seats) & set(event.winners)]
    rule = rules.S_6_6_THE_STAND if event.reason == "fighters" else rules.S_6_5_CLOSE_ESCORT
    template = {
        "destruction": "No enemy is left: {winners} won.",
        "draw": "Nothing is left on either side: a draw.",
        "escaped": "The freighter has escaped, nothing else of its side is left: a draw.",
        "fighters": "Fighters alone are left: a draw.",
        "turn_limit": "The last turn is over: a draw.",
    }[event.reason]
    return say(template, rule, winners=listed(titles, "nobody"))


def _screen(state: State, event: ScreenActivated | ScreenDropped | MaskLost) -> Sentence:
    title = ship_title(state, event.ship)
    match event:
        case ScreenActivated(screen=screen):
            what = SCREEN_TITLES[screen]
            return say("{ship} raises its {screen}.", rules.P_50_SWITCHING, ship=title, screen=what)
        case ScreenDropped(screen=screen):
            what = SCREEN_TITLES[screen]
            return say("{ship} drops its {screen}.", rules.P_50_SWITCHING, ship=title, screen=what)
        case MaskLost():
            return say("{ship} leaves its masking screen behind.", rules.P_51_MASK, ship=title)
