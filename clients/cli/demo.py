"""`broadside demo`: bots play a whole game; and what `up` shares with it."""

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from clients.bots.player import RandomPlayer
from clients.cli.games import DiceOption, JsonOption, ScenarioOptions, ServerOption, options_of
from clients.cli.output import NOT_FOUND, NOT_VERIFIED, USAGE, fail, say, show_json
from clients.cli.own_server import own_server
from clients.cli.running import Stopped, run
from clients.sdk import http
from clients.sdk.client import GameClient
from clients.sdk.keyring import SeatKeys, new_keys
from clients.sdk.links import Link
from clients.verifier.protocol import Fault, verify
from clients.verifier.rules import decide_all_again
from domain.exported import entries_of
from domain.names import GameId
from domain.registry import rule_systems

BOT_NAMES = ("Bot Anchor", "Bot Binnacle", "Bot Capstan", "Bot Davit", "Bot Ensign")


def demo(
    system: Annotated[str, typer.Option(help="The rule system.")] = "scorpead",
    scenario: Annotated[str, typer.Option(help="The scenario; the system's first, if none.")] = "",
    option: ScenarioOptions = None,
    dice: DiceOption = "server",
    pace: Annotated[float, typer.Option(help="Seconds before each declaration.", min=0)] = 0.7,
    seed_bots: Annotated[int | None, typer.Option(help="The same bots again.")] = None,
    *,
    until_over: Annotated[bool, typer.Option(help="Play to the end, export, verify.")] = False,
    records: Annotated[Path | None, typer.Option(help="Folder for the records.")] = None,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Let bots play a game, on a server of its own or on --server URL.

    Example: broadside demo --until-over --json --pace 0 --seed-bots 7

    With --until-over both seats' and the spectators' records are exported and verified at the
    end, and what was played is told. Without it the table stays open until Ctrl-C.
    """
    found = rule_systems().get(system)
    names = [one.name for one in found.scenarios()] if found else []
    if found is None or (scenario and scenario not in names):
        fail(NOT_FOUND, f"there is no {system}/{scenario or '…'}; see `broadside systems`")
    wanted = options_of(option, scenario=scenario or names[0])
    folder = _folder(records) if until_over else None
    try:
        played = run(_demo(system, wanted, dice, pace, seed_bots, folder, server))
    except Stopped:
        say("Stopped.")
        return
    if as_json:
        show_json(played)
    else:
        for name, value in played.items():
            print(f"{name:<13} {value}")
    if not played["verified"]:
        raise typer.Exit(NOT_VERIFIED)


async def _demo(
    system: str,
    options: Mapping[str, int | str],
    dice: str,
    pace: float,
    seed: int | None,
    folder: Path | None,
    server: str,
) -> dict[str, Any]:
    chance = random.Random(seed)
    started = time.monotonic()
    async with server_or_own(server) as url:
        watch, seats = await seated(url, system, options, chance, dice)
        say(f"Watch it: broadside watch {watch}")
        await play_all(url, seats, chance, pace)
        if folder is None:
            say("The game is over; its table stays open until Ctrl-C.")
            await asyncio.Event().wait()
        assert folder is not None
        tokens = {f"seat-{keys.seat}": keys.token for keys in seats} | {"spectators": ""}
        exported = {
            folder / f"{watch.game.hex()}-{viewer}.bsr": await http.record(url, watch.game, token)
            for viewer, token in tokens.items()
        }
    return _played(system, watch, exported, time.monotonic() - started)


def _played(
    system: str, watch: Link, exported: Mapping[Path, bytes], seconds: float
) -> dict[str, Any]:
    say("Verifying the records …")
    verdicts = [_kept_and_verified(file, data) for file, data in exported.items()]
    _, entries = entries_of(list(exported.values())[-1])
    opened = [msgspec.msgpack.decode(entry.open) for entry in entries]
    rolls = [event["d"] for event in opened if event["k"].startswith("dice_rolled")]
    over = next((event["d"]["result"] for event in opened if event["k"] == "over"), None)
    return {
        "game": watch.game.hex(),
        "system": system,
        "declarations": sum(event["k"] == "declared" for event in opened),
        "events": len(opened),
        "dice": sum(ask[1] for roll in rolls for ask in roll["dice"]),
        "positions": entries[-1].position,
        "winner": over["winners"] if over else None,
        "seconds": round(seconds, 2),
        "records": [str(file) for file in exported],
        "verified": all(verdicts),
    }


def _kept_and_verified(file: Path, data: bytes) -> bool:
    file.write_bytes(data)
    try:
        verify(data)
        return not decide_all_again(data, rule_systems()).waiting
    except Fault as fault:
        say(f"{file}: {fault}")
        return False


def _folder(records: Path | None) -> Path:
    """Return the folder for the records, before a game is played for nothing."""
    if records is None:
        return Path(tempfile.mkdtemp(prefix="broadside-records-"))
    try:
        records.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        fail(USAGE, f"{records}: {fault.strerror}")
    return records


async def seated(
    url: str,
    system: str,
    options: Mapping[str, int | str],
    chance: random.Random,
    dice: str = "server",
) -> tuple[Link, list[SeatKeys]]:
    """Make a game and seat a bot on every seat."""
    watch, *links = await http.new_game(url, system, options, dice=dice)
    names = chance.sample(BOT_NAMES, len(links))
    seats: list[SeatKeys] = []
    for link, name in zip(links, names, strict=True):
        assert link.seat is not None
        keys = new_keys(url, link.game, link.seat, name)
        seats.append(msgspec.structs.replace(keys, token=await http.join(link, keys)))
    return watch, seats


async def play_all(url: str, seats: list[SeatKeys], chance: random.Random, pace: float) -> None:
    """Let a bot play each of *seats* until the game is over, *pace* seconds a declaration.

    Raises what the first bot to fail met: BotFailed, NotDone, Forked.
    """

    async def one(keys: SeatKeys, seed: int) -> None:
        async with GameClient(url, GameId(keys.game), keys) as client:
            await RandomPlayer(client, random.Random(seed), pace).play()

    try:
        async with asyncio.TaskGroup() as group:
            for keys in seats:
                group.create_task(one(keys, chance.randrange(2**32)))
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None


@contextlib.asynccontextmanager
async def server_or_own(url: str) -> AsyncIterator[str]:
    """Give the server at *url*, or if none is named one of its own that ends with the command."""
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="broadside-") as folder:
        async with own_server(Path(folder), 0) as own:
            yield own.url
