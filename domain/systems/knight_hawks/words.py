"""How things are called in sentences and titles."""

from domain.hexes import Hex
from domain.names import ShipId
from domain.refusals import Rule
from domain.scene import Sentence
from domain.systems.knight_hawks.space import label
from domain.systems.knight_hawks.state import State

FACINGS = ("east", "southeast", "southwest", "west", "northwest", "northeast")
SCREEN_TITLES = {
    "PS": "proton screen",
    "ES": "electron screen",
    "SS": "stasis screen",
    "MS": "masking screen",
    "none": "no screen",
    "RH": "reflective hull",
    "ICM": "interceptor missiles",
}
SYSTEM_TITLES = {
    "ADF": "ADF",
    "MR": "MR",
    "HULL": "hull",
    "POWER": "power",
    "CCS": "combat control",
    "NAV": "navigation",
    "DCR": "damage control",
    "FIRE": "fire",
    **SCREEN_TITLES,
}
PHASE_TITLES = {
    "setup": "set-up",
    "prepare": "screens and seekers",
    "seekers": "seekers move",
    "orbits": "orbits",
    "moves": "movement",
    "mines": "mines",
    "fires": "fires",
    "defensive": "defensive fire",
    "offensive": "offensive fire",
    "repair": "repair",
}


def say(template: str, rule: Rule, **values: int | str) -> Sentence:
    """Return a sentence with its values and its rule."""
    return Sentence(template, values, rule.number)


def ship_title(state: State, ship: ShipId) -> str:
    """Return a vessel's title."""
    return state.vessels[ship].title


def side_title(state: State, side: str) -> str:
    """Return a side's title."""
    return state.sides[side].title


def mount_title(state: State, ship: ShipId, mount: str) -> str:
    """Return a mount's title: its weapon, and its number if it has one."""
    kind = state.vessels[ship].mounts[mount].type
    number = mount.removeprefix(kind).removeprefix("_")
    return f"{state.book.weapons[kind].title} {number}".rstrip()


def system_title(state: State, ship: ShipId, system: str) -> str:
    """Return what a system is called that is repaired or hit."""
    if system in SYSTEM_TITLES:
        return SYSTEM_TITLES[system]
    return mount_title(state, ship, system)


def seeker_title(name: str) -> str:
    """Return what an active seeker is called."""
    return name.replace("_", " ").capitalize()


def body_title(state: State, name: str) -> str:
    """Return what a planet or a moon is called."""
    return next(body.title for body in state.sheet.bodies if body.id == name)


def plan_title(plan: str) -> str:
    """Return a plan in words: its hexes, and after how many of them it turns."""
    if not plan:
        return "stop"
    turns: list[str] = []
    flown = 0
    for letter in plan:
        if letter == "F":
            flown += 1
        else:
            turns.append(f"{'left' if letter == 'L' else 'right'} after {flown}")
    straight = counted(flown, "hex", "hexes")
    return f"{straight}, turning {listed(turns)}" if turns else f"{straight} straight on"


def hex_title(at: Hex) -> str:
    """Return a hex by its number."""
    return label(at)


def counted(number: int, one: str, many: str = "") -> str:
    """Return "1 hex" or "3 hexes"."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def listed(words: list[str], nothing: str = "nothing") -> str:
    """Return words as "a, b and c"."""
    if not words:
        return nothing
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
