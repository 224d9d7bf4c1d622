"""What wounds and afflictions cost in rolls that are neither attack nor defence (4.11, 4.22)."""

from typing import Literal

from domain.systems.ranged.state import Fighter, State

Attribute = Literal["st", "dx", "iq", "ht", "per"]


def hampered(state: State, fighter: Fighter, attribute: Attribute) -> int:
    """Return what is taken off a roll on an attribute, or on a skill that rests on it.

    Shock costs DX and IQ what the last second's wounds cost (4.11); an affliction costs what its
    row says (4.22); burning clothes cost DX (4.12).
    """
    shock = (fighter.shock or 0) if attribute in {"dx", "iq"} else 0
    row = state.book.tables.afflictions.get(fighter.affliction)
    sick = 0 if row is None else getattr(row, attribute)
    burning = on_fire(fighter) if attribute == "dx" else 0
    return sick + burning - shock


def on_fire(fighter: Fighter) -> int:
    """Return what burning clothes cost: -2 for a part of them, -3 for all (4.12)."""
    if fighter.blaze is None:
        return 0
    return -2 if fighter.blaze.kind == "part" else -3
