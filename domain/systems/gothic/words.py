"""How things are called in sentences and titles."""

from collections.abc import Iterable

from domain.plane import CM, DEGREE, Point
from domain.refusals import Refused, Rule
from domain.scene import Sentence
from domain.systems.gothic.ships import MountSheet

MOUNTS = {
    "battery": ("battery {range} cm", "{where} battery {range} cm"),
    "lance": ("lances {range} cm", "{where} lances {range} cm"),
    "nova": ("nova cannon", "{where} nova cannon"),
    "torpedo": ("torpedoes", "{where} torpedoes"),
    "bay": ("launch bays", "{where} launch bays"),
}
"""By kind: what a mount is called that is all round, and one that is in some place."""


AGAINST = {
    "volley": "a volley",
    "torpedo": "torpedoes",
    "boarding_torpedo": "boarding torpedoes",
    "craft": "attack craft",
    "mine": "a mine",
    "explosion": "an explosion",
    "teleport attack": "a teleport attack",
    "ram": "ramming",
    "nova shell": "a nova shell",
}
"""What a unit may react to; what is not here is the mines or rocks of an area."""


def say(template: str, rule: Rule, **values: int | str) -> Sentence:
    """Return a sentence with its values and its rule."""
    return Sentence(template, values, rule.number)


def filled(template: str, **values: int | str) -> str:
    """Return a title filled in. Its template is a key of the catalogues, as a sentence's is."""
    return template.format_map(values)


def mount_title(mount: MountSheet) -> str:
    """Return a mount's title, as "port battery 45 cm"."""
    template = MOUNTS[mount.kind][mount.location != "all"]
    return filled(template, where=mount.location, range=mount.range_cm)


ORDNANCE = {
    "torpedo": "Torpedo salvo {id}",
    "boarding_torpedo": "Boarding torpedo salvo {id}",
    "craft": "Attack craft wave {id}",
}


def ordnance_title(kind: str, name: str) -> str:
    """Return what a marker of ordnance is called."""
    return filled(ORDNANCE[kind], id=name)


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


def joined(words: Iterable[str]) -> str:
    """Return words as "a, b, c"."""
    return ", ".join(words)


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


def hits_on(title: str) -> str:
    """Return the title of the odds of hits."""
    return filled("Hits on {target}", target=title)


def hits_lost(title: str, hits: int) -> str:
    """Return the title of the odds of what a unit loses, of the hits that it has."""
    return filled("Hits that {unit} loses, of {hits}", unit=title, hits=hits)
