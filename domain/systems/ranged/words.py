"""How things are called in sentences, titles and refusals."""

from domain.hexes import Hex
from domain.refusals import Rule
from domain.scene import Sentence
from domain.systems.ranged.state import Fighter, Item, State


def say(template: str, rule: Rule, **values: int | str) -> Sentence:
    """Return a sentence with its values and its rule."""
    return Sentence(template, values, rule.number)


def plain(name: str) -> str:
    """Return a code word as people write it."""
    return name.replace("_", " ")


def who(state: State, name: str) -> str:
    """Return what a fighter is called."""
    fighter = state.fighters.get(name)
    if fighter is None and name in state.lurkers:
        fighter = state.lurkers[name].fighter
    return fighter.title if fighter is not None else "nobody"


def what(state: State, name: str) -> str:
    """Return what a carried weapon is called."""
    found = state.item(name)
    return state.weapon(found[1]).title if found is not None else "weapon"


def hex_title(at: Hex) -> str:
    """Return a hex as (q, r)."""
    return f"({at[0]}, {at[1]})"


def count(number: int, one: str, more: str) -> str:
    """Return "1 shot" or "3 shots"."""
    return f"{number} {one if number == 1 else more}"


def condition(item: Item) -> str:
    """Return how a weapon stands, in words."""
    return {"ok": "", "undiagnosed": "did not fire", "stoppage": "jammed", "dud": "a dud"}.get(
        item.condition, item.condition
    )


def health(fighter: Fighter) -> str:
    """Return how a fighter stands, in the words that everybody may use (2.4)."""
    if fighter.dead:
        return "dead"
    if fighter.unconscious:
        return "unconscious"
    return "stunned" if fighter.stunned else fighter.band
