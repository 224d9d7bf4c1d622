"""How things are called in sentences and titles."""

from functools import lru_cache

from domain.hexes import Hex
from domain.names import ShipId
from domain.refusals import Rule
from domain.scene import Sentence
from domain.systems.scorpead.state import State
from domain.systems.scorpead.tables import PhaserTable

FACINGS = "ABCDEF"


def say(template: str, rule: Rule, **values: int | str) -> Sentence:
    """Return a sentence with its values and its rule."""
    return Sentence(template, values, rule.number)


@lru_cache(maxsize=4_096)
def box_title(name: str) -> str:
    """Return a box's or a store's name as people write it."""
    return name.removesuffix("_halves").replace("_", " ")


def ship_title(state: State, ship: ShipId) -> str:
    """Return a ship's title."""
    return state.ships[ship].title


def points(halves: int) -> str:
    """Return half points as points."""
    whole, half = divmod(halves, 2)
    return str(whole) if not half else f"{whole}½" if whole else "½"


def counted(halves: int) -> str:
    """Return half points as "1 point" or "2½ points"."""
    return f"{points(halves)} {'point' if 0 < halves <= 2 else 'points'}"


def number_of(count: int, one: str, many: str) -> str:
    """Return "1 box" or "3 boxes"."""
    return f"{count} {one if count == 1 else many}"


def hex_title(at: Hex) -> str:
    """Return a hex as (q, r)."""
    return f"({at[0]}, {at[1]})"


def listed(words: list[str], nothing: str = "nothing") -> str:
    """Return words as "a, b and c"."""
    if not words:
        return nothing
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def bracket_title(brackets: tuple[tuple[int, int], ...], at: int) -> str:
    """Return a bracket of range as "5" or "13-24"."""
    if at >= len(brackets):
        return f"beyond {brackets[-1][1]}"
    near, far = brackets[at]
    return str(near) if near == far else f"{near}-{far}"


def column_title(table: PhaserTable, column: int) -> str:
    """Return a column of a phaser's table by its range."""
    return bracket_title(table.columns, column)
