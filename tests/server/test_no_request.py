"""Bytes that are no request: answered as a problem, repeated nowhere, and logged by nobody."""

import asyncio
import json
from pathlib import Path

from tests.e2e.processes import ServerProcess

TOKEN = b"deadbeef" * 8
ASKED = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"
NO_REQUESTS = {
    "no HTTP": b"GARBAGE " + TOKEN + b"\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(32) + b"\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a space before the colon": ASKED + b"Authorization : Bearer " + TOKEN + b"\r\n\r\n",
    "a control character": ASKED + b"Authorization: Bearer " + TOKEN + b"\x01\r\n\r\n",
    "a line that ends early": ASKED + b"Authorization: Bearer " + TOKEN + b"\nX\x1b[2J: y\r\n\r\n",
    "a header too long": ASKED + b"X: " + TOKEN * 200 + b"\r\n\r\n",
    "two lengths": ASKED + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a length and chunks": ASKED + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "a bad chunk": b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nno number\r\n",
}


async def answer_to(url: str, said: bytes) -> tuple[bytes, bytes]:
    """Return head and body of what is answered before the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
    writer.write(said)
    async with asyncio.timeout(5):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return head + b"\r\n", body


async def test_it_is_a_problem_that_repeats_nothing_and_fills_no_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with ServerProcess(tmp_path / "data", log=log) as server:
        before = log.read_bytes()
        for name, said in NO_REQUESTS.items():
            head, body = await answer_to(server.url, said)
            assert head.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400")), name
            assert b"\r\nServer: broadside\r\n" in head, name
            assert b"\r\nContent-Type: application/problem+json\r\n" in head, name
            told = json.loads(body)
            assert (told["status"], told["code"], told["recorded"]) == (400, "malformed", False)
            assert TOKEN not in head + body, name
        assert log.read_bytes() == before, "a crowd could fill the disk with what it says"
        assert {json.loads(line)["event"] for line in before.splitlines()} >= {"serving"}
