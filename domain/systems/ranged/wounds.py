"""From basic damage to injury: DR, divisors, wounding, cover DR (4.9, 4.10, 3.4). Pure sums."""

from fractions import Fraction
from typing import NamedTuple

from domain.systems.ranged.forms import Band
from domain.systems.ranged.grammar import Damage
from domain.systems.ranged.sheets import Armour, Sheet
from domain.systems.ranged.state import Fighter
from domain.systems.ranged.tables import Tables

PIERCES = ("pi-", "pi", "pi+", "pi++", "imp")
EXTREMITIES = ("hand", "foot")
LIMBS = ("arm", "leg", "foreleg", "hind_leg", "tail")
BLUNT = {"cr": 5, "cut": 10, "imp": 10, "pi-": 10, "pi": 10, "pi+": 10, "pi++": 10}
"""Of what flexible armour stopped, a point in so many bruises (4.9)."""


class Wound(NamedTuple):
    """What a blow does: DR that counted, what came through, the injury, the shock."""

    dr: int
    penetrating: int
    injury: int


def short(location: str) -> str:
    """Return a location without its side."""
    return location.removeprefix("left_").removeprefix("right_")


def goes_through(damage: Damage) -> bool:
    """Tell whether this damage can overpenetrate (OP-01)."""
    return damage.type in PIERCES or (damage.type == "burn" and damage.tight_beam)


def divided(dr: int, divisor: float) -> int:
    """Return DR after an armour divisor: floored; a divisor below 1 multiplies, DR 0 counts 1."""
    if divisor < 1:
        dr = max(dr, 1)
    return int(Fraction(dr) / Fraction(divisor).limit_denominator(100))


def body_cover_dr(fighter: Fighter, location: str, divisor: float, point_blank: int = 1) -> int:
    """Return a body's cover DR: DR on both sides and HP, divided as a whole (OP-02, OP-03)."""
    sheet = fighter.numbers
    share = {"living": 1, "unliving": 2, "homogenous": 4}.get(fighter.body.nature, 1)
    whole = 2 * sheet.dr_at(location).dr * point_blank + sheet.hp // share
    return divided(whole, divisor)


def structure_cover_dr(dr: int, hp: int, divisor: float, *, slab: bool) -> int:
    """Return the cover DR of a structure or a shield: a slab's DR alone (CV-10, R-13)."""
    return divided(dr if slab else dr + hp // 4, divisor)


def large_area_dr(sheet: Sheet) -> int:
    """Return the DR against large-area injury: torso and least exposed, halved up (4.9)."""
    places = ("torso", "skull", "face", "neck", "arm", "hand", "leg", "foot", "groin")
    least = min(sheet.dr_at(location).dr for location in places)
    return -(-(sheet.dr_at("torso").dr + least) // 2)


def factor(tables: Tables, fighter: Fighter, kind: str, location: str, *, tight: bool) -> Fraction:
    """Return the wounding modifier by type, nature and location (4.10)."""
    row, nature, place = tables.wounding[kind], fighter.body.nature, short(location)
    if nature == "living":
        if place in {"skull", "eye"}:
            return Fraction(row["skull"])
        if place == "vitals" and kind == "burn" and tight:
            return Fraction(2)
        if place in {"vitals", "neck", "face"}:
            return Fraction(row[place])
        return Fraction(row["limb"] if place in {*LIMBS, *EXTREMITIES} else row["living"])
    if nature == "unliving" and place in {"skull", "eye", "vitals"}:
        return Fraction(row["vitals" if place == "vitals" else "skull"])
    return Fraction(row[nature] if nature in row else row["living"])


def injury(
    tables: Tables, fighter: Fighter, kind: str, location: str, penetrating: int, *, tight: bool
) -> int:
    """Return the injury of what came through: floored, one at least, capped at a limb."""
    if penetrating <= 0:
        return 0
    by = factor(tables, fighter, kind, location, tight=tight)
    if not by:
        return 0
    points = max(1, int(penetrating * by))
    if fighter.body.nature == "diffuse":
        return min(points, 1 if kind in PIERCES else 2)
    limit = cripples_above(fighter, location)
    return points if limit is None or short(location) == "eye" else min(points, limit + 1)


def blunt(armour: Armour, kind: str, stopped: int) -> int:
    """Return the blunt trauma of a blow that flexible armour stopped altogether (4.9)."""
    each = BLUNT.get(kind, 0)
    return stopped // each if armour.flexible and armour.dr and each and stopped > 0 else 0


def cripples_above(fighter: Fighter, location: str) -> int | None:
    """Return the injury that a limb bears uncrippled; None for what cannot be crippled (4.8)."""
    if fighter.body.nature != "living":
        return None
    over = {"hand": 3, "foot": 3, "eye": 10, **dict.fromkeys(LIMBS, 2)}.get(short(location))
    return None if over is None else fighter.numbers.hp // over


def shock_of(fighter: Fighter, points: int) -> int:
    """Return the shock of an injury: 4 at most; those of 20 HP and more feel less (4.11)."""
    return min(4, points // max(1, fighter.numbers.hp // 10))


def band_of(sheet: Sheet, lost: int) -> Band:
    """Return the words for somebody who has lost so many points."""
    if lost <= 0:
        return "unhurt"
    left = sheet.hp - lost
    return "hurt" if 3 * left >= sheet.hp else "reeling" if left > 0 else "down"


def deaths_crossed(sheet: Sheet, lost: int, more: int) -> int:
    """Return how many multiples of -HP are crossed by losing *more*, the fourth at most."""
    return min(4, max(0, (lost + more) // sheet.hp - 1)) - min(4, max(0, lost // sheet.hp - 1))
