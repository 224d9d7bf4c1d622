"""The table as a screen has shown it: only what changed since is shown again."""

import re

import msgspec

from clients.sdk.client import GameClient
from clients.terminal.render import board, rows_of, seat_style, table_of
from clients.terminal.screen import Screen
from clients.terminal.sheets import Row, changed_rows, rows
from projections.messages import Told


class Table:
    """What is on the table, and what of it was shown last."""

    def __init__(self, client: GameClient, screen: Screen) -> None:
        self._client, self._screen = client, screen
        self._turn, self._pieces = "", b""
        self._rows: dict[str, list[Row]] = {}

    @property
    def turn(self) -> str:
        """The first number of the headline: where that changes, a turn (or a round) begins."""
        scene = self._client.view.get("scene")
        found = re.search(r"\d+", scene["headline"]) if scene else None
        return found[0] if found else ""

    @property
    def turned(self) -> bool:
        """Whether a turn began since the table was last shown whole."""
        return self.turn != self._turn

    def whole(self, lines: list[Told] | None = None) -> None:
        """Show everything."""
        self._screen.print(
            table_of(self._client.view, self._screen.width, lines or (), self._screen.speak)
        )
        self._note()

    def changes(self) -> None:
        """Show what changed; everything, if a turn began."""
        scene = self._client.view.get("scene")
        if scene is None or self.turned:
            self.whole()
            return
        if scene["pieces"] and kept(scene["pieces"]) != self._pieces:
            self._screen.print(board(scene, self._screen.width, self._screen.speak))
        for sheet in scene["sheets"]:
            if changed := changed_rows(self._rows.get(sheet["id"], ()), sheet):
                self._screen.print(rows_of(sheet["title"], changed, seat_style(sheet["seat"])))
        self._note()

    def _note(self) -> None:
        scene = self._client.view.get("scene")
        self._turn = self.turn
        self._pieces = kept(scene["pieces"]) if scene else b""
        self._rows = {sheet["id"]: list(rows(sheet)) for sheet in scene["sheets"]} if scene else {}


def kept(value: object) -> bytes:
    """Return *value* so that it can be compared later: a view itself is changed in place."""
    return msgspec.json.encode(value)
