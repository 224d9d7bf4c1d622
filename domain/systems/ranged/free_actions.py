"""Free actions: switching a laser sight, dropping a thing, letting go of a rope (2.7)."""

from collections.abc import Iterator

from msgspec import UNSET

from domain.refusals import Refused, Unknown
from domain.rule_system import Outcome
from domain.systems.ranged import binding, lasers, rules
from domain.systems.ranged.commands import FreeAction, SwitchDot
from domain.systems.ranged.events import FighterChanged
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.thing_events import WeaponChanged, WeaponLanded


def freely(state: State, fighter: Fighter, command: FreeAction) -> Iterator[Outcome]:
    """Do it, or refuse it; each once a turn."""
    word = f"{command.deed} {command.item}"
    item = _once(fighter, command.item, word)
    match command.deed:
        case "laser":
            if lasers.sense_of(item) != "" or item.at != "hand":
                raise Refused("no_laser", rules.LS_05)
            number = int(not item.laser)
            yield WeaponChanged(fighter=fighter.id, item=item.id, change="laser", number=number)
        case "drop":
            if item.at != "hand":
                raise Refused("not_in_hand", rules.S_2_2, weapon=item.key)
            yield WeaponLanded(fighter=fighter.id, item=item.id, at=fighter.at)
        case "let_go":
            held = any(b.item == item.id and b.taut for f in state.present() for b in f.bonds)
            if not held:
                raise Refused("not_ensnared", rules.LA_11)
            yield from binding.slackened(state, fighter)
    yield FighterChanged(fighter=fighter.id, change="free_action", word=word)


def secretly(state: State, fighter: Fighter, command: SwitchDot) -> Iterator[Outcome]:
    """Switch a dot that not everybody sees; that the sight is handled everybody sees (2.4)."""
    word = f"laser {command.item}"
    item = _once(fighter, command.item, word)
    if not lasers.sense_of(item) or item.at != "hand":
        raise Refused("no_laser", rules.LS_05)
    if command.on is UNSET:
        raise Unknown("whether the dot is on")
    yield from lasers.switched(state, fighter, item, on=command.on)
    yield FighterChanged(fighter=fighter.id, change="free_action", word=word)


def _once(fighter: Fighter, name: str, word: str) -> Item:
    """Return the weapon of a free action, which comes once a turn."""
    item = fighter.items.get(name)
    if item is None:
        raise Refused("unknown_weapon", rules.S_2_2, weapon=name)
    if word in fighter.frees:
        raise Refused("declare_laser_first", rules.LS_05)
    return item
