"""What prints a result prints it on standard output, as text for people or as a line of JSON."""

from pathlib import Path

import msgspec

from clients.sdk import http
from clients.sdk.keyring import Keyring, new_keys
from clients.sdk.links import read_link
from clients.verifier.protocol import verify
from server.bootstrap import Server
from tests.clients.cli.conftest import Command
from tests.server.sitting import seated


async def test_a_new_game_has_a_link_for_everybody(server: Server, broadside: Command) -> None:
    words = ("new", "--system", "pennies", "--server", server.url, "--option", "purse=5")
    ran = await broadside(*words)
    assert ran.code == 0
    names = [line.split()[:2] for line in ran.out.splitlines()]
    assert [" ".join(name) for name in names][:2] == ["seat 1", "seat 2"]
    assert ran.out.splitlines()[2].startswith("watch    http")
    links = [read_link(line.split()[-1]) for line in ran.out.splitlines()]
    assert [link.seat for link in links] == [1, 2, None]
    made = (await broadside(*words, "--referee", "--json")).json
    assert [seat["seat"] for seat in made["seats"]] == [1, 2, 3]
    assert read_link(made["watch"]).game.hex() == made["game"]


async def test_a_seat_is_taken_once_and_found_again(server: Server, broadside: Command) -> None:
    _, first, second = await http.new_game(server.url, "pennies", {})
    ran = await broadside("join", str(first), "--name", "Ada", "--json")
    assert ran.json == {"game": first.game.hex(), "seat": 1, "name": "Ada"}
    again = await broadside("join", str(first))
    assert again.out == f"You hold seat 1 of game {first.game.hex()} as Ada.\n"
    await broadside("join", str(second), "--name", "Ben")
    games = (await broadside("games", "--server", server.url, "--json")).json
    assert [seat[1] for seat in games[0]["seats"].values()] == ["Ada", "Ben"]


async def test_an_answer_that_was_lost_is_asked_for_again(
    server: Server, broadside: Command
) -> None:
    """The keys are kept before the seat is asked for: the same keys get the same seat."""
    _, first, _ = await http.new_game(server.url, "pennies", {})
    keys = new_keys(server.url, first.game, 1, "Ada")
    Keyring().save(keys)
    await http.join(first, keys)
    ran = await broadside("join", str(first), "--name", "Ada")
    assert ran.code == 0
    kept = Keyring().load(server.url, first.game, 1)
    assert kept is not None
    assert kept.token


async def test_a_record_is_taken_away_as_its_reader_may_read_it(
    server: Server, broadside: Command, tmp_path: Path
) -> None:
    watch, (ada, _) = await seated(server.url)
    file = tmp_path / "x.bsr"
    ran = await broadside("export", str(watch), "-o", str(file))
    assert "as spectators may read it" in ran.out
    assert verify(file.read_bytes()).viewer == "spectator"
    Keyring().save(ada)
    by_id = ("export", watch.game.hex(), "--server", server.url, "-o", str(file), "--json")
    ran = await broadside(*by_id, "--seat", "1")
    assert ran.json == {"file": str(file), "bytes": file.stat().st_size, "viewer": "seat 1"}
    assert verify(file.read_bytes()).viewer == "seat 1"
    nowhere = await broadside("export", str(watch), "-o", str(tmp_path / "no" / "x.bsr"))
    assert (nowhere.code, "No such file or directory" in nowhere.err) == (2, True)


async def test_systems_and_scenarios_are_listed(server: Server, broadside: Command) -> None:
    at = ("--server", server.url)
    assert (await broadside("systems", *at)).out == "pennies          Pennies (2.1)\n"
    assert (await broadside("systems", *at, "--json")).json == [
        {"name": "pennies", "title": "Pennies", "version": "2.1"}
    ]
    ran = await broadside("scenarios", "--system", "pennies", *at)
    assert ran.out.splitlines() == [
        "table            At the table: Two play.",
        "    purse = 5, 9 (default 9): Pennies each",
    ]
    (scenario,) = (await broadside("scenarios", "--system", "pennies", *at, "--json")).json
    assert scenario["seats"] == ["Heads", "Tails"]


async def test_the_spectators_link_gives_away_no_seats_secrets(
    server: Server, broadside: Command, tmp_path: Path
) -> None:
    """Also on a computer that holds seats: each link gives the record that it names."""
    watch, (first, second) = await seated(server.url)
    for keys in (first, second):
        Keyring().save(keys)
    for link, seat, viewer in ((watch, (), "spectators"), (watch, ("--seat", "2"), "seat 2")):
        ran = await broadside("export", str(link), "-o", str(tmp_path / "x.bsr"), *seat)
        assert (ran.code, f"as {viewer} may read it" in ran.out) == (0, True), ran
    seats_link = msgspec.structs.replace(watch, seat=2, code=bytes(32))
    ran = await broadside("export", str(seats_link), "-o", str(tmp_path / "x.bsr"))
    assert "as seat 2 may read it" in ran.out
