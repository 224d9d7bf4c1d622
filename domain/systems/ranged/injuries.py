"""What a wound does: points, crippled and numb limbs, the rolls it demands, Aim lost (4.11)."""

from collections.abc import Iterator

from domain.dice import Dice
from domain.refusals import known
from domain.rule_system import Outcome
from domain.systems.ranged import wounds
from domain.systems.ranged.attack_events import InjuryApplied
from domain.systems.ranged.events import FighterChanged
from domain.systems.ranged.rolls import success, three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import AnyTask, Check
from domain.systems.ranged.thing_events import ProjectileEnded, WeaponLanded


def injured(
    target: Fighter, location: str, dr: int, penetrating: int, points: int, *,
    large_area: bool = False, before: int = 0, double: bool = False,
) -> Iterator[Outcome]:  # fmt: skip
    """Yield what a blow did, and the limb it crippled; *before* are points lost just now.

    A critical hit may *double* its shock (4.14).
    """
    shock = wounds.shock_of(target, points) if target.body.nature == "living" else 0
    lost = known(target.lost, "wounds") + before
    yield InjuryApplied(
        seat=target.seat, fighter=target.id, location=location, large_area=large_area,
        band=wounds.band_of(target.numbers, lost + points),
        dr=dr, penetrating=penetrating, injury=points,
        shock=2 * shock if double else shock,
    )  # fmt: skip
    limit = wounds.cripples_above(target, location)
    if limit is not None and points > limit and location not in target.crippled:
        yield FighterChanged(fighter=target.id, change="crippled", word=location)


def consequences(
    target: Fighter, location: str, points: int, critical: str = ""
) -> Iterator[AnyTask]:
    """Yield the HT rolls that a wound demands: death first, then knockdown (4.11)."""
    lost, sheet = known(target.lost, "wounds"), target.numbers
    crossed = wounds.deaths_crossed(sheet, lost, points)
    gone = lost + points >= 6 * sheet.hp
    if crossed or gone:
        yield Check(fighter=target.id, kind="death", times=max(1, crossed))
    if not points or target.body.nature != "living" or target.unconscious:
        return
    limit = wounds.cripples_above(target, location)
    great = 2 * points > sheet.hp or (limit is not None and points > limit)
    if great or critical in {"major", "half_dr_major"}:
        place = wounds.short(location)
        modifier = {"skull": -10, "eye": -10, "face": -5, "groin": -5, "vitals": -5}.get(place, 0)
        yield Check(fighter=target.id, kind="knockdown", modifier=modifier)
    elif wounds.short(location) in {"skull", "face", "eye", "vitals"}:
        yield Check(fighter=target.id, kind="knockdown")


def steady(state: State, target: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Who is hurt keeps an Aim by a Will roll (4.4), and steers a missile on by Will-3 (R-56)."""
    if target.aim is not None:
        yield from _aims_on(target, dice)
    for projectile in state.projectiles.values():
        line = state.book.weapons[projectile.weapon].line
        if projectile.by != target.id or line.kind != "guided":
            continue
        yield (rolled := three(dice, f"{target.title}: steering on"))
        number = target.numbers.wills - 3
        event = success(target, "Will-3, to steer on", rolled.total, number)
        yield event
        if not event.success:
            yield ProjectileEnded(id=projectile.id, reason="lost")


def _aims_on(target: Fighter, dice: Dice) -> Iterator[Outcome]:
    yield (rolled := three(dice, f"{target.title}: keeping the aim"))
    event = success(target, "Will, to keep the aim", rolled.total, target.numbers.wills)
    yield event
    if not event.success:
        yield FighterChanged(fighter=target.id, change="aim_lost")


def shaken(state: State, target: Fighter, critical: str) -> Iterator[Outcome]:
    """A critical hit may make its victim drop what he holds, or lose his balance (4.14)."""
    if critical == "off_balance" and target.body.nature == "living":
        yield FighterChanged(fighter=target.id, change="off_balance")
    for item in target.held() if critical == "drop" else ():
        if not state.weapon(item).line.natural:
            yield WeaponLanded(fighter=target.id, item=item.id, at=target.at)


NUMB_S = 6
"""So many seconds a limb is of no use after a critical hit that numbs it (4.14)."""


def numbed(
    state: State, target: Fighter, location: str, points: int, critical: str
) -> Iterator[Outcome]:
    """A critical hit of double shock makes the limb that it struck useless for a while (4.14)."""
    limb = wounds.short(location) in {*wounds.LIMBS, *wounds.EXTREMITIES}
    if critical == "double_shock" and points and limb and location not in target.useless:
        until = state.second + NUMB_S
        yield FighterChanged(fighter=target.id, change="numbed", word=location, number=until)
