"""Laser sights: who sees the dot, how far, and whose secret it is (3.28, 2.4)."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.thing_events import DotSwitched
from domain.systems.ranged.weapons import LASERS, Weapon


def sense_of(item: Item) -> str | None:
    """Return the sense that sees a weapon's dot, "" if all do; None without a laser sight."""
    return next((LASERS[name] for name in item.accessories if name in LASERS), None)


def sees(fighter: Fighter, item: Item) -> bool:
    """Tell whether somebody has the sense that sees the dot of a weapon (LS-01)."""
    sense = sense_of(item)
    return sense == "" or sense in fighter.numbers.senses


def reaches(weapon: Weapon, yards: int) -> bool:
    """Tell whether a dot is seen at real distance: as far as its own range, or 1/2D (LS-02)."""
    return yards <= (weapon.line.laser_yards or (weapon.half or weapon.most).yards)


def switched(state: State, fighter: Fighter, item: Item, *, on: bool) -> Iterator[DotSwitched]:
    """Yield what each seat is told of a dot that not everybody sees: all, or nothing (2.4).

    There is an event for each seat, whatever it may know.
    """
    yield DotSwitched(seat=fighter.seat, fighter=fighter.id, item=item.id, on=on)
    people = (*state.fighters.values(), *(one.fighter for one in state.lurkers.values()))
    for number in range(1, len(state.set_up.sides) + 1):
        seat = SeatId(number)
        if seat != fighter.seat:
            told = any(one.seat == seat and sees(one, item) for one in people)
            yield DotSwitched(
                seat=seat, fighter=fighter.id, item=item.id, on=on if told else None
            )  # fmt: skip
