"""What the small changes do to a fighter or a weapon, by their names in the events."""

from typing import cast

from msgspec.structs import replace

from domain.systems.ranged.events import FighterChanged
from domain.systems.ranged.forms import BlazeKind
from domain.systems.ranged.state import Blaze, Condition, Fighter, Item
from domain.systems.ranged.thing_events import WeaponChanged


def fighter_changed(fighter: Fighter, event: FighterChanged) -> Fighter:
    """Return a fighter after a change that everybody can see."""
    number, word = event.number, event.word
    match event.change:
        case "stunned":
            return replace(fighter, stunned=True, aim=None)
        case "recovered":
            return replace(fighter, stunned=False)
        case "unconscious":
            return replace(fighter, unconscious=True, aim=None, posture="prone")
        case "dead":
            return replace(fighter, dead=True, aim=None, posture="prone")
        case "left":
            return replace(fighter, left=True, aim=None)
        case "runs":
            return replace(fighter, running=True)
        case "aim_lost":
            return replace(fighter, aim=None)
        case "off_balance":
            return replace(fighter, off_balance=True)
        case "crippled":
            return replace(fighter, crippled=(*fighter.crippled, word))
        case "numbed":
            return replace(fighter, numbed={**fighter.numbed, word: number})
        case "feels_again":
            left = {name: until for name, until in fighter.numbed.items() if name != word}
            return replace(fighter, numbed=left)
        case "covers_blast":
            return replace(fighter, covers_blast=True)
        case "soaked":
            return replace(fighter, soaked=True)
        case "on_fire":
            blaze = Blaze(kind=cast("BlazeKind", word), until=number)
            return replace(fighter, blaze=blaze)
        case "shield_on_fire":
            return replace(fighter, shield_burns=number)
        case "beating_flames":
            burns = fighter.blaze
            if burns is None:
                return fighter
            return replace(fighter, blaze=replace(burns, progress=number))
        case "fire_out":
            return replace(fighter, blaze=None, soaked=False)
        case "choking":
            return replace(fighter, choking=number)
        case "breathes":
            return replace(fighter, choking=None)
        case "afflicted":
            return replace(fighter, affliction=word, affliction_until=number)
        case "well":
            return replace(fighter, affliction="")
        case "peeks":
            return replace(fighter, peeks=word)
        case "aware":
            return replace(fighter, unaware=False)
        case "wait_over":
            return replace(fighter, wait="")
        case "free_action":
            return replace(fighter, frees=(*fighter.frees, word))
        case "dived":
            return replace(fighter, dived=True)
        case "careful":
            return replace(fighter, careful=word)
        case "turn_over":
            shock = None if fighter.sheet is None else 0
            return replace(fighter, shock=shock, springs=False)
        case _:
            raise AssertionError(event.change)


def weapon_changed(item: Item, event: WeaponChanged) -> Item:
    """Return a weapon after a change that everybody can see."""
    number = event.number
    match event.change:
        case "drawn":
            return replace(item, at="hand", work="", progress=0, off_hand=bool(number))
        case "dropped":
            return replace(item, at="ground", work="", progress=0)
        case "gone":
            return replace(item, at="gone", lies_at=None, due=None, armed=False)
        case "armed":
            return replace(item, armed=True)
        case "lit":
            return replace(item, lit=True)
        case "laser":
            return replace(item, laser=bool(number))
        case "bipod":
            return replace(item, bipod_open=bool(number))
        case "mount":
            return replace(item, mounted=bool(number), work="", progress=0)
        case "cocked":
            return replace(item, cocked=bool(number), work="", progress=0)
        case "bolt":
            return replace(item, bolt=bool(number))
        case "loaded_bolt":
            return replace(item, bolt=False, loaded=number)
        case "flaming":
            return replace(item, flame_until=number, work="", progress=0)
        case "unready":
            return replace(item, unready=number)
        case "reloaded":
            return replace(item, work="", progress=0)
        case "cleared":
            return replace(item, condition="ok", fault="", work="", progress=0)
        case "fires_again":
            return replace(item, condition="ok", fault="")
        case "undiagnosed" | "stoppage" | "mechanical" | "misfire" | "destroyed":
            condition = cast("Condition", event.change)
            fault = item.fault if event.change == "undiagnosed" else event.change
            at = "gone" if event.change == "destroyed" else item.at
            return replace(item, condition=condition, fault=fault, work="", progress=0, at=at)
        case "malf":
            return replace(item, malf_adjust=item.malf_adjust + number)
        case _:
            name = event.change.removeprefix("work:")
            assert name != event.change, event.change
            return replace(item, work=name, progress=number)
