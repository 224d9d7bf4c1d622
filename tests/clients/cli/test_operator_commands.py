"""The commands for who runs a server."""

import json
from pathlib import Path

import pytest

from server.bootstrap import running
from server.limits import LIMITS
from server.settings import Settings
from tests.clients.cli.conftest import Command
from tests.server.conftest import SYSTEMS
from tests.server.sitting import raw, seated


async def test_a_report_is_one_file_with_nothing_secret(tmp_path: Path, broadside: Command) -> None:
    async with running(Settings(port=0, data=tmp_path / "data"), LIMITS, SYSTEMS) as server:
        watch, (first, second) = await seated(server.url)
        async with raw(server.url, watch, first) as one:
            declared = one.declaration("stake", {"pennies": 7})
            await one.answer(declared)
        file = tmp_path / "report.json"
        words = ("report", watch.game.hex(), "--to", str(file), "--server", server.url)
        assert (await broadside(*words)).code == 0
        text = file.read_text()
        told = json.loads(text)
        assert told["game"] == watch.game.hex()
        assert {check["name"] for check in told["server"]["checks"]} >= {"store", "marks"}
        assert told["record"]
        assert "broadside_declarations_total" in told["figures"]
        for secret in (first.token, second.token, declared.sealed.hex()):
            assert secret not in text
        assert (await broadside("report", "00" * 16, "--server", server.url)).code == 3
        nowhere = str(tmp_path / "nowhere" / "report.json")
        ran = await broadside("report", watch.game.hex(), "--to", nowhere, "--server", server.url)
        assert ran.code == 2
        assert ran.err == f"broadside: {nowhere}: No such file or directory\n"
    ran = await broadside("report", "nonsense")
    assert ran.code == 2
    assert "32 lower-case hexadecimal digits, this one is 'nonsense'" in ran.err


async def test_each_setting_is_shown_with_its_origin(
    broadside: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROADSIDE_PORT", "9000")
    monkeypatch.setenv("BROADSIDE_REDIS_URL", "redis://me:secret@db")
    monkeypatch.setenv("BROADSIDE_OPERATOR_TOKEN", "correct horse")
    ran = await broadside("config", "show", "--json")
    shown = {row["name"]: (row["value"], row["origin"]) for row in json.loads(ran.out)}
    assert shown["BROADSIDE_PORT"] == ("9000", "environment")
    assert shown["BROADSIDE_HOST"] == ("127.0.0.1", "default")
    assert shown["BROADSIDE_REDIS_URL"] == ("redis://me:***@db", "environment")
    assert shown["BROADSIDE_OPERATOR_TOKEN"] == ("(set)", "environment")
    plain = await broadside("config", "show")
    assert "BROADSIDE_PORT" in plain.out
    assert "(environment)" in plain.out
    assert "secret@" not in plain.out
    assert "horse" not in plain.out
    monkeypatch.setenv("BROADSIDE_PORT", "many")
    assert (await broadside("config", "show")).code == 2


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://me:hush:hush@hush/hush@db:6379/0", "redis://me:***@db:6379/0"),
        ("redis://:hush@db", "redis://:***@db"),
        ("redis://db:6379/0?password=hush", "redis://db:6379/0?***"),
        ("redis-cluster://me:hush@a,b:7000", "redis-cluster://me:***@a,b:7000"),
        ("unix:///run/valkey.sock", "unix:///run/valkey.sock"),
    ],
)
async def test_no_form_of_a_password_is_shown(
    broadside: Command, monkeypatch: pytest.MonkeyPatch, url: str, shown: str
) -> None:
    monkeypatch.setenv("BROADSIDE_REDIS_URL", url)
    monkeypatch.setenv("BROADSIDE_ARCHIVE", "s3://key:hush@bucket/games")
    ran = await broadside("config", "show", "--json")
    values = {row["name"]: row["value"] for row in json.loads(ran.out)}
    assert values["BROADSIDE_REDIS_URL"] == shown
    assert values["BROADSIDE_ARCHIVE"] == "s3://key:***@bucket/games"
    assert "hush" not in (await broadside("config", "show")).out


async def test_a_mistyped_folder_is_not_made_a_data_folder(
    tmp_path: Path, broadside: Command
) -> None:
    """It would get a store, and a master secret that no game was made with."""
    for words in (("archive",), ("restore", "00" * 16)):
        ran = await broadside(*words, "--data", str(tmp_path / "dtaa"))
        assert ran.code == 2
        assert "dtaa is no server's data folder: there is no master.secret" in ran.err
    assert not (tmp_path / "dtaa").exists()
