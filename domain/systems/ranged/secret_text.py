"""What is said of whoever lies hidden, and of dots that not everybody sees; see `text`."""

from msgspec import UNSET, UnsetType

from domain.names import SeatId
from domain.scene import Sentence
from domain.systems.ranged import rules
from domain.systems.ranged.events import BattleEvent
from domain.systems.ranged.secret_events import Hid, Revealed
from domain.systems.ranged.state import Hiding, State
from domain.systems.ranged.thing_events import DotSwitched
from domain.systems.ranged.words import hex_title, say, what, who

REVEALED = {
    "sprang": "{who} springs up at {at}!",
    "found": "{who} is found at {at}.",
    "struck": "{who} is caught in hiding at {at}.",
    "over": "{who} lay hidden at {at}.",
}


def secret(state: State, event: BattleEvent) -> Sentence | None:
    """Say an event of something hidden, to who may know more and to who may not."""
    match event:
        case Hid(fighter=name, hiding=hiding):
            return _hid(state, name, hiding)
        case Revealed(fighter=name, how="nobody"):
            return say("{who} is not here.", rules.S_2_4, who=who(state, name))
        case Revealed(fighter=name, how=how, place=place) if place is not None:
            return say(REVEALED[how], rules.S_2_4, who=who(state, name), at=hex_title(place.at))
        case DotSwitched(seat=seat, fighter=name, item=item, on=on):
            return _dot(state, seat, name, item, on=on)
        case _:
            return None


def _hid(state: State, name: str, hiding: Hiding | UnsetType) -> Sentence:
    """Say to his own seat where somebody lies; to all others that he may lie somewhere."""
    place = None if hiding is UNSET else hiding.place
    if hiding is UNSET:
        return say("{who} may lie hidden somewhere.", rules.S_2_4, who=who(state, name))
    if place is None:
        return say("{who} stays away.", rules.S_2_4, who=who(state, name))
    at = hex_title(place.at)
    return say("{who} lies hidden at {at}.", rules.S_2_4, who=who(state, name), at=at)


def _dot(
    state: State, seat: SeatId, name: str, item: str, *, on: bool | UnsetType | None
) -> Sentence | None:  # fmt: skip
    """Say that a sight is handled; whether the dot is on, to who may know (LS-01)."""
    if isinstance(on, bool):
        template = "The dot of {who}'s {weapon} is on." if on else (
            "The dot of {who}'s {weapon} is off."
        )  # fmt: skip
    elif on is UNSET and state.fighters[name].seat == seat:
        template = "{who} handles the sight of the {weapon}."
    else:
        return None
    return say(template, rules.LS_01, who=who(state, name), weapon=what(state, item))
