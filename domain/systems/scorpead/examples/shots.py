"""Orders, shots and their results, as the examples name them."""

from collections.abc import Mapping

from msgspec.structs import replace

from domain.systems.scorpead.commands import FireBurst, FireSalvo
from domain.systems.scorpead.examples.setups import BANK_A, CA, CA2
from domain.systems.scorpead.fire_events import (
    Barrel,
    DetonatorShot,
    DetonatorShotResolved,
    PhaserShot,
    PhaserShotResolved,
)

LINKED = PhaserShot(target=CA2, phasers=BANK_A, mode="two", magnifier="magnifier_A")


# --- phasers --------------------------------------------------------------------------------


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


def linked(
    range_hexes: int, base: int, steps: int, column: int, die: int, damage: int
) -> PhaserShotResolved:
    """Return what a linked bank of three did: two steps are paid for."""
    result = shot_resolved(LINKED, (die,), die, damage, range_hexes)
    return replace(result, base_column=base, steps_paid=2, steps_used=steps, column=column)


# --- detonators -----------------------------------------------------------------------------


def burst(chamber: str = "chamber_1", magnifier: str | None = None) -> FireBurst:
    """Return the order to fire a burst."""
    return FireBurst(ship=CA, chamber=chamber, target=CA2, magnifier=magnifier)


def barrel(chamber: str, energy: int, tie: tuple[str, int] | None = None) -> Barrel:
    """Return a chamber in a shot, with a magnifier and its energy tied to it, or with none."""
    name, more = tie or (None, 0)
    return Barrel(chamber=chamber, energy=energy, magnifier=name, magnifier_energy=more)


def burst_shot(
    chamber: str = "chamber_1", energy: int = 3, tie: tuple[str, int] | None = None
) -> DetonatorShot:
    """Return a burst as it is declared."""
    barrels = (barrel(chamber, energy, tie),)
    return DetonatorShot(target=CA2, detonator="detonator_1", mode="burst", barrels=barrels)


def burst_resolved(
    shot: DetonatorShot,
    range_hexes: int,
    bracket: int,
    dice: tuple[int, int],
    *,
    hit: bool,
    damage: int,
) -> DetonatorShotResolved:
    """Return what a burst without EW did; *damage* is that of its chamber, if it hits."""
    return DetonatorShotResolved(
        ship=CA,
        shot=shot,
        shield=1,
        true_range=range_hexes,
        effective_range=range_hexes,
        hit_bracket=bracket,
        hit_number=(9, 8, 7, 6, 5, 5, 5)[bracket],
        ecm=0,
        eccm=0,
        shift=0,
        dice=dice,
        hit=hit,
        damage_bracket=bracket,
        factor=3 - bracket,
        parts=(damage,),
        damage=damage if hit else 0,
    )


def salvo(
    *secondaries: str,
    primary: str = "chamber_1",
    ties: Mapping[str, str | None] | None = None,
) -> FireSalvo:
    """Return the order to fire a salvo."""
    return FireSalvo(
        ship=CA,
        detonator="detonator_1",
        primary=primary,
        target=CA2,
        secondaries=dict.fromkeys(secondaries, True),
        ties=dict(ties or {}),
    )


def salvo_shot(*barrels: Barrel, idle: tuple[str, ...] = ()) -> DetonatorShot:
    """Return a salvo as it is declared."""
    return DetonatorShot(
        target=CA2, detonator="detonator_1", mode="salvo", barrels=barrels, idle=idle
    )
