"""Every declaration decided again: with the recorded dice, the rules must say what is recorded.

Stands on `domain` alone. The form of the record, its hashes, signatures and dice are checked
before, by `protocol`, which shares no code with `domain`.
"""

from collections.abc import Mapping

import msgspec

from clients.verifier.protocol import Fault
from domain.again import commits, decide_again
from domain.codec import envelope
from domain.exported import entries_of
from domain.game import System
from domain.record import Broken, Entry
from domain.refusals import Unknown
from domain.rule_system import data_hashes
from domain.table import Table


class OtherRules(Exception):  # noqa: N818  nothing is wrong with the record
    """The game was played with rules or tables that are not here; the sentence says which."""


class Rulings(msgspec.Struct, frozen=True):
    """How many commits the rules were asked about again, and how many wait for a seal to open."""

    decided: int
    waiting: int


def decide_all_again(data: bytes, systems: Mapping[str, System]) -> Rulings:
    """Decide every commit of a verified record again.

    Raises Fault at the first event that the rules do not say, or OtherRules.
    """
    game, entries = entries_of(data)
    table = Table(game, system_of(entries[0], systems))
    decided = waiting = 0
    for commit in commits(entries):
        if _decided(table, commit):
            decided += 1
        else:
            waiting += 1
    if waiting and table.game.phase == "over":
        raise Fault(len(entries), "rulings", "the game is over, and not all of it can be decided")
    return Rulings(decided, waiting)


def _decided(table: Table, commit: tuple[Entry, ...]) -> bool:
    """Decide *commit* again and fold it; tell whether it could be decided, or waits for a seal."""
    position = commit[0].position
    if table.game.phase == "over":
        raise Fault(position, "rulings", "something happens after the game is over")
    try:
        try:
            decide_again(table, commit)
            decided = True
        except Unknown:
            decided = False
        for entry in commit:
            position = entry.position
            table.fold(entry)
    except Broken as broken:
        raise Fault(broken.position, "rulings", broken.why) from None
    except Exception as fault:  # noqa: BLE001  whatever it is, it is the record's
        # A record may hold anything; what the rules choke on is not what they said.
        raise Fault(position, "rulings", f"the rules cannot read it: {fault!r}") from None
    return decided


def system_of(created: Entry, systems: Mapping[str, System]) -> System:
    """Return the system and tables that a game was made with; OtherRules if they are not here."""
    fields = msgspec.msgpack.decode(envelope(created.open).d)
    system = systems.get(fields["system"])
    if system is None:
        raise OtherRules(f"there is no rule system {fields['system']!r} here")
    ours, pinned = data_hashes(system), fields["data"]
    differing = sorted(name for name in {*ours, *pinned} if ours.get(name) != pinned.get(name))
    if differing:
        raise OtherRules(
            f"the game was played with another {', '.join(differing)}; give them by --rules-data"
        )
    return system
