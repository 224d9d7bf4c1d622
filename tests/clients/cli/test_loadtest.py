"""`broadside loadtest`: what it refuses."""

from tests.clients.cli.conftest import Command


async def test_a_server_elsewhere_is_not_loaded_by_mistake(broadside: Command) -> None:
    ran = await broadside("loadtest", "--server", "http://192.0.2.1:8750")
    assert ran.code == 2
    assert "not on this machine" in ran.err


async def test_what_is_no_address_is_not_called_a_server_elsewhere(broadside: Command) -> None:
    ran = await broadside("loadtest", "--server", "127.0.0.1:8750")
    assert ran.code == 2
    assert "no address" in ran.err
