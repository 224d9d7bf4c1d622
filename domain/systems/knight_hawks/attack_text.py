"""What is said of attacks: declarations, answers, and rolls with every modifier."""

from collections.abc import Iterator

from domain.scene import Sentence
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import (
    AmmoSpent,
    Attack,
    AttackRolled,
    EvasionDeclared,
    FireDeclared,
    IcmLaunched,
    Responded,
    ResponsesOpened,
    ShotWasted,
)
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.words import (
    SCREEN_TITLES,
    counted,
    listed,
    mount_title,
    say,
    ship_title,
)

PARTS = {
    "range_modifier": "range",
    "head_on": "head-on",
    "combat_control": "combat control",
    "evasion": "evasion",
    "icm": "interceptors",
}


def attacked(
    state: State,
    event: FireDeclared | ResponsesOpened | IcmLaunched | EvasionDeclared | Responded | AmmoSpent
    | ShotWasted | AttackRolled,
) -> Iterator[Sentence]:  # fmt: skip
    """Say an attack, or an answer to it."""
    match event:
        case FireDeclared(attacks=attacks):
            yield from (_declared(state, one) for one in attacks)
        case ResponsesOpened(seats=seats):
            titles = [s.title for s in state.sides.values() if set(s.seats) & set(seats)]
            yield say("{sides} may answer the attacks.", rules.P_39_ICM, sides=listed(titles))
        case IcmLaunched(attack=number, ship=ship, number=missiles):
            yield say(
                "{ship} launches {missiles} against attack {attack}.",
                rules.P_39_ICM,
                ship=ship_title(state, ship),
                missiles=counted(missiles, "interceptor missile"),
                attack=number,
            )
        case EvasionDeclared(attack=number, ship=ship):
            yield say(
                "{ship} evades attack {attack}.",
                rules.P_38_EVASION,
                ship=ship_title(state, ship),
                attack=number,
            )
        case Responded():
            return
        case AmmoSpent(ship=ship, mount=mount, left=left):
            yield say(
                "{ship}, {weapon}: {left} left.",
                rules.R_04_SUPPLY,
                ship=ship_title(state, ship),
                weapon=mount_title(state, ship, mount),
                left=left,
            )
        case ShotWasted(attack=number):
            yield say(
                "Attack {attack} is wasted: its target is gone.", rules.P_31_WASTED, attack=number
            )
        case AttackRolled():
            yield _rolled(state, event)


def _declared(state: State, one: Attack) -> Sentence:
    assert one.ship is not None
    far = counted(one.range_hexes, "hex", "hexes")
    return say(
        "Attack {attack}: {ship} fires its {weapon} at {target}, {hexes} away.",
        rules.P_30_DECLARE,
        attack=one.number,
        ship=ship_title(state, one.ship),
        weapon=mount_title(state, one.ship, one.mount),
        target=ship_title(state, one.target),
        hexes=f"{far}, head-on," if one.head_on else far,
    )


def _rolled(state: State, event: AttackRolled) -> Sentence:
    parts = {title: getattr(event, name) for name, title in PARTS.items()}
    terms = "".join(f" {value:+} {title}" for title, value in parts.items() if value)
    defence = SCREEN_TITLES.get(event.column, "no defence")
    return say(
        _template(event),
        rules.P_35_MODIFIERS,
        attack=event.attack,
        target=ship_title(state, event.target),
        sum=f"{event.base} against {defence}{terms}",
        chance=event.chance,
        roll=event.roll or 0,
    )


def _template(event: AttackRolled) -> str:
    """Return how a roll is said; an automatic hit or miss (P-36) is told."""
    if event.roll is None:
        return "Attack {attack} at {target} hits."
    if event.hit and event.roll > event.chance:
        return "Attack {attack} at {target}: {sum} = {chance}%, roll {roll} always hits."
    if not event.hit and event.roll <= event.chance:
        return "Attack {attack} at {target}: {sum} = {chance}%, roll {roll} always misses."
    if event.hit:
        return "Attack {attack} at {target}: {sum} = {chance}%, roll {roll}: a hit."
    return "Attack {attack} at {target}: {sum} = {chance}%, roll {roll}: a miss."
