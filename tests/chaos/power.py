"""F05: power is cut while eight append: what was not synced is gone, what was answered is not."""

import asyncio

from redis.asyncio import Redis

from domain.names import GameId
from domain.record import START, Entry, Head
from server.store.event_store import NotRecorded, Unsettled
from server.store.redis_streams import RedisStreams
from tests.chaos.bad_disk import BadDisk
from tests.chaos.campaign import Campaign, Figures, Run
from tests.server.store.histories import commit, new_game, whole_history

WRITERS = 8
LOSES_WITHIN = 10
"""So many cuts are enough for one to lose what was promised on disk within a second."""


class _Writer:
    """A game that is written on and on; *acknowledged* is all that was answered "recorded"."""

    def __init__(self) -> None:
        self.game: GameId = new_game()
        self.head: Head = START
        self.acknowledged: list[Entry] = []

    async def write(self, store: RedisStreams) -> None:
        """Append until the store is gone."""
        while True:
            entries = commit(self.game, self.head, events=3)
            try:
                await store.append(self.game, self.head, entries)
            except (NotRecorded, Unsettled):
                return
            self.acknowledged += entries
            self.head = entries[-1].head


async def run(run: Run) -> Figures:
    """Cut and start again; then once more with a promise of less than `always`, which loses."""
    cuts = run.length(3, 300)
    async with BadDisk(run.folder) as disk:
        acknowledged, lost, thrown = 0, 0, 0
        for done in range(cuts):
            writers, lost_bytes = await _cut(run, disk, "always")
            thrown += lost_bytes
            for one in writers:
                acknowledged += len(one.acknowledged)
                lost += await _missing(disk, one)
            assert not lost, f"{lost} events that were acknowledged are gone"
            run.progress(done + 1, cuts)
        missing = 0
        for _ in range(LOSES_WITHIN):
            writers, _ = await _cut(run, disk, "everysec")
            missing += sum([await _missing(disk, one) for one in writers])
            if missing:
                break
        assert missing, "the disk of this test loses nothing: it proves nothing"
    return {
        "cuts": cuts,
        "acknowledged": acknowledged,
        "lost": lost,
        "bytes not synced, thrown away": thrown,
        "with everysec, for comparison: acknowledged and lost": missing,
    }


async def _cut(run: Run, disk: BadDisk, policy: str) -> tuple[list[_Writer], int]:
    """Write for a moment, and cut the power."""
    async with Redis.from_url(disk.valkey.url) as client:
        await client.config_set("appendfsync", policy)
    store = await RedisStreams.open(disk.valkey.url)
    writers = [_Writer() for _ in range(WRITERS)]
    writing = [asyncio.create_task(one.write(store)) for one in writers]
    await asyncio.sleep(0.05 + run.chance.random() * 0.2)
    lost = await disk.power_cut()
    for task in writing:
        task.cancel()
    await asyncio.gather(*writing, return_exceptions=True)
    await store.close()
    return writers, lost


async def _missing(disk: BadDisk, one: _Writer) -> int:
    """Return how many acknowledged events are gone; what is there is whole commits."""
    store = await RedisStreams.open(disk.valkey.url)
    found = await whole_history(store, one.game)
    await store.close()
    assert len(found) % 3 == 0, "a commit is there in part"
    kept = found[: len(one.acknowledged)]
    assert kept == one.acknowledged[: len(kept)]
    return len(one.acknowledged) - len(kept)


CAMPAIGN = Campaign("F05", "power cut: what was not synced is thrown away", run)
