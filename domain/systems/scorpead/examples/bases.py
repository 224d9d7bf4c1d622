"""Option mounts and bases (ER-12.15, G-6, DW-12.12, DW-12.121)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import (
    AimedPhaser,
    EnergyForm,
    FireBurst,
    FireModeOne,
    FireSalvo,
)
from domain.systems.scorpead.events import EnergyAllocated
from domain.systems.scorpead.examples.setups import (
    CA2,
    HOLD,
    ONE,
    TWO,
    accepted,
    allocate,
    armed,
    changed,
    duel,
    fire,
    refused,
)
from domain.systems.scorpead.examples.shots import barrel
from domain.systems.scorpead.fire_events import (
    DetonatorShot,
    FireDeclared,
)
from domain.systems.scorpead.shipboard import Detonator
from domain.systems.scorpead.state import Phase, State

BASE, FIT_X = ShipId("scorpead_base_1"), ShipId("vektrean_ca_x_1")
FORE = {"chamber_1": 3, "chamber_2": 2, "chamber_3": 3, "chamber_4": 1}


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of lone magnifiers and of several detonators."""
    yield from _mounts(initial)
    yield from _detonators(initial)


def _mounts(initial: State) -> Iterator[Example]:
    fit = replace(duel(initial, one="vektrean_ca_x", moment=(1, 0)), phase=Phase.ENERGY)
    lone = allocate(EnergyForm(magnifiers={"magnifier_X": 1}), ship=FIT_X)
    yield refused(
        rules.ER_12_21_CAPACITY,
        "S-2, G-6: a magnifier alone in a body mount holds nothing",
        fit,
        lone,
        "magnifier_capacity",
    )
    yield accepted(
        rules.ER_12_15_OPTION_MOUNT,
        "G-6: unless the table chose that such a magnifier holds two",
        changed(fit, FIT_X, orphan_capacity=2),
        lone,
        EnergyAllocated(
            seat=ONE,
            ship=FIT_X,
            form=EnergyForm(magnifiers={"magnifier_X": 1}),
            battery_halves=0,
        ),
    )
    order = FireModeOne(
        ship=FIT_X,
        magnifier="magnifier_X",
        shots={"phaser_1": AimedPhaser(target=CA2, energy=1)},
    )
    yield refused(
        rules.ER_12_13_BANK,
        "S-2: and no phaser is attached to it",
        changed(duel(initial, one="vektrean_ca_x"), FIT_X, orphan_capacity=2),
        fire(order),
        "not_attached",
    )
    tied = armed(duel(initial, 4, one="vektrean_ca_x"), chambers={"chamber_1": 3}, ship=FIT_X)
    burst = FireBurst(ship=FIT_X, chamber="chamber_1", target=CA2, magnifier="magnifier_X")
    yield accepted(
        rules.ER_12_15_OPTION_MOUNT,
        "it is of use with a hyperspace detonator alone",
        tied,
        fire(burst),
        FireDeclared(ship=FIT_X, shot=_shot("burst", barrel("chamber_1", 3, ("magnifier_X", 0)))),
        dice=(6, 6),
    )


def _shot(mode: str, *barrels: object, detonator: str = "detonator_1") -> DetonatorShot:
    shot = DetonatorShot(target=CA2, detonator=detonator, mode="burst", barrels=())
    return replace(shot, mode=mode, barrels=barrels)


def _detonators(initial: State) -> Iterator[Example]:
    base = armed(duel(initial, one="scorpead_base", moment=(1, 3)), chambers=FORE, ship=BASE)
    salvo = FireSalvo(
        ship=BASE,
        detonator="detonator_1",
        primary="chamber_1",
        target=CA2,
        secondaries={"chamber_2": True},
    )
    astern = replace(
        base.ships[CA2], id=ShipId("scorpead_ca_3"), at=base.ships[BASE].at.neighbour(3)
    )
    both = base.with_ships([astern])
    burst = FireBurst(ship=BASE, chamber="chamber_3", target=astern.id)
    yield accepted(
        rules.DW_12_121_BASES,
        "H-24: one detonator's salvo and the other's burst in one impulse",
        both,
        fire(salvo, burst),
        FireDeclared(
            ship=BASE,
            shot=_shot("salvo", barrel("chamber_1", 3), barrel("chamber_2", 2)),
        ),
        FireDeclared(
            ship=BASE,
            shot=replace(
                _shot("burst", barrel("chamber_3", 3), detonator="detonator_2"), target=astern.id
            ),
        ),
        dice=(6, 6, 6, 6),
    )
    yield refused(
        rules.DW_12_3115_BURST_ARC,
        "H-24: each fires within its own arc: the after one not ahead",
        base,
        fire(replace(burst, target=CA2)),
        "out_of_arc",
    )
    recovering = {
        "detonator_1": Detonator(fired=3, mode="salvo", recovery_through=2),
        "detonator_2": Detonator(fired=3, mode="burst"),
    }
    second = replace(duel(initial, one="scorpead_base", moment=(2, 0)), phase=Phase.ENERGY)
    waiting = changed(second, BASE, detonators=recovering)
    yield accepted(
        rules.DW_12_121_BASES,
        "H-24: the turn after it the other one is armed",
        waiting,
        allocate(EnergyForm(chambers={"chamber_3": 3}), ship=BASE),
    )
    yield refused(
        rules.DW_12_382_RECOVERY,
        "H-24: and the one that fired the salvo is not",
        waiting,
        allocate(EnergyForm(chambers={"chamber_1": 3}), ship=BASE),
        "detonator_recovering",
    )
    one = armed(duel(initial), chambers={"chamber_1": 3, "chamber_2": 3})
    (ship,) = one.fleet(ONE)
    fired = changed(one, detonators={"detonator_1": Detonator(fired=one.now, mode="burst")})
    yield refused(
        rules.DW_12_3114_ONE_AN_IMPULSE,
        "DW-12.12: a ship has one detonator, whatever the number of its chambers",
        fired,
        {
            ONE: HOLD.__class__(orders=(FireBurst(ship=ship.id, chamber="chamber_2", target=CA2),)),
            TWO: HOLD,
        },
        "one_shot_per_impulse",
    )
