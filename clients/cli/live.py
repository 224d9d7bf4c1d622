"""Commands that follow a game live: play a seat, watch."""

import contextlib
from typing import Annotated

import typer

from clients.cli.games import ServerOption, locate, seat_keys
from clients.cli.output import console, say
from clients.cli.running import Stopped, run
from clients.sdk.keyring import Keyring
from clients.terminal import play as terminal
from clients.terminal.language import SpeakingClient

LinkArgument = Annotated[str, typer.Argument(help="The link (or a game's id).")]
LanguageOption = Annotated[
    str,
    typer.Option(
        envvar="BROADSIDE_LANGUAGE", help="Two letters; English where the rule system has no other."
    ),
]


def play(
    link: LinkArgument,
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    *,
    server: ServerOption = "",
    language: LanguageOption = "en",
) -> None:
    """Play a seat in this terminal; the first time it takes the seat, later it finds it again.

    Example: broadside play 'http://127.0.0.1:8750/g/…#seat=1&code=…'
    """
    found = locate(link, server)
    keys = seat_keys(found, name)
    client = SpeakingClient(found.server, found.game, keys, Keyring(), language)
    try:
        run(terminal.play(client, console()))
    except Stopped:
        say(terminal.LEFT)


def watch(
    link: LinkArgument, *, server: ServerOption = "", language: LanguageOption = "en"
) -> None:
    """Watch a game in this terminal: the table, then every line that says something new.

    Example: broadside watch http://127.0.0.1:8750/g/…
    """
    found = locate(link, server)
    with contextlib.suppress(Stopped):
        run(terminal.watch(SpeakingClient(found.server, found.game, language=language), console()))
