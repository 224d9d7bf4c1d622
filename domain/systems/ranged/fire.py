"""What catches fire, and how it burns: people, things, shields (4.12, FA-05, MO-07, MO-17)."""

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.rule_system import Outcome
from domain.systems.ranged.attack_events import Rolled3d
from domain.systems.ranged.decisions import Ignition
from domain.systems.ranged.events import FighterChanged, TaskDone
from domain.systems.ranged.forms import Flames
from domain.systems.ranged.rolls import three
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Kindle
from domain.systems.ranged.thing_events import FlamesEnded, FlamesStarted

FOR_EVER = 1_000_000
"""The second until which clothes and things burn: till somebody puts them out."""
CLASSES = (1, 3, 10, 30)
"""Points of burning that light at once: tinder, wood and thatch, clothing, green wood (4.12)."""
PROLONGED = (18, 16, 6)
"""The number to catch fire in ten seconds of contact, by classes too resistant (4.12)."""
CONTACT_S = 10


# --- people ---------------------------------------------------------------------------------


def soaked_lit(state: State, target: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Any burning damage lights who is soaked, even if DR stops it; 10d seconds (MO-17, R-48)."""
    if not target.soaked or target.blaze is not None:
        return
    yield (rolled := dice.roll(Ask("seconds of fire", 10, 6)))
    until = state.second + rolled.total
    yield FighterChanged(fighter=target.id, change="on_fire", word="fuel", number=until)


def clothes_lit(state: State, target: Fighter, points: int, dice: Dice) -> Iterator[Outcome]:
    """Clothes catch fire from three points of burning, all of them from ten (4.12)."""
    clothed = target.body.nature == "living" and target.numbers.flammable_clothes
    if target.soaked or not clothed or target.blaze is not None:
        return
    if (yield from _catches(state, target, dice, by_table=points >= 3)):
        word = "all" if points >= 10 else "part"
        yield FighterChanged(fighter=target.id, change="on_fire", word=word, number=FOR_EVER)


# --- things ---------------------------------------------------------------------------------


def thing_lit(
    state: State, thing: Fighter, by: str, weapon: str, points: int, dice: Dice, *, clings: bool
) -> Iterator[Outcome]:
    """Burning damage lights a thing at once, or, if the flame *clings* to it, perhaps later."""
    if thing.body.nature != "homogenous" or f"fire {thing.id}" in state.flames:
        return
    needs = ignites_at(state, thing)
    at_once = needs is not None and points >= needs
    burning = Flames(
        id=f"fire {thing.id}", kind="fire", weapon=weapon, by=by, at=thing.at, until=FOR_EVER,
        thing=thing.id,
    )  # fmt: skip
    if (yield from _catches(state, thing, dice, by_table=at_once)):
        yield FlamesStarted(flames=burning)
        return
    number = _prolonged(points, needs) if clings and ruled(state, thing.id) is None else 0
    if number:
        until = state.second + CONTACT_S
        yield FlamesStarted(
            flames=replace(
                burning, id=f"smoulder {thing.id}", kind="smoulder", until=until, number=number
            )
        )


def ignites_at(state: State, thing: Fighter) -> int | None:
    """Return the points that light a thing at once; None for stone and metal."""
    cover = next((one for one in state.covers() if one.id == thing.id), None)
    return None if cover is None else state.book.tables.materials[cover.material].ignites_at


def _prolonged(points: int, needs: int | None) -> int:
    """Return the number to roll after ten seconds of contact; 0 if it never catches."""
    if needs is None or not points:
        return 0
    flame = max(n for n, least in enumerate(CLASSES) if points >= least)
    short = CLASSES.index(needs) - flame
    return PROLONGED[short] if short < len(PROLONGED) else 0


def kindled(state: State, task: Kindle, dice: Dice) -> Iterator[Outcome]:
    """Ten seconds of contact are over: it catches fire, or the flame dies (4.12)."""
    smouldering = state.flames[task.flames]
    yield (rolled := three(dice, "catching fire"))
    yield from caught(state, smouldering, rolled.total, smouldering.number)
    yield TaskDone()


def caught(state: State, smouldering: Flames, roll: int, number: int) -> Iterator[Outcome]:
    """Say whether what smoulders catches fire now; then the little flame is over."""
    good = roll <= number
    yield _rolled(state.fighters[smouldering.thing], roll, number, good=good)
    yield from settled(smouldering, burns=good)


def settled(smouldering: Flames, *, burns: bool) -> Iterator[Outcome]:
    """What smouldered burns now, or is out."""
    yield FlamesEnded(id=smouldering.id)
    if burns:
        thing = smouldering.thing
        yield FlamesStarted(
            flames=replace(smouldering, id=f"fire {thing}", kind="fire", until=FOR_EVER, number=0)
        )


# --- the referee ----------------------------------------------------------------------------


def ruled(state: State, name: str) -> Ignition | None:
    """Return what the referee ruled for a surface, or for all; None where the table counts."""
    found = state.rulings.ignition.get(name) or state.rulings.ignition.get("")
    return None if found is None or found.spreads == "table" else found


def _catches(
    state: State, target: Fighter, dice: Dice, *, by_table: bool
) -> Generator[Outcome, None, bool]:
    """Return whether it catches: as the referee ruled, else by the table (2.6, 4.12)."""
    ruling = ruled(state, target.id)
    if ruling is None:
        return by_table
    if ruling.spreads == "roll":
        yield (rolled := three(dice, "catching fire"))
        good = rolled.total <= ruling.number
        yield _rolled(target, rolled.total, ruling.number, good=good)
        return good
    return ruling.spreads == "yes"


def _rolled(target: Fighter, roll: int, number: int, *, good: bool) -> Rolled3d:
    return Rolled3d(
        seat=target.seat, fighter=target.id, what="catching fire", roll=roll, success=good,
        target=number,
    )  # fmt: skip
