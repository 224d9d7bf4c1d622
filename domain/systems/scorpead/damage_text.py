"""Damage in sentences: shields, boxes, and what was stored in them."""

from collections.abc import Iterator

from msgspec import UnsetType

from domain.refusals import Rule
from domain.scene import Sentence
from domain.systems.scorpead import rules
from domain.systems.scorpead.fire_events import (
    BoxDestroyed,
    DetonatorDisabled,
    InternalsRolled,
    ShieldDamaged,
    ShipDestroyed,
    StoredEnergyLost,
)
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.words import (
    box_title,
    counted,
    say,
    ship_title,
)


def struck(state: State, event: ShieldDamaged | InternalsRolled | ShipDestroyed) -> Sentence:
    """Say what strikes a shield, and what comes through it."""
    title = ship_title(state, event.ship)
    match event:
        case ShieldDamaged():
            return say(
                "Damage {damage} on shield {shield} of {ship}: general reinforcement takes "
                "{general}, specific {specific}, the shield {boxes}; internal damage {internal}.",
                rules.D3_3_REINFORCEMENT,
                ship=title,
                damage=event.damage,
                shield=event.shield,
                general=event.general,
                specific=event.specific,
                boxes=event.boxes,
                internal=event.internal,
            )
        case InternalsRolled(shield=shield, points=sums):
            return say(
                "{ship} takes {count} of internal damage through shield {shield}: rolls {rolls}.",
                rules.D4_21_ALLOCATION,
                ship=title,
                count=counted(2 * len(sums)),
                shield=shield,
                rolls=", ".join(map(str, sums)),
            )
        case ShipDestroyed():
            return say("{ship} is destroyed.", rules.D4_40_EXCESS, ship=title)


def lost(
    state: State, event: BoxDestroyed | StoredEnergyLost | DetonatorDisabled
) -> Iterator[Sentence]:
    """Say what a ship lost; to its owner nothing of a store that lost nothing."""
    title = ship_title(state, event.ship)
    match event:
        case BoxDestroyed(box=box, total=total, column=column, hit=hit):
            yield say(
                "{ship}: roll {total}, column {column}, {hit}: {box} is destroyed.",
                rules.D4_21_ALLOCATION,
                ship=title,
                total=total,
                column=column + 1,
                hit=box_title(hit),
                box=box_title(box),
            )
        case StoredEnergyLost(store=store, lost_halves=lost):
            rule = _rule_of_store(state.ships[event.ship], store)
            if isinstance(lost, UnsetType):
                template = "{ship}: what {store} held beyond what it can hold now is lost."
                yield say(template, rule, ship=title, store=box_title(store))
            elif lost:
                template = "{ship} loses {points} stored in {store}."
                yield say(template, rule, ship=title, points=counted(lost), store=box_title(store))
        case DetonatorDisabled(detonator=detonator):
            yield say(
                "{ship}: the last chamber of {detonator} is gone.",
                rules.DW_12_132_PARTIAL,
                ship=title,
                detonator=box_title(detonator),
            )


def _rule_of_store(ship: Ship, store: str) -> Rule:
    if store in ship.magnifiers:
        return rules.ER_12_211_LOST_PHASER if ship.has(store) else rules.ER_12_12_DESTRUCTION
    if store in ship.chambers:
        return rules.DW_12_3122_ALL_FIRED if ship.has(store) else rules.DW_12_135_ENERGY_LOST
    return rules.H6_CAPACITOR if store == "capacitor" else rules.H5_BATTERIES
