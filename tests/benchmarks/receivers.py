"""The other end of a fan-out: many plain sockets in a process of their own, that count bytes.

    python -m tests.benchmarks.receivers HOST PORT COUNT

It connects COUNT sockets, then reads lines from its standard input. `hello HEX` writes those bytes
on every socket; `settle` answers when nothing comes any more; `expect BYTES` answers when every
socket has had so many bytes more, with the moment at which each had (`time.monotonic`, which all
processes share).
"""

import asyncio
import json
import sys
import time
from typing import cast

import uvloop


class Receiver(asyncio.Protocol):
    """A socket that counts what it is sent, and notes when that was what is expected."""

    def __init__(self) -> None:
        self.transport: asyncio.WriteTransport | None = None
        self.had = self.wanted = 0
        self.at = 0.0
        self.done = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # That of uvloop is none by its class.
        self.transport = cast("asyncio.WriteTransport", transport)

    def data_received(self, data: bytes) -> None:
        self.had += len(data)
        if self.had >= self.wanted and not self.done.is_set():
            self.at = time.monotonic()
            self.done.set()

    def expect(self, more: int) -> None:
        """Wait from now on for so many bytes *more* than were expected before."""
        self.wanted += more
        self.done.clear()
        if self.had >= self.wanted:
            self.at = time.monotonic()
            self.done.set()


async def main(host: str, port: int, count: int) -> None:
    """Do what standard input says."""
    loop = asyncio.get_running_loop()
    receivers = [(await loop.create_connection(Receiver, host, port))[1] for _ in range(count)]
    print("ready", flush=True)  # noqa: T201
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).split():
        match line:
            case ["hello", data]:
                for receiver in receivers:
                    assert receiver.transport is not None
                    receiver.transport.write(bytes.fromhex(data))
                print("said", flush=True)  # noqa: T201
            case ["settle"]:
                before = -1
                while before != (before := sum(receiver.had for receiver in receivers)):
                    await asyncio.sleep(0.5)
                for receiver in receivers:
                    receiver.wanted = receiver.had
                print("settled", flush=True)  # noqa: T201
            case ["expect", more]:
                for receiver in receivers:
                    receiver.expect(int(more))
                print("expecting", flush=True)  # noqa: T201
                await asyncio.gather(*(receiver.done.wait() for receiver in receivers))
                print(json.dumps([receiver.at for receiver in receivers]), flush=True)  # noqa: T201
            case _:
                raise SystemExit(f"what is {line}?")


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
