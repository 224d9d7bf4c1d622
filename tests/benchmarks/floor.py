"""The floor: a server that stores durably and answers, and knows no rules.

    python -m tests.benchmarks.floor FOLDER [signed]

aiohttp, uvloop and the same grouped appends of the same size, `appendfsync always`; each frame is
appended and answered with as many bytes as a receipt has. `signed` checks one signature and makes
one for each, as a referee must that proves who declared what, and that it was recorded.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import uvloop
from aiohttp import WSMsgType, web
from nacl.signing import SigningKey

from server.store.embedded import EmbeddedValkey
from server.store.group_commit import GroupCommit
from server.store.limits import StoreLimits
from server.store.line import Line

RECEIPT = bytes(220)


def unsigned(_: bytes) -> bytes:
    return RECEIPT


def signer() -> Callable[[bytes], bytes]:
    """Return what checks a signature over each message and signs the answer."""
    key = SigningKey.generate()
    public, signature = key.verify_key, key.sign(RECEIPT).signature

    def answer(_: bytes) -> bytes:
        public.verify(RECEIPT, signature)
        key.sign(RECEIPT)
        return RECEIPT

    return answer


async def main(folder: Path, answer: Callable[[bytes], bytes]) -> None:
    """Serve until standard input ends; the first line says where."""
    async with EmbeddedValkey(folder) as valkey:
        commits = GroupCommit(Line(valkey.url), StoreLimits())

        async def serve(request: web.Request) -> web.WebSocketResponse:
            socket = web.WebSocketResponse(compress=False)
            await socket.prepare(request)
            async for message in socket:
                if message.type is not WSMsgType.BINARY:
                    break
                stream = b"game:" + message.data[:16]
                await commits.send(b"XADD", stream, b"*", b"o", message.data, b"h", bytes(32))
                await socket.send_bytes(answer(message.data))
            return socket

        app = web.Application()
        app.router.add_get("/ws", serve)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)  # noqa: T201
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        await runner.cleanup()
        await commits.close()


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1]), signer() if "signed" in sys.argv[2:] else unsigned))
