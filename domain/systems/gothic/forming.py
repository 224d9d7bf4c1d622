"""Squadrons of capital ships and defences, formed before the battle (SQ-2, SQ-3)."""

from domain.names import SeatId, ShipId
from domain.refusals import Refused
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import DeclareSquadrons
from domain.systems.gothic.fleet_lists import squadron_fault
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.state import State
from domain.systems.gothic.words import filled


def declared(state: State, seat: SeatId, command: DeclareSquadrons) -> tuple[e.SquadronFormed, ...]:
    """Refuse squadrons that cannot be (SQ-2); return those that are formed."""
    side = next(number for number, one in state.sides.items() if seat in one.seats)
    taken: set[ShipId] = set()
    made: list[e.SquadronFormed] = []
    for number, form in enumerate(command.squadrons, 1):
        units = [state.units.get(one) for one in form.members]
        if any(one is None or one.seat != seat for one in units):
            raise Refused("not_yours", rules.SQ_2)
        members = [one for one in units if one is not None]
        if any(one.squadron or one.id in taken for one in members):
            raise Refused("already_in_squadron", rules.SQ_2)
        if len({*form.members}) != len(form.members):
            raise Refused("already_in_squadron", rules.SQ_2)
        if (wrong := squadron_fault([one.plan for one in members])) != "":
            raise Refused(wrong, rules.SQ_2)
        taken |= {one.id for one in members}
        name = f"Q{seat}-{number}"
        made.append(
            e.SquadronFormed(
                id=name, title=filled(LABELS[form.label], id=name), side=side, seat=seat,
                members=form.members,
            )
        )  # fmt: skip
    return tuple(made)


LABELS = {
    "squadron": "Squadron {id}",
    "formation": "Formation {id}",
    "flotilla": "Flotilla {id}",
    "force": "Force {id}",
}
"""What a squadron may be called (SQ-3)."""


def can_form(state: State, seat: SeatId) -> dict[str, tuple[Unit, ...]]:
    """Return the units of *seat* that may form squadrons, by kind."""
    found: dict[str, list[Unit]] = {}
    for unit in state.active:
        plan = unit.plan
        if unit.seat == seat and not unit.squadron and plan.type != "escort":
            kind: str = plan.type
            if plan.defence:
                kind = "station" if plan.sturdy else "platform"
            found.setdefault(kind, []).append(unit)
    return {kind: tuple(units) for kind, units in found.items() if len(units) > 1}
