"""F10: whoever edits a record, wherever, is found by the verifier."""

import asyncio

from clients.verifier.protocol import Fault, verify
from tests.chaos.campaign import Campaign, Figures, Run
from tests.pennies import Guess, Stake
from tests.playing import Playing


def _record(*, dice: str) -> bytes:
    """Return the record of a game with seals, openings and dice."""
    playing = Playing(dice=dice).begun()
    for command in (Stake(pennies=3), Guess(face=2)):
        for seat in (1, 2):
            playing.declare(seat, command)
    if playing.table.game.request is not None:
        for seat in (1, 2):
            playing.contribute(seat)
    return playing.exported()


async def run(run: Run) -> Figures:
    """Change, take out or put in bytes at random, one edit at a time."""
    edits, records = run.length(200, 10_000), [_record(dice=dice) for dice in ("server", "table")]
    for record in records:
        verify(record)
    found = 0
    for done in range(edits):
        edited = _edited(run, records[done % len(records)])
        found += await asyncio.to_thread(_is_found, edited)
        run.progress(done + 1, edits)
    assert found == edits, f"{edits - found} edits were not found"
    return {"edits": edits, "found": found, "bytes of a record": len(records[0])}


def _edited(run: Run, record: bytes) -> bytes:
    chance, data = run.chance, bytearray(record)
    at = chance.randrange(len(data))
    match chance.randrange(3):
        case 0:
            data[at] ^= chance.randrange(1, 256)
        case 1:
            del data[at : at + chance.randrange(1, 40)]
        case _:
            data[at:at] = chance.randbytes(chance.randrange(1, 40))
    return bytes(data)


def _is_found(record: bytes) -> bool:
    try:
        verify(record)
    except Fault:
        return True
    return False


CAMPAIGN = Campaign("F10", "edits of a record", run)
