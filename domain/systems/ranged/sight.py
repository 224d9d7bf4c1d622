"""Distances, heights, bearings and cover: what lies between a shooter and a target (3.2, 3.3)."""

from collections.abc import Iterator
from math import atan2, ceil, degrees, hypot, sqrt
from typing import Literal

from domain.hexes import Hex, crosses, distance
from domain.systems.ranged.sheets import Cover
from domain.systems.ranged.shelter import LEGS, LOCATIONS, MIDDLE, OPEN, Exposure, Shelter, peeking
from domain.systems.ranged.state import Fighter, State


def place(at: Hex) -> tuple[float, float]:
    """Return the centre of a hex in yards."""
    return at[0] + at[1] / 2, at[1] * sqrt(3) / 2


def bearing(start: Hex, end: Hex) -> float:
    """Return the bearing in degrees from one hex to another, 0 along the first axis."""
    (x, y), (u, v) = place(start), place(end)
    return degrees(atan2(v - y, u - x))


def turn_between(one: float, other: float) -> float:
    """Return the angle from one bearing to another, -180 to 180."""
    return (other - one + 180) % 360 - 180


def facing_to(start: Hex, end: Hex) -> int:
    """Return the facing (0 to 5) nearest to the way from one hex to another."""
    return round(bearing(start, end) / 60) % 6


def to_side(facing: int, start: Hex, end: Hex) -> Literal["front", "side", "rear"]:
    """Tell on which side of who stands at *start* with *facing* the hex *end* lies."""
    if start == end:
        return "front"
    off = abs(turn_between(facing * 60, bearing(start, end)))
    return "front" if off <= 91 else "side" if off <= 150 else "rear"


def ground_yards(start: Hex, end: Hex) -> int:
    """Return the distance on the ground, a yard a hex."""
    return distance(start, end)


def straight_yards(start: Hex, low: int, end: Hex, high: int) -> int:
    """Return the distance through the air, rounded up (R-11)."""
    return ceil(hypot(distance(start, end), high - low))


def effective_yards(ground: float, above: int, *, beam: bool = False) -> float:
    """Return the effective range for a shooter *above* yards over the target (EL-01 to EL-03)."""
    if beam:
        return ground
    return max(ground - above // 2, ground / 2) if above >= 0 else ground - above


def eye_tenths(state: State, fighter: Fighter) -> int:
    """Return the height of the eyes over the feet, in tenths of a yard."""
    return state.book.tables.postures[fighter.posture].eye_tenths


def shelter(state: State, shooter: Hex, eye: int, target: Fighter) -> Shelter:
    """Return what hides *target* from an eye at *shooter*, *eye* tenths of a yard up (CV-01).

    What stands next to the eye is looked over, as long as it stands nearer to it than to the
    target; what is left of the target is what it shows on purpose (R-12).
    """
    if state.fighters.get(target.id) is not target:
        return _shelter(state, shooter, eye, target)
    known, key = state.shelters, (shooter, eye, target.id)
    if key not in known:
        known[key] = _shelter(state, shooter, eye, target)
    return known[key]


def _shelter(state: State, shooter: Hex, eye: int, target: Fighter) -> Shelter:
    yards = distance(shooter, target.at)
    if yards == 0 or target.body.sm > 2 or not state.covers():
        return OPEN
    best = OPEN
    for cover in state.covers():
        near = [one for one in cover.hexes if crosses(shooter, target.at, one)]
        if not near or cover.open or shooter in cover.hexes:
            continue
        at = min(near, key=lambda one: distance(one, target.at))
        if distance(at, shooter) <= 1 < distance(at, target.at):
            continue
        hides = _hidden_tenths(cover, distance(shooter, at) - (at == target.at) / 2, eye, yards)
        found = Shelter(cover, _shown(state, cover, target, hides - 10 * target.elevation))
        if len(_covered(found)) > len(_covered(best)):
            best = found
    return best if _covered(best) else OPEN


def obstacle(state: State, striker: Hex, target: Fighter) -> frozenset[str]:
    """Return the locations that what lies between hides from blows across it (CV-12)."""
    hidden: set[str] = set()
    for cover in state.covers():
        if cover.open or not any(crosses(striker, target.at, one) for one in cover.hexes):
            continue
        ruled = state.rulings.obstacles.get(cover.id)
        if ruled is None:
            shown = _shown(state, cover, target, cover.top_tenths - 10 * target.elevation)
            ruled = tuple(name for name, how in shown.items() if how == "covered")
        hidden.update(ruled)
    return frozenset(hidden)


def screen(state: State, start: Hex, target: Fighter, location: str) -> Cover | None:
    """Return the cover that hides a location from what bursts on the ground at *start* (4.15)."""
    for cover in state.covers():
        between = any(crosses(start, target.at, one) for one in cover.hexes)
        if cover.open or cover.id == target.id or start in cover.hexes or not between:
            continue
        shown = _shown(state, cover, target, cover.top_tenths - 10 * target.elevation)
        if Shelter(cover, shown).at(location) == "covered":
            return cover
    return None


def _hidden_tenths(cover: Cover, to_cover: float, eye: int, yards: int) -> float:
    """Return up to which height the cover hides what stands at *yards*."""
    return eye + (cover.top_tenths - eye) * yards / max(to_cover, 0.5)


def _covered(found: Shelter) -> list[str]:
    return [name for name, how in found.exposure.items() if how != "exposed"]


def _shown(state: State, cover: Cover, target: Fighter, hides: float) -> dict[str, Exposure]:
    """Return the locations of a target of which *hides* tenths of a yard are hidden."""
    eye = eye_tenths(state, target)
    hidden: dict[str, Exposure] = dict.fromkeys(LOCATIONS, "exposed")
    if hides >= eye - 12 and hides > 0:
        hidden.update(dict.fromkeys(LEGS, "covered"))
    if hides >= eye - 8 and hides > 0:
        hidden["groin"] = "covered"
    if hides >= eye - 5 and hides > 0:
        hidden.update(dict.fromkeys(MIDDLE, "half"))
    if hides >= eye:
        slit = state.rulings.slits.get(cover.id, cover.slit)
        hidden = peeking("slit" if slit and target.peeks else target.peeks)
    return hidden


TOTAL_DARKNESS = -10


def gloom(state: State, at: Hex) -> int:
    """Return how dark a hex is for normal eyes: -10 is total darkness (4.18)."""
    sheet = state.set_up
    if state.choices.get("ambush") == "off":
        return sheet.darkness
    return min(sheet.darkness, sheet.dark_hexes.get(at, 0))


def darkness(state: State, viewer: Fighter, at: Hex, *, thermal: bool = False) -> int:
    """Return the penalty of the darkness of a hex for somebody's eyes, and a scope's (SC-06)."""
    dark = gloom(state, at)
    if not dark or thermal or "infravision" in viewer.numbers.senses:
        return 0
    return max(TOTAL_DARKNESS, min(0, dark + viewer.numbers.night))


def sees(state: State, viewer: Fighter, target: Fighter, *, thermal: bool = False) -> bool:
    """Tell whether *viewer* can see anything of *target*."""
    if target.hidden:
        return False
    if gloom(state, target.at) <= TOTAL_DARKNESS and viewer.at != target.at:
        thermal = thermal or any("thermal_scope" in one.accessories for one in viewer.held())
        if darkness(state, viewer, target.at, thermal=thermal) <= TOTAL_DARKNESS:
            return False
    return not shelter(state, viewer.at, _high(state, viewer), target).concealed


def shelter_from(state: State, shooter: Fighter, target: Fighter) -> Shelter:
    """Return what hides *target* from *shooter*."""
    return shelter(state, shooter.at, _high(state, shooter), target)


def _high(state: State, viewer: Fighter) -> int:
    return 10 * viewer.elevation + max(eye_tenths(state, viewer), 17 if viewer.peeks else 0)


LOW = frozenset({"kneeling", "sitting", "crawling", "prone", "face_up"})


def in_line(state: State, shooter: Fighter, target: Hex, posture: str = "") -> Iterator[Fighter]:
    """Yield the figures in the line of fire that count (4.5).

    Who kneels or lies counts if the shooter or a target of *posture* is as low; a door or a hut is
    no figure: as cover it counts already, and an open one not at all.
    """
    eyes = [eye_tenths(state, shooter)]
    eyes += [state.book.tables.postures[posture].eye_tenths] if posture else []
    for one in state.present():
        figure = one.body.nature != "homogenous" and not one.body.flies
        counts = figure and (one.posture not in LOW or min(eyes) <= eye_tenths(state, one))
        if counts and one.at != target and crosses(shooter.at, target, one.at):
            yield one


def behind(state: State, shooter: Hex, first: Hex, reach: int) -> Iterator[Fighter]:
    """Yield who stands in the continued line of fire behind *first*, nearest first (4.19)."""
    way = first.minus(shooter)
    yards = distance(shooter, first)
    if not yards:
        return
    times = max(2, min(4, reach // yards))
    far = Hex(shooter.q + way.q * times, shooter.r + way.r * times)
    farther = (one for one in state.present() if distance(shooter, one.at) > yards)
    for one in sorted(farther, key=lambda one: distance(shooter, one.at)):
        if crosses(shooter, far, one.at):
            yield one


def swath_yards(start: Hex, centre: tuple[float, float], at: Hex) -> float | None:
    """Return how far a hex lies from the line to *centre*; None if it is not beside it."""
    (x, y), (u, v), (a, b) = place(start), centre, place(at)
    length = hypot(u - x, v - y)
    if not length:
        return None
    along = ((a - x) * (u - x) + (b - y) * (v - y)) / length
    if not 0 < along <= length + 1e-9:
        return None
    return abs((a - x) * (v - y) - (b - y) * (u - x)) / length


def middle(pair: tuple[Hex, Hex]) -> tuple[float, float]:
    """Return the point between two hexes."""
    (x, y), (u, v) = place(pair[0]), place(pair[1])
    return (x + u) / 2, (y + v) / 2


def off_middle(pair: tuple[Hex, Hex], at: Hex) -> float:
    """Return the yards from the point between two hexes to the centre of another."""
    (x, y), (u, v) = middle(pair), place(at)
    return hypot(u - x, v - y)


def cone_place(apex: Hex, point: Hex, at: Hex) -> tuple[float, float]:
    """Return how far along a cone's axis a hex lies, and how far beside it (CO-03, R-68)."""
    (x, y), (u, v), (a, b) = place(apex), place(point), place(at)
    length = hypot(u - x, v - y) or 1.0
    along = ((a - x) * (u - x) + (b - y) * (v - y)) / length
    return along, abs((a - x) * (v - y) - (b - y) * (u - x)) / length
