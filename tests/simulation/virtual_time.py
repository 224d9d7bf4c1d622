"""An event loop whose clock jumps to the next thing that happens: nobody ever waits."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class NothingEverHappens(Exception):  # noqa: N818  names what is wrong
    """Everybody waits for somebody else."""


class _NoSockets(selectors.SelectSelector):
    """Waits for no file: it moves the clock instead."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise NothingEverHappens
        self.loop.now_s += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time, without threads and without sockets."""

    def __init__(self) -> None:
        self.now_s = 0.0
        selector = _NoSockets()
        selector.loop = self
        super().__init__(selector)
        self.set_default_executor(_AtOnce())
        self.call_soon_threadsafe = self.call_soon  # type: ignore[method-assign]

    def time(self) -> float:
        return self.now_s


class _AtOnce(ThreadPoolExecutor):
    """Does what it is given, there and then."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001  it is the caller's
            done.set_exception(fault)
        return done


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run *main* in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
