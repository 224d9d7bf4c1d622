"""What tells nothing: logs, addresses, compression; and the page on security says what is so."""

import base64
import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
import structlog
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.typing import Subprotocol

from clients.sdk import http
from clients.terminal.safe import safe
from projections.messages import Recorded
from projections.wire import MSGPACK
from server.bootstrap import running
from server.limits import LIMITS
from server.settings import Settings
from tests.e2e.processes import ROOT
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated, sit

HOSTILE = [
    "\x1b[2J\x1b]0;owned\x07",
    "a\r\nb",
    "\u202eevil",
    "zero\u200bwidth",
    "\x00",
    "\u2066x\u2069",
    "\x9b31m",
    "line\u2028break",
    "tag\U000e0041",
]


async def test_the_log_of_a_game_holds_no_token_and_no_invitation(tmp_path: Path) -> None:
    lines: list[str] = []

    class Kept:
        def msg(self, line: str) -> None:
            lines.append(line)

        info = warning = error = debug = exception = critical = msg

    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
        logger_factory=lambda *_: Kept(),
    )
    try:
        async with running(Settings(port=0, data=tmp_path / "data"), LIMITS, SYSTEMS) as server:
            watch, *links = await http.new_game(server.url, "pennies", {})
            seats = [await sit(link, f"Player {link.seat}") for link in links]
            async with raw(server.url, watch, seats[0]) as one:
                assert isinstance(await one.declare("stake", {"pennies": 3}), Recorded)
                await one.declare("no_such_command", {"pennies": 4})
            query = f"{server.url}/api/games/{watch.game.hex()}/view?token={seats[0].token}"
            async with aiohttp.ClientSession() as session, session.get(query) as answer:
                view = (await answer.json())["view"]
            assert "seat" not in view or view["seat"] is None, "a token in an address opens nothing"
            (await server.hosts.get(watch.game)).freeze("for the test")
    finally:
        structlog.reset_defaults()
    log = "\n".join(lines)
    assert "serving" in log, "it was written"
    assert watch.game.hex() in log
    for seat, link in zip(seats, links, strict=True):
        assert seat.token not in log
        assert link.code is not None
        for form in (link.code.hex(), base64.b64encode(link.code).decode()[:40]):
            assert form not in log


async def test_compression_is_never_agreed_to(tmp_path: Path) -> None:
    async with running(Settings(port=0, data=tmp_path / "data"), LIMITS, SYSTEMS) as server:
        url = server.url.replace("http", "ws", 1) + "/ws"
        offered = [ClientPerMessageDeflateFactory()]
        protocols = [Subprotocol(MSGPACK.subprotocol)]
        async with connect(url, subprotocols=protocols, extensions=offered) as plain:
            assert plain.protocol.extensions == []


@pytest.mark.parametrize("what", ["games", "records"])
async def test_what_comes_compressed_is_not_unpacked(tmp_path: Path, what: str) -> None:
    """A bomb is refused as it came, and a body that says it is compressed and is not as well."""
    async with running(Settings(port=0, data=tmp_path / "data"), LIMITS, SYSTEMS) as server:
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
        for body in (gzip.compress(bytes(20_000_000))[:15_000], b"none"):
            async with (
                aiohttp.ClientSession() as session,
                session.post(f"{server.url}/api/{what}", data=body, headers=headers) as answer,
            ):
                assert (answer.status, (await answer.json())["code"]) == (400, "malformed")


async def test_a_bent_host_makes_no_foreign_page_our_own(tmp_path: Path) -> None:
    async with running(Settings(port=0, data=tmp_path / "data"), LIMITS, SYSTEMS) as server:
        watch, _ = await seated(server.url)
        url = f"{server.url}/api/games/{watch.game.hex()}/seats"
        headers = {"Origin": "http://evil.example", "Host": "127.0.0.1"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(url, json={}, headers=headers) as answer,
        ):
            assert answer.status == 403


@pytest.mark.parametrize("text", HOSTILE)
def test_what_others_wrote_steers_neither_terminal_nor_log(text: str) -> None:
    assert safe(text).isprintable()
    logged = structlog.processors.JSONRenderer()(None, "info", {"name": text})
    assert isinstance(logged, str)
    assert logged.isprintable()
    assert json.loads(logged)["name"] == text


async def test_no_such_name_sits_at_a_table(tmp_path: Path) -> None:
    async with running(Settings(port=0, data=tmp_path / "data"), LIMITS, SYSTEMS) as server:
        _, one, _ = await http.new_game(server.url, "pennies", {})
        for name in HOSTILE:
            with pytest.raises(http.NotDone) as refused:
                await sit(one, name)
            assert refused.value.problem.code == "name_not_allowed", repr(name)
            assert str(refused.value).isprintable()


def test_the_table_of_limits_says_what_is_so() -> None:
    page = (ROOT / "docs/security.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d,.]+) \|", page, re.MULTILINE))
    assert len(told) > 20
    for name, value in told.items():
        assert float(value.replace(",", "")) == getattr(LIMITS, name), name
    for name in LIMITS.__struct_fields__:
        if re.search(r"_at_once|_per_s|^address_|bytes$|^connections", name):
            assert name in told, f"{name} is missing"


def test_every_test_that_the_page_names_is_there() -> None:
    page = (ROOT / "docs/security.md").read_text("utf-8")
    for file in re.findall(r"`(tests/[\w/]+\.py)", page):
        assert (ROOT / file).is_file(), file
    all_tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    for test in re.findall(r"\b(test_[a-z_]+)`", page):
        assert f"def {test}(" in all_tests, test


def test_what_libraries_log_is_json_too() -> None:
    said = (
        "import logging; from server.commands import _log_as_json; _log_as_json();"
        "logging.getLogger('asyncio').error('a line\\nand another')"
    )
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, cwd=ROOT, check=True)
    (line,) = done.stderr.splitlines()
    assert json.loads(line)["event"] == "a line\nand another"
