"""What a client accepts as the history: only what extends what the server signed before."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
import pytest

from clients.sdk.following import Following, Forked
from domain.record import Head
from projections.game_view import LiveView
from projections.messages import SignedHead, Snapshot, Update, Welcome
from projections.redaction import redact
from projections.viewer import SPECTATOR
from projections.wire import MSGPACK
from server.entropy import Entropy
from tests.pennies import Guess, Stake
from tests.playing import ENTROPY, GAME, Playing

T = TypeVar("T", Snapshot, Update)


def over_the_wire(message: T) -> T:
    """Return *message* as it arrives at a client: what was a struct is a map."""
    arrived = MSGPACK.to_viewer(MSGPACK.encode(message))
    assert isinstance(arrived, type(message))
    return arrived


class Shown:
    """A game beside what a spectator is shown of it."""

    def __init__(self) -> None:
        self.playing = Playing().begun()
        self.live = LiveView(SPECTATOR, GAME, self.playing.system, self.playing.table.codec)
        self._fold()
        self.snapshot = over_the_wire(self.live.snapshot())

    def _fold(self) -> None:
        for entry in self.playing.entries[self.live.head.position :]:
            event = self.playing.table.codec.decode(entry.open, entry.secret)
            self.live.fold(redact(SPECTATOR, entry, event))

    def round(self) -> Update:
        """Both stake and guess; what the spectator is told of it."""
        before = self.live.head.position
        for seat in (1, 2):
            self.playing.declare(seat, Stake(pennies=seat))
        for seat in (1, 2):
            self.playing.declare(seat, Guess(face=seat))
        self._fold()
        update = self.live.update(before)
        assert update is not None
        return over_the_wire(update)

    def welcome(self, head: SignedHead | None = None, by: Entropy = ENTROPY) -> Welcome:
        signed = head or by.signed_head(GAME, self.live.head)
        return Welcome(
            id=0,
            game=GAME.hex(),
            viewer="spectator",
            seat=None,
            server_key=by.public_key,
            head=signed,
            durability="always",
            limits={},
        )


def following(shown: Shown) -> Following:
    """Follow from the first snapshot on."""
    one = Following(GAME)
    one.welcome(shown.welcome())
    one.snapshot(shown.snapshot)
    return one


def test_what_extends_the_history_is_taken() -> None:
    shown = Shown()
    one = following(shown)
    lines = one.update(shown.round())
    assert any("The die shows" in line.text for line in lines)
    assert one.view == over_the_wire(shown.live.look()).view
    assert one.head == shown.live.head
    one.signed(ENTROPY.signed_head(GAME, shown.live.head))
    assert one.seen is not None
    assert one.seen.head == shown.live.head


def test_lines_are_told_once_however_often_they_are_sent() -> None:
    shown = Shown()
    one = following(shown)
    one.update(shown.round())
    told = list(one.chronicle)
    assert one.snapshot(over_the_wire(shown.live.snapshot("you fell behind"))) == []
    assert list(one.chronicle) == told


def test_a_server_with_another_key_is_another_server() -> None:
    shown = Shown()
    one = Following(GAME, ENTROPY.public_key)
    with pytest.raises(Forked, match="another key"):
        one.welcome(shown.welcome(by=Entropy(b"\x08" * 32)))


def test_a_history_that_became_shorter_is_refused() -> None:
    shown = Shown()
    later = ENTROPY.signed_head(GAME, Head(99, b"\x05" * 32))
    one = Following(GAME, ENTROPY.public_key, later)
    with pytest.raises(Forked, match="signed event 99 before"):
        one.welcome(shown.welcome())
    two = following(shown)
    two.update(shown.round())
    with pytest.raises(Forked, match="ended later before"):
        two.snapshot(shown.snapshot)


def test_two_heads_at_one_position_are_two_histories() -> None:
    shown = Shown()
    position = shown.live.head.position
    forged = ENTROPY.signed_head(GAME, Head(position, b"\x05" * 32))
    with pytest.raises(Forked, match=f"two histories have an event {position}"):
        following(shown).signed(forged)
    with pytest.raises(Forked, match="two histories"):
        Following(GAME, ENTROPY.public_key, forged).welcome(shown.welcome())


def test_a_signature_that_is_not_the_servers_is_refused() -> None:
    shown = Shown()
    true = ENTROPY.signed_head(GAME, shown.live.head)
    for false in (
        msgspec.structs.replace(true, signature=bytes(64)),
        msgspec.structs.replace(true, signature=true.signature[:-1]),
        Entropy(b"\x08" * 32).signed_head(GAME, shown.live.head),
    ):
        with pytest.raises(Forked, match="not the server's"):
            following(shown).signed(false)


def _flipped(octets: bytes) -> bytes:
    return octets[:-1] + bytes([octets[-1] ^ 1])


def _altered(update: Update, **changes: object) -> Update:
    first = msgspec.structs.replace(update.events[0], **changes)
    return msgspec.structs.replace(update, events=(first, *update.events[1:]))


ALTERED: dict[str, Callable[[Update], Update]] = {
    "another event": lambda u: _altered(u, o=_flipped(u.events[0].o)),
    "another time": lambda u: _altered(u, t=u.events[0].t + 1),
    "another seal": lambda u: _altered(u, seal=b"\x01" * 32),
    "an opened seal that is not it": lambda u: _altered(u, s=b"\x00" * 20),
    "another position": lambda u: _altered(u, p=u.events[0].p + 1),
    "an event less": lambda u: msgspec.structs.replace(u, events=u.events[:-1]),
    "another hash": lambda u: msgspec.structs.replace(u, hash=b"\x01" * 32),
    "a gap": lambda u: msgspec.structs.replace(u, after=u.after + 1),
}


@pytest.mark.parametrize("alter", ALTERED.values(), ids=ALTERED)
def test_an_altered_update_is_refused_and_changes_nothing(
    alter: Callable[[Update], Update],
) -> None:
    shown = Shown()
    one = following(shown)
    before = one.head, msgspec.json.encode(one.view), len(one.chronicle)
    with pytest.raises(Forked):
        one.update(alter(shown.round()))
    assert (one.head, msgspec.json.encode(one.view), len(one.chronicle)) == before


def test_an_update_before_the_first_snapshot_is_refused() -> None:
    shown = Shown()
    one = Following(GAME)
    one.welcome(shown.welcome())
    with pytest.raises(Forked):
        one.update(shown.round())
