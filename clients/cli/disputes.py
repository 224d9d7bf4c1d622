"""Commands for a table that does not agree: dispute an event, rule on it."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import typer

from clients.cli.games import JsonOption, SeatOption, ServerOption
from clients.cli.holding import declared, held_keys
from clients.cli.output import NOT_VERIFIED, REFUSED, USAGE, fail, show_json
from clients.sdk import http
from clients.sdk.keyring import SeatKeys
from clients.terminal.safe import safe
from clients.verifier.protocol import Fault
from clients.verifier.protocol import verify as verify_protocol
from clients.verifier.rules import OtherRules, system_of
from domain.again import commits
from domain.exported import entries_of
from domain.game import System
from domain.game_events import Declared, SeatTaken, ServerDeclared
from domain.names import GameId, SeatId
from domain.registry import rule_systems
from domain.table import codec_of
from projections.dice_ledger import roll_proof
from projections.game_view import LiveView
from projections.messages import Recorded
from projections.viewer import Viewer

GameArgument = Annotated[str, typer.Argument(help="The game's link or id.")]
BecauseOption = Annotated[str, typer.Option("--because", help="Why, in a sentence.")]


def dispute(
    game: GameArgument,
    event: Annotated[int, typer.Argument(help="The number of the event.")],
    because: BecauseOption,
    seat: SeatOption = None,
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Hold an event of play to be wrong: the game and its clocks stand still until a ruling.

    Example: broadside dispute http://127.0.0.1:8750/g/… 41 --because "A fired in turn 3 already"

    The event is shown first as your seat may know it: who declared what led to it, what followed
    with its rules, and the dice, which are checked here. The ruling is the referee's, or what all
    players agree on: broadside rule.
    """
    keys = held_keys(game, server, seat)
    data = asyncio.run(http.record(keys.server, GameId(keys.game), keys.token))
    try:
        verify_protocol(data)
        exhibit = exhibit_of(data, event, SeatId(keys.seat), rule_systems())
    except Fault as fault:
        fail(NOT_VERIFIED, f"the record itself does not hold: {fault}")
    except OtherRules as why:
        fail(USAGE, str(why))
    recorded = asyncio.run(declared(keys, "dispute", {"event": event, "because": because}))
    if as_json:
        show_json({**exhibit, "recorded": recorded.position})
        return
    _show(exhibit)
    print(f"The game stands still. {recorded.text}")


def rule(
    game: GameArgument,
    verdict: Annotated[Literal["upheld", "void"], typer.Argument(help="The ruling.")],
    because: BecauseOption = "",
    seat: SeatOption = None,
    *,
    server: ServerOption = "",
    as_json: JsonOption = False,
) -> None:
    """Rule on the open dispute: as the referee, or as a player, with whom the others must agree.

    Example: broadside rule http://127.0.0.1:8750/g/… upheld

    Upheld: play goes on. Void: play goes on from before the declaration that led to the event;
    what is discarded is named and stays on the record.
    """
    keys = held_keys(game, server, seat)
    recorded = asyncio.run(_ruled(keys, verdict, because))
    if as_json:
        show_json({"recorded": recorded.position, "text": recorded.text})
    else:
        print(recorded.text)


# --- what is disputed -----------------------------------------------------------------------


def exhibit_of(
    data: bytes, position: int, seat: SeatId, systems: Mapping[str, System]
) -> dict[str, Any]:
    """Return what there is to say of the event at *position*, from a verified record.

    Raises OtherRules. An event that is not there, or none of play, ends with a usage error.
    """
    game, entries = entries_of(data)
    if not 1 <= position <= len(entries):
        fail(USAGE, f"event {position}: the game has events 1 to {len(entries)}")
    system = system_of(entries[0], systems)
    live = LiveView(Viewer("player", seat), game, system, codec_of(system), keep_all=True)
    last = next(one[-1].position for one in commits(entries) if one[-1].position >= position)
    for entry in entries[:last]:
        live.fold(entry)
    # What led to the event is not always the first of its commit: dice of the table take several.
    first = live.table.cause[0].position if live.table.cause else 1
    led, codec = entries[first - 1 : last], live.table.codec
    events = [(entry.position, codec.decode(entry.open, entry.secret)) for entry in led]
    lines = [line for line in live.chronicle if first <= line.position <= last]
    proofs = [proof for at, event in events if (proof := roll_proof(at, event)) is not None]
    return {
        "event": position,
        "led_to_by": f"event {first}: {_who(live, events[0][1])}",
        "at": datetime.fromtimestamp(led[0].at_ms / 1000, UTC).isoformat(),
        "says": [{"event": line.position, "text": line.text} for line in lines],
        "dice": [
            {
                "event": proof.position,
                "roll": proof.i,
                "asked": [[ask.label, ask.count, ask.sides] for ask in proof.dice],
                "faces": proof.faces,
                "link": None if proof.link is None else proof.link.hex(),
                "ctx": proof.ctx.hex(),
            }
            for proof in proofs
        ],
        "hash": entries[position - 1].hash.hex(),
    }


def _who(live: LiveView, cause: object) -> str:
    seats = live.table.game.seats
    match cause:
        case Declared(seat=seat, do=do):
            return f"{seats[seat].title} ({seats[seat].name}) declared {do.replace('_', ' ')}"
        case SeatTaken(seat=seat):
            return f"{seats[seat].title} was taken"
        case ServerDeclared(do=do):
            return f"the server declared {do.replace('_', ' ')}"
        case _:
            return "the game was made"


def _show(exhibit: dict[str, Any]) -> None:
    print(safe(f"Event {exhibit['event']}, led to by {exhibit['led_to_by']}, {exhibit['at']}:"))
    for line in exhibit["says"]:
        mark = ">" if line["event"] == exhibit["event"] else " "
        print(safe(f"{mark} {line['event']:>5}  {line['text']}"))
    for roll in exhibit["dice"]:
        shown = "hidden still" if roll["faces"] is None else f"faces {roll['faces']}"
        print(f"  roll {roll['roll']}: {shown}, link {roll['link'] or 'closed'}")
    if exhibit["dice"]:
        print("  The links are of chains fixed before play, and the faces follow: checked here.")


# --- what is declared -----------------------------------------------------------------------


async def _ruled(keys: SeatKeys, verdict: str, because: str) -> Recorded:
    found = await http.get(keys.server, f"games/{keys.game.hex()}/view", keys.token)
    offered = [one for one in found["view"]["table_options"] if one["command"] == "decree"]
    fixed = next((one["fixed"] for one in offered if one["fixed"]["verdict"] == verdict), None)
    if fixed is None:
        fail(REFUSED, "Not recorded: nothing is disputed. Rule game 7.")
    return await declared(keys, "decree", {**fixed, "because": because})
