"""How things are called in sentences and titles."""

from domain.plane import CM, DEGREE, Point
from domain.refusals import Refused, Rule
from domain.scene import Sentence
from domain.systems.gothic.ships import MountSheet

LOCATIONS = {
    "port": "port",
    "starboard": "starboard",
    "dorsal": "dorsal",
    "prow": "prow",
    "all": "",
}
KINDS = {
    "battery": "battery",
    "lance": "lances",
    "nova": "nova cannon",
    "torpedo": "torpedoes",
    "bay": "launch bays",
}


def say(template: str, rule: Rule, **values: int | str) -> Sentence:
    """Return a sentence with its values and its rule."""
    return Sentence(template, values, rule.number)


def mount_title(mount: MountSheet) -> str:
    """Return a mount's title, as "port battery"."""
    reach = f" {mount.range_cm} cm" if mount.kind in {"battery", "lance"} else ""
    return f"{LOCATIONS[mount.location]} {KINDS[mount.kind]}{reach}".strip()


def cm(length: int) -> str:
    """Return a length in centimetres, without zeros at its end."""
    return f"{length / CM:.3f}".rstrip("0").rstrip(".")


def degrees(angle: int) -> str:
    """Return an angle in degrees, without zeros at its end."""
    return f"{angle / DEGREE:.3f}".rstrip("0").rstrip(".")


def place(at: Point) -> str:
    """Return a place as (x, y) in centimetres."""
    return f"({cm(at.x)}, {cm(at.y)})"


def listed(words: list[str], nothing: str = "nothing") -> str:
    """Return words as "a, b and c"."""
    if not words:
        return nothing
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def faces(dice: tuple[int, ...]) -> str:
    """Return the faces of dice."""
    return " ".join(map(str, dice)) if dice else "no dice"


def reason(refusal: Refused) -> str:
    """Return a refusal as a sentence for a menu."""
    return REASONS.get(refusal.code, "It cannot be done now.")


REASONS = {
    "immobile": "Defences stay where they are.",
    "disengage_failed": "It has failed to disengage in this turn.",
    "move_required": "All ships move first.",
    "boarding": "It is boarding.",
}
