"""What is known of all games beside their records: which are played, which are over, what is due.

Nothing here is part of a record: all of it could be made again from the records. Every key is used
alone, so that in a cluster each may lie where it likes.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from domain.names import GameId
from server.store.asking import Questions

State = Literal["playing", "over"]
"""The two lists of games: those that are offered or running, and those that are over."""

LINES, DUE = b"broadside:lines", b"broadside:due"
LISTS: Mapping[State, bytes] = {"playing": b"broadside:playing", "over": b"broadside:over"}
"""Each a sorted set without scores: its members begin with a time, and so are in its order."""
PLACE_BYTES = 24
BEFORE_LISTS = b"broadside:games"
"""The set of all games in stores that are older than the lists."""

CLAIM = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, game in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], game) end
return due
"""


class Place(NamedTuple):
    """Where a game stands in its list: by when it was made, or when it ended."""

    at_ms: int
    game: GameId

    @property
    def member(self) -> bytes:
        """The place as it is stored, in the order of the list."""
        return self.at_ms.to_bytes(8, "big") + self.game

    @classmethod
    def read(cls, member: bytes) -> "Place":
        """Read a place as it is stored; ValueError if it is none."""
        if len(member) != PLACE_BYTES:
            raise ValueError("it is no place in a list of games")
        return cls(int.from_bytes(member[:8], "big"), GameId(member[8:]))


class GameIndex(Protocol):
    """What is known of all games. Every question raises StoreDown if the store does not answer."""

    async def newest(self, state: State, before: Place | None, limit: int) -> list[Place]:
        """Return the newest games of a list, or the newest of those that come after *before*."""
        ...

    async def list_again(self, made: Place) -> None:
        """List a game among those that are played: a new one is, by its first append."""
        ...

    async def end(self, made: Place, over: Place) -> None:
        """Move a game to those that are over."""
        ...

    async def lines(self, games: Sequence[GameId]) -> list[bytes | None]:
        """Return what was kept for the lobby of each of *games*."""
        ...

    async def keep_lines(self, lines: Mapping[GameId, bytes]) -> None:
        """Keep lines for the lobby."""
        ...

    async def say_due(self, moments: Mapping[GameId, int | None]) -> None:
        """Note when a game is to be looked at, in ms of the wall clock; None: not any more."""
        ...

    async def claim_due(self, until_ms: int, again_ms: int, limit: int) -> list[GameId]:
        """Return games that were to be looked at by *until_ms*, each to one process alone.

        Who does not see to it loses it to the others at *again_ms*.
        """
        ...

    async def older(self, limit: int) -> list[GameId]:
        """Return some of the games that an older server has listed, and no list of ours."""
        ...

    async def forget_older(self, games: Sequence[GameId]) -> None:
        """Take games that are listed by now from the older list."""
        ...


class RedisIndex(GameIndex):
    """The index in Redis or Valkey (GameIndex says what each question means)."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    async def newest(self, state: State, before: Place | None, limit: int) -> list[Place]:
        """Return the newest games of a list (GameIndex.newest)."""
        start = b"+" if before is None else b"(" + before.member
        async with self._questions.asking() as redis:
            found: Any = await redis.zrevrangebylex(LISTS[state], start, b"-", start=0, num=limit)
        return [Place.read(member) for member in found if len(member) == PLACE_BYTES]

    async def list_again(self, made: Place) -> None:
        """List a game among those that are played (GameIndex.list_again)."""
        async with self._questions.asking() as redis:
            await redis.zadd(LISTS["playing"], {made.member: 0})

    async def end(self, made: Place, over: Place) -> None:
        """Move a game to those that are over (GameIndex.end)."""
        # In this order: whoever is interrupted leaves it in both, and the first is looked at again.
        async with self._questions.asking() as redis:
            await redis.zadd(LISTS["over"], {over.member: 0})
            await redis.zrem(LISTS["playing"], made.member)

    async def lines(self, games: Sequence[GameId]) -> list[bytes | None]:
        """Return what was kept for the lobby (GameIndex.lines)."""
        if not games:
            return []
        async with self._questions.asking() as redis:
            found: Any = await redis.hmget(LINES, [*games])
        return list(found)

    async def keep_lines(self, lines: Mapping[GameId, bytes]) -> None:
        """Keep lines for the lobby (GameIndex.keep_lines)."""
        async with self._questions.asking() as redis:
            await redis.hset(LINES, mapping={bytes(game): line for game, line in lines.items()})

    async def say_due(self, moments: Mapping[GameId, int | None]) -> None:
        """Note when games are to be looked at (GameIndex.say_due)."""
        due = {bytes(game): at_ms for game, at_ms in moments.items() if at_ms is not None}
        done = [game for game, at_ms in moments.items() if at_ms is None]
        async with self._questions.asking() as redis:
            if due:
                await redis.zadd(DUE, due)
            if done:
                await redis.zrem(DUE, *done)

    async def claim_due(self, until_ms: int, again_ms: int, limit: int) -> list[GameId]:
        """Return games that were to be looked at (GameIndex.claim_due)."""
        async with self._questions.asking() as redis:
            claimed: Any = redis.eval(CLAIM, 1, DUE, until_ms, again_ms, limit)
            found = await claimed
        return [GameId(game) for game in found]

    async def older(self, limit: int) -> list[GameId]:
        """Return some of the games that an older server has listed (GameIndex.older)."""
        async with self._questions.asking() as redis:
            found: Any = await redis.srandmember(BEFORE_LISTS, limit)
            games = [member for member in found if re.fullmatch(rb"[0-9a-f]{32}", member)]
            if junk := set(found) - set(games):
                await redis.srem(BEFORE_LISTS, *junk)  # by another hand than ours
        return [GameId(bytes.fromhex(member.decode())) for member in games]

    async def forget_older(self, games: Sequence[GameId]) -> None:
        """Take games from the older list (GameIndex.forget_older)."""
        async with self._questions.asking() as redis:
            await redis.srem(BEFORE_LISTS, *(game.hex().encode() for game in games))
