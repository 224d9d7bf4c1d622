"""The seats that a person holds: token, key and dice seed, a file each (mode 0600)."""

import os
import secrets
from pathlib import Path

import msgspec
from nacl.signing import SigningKey

from domain.dice import chain, link_message
from domain.names import GameId, SeatId
from domain.record import declaration_message, join_message
from projections.messages import SignedHead


class KeysUnreadable(Exception):  # noqa: N818  names what is wrong
    """A file of the keyring cannot be read; the sentence names it."""


class SeatKeys(msgspec.Struct, frozen=True, kw_only=True):
    """What makes somebody the holder of a seat. *token* is empty until the seat is taken.

    *server_key* and *seen* are what this client insists on: the server's key, and the newest
    signed head it was shown. *rolls* is the greatest number of a roll whose link was opened: none
    is opened again for another.
    """

    server: str
    game: bytes
    seat: int
    name: str
    key: bytes
    seed: bytes
    token: str = ""
    server_key: bytes = b""
    rolls: int = 0
    seen: SignedHead | None = None

    @property
    def public_key(self) -> bytes:
        """The key that the record shows."""
        return bytes(SigningKey(self.key).verify_key)

    def anchor(self) -> bytes:
        """Return the anchor of this seat's dice chain (takes some 50 ms)."""
        return chain(GameId(self.game), SeatId(self.seat), self.seed)[0]

    def sign_join(self, invitation: bytes) -> bytes:
        """Return the proof that who takes the seat has its key."""
        return self._sign(join_message(GameId(self.game), self.seat, invitation))

    def sign_declaration(self, open_part: bytes, seal: bytes) -> bytes:
        """Return the seat's signature on a declaration."""
        return self._sign(declaration_message(open_part, seal))

    def sign_link(self, ctx: bytes, i: int, link: bytes) -> bytes:
        """Return the seat's signature on its link for roll i."""
        return self._sign(link_message(ctx, i, link))

    def _sign(self, message: bytes) -> bytes:
        return SigningKey(self.key).sign(message).signature


def new_keys(server: str, game: GameId, seat: int, name: str) -> SeatKeys:
    """Make the keys for a seat, from the operating system's chance."""
    key, seed = secrets.token_bytes(32), secrets.token_bytes(32)
    return SeatKeys(server=server, game=game, seat=seat, name=name, key=key, seed=seed)


class Keyring:
    """The folder where a person's seats are kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or home()

    def load(self, server: str, game: GameId, seat: int | None = None) -> SeatKeys | None:
        """Return the keys of a seat of *game* (any, if *seat* is not said), or None.

        They are for the *server* that gave the seat: a token is sent to no other. Raises
        KeysUnreadable.
        """
        held = self.of_game(game)
        return next(
            (one for one in held if one.server == server and seat in {None, one.seat}), None
        )

    def of_game(self, game: GameId) -> list[SeatKeys]:
        """Return the keys of every seat of *game* that is held here.

        Raises KeysUnreadable: a damaged file is not replaced by itself, somebody may mend it.
        """
        return [_read(file) for file in sorted(self._folder.glob(f"{game.hex()}-*.json"))]

    def save(self, keys: SeatKeys) -> None:
        """Keep *keys*, whole or not at all, readable by this person alone."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._file(keys)
        beside = file.with_suffix(f".{os.getpid()}.new")  # other commands may save it now
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as made:
            made.write(msgspec.json.encode(keys))
            made.flush()
            os.fsync(made.fileno())
        beside.replace(file)

    def drop(self, keys: SeatKeys) -> None:
        """Forget *keys*, which hold no seat."""
        self._file(keys).unlink(missing_ok=True)

    def _file(self, keys: SeatKeys) -> Path:
        return self._folder / f"{keys.game.hex()}-{keys.seat}.json"


def home() -> Path:
    """Return the folder of this person's seats: BROADSIDE_HOME, or the usual place for data."""
    if chosen := os.environ.get("BROADSIDE_HOME"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "broadside"


def _read(file: Path) -> SeatKeys:
    try:
        return msgspec.json.decode(file.read_bytes(), type=SeatKeys)
    except (OSError, msgspec.MsgspecError) as fault:
        raise KeysUnreadable(f"{file} holds the keys of a seat and is damaged: {fault}") from None
