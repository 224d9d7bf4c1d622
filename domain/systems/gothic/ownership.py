"""Whose a unit, squadron or marker is: nobody commands what is not theirs."""

from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.systems.gothic import (
    rules,
)
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.state import State


def own(state: State, seat: SeatId, name: str) -> Unit:
    """Return an active unit of *seat*, or refuse."""
    unit = state.units.get(ShipId(name))
    if unit is None or not unit.on_table:
        raise Refused("no_such_unit", rules.SEQUENCE, unit=name)
    if unit.seat != seat:
        raise Refused("not_yours", rules.SEQUENCE, unit=unit.title)
    return unit


def own_subject(state: State, seat: SeatId, subject: str) -> tuple[Unit, ...]:
    """Return the active units of a squadron or single unit of *seat*, or refuse."""
    members = state.members(subject)
    if not members:
        raise Refused("no_such_unit", rules.SEQUENCE, unit=subject)
    if members[0].seat != seat:
        raise Refused("not_yours", rules.SEQUENCE, unit=state.title(subject))
    if subject != state.subject(members[0]):
        squadron = state.title(members[0].squadron)
        raise Refused("in_squadron", rules.SQ_4, unit=members[0].title, squadron=squadron)
    return members


def own_marker(state: State, seat: SeatId, name: str) -> None:
    """Refuse a marker that is not of *seat*."""
    if name not in state.markers:
        raise Refused("no_such_marker", rules.SEQUENCE, marker=name)
    if state.markers[name].seat != seat:
        raise Refused("not_yours", rules.SEQUENCE, marker=state.markers[name].title)
