"""What must hold whatever happens, checked while it happens and when all is quiet again."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from clients.verifier.protocol import verify
from clients.verifier.rules import decide_all_again
from domain.codec import Codec
from domain.decider import Event
from domain.game import System
from domain.game_events import Opened
from domain.names import GameId, SeatId
from domain.record import SALT_BYTES, START, Entry, Head, check_entry
from domain.table import Table, codec_of
from projections.game_view import LiveView, plain
from projections.messages import Declare, Problem, Recorded
from projections.redaction import redact
from projections.viewer import SPECTATOR, Viewer
from server.host import GameHost
from tests.simulation.model_store import Model


class Wrong(AssertionError):  # noqa: N818  names what it is
    """Something that must hold does not."""


def must(holds: object, what: str) -> None:
    """Raise Wrong unless it *holds*."""
    if not holds:
        FOUND.append(what)
        raise Wrong(what)


FOUND: list[str] = []
"""What was wrong so far: whoever is told of it in the middle of something may swallow it."""


class Oracle:
    """Knows what clients were told, and what is in the store."""

    def __init__(self, model: Model, systems: Mapping[str, System]) -> None:
        self._model, self._systems = model, systems
        self._acknowledged: dict[bytes, tuple[GameId, Head]] = {}
        self._refused: set[bytes] = set()
        self._closed: dict[GameId, dict[int, tuple[bytes, Event]]] = {}
        self._codecs: dict[GameId, Codec] = {}
        self._tables: dict[GameId, Table] = {}
        self._views: dict[tuple[GameId, Viewer], Any] = {}
        self.system_of: dict[GameId, System] = {}
        self.events = self.declarations = self.frames = 0
        model.appended = self._appended

    # --- while it happens ------------------------------------------------------------------------

    def _appended(self, game: GameId, entries: Sequence[Entry]) -> None:
        """Look at every commit: it follows the one before, and what it seals is secret from now."""
        head = START
        stream = self._model.streams[game]
        if (before := len(stream) - len(entries)) > 0:
            head = stream[before - 1].head
        for entry in entries:
            must(entry.position == head.position + 1, f"event {entry.position} follows {head}")
            check_entry(game, head, entry)
            head = entry.head
            self.events += 1
            self._note_secret(game, entry)

    def _note_secret(self, game: GameId, entry: Entry) -> None:
        event = self._codec(game, entry).decode(entry.open, entry.secret)
        closed = self._closed.setdefault(game, {})
        if isinstance(event, Opened):
            closed.pop(event.position, None)
        if entry.sealed is not None:
            closed[entry.position] = entry.sealed, event

    def _codec(self, game: GameId, entry: Entry) -> Codec:
        if game not in self._codecs:
            named = msgspec.msgpack.decode(entry.open)["d"]["system"]
            self.system_of[game] = self._systems[named]
            self._codecs[game] = codec_of(self._systems[named])
        return self._codecs[game]

    def told(self, game: GameId, viewer: Viewer, frame: bytes) -> None:
        """Look at every frame: nothing is in it that its viewer may not know yet."""
        self.frames += 1
        for position, (sealed, event) in self._closed.get(game, {}).items():
            if not viewer.may_read(event.audience, getattr(event, "seat", None)):
                hidden = sealed[:SALT_BYTES] not in frame
                must(hidden, f"{viewer} was told the secret of event {position}")

    def sent(self, declared: Declare) -> None:
        """Note that a declaration goes out, perhaps again: what was refused may be recorded now."""
        self._refused.discard(_id(declared))

    def answered(self, game: GameId, declared: Declare, answer: Recorded | Problem) -> None:
        """Note an answer; "recorded" is never taken back, and names one place."""
        one = _id(declared)
        if isinstance(answer, Recorded):
            at = game, Head(answer.position, answer.hash)
            must(self._acknowledged.setdefault(one, at) == at, "one declaration in two places")
        elif answer.recorded is False:
            must(one not in self._acknowledged, f"it was recorded, and now: {answer.text}")
            self._refused.add(one)

    # --- when all is quiet -----------------------------------------------------------------------

    def check_store(self) -> None:
        """Nothing acknowledged is lost, nothing is there twice, nothing refused is there."""
        places: dict[bytes, list[tuple[GameId, Head]]] = {}
        for game, stream in self._model.streams.items():
            head = START
            for entry in stream:
                check_entry(game, head, entry)
                head = entry.head
                opened = msgspec.msgpack.decode(entry.open)
                if opened["k"] == "declared":
                    places.setdefault(opened["d"]["id"], []).append((game, head))
            must(self._model.heads[game] == head, "a head is not that of its stream")
        self.declarations = len(places)
        for found in places.values():
            must(len(found) == 1, f"a declaration is there twice: {found}")
        for one, at in self._acknowledged.items():
            must(places.get(one) == [at], f"event {at[1].position} was acknowledged and is lost")
        for one in self._refused:
            must(one not in places, f"answered `not recorded`, and there: {places.get(one)}")

    def check_host(self, host: GameHost) -> None:
        """A server's fold is the fold of the record."""
        must(not host.frozen, f"a game is frozen: {host.frozen}")
        stream = self._model.streams[host.id]
        must(host.head == stream[-1].head, f"a server stands at {host.head}, not {stream[-1].head}")
        folded = self._folded(host.id).game
        must(folded == host.table.game, "a server's fold is not the fold of the record")

    def check_view(self, game: GameId, viewer: Viewer, head: Head | None, view: Any) -> None:
        """What a client sees is the fold of the events that it may read."""
        stream = self._model.streams[game]
        must(head == stream[-1].head, f"{viewer} stands at {head}, the game at {stream[-1].head}")
        must(_wired(view) == self._view(game, viewer), f"{viewer} sees what its events do not say")

    def _folded(self, game: GameId) -> Table:
        """Return the fold of a game's record."""
        if game not in self._tables:
            self._tables[game] = Table(game, self.system_of[game])
            for entry in self._model.streams[game]:
                self._tables[game].fold(entry)
        return self._tables[game]

    def _view(self, game: GameId, viewer: Viewer) -> Any:
        """Return the view that is the fold of what a viewer may read."""
        if (game, viewer) not in self._views:
            codec = self._codecs[game]
            live = LiveView(viewer, game, self.system_of[game], codec)
            for entry in self._model.streams[game]:
                live.fold(redact(viewer, entry, codec.decode(entry.open, entry.secret)))
            truth = self._folded(game)
            if truth.game.phase == "over":
                live.all_is_open(truth)
            self._views[game, viewer] = _wired(plain(live.shown()))
        return self._views[game, viewer]

    def check_record(self, data: bytes) -> None:
        """The record verifies, and deciding it again gives the same events and the same dice."""
        verify(data)
        decide_all_again(data, self._systems)


def _id(declared: Declare) -> bytes:
    one: bytes = msgspec.msgpack.decode(declared.open)["d"]["id"]
    return one


def _wired(view: Any) -> Any:
    """Return a view as it comes off the wire: tuples are lists there."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(view))


def viewer_of(seat: int | None) -> Viewer:
    """Return the viewer that holds a seat, or a spectator."""
    return SPECTATOR if seat is None else Viewer("player", SeatId(seat))
