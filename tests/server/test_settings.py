"""Settings come from the environment; what cannot be used is named."""

import asyncio
import re
import socket
import sys
from pathlib import Path

import pytest

from server.settings import Settings, from_environment, without_secrets
from tests.e2e.processes import ROOT


def test_nothing_set_is_the_default() -> None:
    assert from_environment({"PATH": "/bin"}) == Settings()


def test_what_is_set_for_the_command_stops_no_server() -> None:
    """Every variable that the command's page names; a player may well start a server."""
    page = Path(__file__).parents[2] / "docs" / "reference" / "command.md"
    named = set(re.findall(r"BROADSIDE_[A-Z_]+", page.read_text(encoding="utf-8")))
    assert {"BROADSIDE_HOME", "BROADSIDE_LANGUAGE", "BROADSIDE_SERVER"} <= named
    assert from_environment(dict.fromkeys(named, "x")) == Settings()


def test_every_setting_is_read() -> None:
    assert from_environment(
        {
            "BROADSIDE_HOST": "::1",
            "BROADSIDE_PORT": "9000",
            "BROADSIDE_DATA": "/tmp/x",
            "BROADSIDE_REDIS_URL": "redis://db",
            "BROADSIDE_DURABILITY": "everysec",
            "BROADSIDE_ORIGINS": "https://a https://b",
            "BROADSIDE_RULES_DATA": "/tmp",
        }
    ) == Settings(
        host="::1",
        port=9000,
        data=Path("/tmp/x"),
        redis_url="redis://db",
        durability="everysec",
        origins=("https://a", "https://b"),
        rules_data=Path("/tmp"),
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"BROADSIDE_PORT": "many"},
        {"BROADSIDE_PORT": "65536"},
        {"BROADSIDE_DURABILITY": "never"},
        {"BROADSIDE_ADDRESS_LIMITS": "perhaps"},
        {"BROADSIDE_PROXIES": "10.0.0.1 300.1.1.1"},
        {"BROADSIDE_ORIGINS": "club.example"},
        {"BROADSIDE_ORIGINS": "https://club.example/table"},
        {"BROADSIDE_RULES_DATA": "/no/such/folder"},
        {"BROADSIDE_PROT": "1"},
    ],
)
def test_what_cannot_be_used_is_named(environment: dict[str, str]) -> None:
    (name,) = environment
    with pytest.raises(ValueError, match=name):
        from_environment(environment)


@pytest.mark.parametrize("name", ["BROADSIDE_ORIGINS", "BROADSIDE_PROXIES"])
@pytest.mark.parametrize("value", ["https://who:hush@club.example", "who:hush@10.0.0.1"])
def test_no_error_repeats_a_password(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name) as told:
        from_environment({name: value})
    assert "hush" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("redis://who:hush@db:6379/0", "redis://who:***@db:6379/0"),
        ("redis://:hu@sh:hush@db", "redis://:***@db"),
        ("who:hush@db:6379", "who:***@db:6379"),
        ("redis://db:6379?password=hush", "redis://db:6379?***"),
        ("redis://db:6379", "redis://db:6379"),
        ("always", "always"),
        ("", ""),
    ],
)
def test_a_password_is_not_shown(text: str, shown: str) -> None:
    assert without_secrets(text) == shown


async def test_a_port_that_is_taken_is_told_with_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ("-m", "server", "--port", str(port), "--data", str(tmp_path / "data"))
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stderr=asyncio.subprocess.PIPE, cwd=ROOT
        )
        async with asyncio.timeout(30):
            _, told = await process.communicate()
    assert process.returncode == 5
    assert f"port {port} is taken: choose another by --port" in told.decode()
