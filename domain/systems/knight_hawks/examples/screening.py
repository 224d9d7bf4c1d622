"""Screens (P-50 to P-53) and what a mask meets when its ship moves (H-23)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.examples.moving import PLANET, straight
from domain.systems.knight_hawks.examples.setups import (
    Yard,
    example,
    fire,
    fly,
    plan,
    prepare,
    rolled,
    shot,
)
from domain.systems.knight_hawks.move_events import (
    MaskLost,
    OrbitStepped,
    ScreenActivated,
    ScreenDropped,
)
from domain.systems.knight_hawks.state import Mask, Orbit, Phase, State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of screens."""
    yard = Yard(initial)
    cruiser = yard.ship("light_cruiser", "a", (0, 0), active="ES")
    before = yard.battle(cruiser, phase=Phase.PREPARE)
    yield example(
        rules.P_50_SWITCHING,
        "from electron screen to stasis screen: one drops, the other rises",
        before,
        prepare(screens={cruiser.id: "SS"}),
        then=(
            ScreenDropped(ship=cruiser.id, screen="ES"),
            ScreenActivated(ship=cruiser.id, screen="SS"),
        ),
    )
    yield example(
        rules.P_50_SWITCHING,
        "not in a combat phase",
        replace(before, phase=Phase.OFFENSIVE),
        prepare(screens={cruiser.id: "SS"}),
        refused="wrong_phase",
    )
    yield example(
        rules.P_50_SWITCHING,
        "a screen that is not fitted",
        before,
        prepare(screens={cruiser.id: "PS"}),
        refused="screen_not_fitted",
    )
    broken = replace(cruiser, screens={"ES": True, "SS": False})
    yield example(
        rules.P_50_SWITCHING,
        "a screen that is destroyed",
        yard.battle(broken, phase=Phase.PREPARE),
        prepare(screens={cruiser.id: "SS"}),
        refused="screen_destroyed",
    )
    yield from _masks(yard)


def _masks(yard: Yard) -> Iterator[Example]:
    frigate = yard.ship("frigate", "a", (0, 0), speed=5)
    yield example(
        rules.P_51_MASK,
        "a frigate at speed 5 takes a charge",
        yard.battle(frigate, phase=Phase.PREPARE),
        prepare(screens={frigate.id: "MS"}),
        then=(ScreenActivated(ship=frigate.id, screen="MS"),),
    )
    empty = replace(frigate, masks=0)
    yield example(
        rules.P_51_MASK,
        "without a charge it cannot",
        yard.battle(empty, phase=Phase.PREPARE),
        prepare(screens={frigate.id: "MS"}),
        refused="no_charges",
    )
    masked = replace(frigate, mask=Mask(speed=5, steps_left=6))
    foe = yard.ship("frigate", "b", (7, 0))
    yield example(
        rules.P_51_MASK,
        "six hexes at speed 5: the mask is left behind",
        yard.battle(masked),
        fly(plan(masked, "FFFFFF")),
        then=(straight(masked, 6), MaskLost(ship=frigate.id)),
    )
    yield example(
        rules.P_51_MASK,
        "so is it by a turn",
        yard.battle(masked),
        fly(plan(masked, "FFFFFR")),
        then=(MaskLost(ship=frigate.id),),
    )
    passing = yard.ship("frigate", "a", (-2, -1), speed=5, mask=Mask(speed=5, steps_left=6))
    yield example(
        rules.P_51_MASK,
        "a turn against a planet's pull is a turn, though the ship flies straight on",
        yard.battle(passing, bodies=PLANET),
        fly(plan(passing, "FFFLFF")),
        then=(MaskLost(ship=passing.id),),
    )
    stayed = replace(masked, at=masked.at.plus(masked.at), moved=True)
    yield example(
        rules.P_51_MASK,
        "five hexes straight on: it protects in the fire that follows",
        yard.battle(stayed, foe, phase=Phase.DEFENSIVE, acting="b"),
        fire(shot(foe, "LB", stayed), seat=foe.seat),
        dice=(96,),
        then=(
            rolled(
                "LB", foe, stayed, "MS", 20, -15, 96, hit=False, range_modifier=-35, half=True
            ),
        ),
    )  # fmt: skip
    slowed = replace(masked, speed=5)
    yield example(
        rules.P_51_MASK,
        "H-23: next turn it changes its speed by one: the mask is lost",
        yard.battle(slowed),
        fly(plan(slowed, "FFFF")),
        then=(MaskLost(ship=frigate.id),),
    )
    yield from _orbiting(yard)


def _orbiting(yard: Yard) -> Iterator[Example]:
    orbit = Orbit(body="planet", direction=1)
    for left in (2, 1):
        orbiting = yard.ship(
            "frigate", "a", (1, 0), orbit=orbit, mask=Mask(speed=0, steps_left=left)
        )
        step = OrbitStepped(ship=orbiting.id, at=Hex(0, 1))
        yield example(
            rules.P_52_ORBITING_MASK,
            f"{left} of six steps left: the mask {'stays' if left > 1 else 'is lost'}",
            yard.battle(orbiting, bodies=PLANET, phase=Phase.PREPARE),
            prepare(),
            then=(step, *((MaskLost(ship=orbiting.id),) if left == 1 else ())),
        )
