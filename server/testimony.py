"""A game that was played on another server: its record stays that server's word, not ours.

Whoever brings the whole record of a game that is over brings it back: it is folded, watched and
audited here like any other. Its file is kept and given out as it came, since only its own server
could sign it.
"""

from collections.abc import Sequence

import msgspec

from domain.again import commits, decide_again
from domain.codec import Codec
from domain.game import System
from domain.game_events import MAKING, Created
from domain.names import GameId
from domain.record import Broken, Entry, head_message, signature_holds
from domain.refusals import Refused, Unknown
from domain.table import Table
from projections.messages import SignedHead
from projections.record_file import head_of, signed_part


class Testimony(msgspec.Struct, frozen=True):
    """What another server said of a game: its key, where it ended, and the file it signed."""

    server_key: bytes
    head: SignedHead
    file: bytes


def testimony(file: bytes) -> Testimony:
    """Return the testimony that a record's *file* is; ValueError if it is none."""
    key, head = head_of(file)
    return Testimony(key, head, file)


def check_signed(entries: Sequence[Entry], said: Testimony) -> None:
    """Check that the server that made the game, by its first event, signed head and file.

    Nobody else may have a file kept of it, let alone in the place of one that it signed.

    Raises ValueError.
    """
    created = Codec([Created]).decode(entries[0].open, None)
    assert isinstance(created, Created)
    key, last = created.server_key, entries[-1].head
    if said.server_key != key or said.head.head != last:
        raise ValueError("its first or its last map is not that of its game")
    message, signature = signed_part(said.file)
    signed_head = head_message(GameId(created.game), last)
    if not signature_holds(key, said.head.signature, signed_head):
        raise ValueError("its head is not signed by the server that made the game")
    if not signature_holds(key, signature, message):
        raise ValueError("the file is not signed by the server that made the game")


def check_whole(game: GameId, system: System, entries: list[Entry]) -> None:
    """Check that a record is that of a whole game: every commit is decided again.

    Raises Broken at the first event that does not hold, or Refused if the game goes on: its dice
    and its key are its own server's, and nobody else can play it on.
    """
    table = Table(game, system)
    for commit in commits(entries):
        try:
            decide_again(table, commit)
        except Unknown as unknown:
            raise Broken(commit[0].position, f"it cannot be decided: {unknown}") from None
        for entry in commit:
            table.fold(entry)
    if table.game.phase != "over":
        raise Refused("not_over_yet", MAKING, phase=table.game.phase)
