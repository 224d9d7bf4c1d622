"""Settings come from the environment; what cannot be used is named."""

from pathlib import Path

import pytest

from server.settings import Settings, from_environment


def test_nothing_set_is_the_default() -> None:
    assert from_environment({"PATH": "/bin", "BROADSIDE_HOME": "/home/x"}) == Settings()


def test_every_setting_is_read() -> None:
    assert from_environment(
        {
            "BROADSIDE_HOST": "::1",
            "BROADSIDE_PORT": "9000",
            "BROADSIDE_DATA": "/tmp/x",
            "BROADSIDE_REDIS_URL": "redis://db",
            "BROADSIDE_DURABILITY": "everysec",
            "BROADSIDE_ORIGINS": "https://a https://b",
            "BROADSIDE_RULES_DATA": "/tmp/y",
        }
    ) == Settings(
        host="::1",
        port=9000,
        data=Path("/tmp/x"),
        redis_url="redis://db",
        durability="everysec",
        origins=("https://a", "https://b"),
        rules_data=Path("/tmp/y"),
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"BROADSIDE_PORT": "many"},
        {"BROADSIDE_DURABILITY": "never"},
        {"BROADSIDE_PROT": "1"},
    ],
)
def test_what_cannot_be_used_is_named(environment: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="BROADSIDE_"):
        from_environment(environment)
