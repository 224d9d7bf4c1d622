"""F25 to F28: a million documents and a million frames of what is nonsense, or nearly so."""

import asyncio
import base64
import os
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
from websockets.frames import Frame, Opcode

from projections.messages import (
    Beat,
    Contribute,
    Declare,
    Hello,
    Problem,
    Recorded,
    SignedHead,
)
from projections.wire import JSON, MSGPACK
from server.store.embedded import EmbeddedValkey
from server.ws.session import Session
from tests.chaos.campaign import Campaign, Figures, Run
from tests.chaos.pennies_table import Table
from tests.chaos.servers import PennyServer, zygote

MIB = 10.0
"""So much the memory may grow, once it is warm."""
WARM = 0.2
SEED_MESSAGES = (
    Hello(id=1, game="ab" * 16, token="cd" * 32, after=7, seen=SignedHead(7, bytes(32), bytes(64))),
    Declare(
        id=2,
        open=msgspec.msgpack.encode({"k": "declared", "v": 1, "d": {"id": bytes(16), "seat": 1}}),
        sealed=bytes(16) + msgspec.msgpack.encode({"pennies": 3}),
        signature=bytes(64),
    ),
    Contribute(id=3, i=1, link=bytes(32), signature=bytes(64)),
    Beat(id=4, position=2),
)
TRICKS = (
    *(b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff"),
    *(b"\x91" * 40, b"\xdd\x00\x00\xfd\xe8" * 50, b"\xd4\x2a\x00", b"\xd7\xff" + b"\xff" * 8),
    *(b"\xcb\x7f\xf8" + bytes(6), b"\xcb\x7f\xf0" + bytes(6), b"\xcb\x80" + bytes(7), b"\xc3"),
    *(b"\xcf" + b"\xff" * 8, b"\x82\xa1a\x01\xa1a\x02", b"\x82\xa1a\x01\xc4\x01a\x02"),
    *(b"[" * 40, b"NaN", b"1e999", b'{"t":"beat","t":"beat"}', b"\xff\xfe", b"\\ud800"),
)


def mutated(chance: random.Random, seed: bytes) -> bytes:
    """Return a message with some bytes changed, cut, doubled, or a trick put into it."""
    data = bytearray(seed)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + chance.randrange(1, 9)]
            case 2:
                data[at:at] = data[max(0, at - chance.randrange(1, 40)) : at]
            case 3:
                data[at:at] = chance.choice(TRICKS)
            case _:
                data[at : at + 8] = chance.randbytes(8)
    return bytes(data)


def _resident_mib() -> float:
    words = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def documents(run: Run) -> Figures:
    """Read mutated messages: each is a request or one typed refusal, and nothing else ever."""
    count, taken = run.length(10_000, 1_000_000), 0
    seeds = [(wire, wire.encode(one)) for one in SEED_MESSAGES for wire in (MSGPACK, JSON)]
    sessions = {wire: Session(wire) for wire in (MSGPACK, JSON)}
    warm_mib = 0.0
    for done in range(count):
        wire, seed = seeds[done % len(seeds)]
        data = mutated(run.chance, seed)
        said = sessions[wire].receive(data if wire.binary else data.decode("utf-8", "replace"))
        if isinstance(said, Problem):
            assert said.recorded is False
            assert said.code in {"malformed", "out_of_turn"}, said
        else:
            taken += 1
        if done == int(WARM * count):
            warm_mib = _resident_mib()
        if done % 1000 == 0:
            run.progress(done, count)
            await asyncio.sleep(0)
    grown = _resident_mib() - warm_mib
    assert abs(grown) < MIB, f"the memory grew by {grown:.1f} MiB"
    return {
        "documents": count,
        "still sense": taken,
        "memory grew by MiB": round(grown, 1),
    }


async def frames(run: Run) -> Figures:
    """Send mutated messages in sound frames, then one unsound frame, over thousands of sockets."""
    sockets = run.length(20, 5_000)
    each = 200
    async with EmbeddedValkey(run.folder / "valkey") as valkey, zygote() as forks:
        server = PennyServer(forks, run.folder, valkey.url)
        await server.start()
        table = await Table.made(server.url)
        warm_mib = 0.0
        for done in range(sockets):
            await _one_socket(run.chance, server.url, table, each)
            if done == int(WARM * sockets):
                warm_mib = server.resident_mib()
            run.progress(done * each, sockets * each)
        grown = server.resident_mib() - warm_mib
        tracebacks = server.tracebacks()
        await table.check(server.url)
    assert not tracebacks
    assert abs(grown) < MIB, f"the server's memory grew by {grown:.1f} MiB"
    return {
        "frames": sockets * (each + 1),
        "sockets": sockets,
        "tracebacks": tracebacks,
        "memory grew by MiB": round(grown, 1),
    }


async def _one_socket(chance: random.Random, url: str, table: Table, count: int) -> None:
    """Say hello as a spectator, then nonsense; the server closes after the unsound frame."""
    port = int(url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(chance.randbytes(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {MSGPACK.subprotocol}\r\n\r\n".encode()
    )
    hello = MSGPACK.encode(Hello(id=1, game=table.watch.game.hex()))
    seeds = [MSGPACK.encode(one) for one in SEED_MESSAGES[1:]]
    sent = [Frame(Opcode.BINARY, hello).serialize(mask=True)]
    sent += [
        Frame(Opcode.BINARY, mutated(chance, chance.choice(seeds))[:16_000]).serialize(mask=True)
        for _ in range(count - 1)
    ]
    writer.write(b"".join(sent))
    writer.write(next(_unsound(chance)))
    try:
        async with asyncio.timeout(30):
            answers, code = _answered(await reader.read())
    finally:
        writer.close()
    assert answers >= count - 1, f"{answers} answers to {count - 1} messages"
    assert code in {1002, 1007, 1009}, f"the unsound frame was answered with {code}"


def _answered(data: bytes) -> tuple[int, int]:
    """Return how many messages bear the answer to one, and the code of the closing frame."""
    _, _, data = data.partition(b"\r\n\r\n")
    answers = code = 0
    while data:
        opcode, size, begin = data[0] & 0x0F, data[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(data[2:begin], "big")
        payload, data = data[begin : begin + size], data[begin + size :]
        if opcode == Opcode.CLOSE:
            code = int.from_bytes(payload[:2], "big")
        elif opcode == Opcode.BINARY:
            answers += isinstance(MSGPACK.to_viewer(payload), Problem | Beat | Recorded)
    return answers, code


def _unsound(chance: random.Random) -> Iterator[bytes]:
    """Yield a frame that no peer may send: a bad opcode, reserved bits, no mask, a lying length."""
    payload = chance.randbytes(chance.randrange(20))
    sound = bytearray(Frame(Opcode.BINARY, payload).serialize(mask=True))
    match chance.randrange(5):
        case 0:
            sound[0] = 0x80 | chance.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))
        case 1:
            sound[0] |= chance.choice((0x10, 0x20, 0x40, 0x70))
        case 2:
            sound[0] = 0x09  # a ping in two parts
        case 3:
            sound[1:1] = b"\xff" + b"\x7f" * 8
        case _:
            sound[0] = 0x80  # goes on with nothing
    yield bytes(sound)


DOCUMENTS = Campaign("F27, F28", "mutated documents", documents)
FRAMES = Campaign("F25, F26", "mutated frames at a real server", frames)
