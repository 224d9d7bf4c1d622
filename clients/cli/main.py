"""The command `broadside`."""

from collections.abc import Sequence
from importlib.metadata import entry_points

import typer

from clients.bots.player import BotFailed
from clients.cli import (
    audit,
    demo,
    disputes,
    games,
    home_made,
    live,
    loadtest,
    luck,
    odds,
    replay,
    report,
    seats,
    up,
)
from clients.cli.output import SERVER, USAGE, exit_code, fail
from clients.sdk.following import Forked
from clients.sdk.http import NotDone
from clients.sdk.keyring import KeysUnreadable

HELP = """A referee for networked tabletop combat.

Example: broadside demo --until-over --json --pace 0

Exit codes: 0 done, 1 refused by the rules, 2 usage, 3 not found, 4 not allowed, 5 storage or
server, 6 verification failed.
"""


def application() -> typer.Typer:
    """Return the command with all its subcommands.

    What needs the server's own code is found as an entry point: clients never import it.
    """
    app = typer.Typer(
        help=HELP,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,  # a traceback with values would show keys
    )
    commands = (
        *(games.new, games.fork, games.join, live.play, live.watch, games.games, games.export),
        *(audit.verify, replay.replay, games.systems, games.scenarios, demo.demo, up.up),
        *(odds.odds, luck.luck, loadtest.loadtest, report.report),
        *(disputes.dispute, disputes.rule, seats.handover, seats.leave),
    )
    for command in commands:
        app.command()(command)
    app.command(name="import")(games.bring)
    app.add_typer(home_made.ships, name="ships")
    app.add_typer(home_made.weapons, name="weapons")
    for found in entry_points(group="broadside.commands"):
        app.command(name=found.name)(found.load())
    return app


def main(words: Sequence[str] | None = None) -> None:
    """Run the command (by *words*, else by those of the command line).

    Every way to fail is a sentence and an exit code.
    """
    try:
        application()(words)
    except NotDone as not_done:
        _end(exit_code(not_done.problem), str(not_done))
    except Forked as forked:
        _end(SERVER, f"the server shows another history than before: {forked}")
    except BotFailed as failed:
        _end(SERVER, f"a bot declared what was on offer, and it was refused: {failed}")
    except KeysUnreadable as damaged:
        _end(USAGE, str(damaged))


def _end(code: int, text: str) -> None:
    try:
        fail(code, text)
    except typer.Exit as end:
        raise SystemExit(end.exit_code) from None
