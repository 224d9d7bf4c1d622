"""The thin connection: what it greets with, what it takes for a reply, how it breaks."""

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as LineBroken
from redis.exceptions import InvalidResponse, ResponseError

from server.store.embedded import EmbeddedValkey
from server.store.line import Line, Reply

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def ask(line: Line, *command: bytes) -> Reply:
    (reply,) = await ask_all(line, command)
    return reply


async def ask_all(line: Line, *commands: tuple[bytes, ...]) -> list[Reply]:
    answers = [asyncio.get_running_loop().create_future() for _ in commands]
    await line.connect()
    await line.exchange(commands, answers)
    return await asyncio.gather(*answers)


@asynccontextmanager
async def serving(serve: Serve, secured: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Serve every connection with *serve*; the port."""
    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=secured) as server:
        yield server.sockets[0].getsockname()[1]


def saying(words: bytes) -> Serve:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(words)
        writer.close()

    return serve


async def test_replies_come_in_the_order_of_their_commands(valkey: EmbeddedValkey) -> None:
    line = Line(valkey.url)
    words = [b"%d" % n for n in range(1000)]
    assert await ask_all(line, *((b"ECHO", word) for word in words)) == words
    line.break_off()


async def test_an_error_is_the_answer_of_one_command_only(valkey: EmbeddedValkey) -> None:
    line = Line(valkey.url)
    await line.connect()
    loop = asyncio.get_running_loop()
    wrong, right = loop.create_future(), loop.create_future()
    await line.exchange([(b"NONSENSE",), (b"ECHO", b"sense")], [wrong, right])
    with pytest.raises(ResponseError, match="unknown command 'NONSENSE'"):
        await wrong
    assert await right == b"sense"
    line.break_off()


async def test_user_and_database_of_the_address_are_used(own_valkey: EmbeddedValkey) -> None:
    async with Redis.from_url(own_valkey.url, protocol=2) as client:
        await client.acl_setuser("gunner", enabled=True, passwords=["+a b"], commands=["+@all"])
    url = own_valkey.url.replace("unix://", "unix://gunner:a%20b@") + "?db=3"
    line = Line(url)
    assert await ask(line, b"ACL", b"WHOAMI") == b"gunner"
    assert b"db=3 " in await ask(line, b"CLIENT", b"INFO")
    line.break_off()
    wrong = Line(url.replace("a%20b", "guess"))
    with pytest.raises(ResponseError, match="WRONGPASS"):
        await wrong.connect()
    wrong.break_off()


async def test_a_secured_line_checks_who_answers(valkey: EmbeddedValkey, tmp_path: Path) -> None:
    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_unix_connection(unquote(valkey.url[7:]))
        while data := await reader.read(1000):
            ours.write(data)
            writer.write(await theirs.read(1000))
        ours.close()
        writer.close()

    authority = _certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority)
    async with serving(pass_on, context) as port:
        line = Line(f"rediss://localhost:{port}?ssl_ca_certs={authority}")
        assert await ask(line, b"ECHO", b"secret") == b"secret"
        line.break_off()
        stranger = Line(f"rediss://localhost:{port}")
        with pytest.raises(ssl.SSLCertVerificationError):
            await stranger.connect()


async def test_a_line_that_is_cut_says_so_and_is_opened_again(own_valkey: EmbeddedValkey) -> None:
    line = Line(own_valkey.url)
    assert await ask(line, b"ECHO", b"before") == b"before"
    await own_valkey.restart()
    assert await ask(line, b"ECHO", b"after") == b"after"
    async with serving(saying(b"+half a rep")) as port:
        cut = Line(f"redis://127.0.0.1:{port}")
        with pytest.raises(LineBroken):
            await ask(cut, b"PING")
    line.break_off()


async def test_what_is_no_reply_breaks_the_line() -> None:
    async with serving(saying(b"HTTP/1.1 400 Bad Request\r\n")) as port:
        line = Line(f"redis://127.0.0.1:{port}")
        with pytest.raises(InvalidResponse):
            await ask(line, b"PING")


async def test_a_reply_nobody_asked_for_is_not_given_to_the_next() -> None:
    async with serving(saying(b"+PONG\r\n+more\r\n")) as port:
        line = Line(f"redis://127.0.0.1:{port}")
        assert [await ask(line, b"PING") for _ in range(3)] == [b"PONG"] * 3


def _certificate(folder: Path) -> Path:
    """Make a certificate for localhost that vouches for itself; the file has its key as well."""
    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(made.public_bytes(pem) + secret)
    return file
