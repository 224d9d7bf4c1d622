"""Servers in processes of their own, which a campaign kills and starts again at will."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from server.store.embedded import EmbeddedValkey
from tests.chaos.zygote import Wanted
from tests.faulty_proxy import FaultyProxy

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120.0
"""Nothing is measured by it: so long a loaded machine may take."""


class Zygote:
    """The process that forks them."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def fork(self, wanted: Wanted) -> tuple[int, str]:
        """Start a server; return its process id and its address when it serves."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(wanted) + b"\n")
        async with asyncio.timeout(PATIENCE_S):
            pid, url = (await self._process.stdout.readline()).decode().split()
        return int(pid), url


@asynccontextmanager
async def zygote() -> AsyncIterator[Zygote]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.chaos.zygote"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "BROADSIDE" not in name},
        start_new_session=True,
    )
    try:
        yield Zygote(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


class PennyServer:
    """One server of pennies; on the same port again after the first start."""

    def __init__(self, forks: Zygote, folder: Path, redis_url: str, name: str = "server") -> None:
        self._forks = forks
        self.log = folder / f"{name}.log"
        data, log = str(folder / name), str(self.log)
        self._wanted = Wanted(port=0, data=data, redis_url=redis_url, log=log)
        self.pid, self.url = 0, ""

    async def start(self) -> None:
        self.pid, self.url = await self._forks.fork(self._wanted)
        self._wanted.port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """Kill it where it stands; ProcessLookupError is no matter."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def dead(self) -> None:
        """Wait until it is gone, and its port is free again."""
        with suppress(ProcessLookupError):
            descriptor = os.pidfd_open(self.pid)
            gone, loop = asyncio.Event(), asyncio.get_running_loop()
            loop.add_reader(descriptor, gone.set)
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await gone.wait()
            finally:
                loop.remove_reader(descriptor)
                os.close(descriptor)

    async def restart(self) -> None:
        """Kill it, if it lives, and start it again."""
        self.kill()
        await self.dead()
        await self.start()

    def resident_mib(self) -> float:
        """Return how much memory it has in use."""
        words = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def tracebacks(self) -> int:
        """Return how many tracebacks stand in its log."""
        return self.log.read_text(encoding="utf-8").count("Traceback") if self.log.exists() else 0


@asynccontextmanager
async def behind_a_proxy(folder: Path) -> AsyncIterator[tuple[PennyServer, FaultyProxy]]:
    """Start a server whose line to its Valkey goes through a proxy that may harm it."""
    async with (
        EmbeddedValkey(folder / "valkey") as valkey,
        FaultyProxy(valkey.url) as proxy,
        zygote() as forks,
    ):
        server = PennyServer(forks, folder, proxy.url)
        await server.start()
        yield server, proxy
