"""The phaser magnifier: banks, energy, clocks, and mode one (ER-12.1 to ER-12.42)."""

from collections.abc import Iterator

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import EnergyForm, FireBurst, ReserveForm
from domain.systems.scorpead.events import (
    Barrel,
    DetonatorShot,
    FireDeclared,
    MagnifierDischarged,
    PhaserShot,
    PhaserShotResolved,
    ReservePowerUsed,
    ShieldDamaged,
    TurnEnded,
)
from domain.systems.scorpead.examples.setups import (
    ARMED,
    BANK_A,
    CA,
    CA2,
    FULL,
    HOLD,
    ONE,
    TWO,
    VEKTREAN,
    accepted,
    allocate,
    armed,
    changed,
    commit,
    duel,
    energy_step,
    fire,
    mode_one,
    mode_two,
    phaser,
    refused,
    roll,
    rolled,
    used,
)
from domain.systems.scorpead.state import Magnifier, State

TIE_A = FireBurst(ship=CA, chamber="chamber_1", target=CA2, magnifier="magnifier_A")


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of banks and energy, of clocks, and of mode one."""
    yield from _banks(initial)
    yield from _energy(initial)
    yield from _reserve(initial)
    yield from _clocks(initial)
    yield from _magnified(initial)


def magnified(name: str, magnifier: str = "magnifier_A") -> PhaserShot:
    """Return the shot of a phaser that takes a unit of a magnifier's energy."""
    return PhaserShot(target=CA2, phasers=(name,), mode="one", magnifier=magnifier, magnified=True)


def plain(name: str) -> PhaserShot:
    """Return the shot of a phaser on its own."""
    return PhaserShot(target=CA2, phasers=(name,))


def shot_resolved(
    shot: PhaserShot, dice: tuple[int, ...], kept: int, damage: int, range_hexes: int = 5
) -> PhaserShotResolved:
    """Return what a Ph-MR shot without EW did at range 12 or less."""
    return PhaserShotResolved(
        ship=CA,
        shot=shot,
        shield=1,
        true_range=range_hexes,
        effective_range=range_hexes,
        base_column=range_hexes,
        steps_paid=0,
        steps_used=0,
        column=range_hexes,
        ecm=0,
        eccm=0,
        shift=0,
        dice=dice,
        kept=kept,
        damage=damage,
    )


# --- banks (ER-12.1) ------------------------------------------------------------------------


def _banks(initial: State) -> Iterator[Example]:
    full = armed(duel(initial), FULL)
    yield accepted(
        rules.ER_12_11_BOXES,
        "S-1: each magnifier serves its own bank with its own energy",
        full,
        fire(mode_one("magnifier_B", {"phaser_4": 1}), mode_one("magnifier_A", {"phaser_1": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_4", "magnifier_B")),
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        dice=(6, 6, 6, 6),
    )
    yield refused(
        rules.ER_12_11_BOXES,
        "a magnifier that the sheet does not show cannot be used",
        full,
        fire(mode_one("magnifier_D", {"phaser_1": 1})),
        "unknown_magnifier",
    )
    for magnifier, stranger in (
        ("magnifier_A", "phaser_4"),
        ("magnifier_B", "phaser_7"),
        ("magnifier_C", "phaser_1"),
    ):
        yield refused(
            rules.ER_12_13_BANK,
            f"S-1: {magnifier} is not connected to {stranger}",
            full,
            fire(mode_one(magnifier, {stranger: 1})),
            "not_attached",
        )
    tied = DetonatorShot(
        target=CA2,
        detonator="detonator_1",
        mode="burst",
        barrels=(
            Barrel(chamber="chamber_1", energy=3, magnifier="magnifier_A", magnifier_energy=3),
        ),
    )
    yield accepted(
        rules.ER_12_13_BANK,
        "S-1: any magnifier may be tied to any chamber",
        armed(full, FULL, ARMED),
        fire(TIE_A),
        FireDeclared(ship=CA, shot=tied),
        dice=(6, 6),
    )
    yield from _option_mounts(initial)
    yield refused(
        rules.ER_12_12_DESTRUCTION,
        "a destroyed magnifier cannot be used",
        changed(full, destroyed=frozenset({"magnifier_A"})),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        "box_destroyed",
    )


def _option_mounts(initial: State) -> Iterator[Example]:
    state = armed(duel(initial, one="vektrean_ca"), {"magnifier_H": 2}, ship=VEKTREAN)
    both = mode_one("magnifier_H", {"phaser_1": 1, "phaser_2": 1}, ship=VEKTREAN)
    shot = PhaserShot(
        target=CA2, phasers=("phaser_2",), mode="one", magnifier="magnifier_H", magnified=True
    )
    yield accepted(
        rules.ER_12_15_OPTION_MOUNT,
        "S-2: a magnifier in a head mount serves the phasers in the two other head mounts",
        state,
        {ONE: commit(both), TWO: HOLD},
        FireDeclared(ship=VEKTREAN, shot=shot),
        dice=(6, 6, 6, 6),
    )
    fixed = mode_one("magnifier_H", {"phaser_3": 1}, ship=VEKTREAN)
    yield refused(
        rules.ER_12_13_BANK,
        "S-2: and no fixed phaser",
        state,
        {ONE: commit(fixed), TWO: HOLD},
        "not_attached",
    )


# --- energy (ER-12.2) -----------------------------------------------------------------------


def _energy(initial: State) -> Iterator[Example]:
    for points, code in ((3, ""), (4, "magnifier_capacity")):
        form = EnergyForm(magnifiers={"magnifier_A": points})
        given, when = energy_step(initial), allocate(form)
        title = f"S-3: a bank of three, so the magnifier takes three points: {points}"
        if code:
            yield refused(rules.ER_12_21_CAPACITY, title, given, when, code)
        else:
            yield accepted(rules.ER_12_21_CAPACITY, title, given, when)
    yield accepted(
        rules.ER_12_22_DISCHARGE,
        "S-4, H-28: three points unused in the turn are discharged at its end",
        armed(duel(initial, moment=(1, 32)), FULL),
        {ONE: HOLD, TWO: HOLD},
        MagnifierDischarged(ship=CA, magnifier="magnifier_A", energy=3),
        TurnEnded(turn=1),
    )
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "H-28: without new energy there is no mode one in the next turn",
        duel(initial, moment=(2, 1)),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        "magnifier_energy_short",
    )
    yield accepted(
        rules.ER_12_41_OPTIONAL,
        "H-28: the phasers may fire plain, whatever the magnifier holds",
        armed(duel(initial), FULL),
        fire(phaser("phaser_1")),
        shot_resolved(plain("phaser_1"), (4,), 4, 4),
        dice=(4,),
    )
    yield accepted(
        rules.ER_12_411_USED,
        "H-4: one unit announced leaves the magnifier at once; two are discharged in the end",
        armed(duel(initial, moment=(1, 32)), {"magnifier_A": 3}),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        MagnifierDischarged(ship=CA, magnifier="magnifier_A", energy=2),
        dice=(6, 6),
    )


def _reserve(initial: State) -> Iterator[Example]:
    one_more = ReserveForm(magnifiers={"magnifier_A": 1})
    yield accepted(
        rules.ER_12_412_RESERVE,
        "S-7: two allocated, one more by reserve power",
        armed(duel(initial), {"magnifier_A": 2}),
        fire(reserve=one_more),
        ReservePowerUsed(ship=CA, reserve=one_more, battery_halves=2),
    )
    yield refused(
        rules.ER_12_412_RESERVE,
        "S-7: three allocated and two used: reserve power does not replace them",
        _spent(initial, applied=3, energy=1),
        fire(reserve=one_more),
        "magnifier_turn_cap",
    )
    two_more = ReserveForm(magnifiers={"magnifier_A": 2})
    yield accepted(
        rules.ER_12_412_RESERVE,
        "S-7: one allocated and used, two more by reserve power, used at once",
        _spent(initial, applied=1, energy=0),
        fire(mode_one("magnifier_A", {"phaser_1": 1, "phaser_2": 1}), reserve=two_more),
        ReservePowerUsed(ship=CA, reserve=two_more, battery_halves=4),
        FireDeclared(ship=CA, shot=magnified("phaser_2")),
        dice=(6, 6, 6, 6),
    )
    lost_phaser = changed(
        armed(duel(initial, moment=(1, 11)), {"magnifier_A": 3}), destroyed=frozenset({"phaser_2"})
    )
    yield refused(
        rules.ER_12_412_RESERVE,
        "H-3: after the loss of a phaser there is no room for what was lost",
        lost_phaser,
        fire(reserve=one_more),
        "magnifier_turn_cap",
    )


def _spent(initial: State, applied: int, energy: int) -> State:
    """Return a fire step in which magnifier A took *applied* points and still holds *energy*."""
    state = duel(initial)
    magnifier = Magnifier(applied=applied, energy=energy)
    return changed(state, magnifiers={**state.ships[CA].magnifiers, "magnifier_A": magnifier})


# --- clocks (ER-12.32) ----------------------------------------------------------------------


def _clocks(initial: State) -> Iterator[Example]:
    linked = used(
        armed(duel(initial, moment=(4, 3)), FULL, ARMED), "magnifier_A", "mode_two", 3, 28
    )
    in_mode_one = mode_one("magnifier_A", {"phaser_1": 1})
    yield refused(
        rules.ER_12_323_AFTER_LINKING,
        "S-6: mode two at turn 3 impulse 28, so no mode one at turn 4 impulse 3",
        linked,
        fire(in_mode_one),
        "magnifier_used_recently",
    )
    yield refused(
        rules.ER_12_322_BEFORE_DETONATOR,
        "S-6: nor a use with the detonator",
        linked,
        fire(TIE_A),
        "magnifier_used_recently",
    )
    at_four = used(
        armed(duel(initial, moment=(4, 4)), FULL, ARMED), "magnifier_A", "mode_two", 3, 28
    )
    yield accepted(
        rules.ER_12_323_AFTER_LINKING,
        "S-6: at turn 4 impulse 4, eight impulses later, mode one is free",
        at_four,
        fire(in_mode_one),
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        dice=(6, 6),
    )
    yield accepted(
        rules.ER_12_322_BEFORE_DETONATOR,
        "S-6: and so is the detonator",
        at_four,
        fire(TIE_A),
        dice=(6, 6),
    )
    same_turn = used(armed(duel(initial, moment=(1, 32)), FULL), "magnifier_A", "mode_two", 1, 1)
    yield refused(
        rules.ER_12_323_AFTER_LINKING,
        "H-2: in the same turn 31 impulses are not enough",
        same_turn,
        fire(in_mode_one),
        "magnifier_used_recently",
    )
    yield accepted(
        rules.ER_12_325_OWN_CLOCKS,
        "H-2: magnifier B has its own clock",
        same_turn,
        fire(mode_one("magnifier_B", {"phaser_4": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_4", "magnifier_B")),
        dice=(6, 6),
    )
    yield accepted(
        rules.ER_12_323_AFTER_LINKING,
        "H-2: in the next turn, 32 impulses later, mode one is free",
        used(armed(duel(initial, moment=(2, 1)), FULL), "magnifier_A", "mode_two", 1, 1),
        fire(in_mode_one),
        dice=(6, 6),
    )
    again = used(armed(duel(initial, moment=(1, 12)), FULL), "magnifier_A", "mode_one", 1, 10)
    yield accepted(
        rules.ER_12_325_OWN_CLOCKS,
        "the same use again is not restricted: mode one at impulse 10 and at impulse 12",
        again,
        fire(mode_one("magnifier_A", {"phaser_2": 1})),
        FireDeclared(ship=CA, shot=magnified("phaser_2")),
        dice=(6, 6),
    )
    yield from _clocks_of_modes(initial)


def _clocks_of_modes(initial: State) -> Iterator[Example]:
    for impulse, code in ((5, "magnifier_used_recently"), (6, "")):
        state = armed(duel(initial, moment=(4, impulse)), FULL, ARMED)
        given = used(state, "magnifier_A", "mode_one", 3, 30)
        title = f"H-1: mode one at turn 3 impulse 30, tied in at turn 4 impulse {impulse}"
        if code:
            yield refused(rules.ER_12_322_BEFORE_DETONATOR, title, given, fire(TIE_A), code)
        else:
            yield accepted(rules.ER_12_322_BEFORE_DETONATOR, title, given, fire(TIE_A), dice=(6, 6))
    yield refused(
        rules.ER_12_324_AFTER_MAGNIFYING,
        "mode one at turn 1 impulse 10, so no mode two at impulse 20",
        used(duel(initial, moment=(1, 20)), "magnifier_A", "mode_one", 1, 10),
        fire(mode_two()),
        "magnifier_used_recently",
    )
    for impulse, code in ((3, "magnifier_used_recently"), (4, "")):
        state = armed(duel(initial, moment=(2, impulse)), FULL)
        given = used(state, "magnifier_A", "hsd", 1, 28)
        title = f"tied in at turn 1 impulse 28, mode one at turn 2 impulse {impulse}"
        when = fire(mode_one("magnifier_A", {"phaser_1": 1}))
        if code:
            yield refused(rules.ER_12_321_AFTER_DETONATOR, title, given, when, code)
        else:
            yield accepted(rules.ER_12_321_AFTER_DETONATOR, title, given, when, dice=(6, 6))


# --- mode one (ER-12.42) --------------------------------------------------------------------


def _magnified(initial: State) -> Iterator[Example]:
    state = armed(duel(initial), {"magnifier_A": 2})
    bank = mode_one("magnifier_A", {"phaser_1": 1, "phaser_2": 1, "phaser_3": 0})
    yield accepted(
        rules.ER_12_422_BETTER_DIE,
        "S-8: dice 2 and 5, 3 and 6, and a plain 4 do 5 + 4 + 4 = 13 at range 5",
        state,
        fire(bank),
        roll(
            rolled("Scorpead CA 1, phaser 1", 2, 5),
            rolled("Scorpead CA 1, phaser 2", 3, 6),
            rolled("Scorpead CA 1, phaser 3", 4),
        ),
        shot_resolved(magnified("phaser_1"), (2, 5), 2, 5),
        shot_resolved(magnified("phaser_2"), (3, 6), 3, 4),
        shot_resolved(plain("phaser_3"), (4,), 4, 4),
        ShieldDamaged(ship=CA2, shield=1, damage=13, general=0, specific=0, boxes=13, internal=0),
        dice=(2, 5, 3, 6, 4),
    )
    yield accepted(
        rules.ER_12_422_BETTER_DIE,
        "S-8: the dice that were discarded would have done 4 + 3 + 4 = 11",
        state,
        fire(*(phaser(name) for name in BANK_A)),
        ShieldDamaged(ship=CA2, shield=1, damage=11, general=0, specific=0, boxes=11, internal=0),
        dice=(5, 6, 4),
    )
    yield accepted(
        rules.ER_12_422_BETTER_DIE,
        "the better die is the one that does more damage, whichever falls first",
        armed(duel(initial, 9), {"magnifier_A": 1}),
        fire(mode_one("magnifier_A", {"phaser_1": 1})),
        shot_resolved(magnified("phaser_1"), (5, 1), 1, 4, 9),
        dice=(5, 1),
    )
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "two units cannot magnify three phasers",
        state,
        fire(mode_one("magnifier_A", dict.fromkeys(BANK_A, 1))),
        "magnifier_energy_short",
    )
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "nor can two units magnify one",
        state,
        fire(mode_one("magnifier_A", {"phaser_1": 2})),
        "one_unit_per_phaser",
    )
    yield refused(
        rules.ER_12_421_ONE_UNIT,
        "G-21: mode one takes one unit at least",
        state,
        fire(mode_one("magnifier_A", {"phaser_1": 0})),
        "magnifier_energy_short",
    )
