"""The command, run as a person runs it, in this process; or in one of its own."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest
import structlog

from clients.cli.main import main


class Ran(msgspec.Struct, frozen=True):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> object:
        """The one line of JSON that it printed."""
        assert self.out.count("\n") == 1, self.out
        return msgspec.json.decode(self.out)


Command = Callable[..., Awaitable[Ran]]


@pytest.fixture(autouse=True)
def log(tmp_path: Path) -> Iterator[None]:
    """Keep what the server of this process logs out of what the command says."""
    with (tmp_path / "server.log").open("w", encoding="utf-8") as file:
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(file))
        yield
        structlog.reset_defaults()


@pytest.fixture
def broadside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Give the command; it keeps its seats in a folder of this test."""
    monkeypatch.setenv("BROADSIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")

    async def run(*words: str) -> Ran:
        capsys.readouterr()
        code = await asyncio.to_thread(_exit_code, words)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run


def _exit_code(words: tuple[str, ...]) -> int:
    try:
        main(words)
    except SystemExit as end:
        return int(end.code or 0)
    return 0
