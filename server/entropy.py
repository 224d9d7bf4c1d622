"""The server's share of chance: its chains, hidden seeds, salts and key, from one master secret.

The secret lives in a file of its own (mode 0600), never in the store: a copy of the store cannot
be played ahead.
"""

import asyncio
import hmac
import os
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from nacl.signing import SigningKey

from domain.dice import Chain, chain_seed, hidden_commitment, hidden_seed, link_before
from domain.names import SERVER, GameId, SeatId
from domain.record import SALT_BYTES, Head, head_message, receipt_message
from projections.messages import SignedHead

STRIDE = 256


class Entropy:
    """Everything that is derived from the master secret."""

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._key = SigningKey(self._derive(b"server key\0"))
        self.public_key = bytes(self._key.verify_key)
        self._hashing = asyncio.Lock()

    def sign(self, message: bytes) -> bytes:
        """Return the server's signature over *message*."""
        return self._key.sign(message).signature

    def signed_head(self, game: GameId, head: Head) -> SignedHead:
        """Return *head*, signed."""
        return SignedHead(head.position, head.hash, self.sign(head_message(game, head)))

    def receipt(self, game: GameId, head: Head, declaration_id: bytes) -> bytes:
        """Return the receipt of a declaration that is on disk; *head* is the one it made."""
        return self.sign(receipt_message(game, head, declaration_id))

    def token(self, game: GameId, seat: SeatId, invitation: bytes, key: bytes) -> bytes:
        """Return the seat token (32 bytes) that an invitation yields to the holder of *key*.

        It is the same whenever the same holder asks, so that a lost answer locks nobody out.
        """
        return self._derive(b"seat token\0" + game + bytes([seat]) + invitation + key)

    def sources(self, game: GameId) -> "GameSources":
        """Return the server's chances of *game*."""
        return GameSources(self._master, game, self._derive(b"salts\0" + game), self._hashing)

    def _derive(self, purpose: bytes) -> bytes:
        return hmac.digest(self._master, b"broadside/1 " + purpose, "sha256")


class GameSources:
    """The server's chains, hidden seeds and salts of one game (`domain.chance.Sources`).

    *here* tells which seats are connected, *stopped_ms* how long between two moments no server was
    up.
    """

    def __init__(self, master: bytes, game: GameId, salts: bytes, hashing: asyncio.Lock) -> None:
        self._master, self._game, self._salts, self._hashing = master, game, salts, hashing
        self._chains: dict[Chain, _Links] = {}
        self.here: Callable[[], tuple[SeatId, ...]] = tuple
        self.stopped_ms: Callable[[int, int], int] = lambda _since_ms, _at_ms: 0

    def contributors(self, i: int) -> tuple[SeatId, ...]:  # noqa: ARG002  the same for each roll
        """Return the seats that are here now: each is asked for its link, whatever the roll."""
        return self.here()

    async def hashed(self, chain: Chain) -> bytes:
        """Return the anchor of *chain*, hashed beside the loop, which it would stop.

        One chain at a time in a process: many threads that compute leave the loop no turn.
        """
        async with self._hashing:
            return await asyncio.to_thread(self.anchor, chain)

    def anchor(self, chain: Chain) -> bytes:
        """Return the anchor of *chain*; the first time takes some 50 ms, all of it is hashed."""
        return self._links(chain).anchor

    def link(self, chain: Chain, i: int) -> bytes:
        """Return link[i] of *chain*; the first time takes as long as its anchor."""
        return self._links(chain).link(i)

    def _links(self, chain: Chain) -> "_Links":
        if chain not in self._chains:
            seed = chain_seed(self._master, self._game, chain.rotation)
            self._chains[chain] = _Links(self._game, seed, chain.links)
        return self._chains[chain]

    def time_used(self, since_ms: int, at_ms: int) -> tuple[int, int]:
        """Return what goes on the clocks of all that went by, and what does not."""
        went_by = max(0, at_ms - since_ms)
        stopped_ms = self.stopped_ms(since_ms, at_ms)
        return went_by - stopped_ms, stopped_ms

    def hidden_seed(self, j: int) -> bytes:
        """Return the seed of hidden roll j."""
        return hidden_seed(self._master, self._game, j)

    def commitment(self, j: int) -> bytes:
        """Return the commitment to the seed of hidden roll j."""
        return hidden_commitment(self._game, j, self.hidden_seed(j))

    def salt(self, position: int) -> bytes:
        """Return the salt of the server's sealed part at *position*."""
        return hmac.digest(self._salts, position.to_bytes(8, "big"), "sha256")[:SALT_BYTES]


class _Links:
    """A chain of the server: every 256th link is kept, and the stretch that is in use."""

    def __init__(self, game: GameId, seed: bytes, links: int) -> None:
        self._game, self._kept, self._last = game, dict[int, bytes](), links
        link = sha256(b"dice/1 tip\0" + game + bytes([SERVER]) + seed).digest()
        for k in range(links, 0, -1):
            if k % STRIDE == 0 or k == links:
                self._kept[k] = link
            link = link_before(game, SERVER, k, link)
        self.anchor = link
        self._stretch: dict[int, bytes] = {}

    def link(self, i: int) -> bytes:
        if i not in self._stretch:
            top = min(-(-i // STRIDE) * STRIDE, self._last)
            link, self._stretch = self._kept[top], {}
            for k in range(top, max(0, top - STRIDE), -1):
                self._stretch[k] = link
                link = link_before(self._game, SERVER, k, link)
        return self._stretch[i]


def master_secret(file: Path) -> bytes:
    """Read the master secret of a data folder, or make one where there is none (mode 0600).

    PermissionError if others may read it: then it is no secret.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if file.stat().st_mode & 0o077:
            raise PermissionError(f"{file} can be read by others; run: chmod 600 {file}") from None
        master = file.read_bytes()
        if len(master) != 32:
            raise ValueError(f"{file} is damaged: it must have 32 bytes") from None
        return master
    with os.fdopen(descriptor, "wb") as made:
        master = secrets.token_bytes(32)
        made.write(master)
        made.flush()
        os.fsync(made.fileno())
    return master
