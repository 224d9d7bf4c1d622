"""A game in the language of who sits at this terminal: the same client, its texts translated."""

from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from clients.sdk.client import GameClient, Happening, Lines
from clients.sdk.keyring import Keyring, SeatKeys
from domain.languages import Language, language_of
from domain.names import GameId
from domain.registry import rule_systems
from projections.messages import Told


class SpeakingClient(GameClient):
    """A client whose view and lines are in *language*, as far as the rule system has it."""

    def __init__(
        self,
        server: str,
        game: GameId,
        keys: SeatKeys | None = None,
        keyring: Keyring | None = None,
        language: str = "en",
    ) -> None:
        super().__init__(server, game, keys, keyring)
        self._wanted = language
        self._language: Language | None = None
        self._shown: tuple[int, dict[str, Any]] = -1, {}

    @property
    def view(self) -> dict[str, Any]:
        """The view as it stands, translated; empty before the first snapshot."""
        view, head = super().view, self.following.head
        if self._language is None and view:
            self._language = language_of(
                rule_systems().get(view["system"]), self._wanted, frame(self._wanted)
            )
        if self._language is None or head is None:
            return view
        if self._shown[0] != head.position:
            self._shown = head.position, self._language.view(view)
        return self._shown[1]

    def speak(self, text: str) -> str:
        """Return a text of the terminal's own in the language; as it is, until that is known."""
        return self._language.lines(text) if self._language is not None else text

    async def happenings(self) -> AsyncIterator[Happening]:
        """Yield what happens, the lines of the chronicle translated."""
        async for happening in super().happenings():
            if isinstance(happening, Lines) and self.view and self._language is not None:
                yield translated(happening, self._language)
            else:
                yield happening


def frame(name: str) -> Mapping[str, str]:
    """Return the catalogue of what the terminal itself says; empty if there is none."""
    file = files("clients.terminal") / f"frame.{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


def translated(happening: Lines, language: Language) -> Lines:
    """Return lines of the chronicle in *language*."""

    def line(told: Told) -> Told:
        text = language.fill(told.sentence.template, told.sentence.values)
        return msgspec.structs.replace(told, text=text)

    return Lines([line(told) for told in happening.lines])
