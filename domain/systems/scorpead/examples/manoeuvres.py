"""Erratic manoeuvres and non-violent combat (C10, DW-12.511, DW-12.521)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.activity_events import ManoeuvreAnnounced, ManoeuvresChanged
from domain.systems.scorpead.commands import EnergyForm, MoveShip
from domain.systems.scorpead.examples.movement import moving
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    ONE,
    accepted,
    allocate,
    armed,
    changed,
    duel,
    energy_step,
    fire,
    phaser,
    refused,
)
from domain.systems.scorpead.examples.shots import (
    burst,
    burst_resolved,
    burst_shot,
    plain,
    salvo,
    shot_resolved,
)
from domain.systems.scorpead.fire_events import FireDeclared
from domain.systems.scorpead.forms import Manoeuvre
from domain.systems.scorpead.shipboard import Manoeuvres
from domain.systems.scorpead.state import State

START, STOP = Manoeuvre(ship=CA, change="start"), Manoeuvre(ship=CA, change="stop")
FLOWN = Manoeuvres(on=True, paid=True, started_in=1)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of firer, target, cost and changes."""
    yield from _fire(initial)
    yield from _changes(initial)
    yield refused(
        rules.DW_12_521_NON_VIOLENT,
        "no burst in non-violent combat",
        armed(duel(initial), chambers=ARMED),
        fire(replace(burst(), non_violent=True)),
        "non_violent",
    )
    yield refused(
        rules.DW_12_521_NON_VIOLENT,
        "and no salvo",
        armed(duel(initial), chambers=ARMED),
        fire(replace(salvo("chamber_2"), non_violent=True)),
        "non_violent",
    )


def _fire(initial: State) -> Iterator[Example]:
    paid = changed(armed(duel(initial), chambers=ARMED), manoeuvres=Manoeuvres(paid=True))
    yield accepted(
        rules.DW_12_511_MANOEUVRES,
        "H-25: a burst in the impulse of the announcement: the effect begins when it is over",
        replace(paid, impulse=5),
        fire(burst(), START),
        ManoeuvreAnnounced(ship=CA, change="start"),
        FireDeclared(ship=CA, shot=burst_shot()),
        ManoeuvresChanged(ship=CA, on=True),
        dice=(6, 6),
    )
    on = changed(armed(duel(initial), chambers=ARMED), manoeuvres=FLOWN)
    yield refused(
        rules.DW_12_511_MANOEUVRES,
        "H-25: no burst in the impulse after it",
        replace(on, impulse=6),
        fire(burst()),
        "erratic_manoeuvres",
    )
    yield refused(
        rules.DW_12_511_MANOEUVRES,
        "nor a salvo",
        on,
        fire(salvo("chamber_2")),
        "erratic_manoeuvres",
    )
    target = changed(armed(duel(initial), chambers=ARMED), CA2, manoeuvres=FLOWN)
    yield accepted(
        rules.DW_12_511_MANOEUVRES,
        "H-25: a target under erratic manoeuvres has 4 ECM: shift 2, so 7 counts 9 and misses 8",
        target,
        fire(burst()),
        replace(
            burst_resolved(burst_shot(), 5, 1, (3, 4), hit=False, damage=6),
            ecm=4,
            shift=2,
            natural={"erratic manoeuvres": 4},
        ),
        dice=(3, 4),
    )
    yield accepted(
        rules.C10_MANOEUVRES,
        "a ship under erratic manoeuvres fires its phasers against 4 more ECM",
        on,
        fire(phaser("phaser_1")),
        replace(
            shot_resolved(plain("phaser_1"), (2,), 2, 4),
            ecm=4,
            shift=2,
            natural={"the firer's manoeuvres": 4},
        ),
        dice=(2,),
    )


def _changes(initial: State) -> Iterator[Example]:
    rule = rules.C10_MANOEUVRES
    yield accepted(
        rule,
        "they cost six hexes of movement: 12 + 6 of a CA's 38, and 4 fixed",
        energy_step(initial),
        allocate(EnergyForm(warp_hexes=12, manoeuvres=True, magnifiers={"magnifier_A": 3})),
    )
    full = EnergyForm(manoeuvres=True, ecm=6)
    yield refused(
        rules.C2_BALANCE,
        "six hexes of movement are not to be had beside all else",
        energy_step(initial),
        allocate(replace(full, magnifiers={"magnifier_A": 3}, chambers=ARMED, warp_hexes=18)),
        "energy_short",
    )
    for title, flown, order, code in (
        ("what is not paid for does not start", Manoeuvres(), START, "manoeuvres_not_paid"),
        ("what is not flown does not stop", Manoeuvres(paid=True), STOP, "manoeuvres_as_they_are"),
        (
            "one start a turn",
            Manoeuvres(paid=True, started_in=1, stopped_in=1),
            START,
            "manoeuvres_changed",
        ),
    ):
        given = changed(duel(initial), manoeuvres=flown)
        yield refused(rule, title, given, fire(order), code)
    yield refused(
        rule,
        "one change an impulse",
        changed(duel(initial), manoeuvres=Manoeuvres(paid=True)),
        fire(START, START),
        "manoeuvres_announced",
    )
    yield accepted(
        rule,
        "unpaid in the next turn they end with its energy allocation",
        changed(energy_step(initial, 2), manoeuvres=FLOWN),
        allocate(EnergyForm(warp_hexes=4)),
        ManoeuvresChanged(ship=CA, on=False),
    )
    slow = changed(moving(initial, (CA,)), hexes_since_turn=2)
    yield refused(
        rules.C3_TURN_MODE,
        "under erratic manoeuvres the turn mode is one more: 3 for a CA at speed 8",
        changed(slow, manoeuvres=FLOWN),
        {ONE: MoveShip(ship=CA, move="turn_left")},
        "turn_mode",
    )
