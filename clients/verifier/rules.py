"""Every declaration decided again: with the recorded dice, the rules must say what is recorded.

Stands on `domain` alone. The form of the record, its hashes, signatures and dice are checked
before, by `protocol`, which shares no code with `domain`.
"""

from collections.abc import Iterable, Mapping

import msgspec

from clients.verifier.protocol import Fault
from domain.again import commits, decide_again
from domain.codec import envelope
from domain.exported import entries_of
from domain.game import System
from domain.record import Broken, Entry
from domain.refusals import Unknown
from domain.rule_system import data_hashes, rules_version
from domain.table import Table


class OtherRules(Exception):  # noqa: N818  nothing is wrong with the record
    """The game was played with rules or tables that are not here; the sentence says which."""


class Rulings(msgspec.Struct, frozen=True):
    """How many commits the rules were asked about again, and how many wait for a seal to open.

    *older* is the version of the rules that the game was played by, if it is not the one here: then
    its events are folded, and nothing is decided again.
    """

    decided: int
    waiting: int
    older: str = ""

    @property
    def sentence(self) -> str:
        """What that means, for people."""
        if self.older:
            return (
                f"the game was played by version {self.older} of the rules, which is not the one "
                "here: its events are folded, and not decided again."
            )
        done = f"{self.decided} of {self.decided + self.waiting} decided again, and equal"
        return f"{done}; {self.waiting} wait for a seal to open" if self.waiting else done


def decide_all_again(data: bytes, systems: Mapping[str, System]) -> Rulings:
    """Decide every commit of a verified record again.

    Raises Fault at the first event that the rules do not say, or OtherRules.
    """
    game, entries = entries_of(data)
    system = system_of(entries[0], systems)
    table = Table(game, system)
    played_by = msgspec.msgpack.decode(envelope(entries[0].open).d)["rules"]
    if played_by != rules_version(system):
        _folded(table, entries)
        return Rulings(0, 0, older=played_by)
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
        decide_again(table, commit)
        decided = True
    except Unknown:
        decided = False
    except Broken as broken:
        raise Fault(broken.position, "rulings", broken.why) from None
    except Exception as fault:  # noqa: BLE001  whatever it is, it is the record's
        # A record may hold anything; what the rules choke on is not what they said.
        raise Fault(position, "rulings", f"the rules cannot read it: {fault!r}") from None
    _folded(table, commit)
    return decided


def _folded(table: Table, entries: Iterable[Entry]) -> None:
    """Fold *entries*; Fault at the first that cannot be."""
    for entry in entries:
        try:
            table.fold(entry)
        except Broken as broken:
            raise Fault(broken.position, "rulings", broken.why) from None


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
