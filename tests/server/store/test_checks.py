"""A server that would lose events is refused, and told which setting to change."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from server.store.checks import (
    Durability,
    StoreUnfit,
    _check_version,
    check_address,
    check_server,
)
from server.store.embedded import EmbeddedValkey
from server.store.event_store import StoreDown


@pytest_asyncio.fixture
async def client(own_valkey: EmbeddedValkey) -> AsyncIterator[Redis]:
    async with Redis.from_url(own_valkey.url) as opened:
        yield opened


@pytest.mark.parametrize(
    ("setting", "value", "advice"),
    [
        ("appendonly", "no", "Set appendonly yes"),
        ("appendfsync", "everysec", "Set appendfsync always"),
        ("appendfsync", "no", "Set appendfsync always"),
        ("no-appendfsync-on-rewrite", "yes", "Set no-appendfsync-on-rewrite no"),
        ("maxmemory-policy", "allkeys-lru", "Set maxmemory-policy noeviction"),
    ],
)
async def test_a_setting_that_loses_events_is_named(
    client: Redis, setting: str, value: str, advice: str
) -> None:
    await check_server(client)
    await client.config_set(setting, value)
    with pytest.raises(StoreUnfit) as unfit:
        await check_server(client)
    assert f"{setting} is {value}" in unfit.value.sentence
    assert advice in unfit.value.sentence


@pytest.mark.parametrize(
    "url",
    [
        "http://ada:hush@127.0.0.1",
        "redis://:hush@127.0.0.1:many",
        "redis://:x:hush/word@127.0.0.1:6379",
        "redis://:hush@127.0.0.1/?words=many",
        "redis://:hush@[::1",
        "rediss://:hush@127.0.0.1?ssl_cert_reqs=perhaps",
        "redis-cluster://ada:hush@127.0.0.1:1,127.0.0.1:many",
        "redis-cluster://",
    ],
)
def test_what_is_no_address_of_a_store_is_told_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match="BROADSIDE_REDIS_URL") as fault:
        check_address(url)
    assert "hush" not in str(fault.value)


@pytest.mark.parametrize("durability", ["always", "everysec"])
async def test_less_than_always_must_be_chosen_by_name(
    client: Redis, durability: Durability
) -> None:
    await check_server(client, durability)
    await client.config_set("appendfsync", "everysec")
    await check_server(client, "everysec")
    await client.config_set("appendfsync", "no")
    with pytest.raises(StoreUnfit, match="appendfsync is no"):
        await check_server(client, durability)


async def test_a_server_that_hides_its_settings_is_not_trusted(
    client: Redis, own_valkey: EmbeddedValkey
) -> None:
    await client.execute_command("ACL SETUSER", "guest", "on", ">x", "~*", "+@all", "-config")
    url = own_valkey.url.replace("unix://", "unix://guest:x@")
    async with Redis.from_url(url) as guest:
        with pytest.raises(StoreUnfit, match="CONFIG GET is refused"):
            await check_server(guest)


@pytest.mark.parametrize(("version", "fit"), [("6.2.14", False), ("7.0.15", True), ("8.1", True)])
def test_a_version_without_functions_is_refused(version: str, fit: bool) -> None:  # noqa: FBT001
    if fit:
        _check_version(version)
    else:
        with pytest.raises(StoreUnfit, match=r"redis_version 6\.2\.14"):
            _check_version(version)


async def test_a_server_that_is_not_there_is_down() -> None:
    async with Redis.from_url("unix:///nowhere/at/all.sock") as nobody:
        with pytest.raises(StoreDown, match="cannot be reached"):
            await check_server(nobody)
