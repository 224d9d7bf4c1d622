"""dice/1: rolls that nobody can bend and everybody can check (docs/reference/record.md).

Faces are a function of links fixed before play and of the declaration that led to the roll.
To the rules, dice are an argument: they `roll` what they need and yield what was rolled.
"""

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from domain.names import GameId, SeatId

CHAIN_LINKS = 65_536
PRESENT, ABSENT = 1, 2
LEVELS = ("server", "table")
"""Who has a part in the faces: the server's links alone, or those of the seats as well."""
DEADLINE_MS = 5_000
"""How long a seat has to open its link, at level `table`."""


class Ask(msgspec.Struct, frozen=True, array_like=True):
    """A group of equal dice, and what they are rolled for."""

    label: str
    count: int
    sides: int


class Rolled(msgspec.Struct, frozen=True):
    """Dice that were asked for together, and the faces that came up, group by group."""

    asks: tuple[Ask, ...]
    faces: tuple[tuple[int, ...], ...]
    hidden: bool = False

    @property
    def total(self) -> int:
        """The sum of all faces."""
        return sum(map(sum, self.faces))


class Dice(Protocol):
    """What the rules may do with chance: ask for dice, all whose number is known in one roll."""

    def roll(self, *asks: Ask) -> Rolled:
        """Roll openly; the caller yields the result among its events."""
        ...

    def roll_hidden(self, *asks: Ask) -> Rolled:
        """Roll so that nobody sees the faces until the roll is opened; yielded all the same."""
        ...


class ScriptedDice:
    """Dice that show the given faces in order: for examples, and to decide again from a record."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)

    def roll(self, *asks: Ask) -> Rolled:
        """Take the next faces; ValueError if they run out or do not fit the dice."""
        return Rolled(asks, tuple(tuple(self._take(ask) for _ in range(ask.count)) for ask in asks))

    def roll_hidden(self, *asks: Ask) -> Rolled:
        """Take the next faces, as `roll` does, for a hidden roll."""
        return msgspec.structs.replace(self.roll(*asks), hidden=True)

    def _take(self, ask: Ask) -> int:
        if not self._faces or not 1 <= self._faces[0] <= ask.sides:
            raise ValueError(f"{ask.label}: the script has no d{ask.sides} next: {self._faces[:6]}")
        return self._faces.pop(0)

    @property
    def left(self) -> Sequence[int]:
        """The faces that were not asked for."""
        return tuple(self._faces)


# --- chains ---------------------------------------------------------------------------------


class Chain(msgspec.Struct, frozen=True):
    """Which chain of links somebody uses: the first, or one that it was renewed with."""

    rotation: int = 0
    links: int = CHAIN_LINKS


def chain(game: GameId, seat: SeatId, seed: bytes, links: int = CHAIN_LINKS) -> list[bytes]:
    """Return all links of a chain: index 0 is the anchor, index k is link[k]."""
    link = sha256(b"dice/1 tip\0" + game + bytes([seat]) + seed).digest()
    found = [link]
    for k in range(links, 0, -1):
        link = link_before(game, seat, k, link)
        found.append(link)
    found.reverse()
    return found


def link_before(game: GameId, seat: SeatId, k: int, link: bytes) -> bytes:
    """Return link[k-1] of a chain, given link[k]."""
    return sha256(b"dice/1 chain\0" + game + bytes([seat]) + k.to_bytes(4, "big") + link).digest()


def link_holds(
    game: GameId, seat: SeatId, i: int, link: bytes, known_i: int, known_link: bytes
) -> bool:
    """Tell whether *link* is link[i] of the chain whose link[known_i] is known (0: the anchor)."""
    if i <= known_i or len(link) != 32:
        return False
    for k in range(i, known_i, -1):
        link = link_before(game, seat, k, link)
    return link == known_link


def chain_seed(secret: bytes, game: GameId, rotation: int = 0) -> bytes:
    """Return the chain seed of a game, from a secret that is kept: the server's master secret.

    A seat's client renews its chain in the same way, from the seed of its first.
    """
    return hmac.digest(secret, b"dice/1 seed\0" + game + rotation.to_bytes(4, "big"), "sha256")


def hidden_seed(master: bytes, game: GameId, j: int) -> bytes:
    """Return the seed of hidden roll j."""
    return hmac.digest(master, b"dice/1 hidden seed\0" + game + j.to_bytes(4, "big"), "sha256")


def hidden_commitment(game: GameId, j: int, seed: bytes) -> bytes:
    """Return the commitment to the seed of hidden roll j, published before it is needed."""
    return sha256(b"dice/1 hidden\0" + game + j.to_bytes(4, "big") + seed).digest()


# --- rolls ----------------------------------------------------------------------------------


class Contributor(msgspec.Struct, frozen=True, array_like=True):
    """A seat that was to open a link for a roll: its status, its link (zeros if absent)."""

    seat: SeatId
    status: int
    link: bytes


def link_message(ctx: bytes, i: int, link: bytes) -> bytes:
    """Return what a seat signs when it opens its link for roll i."""
    return b"dice/1 link\0" + ctx + i.to_bytes(4, "big") + link


def dice_bytes(asks: Iterable[Ask]) -> bytes:
    """Return the canonical bytes of what is asked."""
    parts: list[bytes] = []
    for ask in asks:
        label = ask.label.encode()
        parts += [
            bytes([len(label)]),
            label,
            ask.count.to_bytes(2, "big"),
            ask.sides.to_bytes(2, "big"),
        ]
    return b"".join(parts)


def roll_context(game: GameId, i: int, open_part: bytes, seal: bytes, asks: Iterable[Ask]) -> bytes:
    """Return ctx: which roll this is, which event led to it, and which dice are asked for."""
    return sha256(
        b"dice/1 ctx\0"
        + game
        + i.to_bytes(4, "big")
        + sha256(open_part).digest()
        + seal
        + sha256(dice_bytes(asks)).digest()
    ).digest()


def roll_key(link: bytes, ctx: bytes, contributors: Sequence[Contributor] = ()) -> bytes:
    """Return the key of a roll: the server's link mixes in ctx and the links of the seats."""
    message = b"dice/1 roll\0" + ctx + bytes([len(contributors)])
    for one in sorted(contributors, key=lambda c: c.seat):
        message += bytes([one.seat, one.status]) + one.link
    return hmac.digest(link, message + b"\0", "sha256")


def faces(key: bytes, asks: Iterable[Ask]) -> tuple[tuple[int, ...], ...]:
    """Return the faces of all dice, drawn in order from the one stream of *key*."""
    stream = _Stream(key)
    return tuple(tuple(stream.face(ask.sides) for _ in range(ask.count)) for ask in asks)


def face_of(value: int, width: int, sides: int) -> int | None:
    """Return the face that an unsigned integer of *width* bytes shows, or None: draw again.

    Values at or above the greatest multiple of *sides* are drawn again, so every face has
    exactly the same number of values.
    """
    limit = 256**width - 256**width % sides
    return None if value >= limit else value % sides + 1


class _Stream:
    """The bytes of one roll: HMAC blocks of its key, counted from zero."""

    def __init__(self, key: bytes) -> None:
        self._key, self._block, self._rest = key, 0, b""

    def face(self, sides: int) -> int:
        assert 2 <= sides <= 65_535, f"a die has 2 to 65,535 sides, not {sides}"
        width = 1 if sides <= 256 else 2
        while True:
            face = face_of(int.from_bytes(self._take(width), "big"), width, sides)
            if face is not None:
                return face

    def _take(self, count: int) -> bytes:
        while len(self._rest) < count:
            message = b"dice/1 stream\0" + self._block.to_bytes(4, "big")
            self._rest += hmac.digest(self._key, message, "sha256")
            self._block += 1
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken
