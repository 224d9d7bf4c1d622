"""What may be set and announced before movement: screens, docks, orbits, seekers."""

from collections.abc import Iterator
from typing import Any

from domain.names import SeatId
from domain.options import Choice, Option, Pick
from domain.refusals import known
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.orders import screen_fault
from domain.systems.knight_hawks.state import State, Vessel
from domain.systems.knight_hawks.words import SCREEN_TITLES, hex_title, seeker_title

NO_YES = (Choice(value=False, title="no"), Choice(value=True, title="yes"))


def prepare_option(state: State, seat: SeatId) -> Option:
    """Return the declaration before movement of *seat*."""
    hidden = tuple(_seekers(state, seat))
    fixed: dict[str, Any] = {} if hidden else {"activate": {}}
    return Option(
        command="prepare_movement",
        title=f"Turn {state.turn}: screens, docks and seekers before movement",
        rule=rules.P_50_SWITCHING.number,
        fixed=fixed,
        fields=(*_vessels(state, seat), *_order(state, seat), *hidden),
    )


def _vessels(state: State, seat: SeatId) -> Iterator[Pick]:
    for vessel in state.own(seat):
        screens = tuple(_screens(vessel))
        if screens:
            keep = SCREEN_TITLES[vessel.screen or "none"]
            choices = (Choice(value=None, title=f"as it is: {keep}"), *screens)
            title = f"{vessel.title}: screen"
            yield Pick(path=("screens", vessel.id), title=title, choices=choices)
        if vessel.docked_at is not None:
            host = state.vessels[vessel.docked_at].title
            title = f"{vessel.title} leaves {host}"
            yield Pick(path=("undock", vessel.id), title=title, choices=NO_YES)
        if vessel.orbit is not None and vessel.kind != "station":
            title = f"{vessel.title} leaves orbit"
            yield Pick(path=("leave_orbit", vessel.id), title=title, choices=NO_YES)


def _screens(vessel: Vessel) -> Iterator[Choice]:
    for code in ("PS", "ES", "SS", "MS"):
        if screen_fault(vessel, code) is None:
            left = f" ({vessel.masks} left)" if code == "MS" else ""
            yield Choice(value=code, title=f"{SCREEN_TITLES[code]}{left}")
    if vessel.screen:
        yield Choice(value="none", title=SCREEN_TITLES["none"])


def _order(state: State, seat: SeatId) -> Iterator[Pick]:
    """Yield which of several flying seekers moves first."""
    side = state.side_of(seat)
    names = [one.id for one in state.seekers.values() if one.side == side]
    if len(names) > 1:
        first = (Choice(value=[name], title=seeker_title(name)) for name in names)
        choices = (Choice(value=[], title="as numbered"), *first)
        yield Pick(path=("order",), title="the seeker that moves first", choices=choices)


def _seekers(state: State, seat: SeatId) -> Iterator[Pick]:
    side = state.sides[state.side_of(seat)]
    for name, laid in known(side.laid, "where seekers lie").items():
        title = f"activate the seeker in hex {hex_title(laid.at)}"
        yield Pick(path=("activate", name), title=title, choices=NO_YES)
