"""What lies where in Redis: keys, fields and bytes (record.md: rec/1)."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

from domain.names import GameId, SeatId
from domain.record import START, ZERO32, Broken, Entry, Head, seal_of
from server.store.event_store import Hint

LIBRARY = files("server.store").joinpath("append.lua").read_bytes()
"""The library with the one function that writes; its name carries the version of its arguments."""

FUNCTION = b"broadside_append_1"
HINTS = b"broadside:hints"
UP, GAPS = b"broadside:{up}:last", b"broadside:{up}:gaps"
"""When there was the last sign of a server, and the last times without one that were long."""
SAY_UP = """
local last = tonumber(redis.call('GET', KEYS[1]) or ARGV[1])
if tonumber(ARGV[1]) - last > tonumber(ARGV[2]) then
  redis.call('RPUSH', KEYS[2], string.format('%.0f,%.0f', last, ARGV[1]))
  redis.call('LTRIM', KEYS[2], -256, -1)
end
if tonumber(ARGV[1]) > last then redis.call('SET', KEYS[1], ARGV[1]) end
redis.call('SETNX', KEYS[1], ARGV[1])
return redis.call('LRANGE', KEYS[2], 0, -1)
"""
PROBE = b"broadside:probe"
MOVE_OUT = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
redis.call('UNLINK', KEYS[3], KEYS[4])
return 1
"""
"""The one thing that ever takes events away: all keys are one game's, and its head stays."""

UNREADABLE = Head(0, b"")
"""The head of a game whose head key holds something else: it agrees with no stream."""


def events_key(game: GameId) -> bytes:
    """Return the key of the stream; the braces keep all keys of a game in one cluster slot."""
    return b"game:{%s}:events" % game.hex().encode()


def head_key(game: GameId) -> bytes:
    """Return the key of the 40 bytes that say where the stream stands."""
    return b"game:{%s}:head" % game.hex().encode()


def here_key(game: GameId) -> bytes:
    """Return the key of the seats that are connected: no part of the record, gone by itself."""
    return b"game:{%s}:here" % game.hex().encode()


def file_key(game: GameId) -> bytes:
    """Return the key of the file of a game that was played on another server."""
    return b"game:{%s}:file" % game.hex().encode()


def moved_key(game: GameId) -> bytes:
    """Return the key that says where a game is that was moved to the archive."""
    return b"game:{%s}:moved" % game.hex().encode()


def here_of(stored: Mapping[bytes, bytes], now_ms: int) -> frozenset[SeatId]:
    """Read which seats are connected: each with the moment until which that is said."""
    return frozenset(SeatId(int(seat)) for seat, until in stored.items() if int(until) > now_ms)


def gap_of(stored: bytes) -> tuple[int, int]:
    """Read a time in which there was no sign of a server."""
    begin, _, end = stored.partition(b",")
    return int(begin), int(end)


def head_bytes(head: Head) -> bytes:
    """Return a head as it is stored; START, which is never stored, as 40 zero bytes."""
    return head.position.to_bytes(8, "big") + head.hash


def head_of(stored: object) -> Head:
    """Read a head as it is stored; None is START, and anything odd agrees with no stream."""
    if stored is None:
        return START
    if not isinstance(stored, bytes) or len(stored) != 40:
        return UNREADABLE
    return Head(int.from_bytes(stored[:8], "big"), stored[8:])


def hint_bytes(hint: Hint) -> bytes:
    """Return a hint as it is published."""
    return hint.game + hint.position.to_bytes(8, "big")


def hint_of(published: bytes) -> Hint:
    """Read a hint as it was published."""
    return Hint(GameId(published[:16]), int.from_bytes(published[16:], "big"))


def stream_id(position: int) -> bytes:
    """Return the id of the stream entry that holds the event at *position*."""
    return b"%d-0" % position


def append_command(game: GameId, expected: Head, entries: Sequence[Entry]) -> tuple[bytes, ...]:
    """Return the call of the one function that writes (append.lua says what its arguments are)."""
    last = entries[-1].head
    command = [
        *(b"FCALL", FUNCTION, b"2", events_key(game), head_key(game)),
        *(head_bytes(expected), head_bytes(last)),
        *(HINTS, hint_bytes(Hint(game, last.position)), stream_id(last.position)),
    ]
    for entry in entries:
        fields = _fields_of(entry)
        command += [b"%d" % (1 + len(fields)), stream_id(entry.position), *fields]
    return tuple(command)


def add_command(game: GameId, entry: Entry) -> tuple[bytes, ...]:
    """Return the command that puts back an event that was recorded before."""
    return (b"XADD", events_key(game), stream_id(entry.position), *_fields_of(entry))


def _fields_of(entry: Entry) -> list[bytes]:
    fields = [b"o", entry.open, b"t", b"%d" % entry.at_ms, b"h", entry.hash]
    if entry.sealed is not None:
        fields += [b"s", entry.sealed]
    if entry.signature is not None:
        fields += [b"g", entry.signature]
    return fields


def entry_of(stored_id: bytes, fields: Mapping[bytes, bytes]) -> Entry:
    """Read an entry as it is stored; Broken if somebody else wrote it."""
    position, _, rest = stored_id.partition(b"-")
    sealed = fields.get(b"s")
    if rest != b"0":
        raise Broken(int(position), "its place in the stream is not a position")
    try:
        return Entry(
            position=int(position),
            at_ms=int(fields[b"t"]),
            open=fields[b"o"],
            sealed=sealed,
            seal=ZERO32 if sealed is None else seal_of(sealed),
            hash=fields[b"h"],
            signature=fields.get(b"g"),
        )
    except (KeyError, ValueError) as error:
        raise Broken(int(position), "it is not stored as an event is") from error
