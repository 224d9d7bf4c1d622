"""Plasma tubes over several turns, and what others may know of them."""

import pytest

from domain.options import Orders, Pick
from domain.systems.scorpead import SYSTEM
from domain.systems.scorpead.commands import EnergyForm
from domain.systems.scorpead.events import EnergyAllocated
from domain.systems.scorpead.examples.launching import TUBE, launched
from domain.systems.scorpead.examples.setups import CA2, ONE, VEKTREAN, changed, duel
from domain.systems.scorpead.state import State
from domain.systems.scorpead.targets import warhead


def vektrean(**changes: object) -> State:
    return changed(duel(SYSTEM.initial(), 20, one="vektrean_ca"), VEKTREAN, **changes)


def allocated(state: State, *points: int) -> State:
    for each in points:
        form = EnergyForm(tubes={TUBE: each})
        event = EnergyAllocated(seat=ONE, ship=VEKTREAN, form=form, battery_halves=0)
        state = SYSTEM.evolve(state, event)
    return state


@pytest.mark.parametrize(
    ("points", "steps"),
    [((1,), 1), ((1, 1), 2), ((1, 1, 3), 3), ((1, 0), 0), ((1, 1, 0), 0), ((1, 1, 3, 0, 0), 3)],
)
def test_a_tube_is_armed_turn_by_turn_and_holds_only_once_it_is_armed(
    points: tuple[int, ...], steps: int
) -> None:
    assert allocated(vektrean(), *points).ships[VEKTREAN].tubes == {TUBE: steps}


def test_others_do_not_know_how_far_a_tube_is_armed_until_it_launches() -> None:
    hidden = EnergyAllocated(seat=ONE, ship=VEKTREAN)
    state = SYSTEM.evolve(vektrean(), hidden)
    assert state.ships[VEKTREAN].tubes == {TUBE: None}
    after = SYSTEM.evolve(state, launched(TUBE, "plasma_f", 1))
    assert after.ships[VEKTREAN].tubes == {TUBE: 0}


def test_the_menu_offers_what_is_ready_at_what_is_in_reach() -> None:
    state = vektrean(tubes={TUBE: 3})
    (option,) = SYSTEM.options(state, ONE)
    (orders,) = (field for field in option.fields if isinstance(field, Orders))
    launches = {
        kind.fixed["box"]: [choice.value for choice in kind.fields[0].choices]
        for kind in orders.kinds
        if kind.command == "launch" and not kind.why_not and isinstance(kind.fields[0], Pick)
    }
    assert launches == {box: [CA2] for box in ("drone_rack_1", TUBE, "shuttle_1", "shuttle_2")}


def test_a_destroyed_tube_is_empty_for_all_to_see() -> None:
    gone = changed(vektrean(tubes={TUBE: 3}), VEKTREAN, destroyed=frozenset({TUBE}))
    hidden = SYSTEM.evolve(gone, EnergyAllocated(seat=ONE, ship=VEKTREAN))
    assert hidden.ships[VEKTREAN].tubes == {TUBE: 0}


def test_what_was_launched_flies_as_its_kind() -> None:
    state = SYSTEM.evolve(vektrean(tubes={TUBE: 3}), launched(TUBE, "plasma_f", 1))
    (torpedo,) = state.units.values()
    assert torpedo.title == "plasma-F 1 of Vektrean CA 1"
    assert warhead(state, torpedo) == 20
