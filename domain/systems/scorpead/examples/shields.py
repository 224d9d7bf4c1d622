"""Shields: which one is struck, and what reinforcement takes (D3)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import ChooseStruckShield
from domain.systems.scorpead.examples.setups import (
    CA,
    CA2,
    TWO,
    accepted,
    changed,
    duel,
    fire,
    moment,
    phaser,
    refused,
)
from domain.systems.scorpead.fire_events import (
    PhaserShot,
    ShieldDamaged,
    StruckShieldChosen,
)
from domain.systems.scorpead.state import Phase, State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the struck shield, and of what is struck before it."""
    yield from _struck(initial)
    yield from _reinforced(initial)


def between(initial: State) -> State:
    """Return declared fire that comes between shields 1 and 2 of the second ship."""
    state = changed(duel(initial), CA2, at=Hex(3, -6))
    shot = PhaserShot(target=CA2, phasers=("phaser_1",))
    return replace(state, phase=Phase.RESOLUTION, shots=((CA, shot),))


def _struck(initial: State) -> Iterator[Example]:
    for at, shield in ((Hex(2, -6), 1), (Hex(3, -5), 2), (Hex(-3, -2), 6)):
        struck = ShieldDamaged(
            ship=CA2, shield=shield, damage=4, general=0, specific=0, boxes=4, internal=0
        )
        yield accepted(
            rules.D3_4_STRUCK_SHIELD,
            f"fire from (0, 0) on a ship at ({at.q}, {at.r}) that faces D strikes shield {shield}",
            changed(duel(initial), CA2, at=at),
            fire(phaser("phaser_1")),
            struck,
            dice=(4,),
        )
    chosen = ChooseStruckShield(ship=CA2, firer=CA, shield=2)
    yield accepted(
        rules.D3_4_STRUCK_SHIELD,
        "fire that comes between two shields strikes the one that the target's owner chooses",
        between(initial),
        {TWO: chosen},
        StruckShieldChosen(ship=CA2, firer=CA, shield=2),
        ShieldDamaged(ship=CA2, shield=2, damage=4, general=0, specific=0, boxes=4, internal=0),
        dice=(4,),
    )
    yield refused(
        rules.D3_4_STRUCK_SHIELD,
        "and no third one",
        between(initial),
        {TWO: ChooseStruckShield(ship=CA2, firer=CA, shield=3)},
        "shield_not_struck",
    )
    together = changed(duel(initial, 0), moved=moment(1, 10), came_from=Hex(0, 1))
    together = changed(together, CA2, moved=moment(1, 10), came_from=Hex(0, -1))
    yield accepted(
        rules.D3_4_STRUCK_SHIELD,
        "f: at range 0, entered by the faster ship from behind the other: shield 4",
        changed(changed(together, CA2, moved_before=1), CA2, facing=0),
        fire(phaser("phaser_1")),
        ShieldDamaged(ship=CA2, shield=4, damage=1, general=0, specific=0, boxes=1, internal=0),
        dice=(4,),
    )
    shot = PhaserShot(target=CA2, phasers=("phaser_1",))
    yield accepted(
        rules.D3_4_STRUCK_SHIELD,
        "f: at range 0 after a simultaneous move the owner chooses any shield",
        replace(together, phase=Phase.RESOLUTION, shots=((CA, shot),)),
        {TWO: ChooseStruckShield(ship=CA2, firer=CA, shield=5)},
        ShieldDamaged(ship=CA2, shield=5, damage=1, general=0, specific=0, boxes=1, internal=0),
        dice=(4,),
    )


def _reinforced(initial: State) -> Iterator[Example]:
    reinforced = changed(duel(initial), CA2, general=2, specific=(1, 0, 0, 0, 0, 0))
    yield accepted(
        rules.D3_3_REINFORCEMENT,
        "six points: general reinforcement takes two, specific one, the shield three",
        reinforced,
        fire(phaser("phaser_1")),
        ShieldDamaged(ship=CA2, shield=1, damage=6, general=2, specific=1, boxes=3, internal=0),
        dice=(1,),
    )
    yield accepted(
        rules.D3_3_REINFORCEMENT,
        "a shield without power takes nothing, a shield of two boxes no more than two",
        changed(duel(initial), CA2, shields=(2, 24, 22, 20, 22, 24)),
        fire(phaser("phaser_1")),
        ShieldDamaged(ship=CA2, shield=1, damage=3, general=0, specific=0, boxes=2, internal=1),
        dice=(6, 1, 1),
    )
    yield accepted(
        rules.B3_FIXED_COSTS,
        "shields without power let everything through",
        changed(duel(initial), CA2, shields_up=False),
        fire(phaser("phaser_1")),
        ShieldDamaged(ship=CA2, shield=1, damage=3, general=0, specific=0, boxes=0, internal=3),
        dice=(6, 1, 1, 1, 1, 1, 1),
    )
