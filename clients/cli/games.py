"""Commands that make games, take seats and take records away."""

import asyncio
import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from clients.cli.output import NOT_FOUND, USAGE, default_server, fail, say, show_json
from clients.cli.records import read_record
from clients.sdk import http
from clients.sdk.keyring import Keyring, SeatKeys, new_keys
from clients.sdk.links import Link, read_link
from clients.terminal.safe import safe
from domain.names import game_id

ServerOption = Annotated[str, typer.Option("--server", help="The server's address.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ScenarioOptions = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the scenario: NAME=VALUE.")
]
DiceOption = Annotated[
    Literal["server", "table"],
    typer.Option("--dice", help="Who has a part in the dice: the server alone, or the seats too."),
]
ClockOption = Annotated[
    Literal["step", "seat", "opponent"] | None,
    typer.Option(
        "--clock",
        help="What the time is for: each step; the whole game; the whole game, or one minute more "
        "than the opponent.",
    ),
]
TimeOutOption = Annotated[
    Literal["default", "forfeit"] | None,
    typer.Option("--time-out", help="Then the seat's default is declared, or it has lost."),
]
NAME_TROUBLE = {"name_in_use", "name_looks_alike", "name_not_allowed"}
SeatOption = Annotated[int | None, typer.Option("--seat", help="As the holder of this seat.")]


def new(
    system: Annotated[str, typer.Option(help="The rule system.")] = "scorpead",
    scenario: Annotated[str, typer.Option(help="The scenario; the system's first, if none.")] = "",
    option: ScenarioOptions = None,
    dice: DiceOption = "server",
    time_limit: Annotated[
        int, typer.Option(help="Seconds that a seat has, by --clock; 0: no limit.")
    ] = 0,
    clock: ClockOption = None,
    time_out: TimeOutOption = None,
    delay: Annotated[
        int, typer.Option(help="Seconds by which spectators are behind; 3600 at most.")
    ] = 0,
    *,
    referee: Annotated[bool, typer.Option(help="With a seat for a referee.")] = False,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make a game and print its links.

    Example: broadside new --system scorpead --scenario duel --option turn_limit=4

    With clocks: broadside new --time-limit 1800 --clock opponent --time-out forfeit
    """
    options = options_of(option, time_limit_s=time_limit)
    more = {"clock": clock, "time_out": time_out, "delay_s": delay}
    options |= {name: value for name, value in more.items() if value}
    if scenario:
        options["scenario"] = scenario
    server = server or default_server()
    links = asyncio.run(http.new_game(server, system, options, dice=dice, referee=referee))
    show_links(links, as_json=as_json)


def fork(
    record: Annotated[Path, typer.Argument(help="The record of a game that is over (.bsr).")],
    at: Annotated[int, typer.Option("--at", help="The event after which play goes on.")],
    dice: DiceOption = "server",
    *,
    referee: Annotated[bool, typer.Option(help="With a seat for a referee.")] = False,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make a game that goes on from where another stood, and print its links.

    Example: broadside fork duel.bsr --at 120

    It is a game of its own, with new chains of dice and the parent's hash in its first event; what
    was sealed at that moment and not resolved is sealed anew.
    """
    data = read_record(record)
    url = server or default_server()
    links = asyncio.run(http.fork(url, data, at, dice=dice, referee=referee))
    show_links(links, as_json=as_json)


def bring(
    record: Annotated[Path, typer.Argument(help="The record of a game that is over (.bsr).")],
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Bring a game that was played on another server: it can be watched and audited here as well.

    Example: broadside import duel.bsr

    It is decided again before it is taken, and its record is given out as it came: only the server
    that played it could sign it.
    """
    data = read_record(record)
    watch = asyncio.run(http.bring(server or default_server(), data))
    if as_json:
        show_json({"game": watch.game.hex(), "watch": str(watch)})
    else:
        print(f"watch    {watch}")


def show_links(links: list[Link], *, as_json: bool) -> None:
    """Print the links of a new game: the spectators' comes first in *links*, and last in print."""
    watch, *seats = links
    if as_json:
        invitations = [{"seat": link.seat, "link": str(link)} for link in seats]
        show_json({"game": watch.game.hex(), "watch": str(watch), "seats": invitations})
        return
    for link in seats:
        print(f"seat {link.seat}   {link}")
    print(f"watch    {watch}")


def join(
    link: Annotated[str, typer.Argument(help="The seat's link.")],
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Take a seat by its link, once; afterwards `broadside play` finds it.

    Example: broadside join 'http://127.0.0.1:8750/g/…#seat=1&code=…' --name Ada
    """
    keys = seat_keys(parse(link), name)
    if as_json:
        show_json({"game": keys.game.hex(), "seat": keys.seat, "name": keys.name})
    else:
        print(f"You hold seat {keys.seat} of game {keys.game.hex()} as {keys.name}.")


def export(
    game: Annotated[str, typer.Argument(help="The game's link or id.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    seat: SeatOption = None,
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write the record of a game to a file: as spectators may read it, or as your seat may.

    Example: broadside export http://127.0.0.1:8750/g/… -o duel.bsr

    A seat's record (by the seat's link, or --seat) holds that seat's sealed orders while the game
    goes on: show it to nobody before the end.
    """
    link = locate(game, server)
    seat = link.seat if seat is None else seat
    keys = None if seat is None else Keyring().load(link.server, link.game, seat)
    if seat is not None and keys is None:
        fail(NOT_FOUND, f"this computer holds no seat {seat} of that game")
    data = asyncio.run(http.record(link.server, link.game, keys.token if keys else ""))
    try:
        output.write_bytes(data)
    except OSError as fault:
        fail(USAGE, f"{output}: {fault.strerror}")
    viewer = f"seat {keys.seat}" if keys else "spectator"
    if as_json:
        show_json({"file": str(output), "bytes": len(data), "viewer": viewer})
    else:
        who = viewer if keys else "spectators"
        print(f"{output}: {len(data)} bytes, as {who} may read it")


def systems(*, server: ServerOption = "", as_json: JsonOption = False) -> None:
    """List the rule systems of a server.

    Example: broadside systems --json
    """
    found = asyncio.run(http.get(server or default_server(), "systems"))
    if as_json:
        show_json(found)
        return
    for system in found:
        print(safe(f"{system['name']:<16} {system['title']} ({system['version']})"))


def scenarios(
    system: Annotated[str, typer.Option(help="The rule system.")],
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """List the scenarios of a rule system, with their seats and options.

    Example: broadside scenarios --system scorpead --json
    """
    found = asyncio.run(http.get(server or default_server(), f"scenarios?system={system}"))
    if as_json:
        show_json(found)
        return
    for scenario in found:
        print(safe(f"{scenario['name']:<16} {scenario['title']}: {scenario['summary']}"))
        for option in scenario["options"]:
            values = ", ".join(map(str, option["values"]))
            default = f"default {option['default']}"
            print(safe(f"    {option['name']} = {values} ({default}): {option['title']}"))


def games(
    state: Annotated[
        Literal["playing", "over"],
        typer.Option(help="From those that are played on, or only those that are over."),
    ] = "playing",
    limit: Annotated[int, typer.Option(help="How many at most; 200 at most.")] = 100,
    after: Annotated[str, typer.Option(help="Go on where the last page said.")] = "",
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """List games: those that are played, the newest first, then those that ended last.

    Example: broadside games --state over --limit 20
    """
    query = {"state": state, "limit": str(limit)} | ({"after": after} if after else {})
    found, following = asyncio.run(http.games(server or default_server(), **query))
    if as_json:
        show_json(found)
    for game in [] if as_json else found:
        held = ", ".join(f"{title}: {name or 'free'}" for title, name in game["seats"].values())
        line = f"{game['game']}  {game['phase']:<8} {game['system']}/{game['scenario']}  {held}"
        print(safe(line))
    if following:
        say(safe(f"There are more: broadside games --after {following}"))


def options_of(given: list[str] | None, **more: int | str) -> dict[str, int | str]:
    """Return the options of a scenario, given as NAME=VALUE, or end with a usage error."""
    options = dict(more)
    for one in given or []:
        name, equals, value = one.partition("=")
        if not equals:
            fail(USAGE, f"--option {one}: write NAME=VALUE")
        options[name] = int(value) if re.fullmatch(r"-?[0-9]{1,9}", value) else value
    return options


def parse(text: str) -> Link:
    """Return the link that *text* is, or end with a usage error."""
    try:
        return read_link(text)
    except ValueError as fault:
        fail(USAGE, str(fault))


def locate(text: str, server: str) -> Link:
    """Return the link of a game named by a link or by its id."""
    if "/" in text:
        return parse(text)
    try:
        return Link(server=server or default_server(), game=game_id(text))
    except ValueError:
        fail(USAGE, f"{text!r} is neither a link to a game nor a game's id (32 digits)")


def seat_keys(link: Link, name: str = "") -> SeatKeys:
    """Return the keys of a seat: those that are kept, or, by an invitation, new ones.

    The keys are kept before the seat is asked for, and forgotten only if it is refused: if the
    answer is lost, asking again with the same keys yields the same token.
    """
    keyring = Keyring()
    keys = keyring.load(link.server, link.game, link.seat)
    if keys is not None and keys.token:
        return keys
    if link.seat is None:
        fail(NOT_FOUND, "this computer holds no seat of that game; take one by its seat's link")
    if link.code is None:
        fail(USAGE, "the seat's link is cut off after '#seat='; quote it: it holds a '&'")
    while True:
        chosen = name or (keys.name if keys else typer.prompt("Your name at the table", err=True))
        keys = keys or new_keys(link.server, link.game, link.seat, chosen.strip())
        try:
            return _joined(link, keys, keyring)
        except http.NotDone as refused:
            if name or refused.problem.code not in NAME_TROUBLE:
                raise
            say(str(refused))
            keys = None


def _joined(link: Link, keys: SeatKeys, keyring: Keyring) -> SeatKeys:
    keyring.save(keys)
    try:
        token = asyncio.run(http.join(link, keys))
    except http.NotDone as refused:
        if refused.problem.recorded is False:
            keyring.drop(keys)
        raise
    taken = msgspec.structs.replace(keys, token=token)
    keyring.save(taken)
    say(f"You hold seat {taken.seat} as {taken.name}.")
    return taken
