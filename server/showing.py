"""Who sees one game here: a view for each kind of viewer, and those who are told what happened."""

import asyncio
from collections import deque
from collections.abc import Callable

import structlog

from domain.record import Head
from domain.table import Table
from projections.game_view import LiveView
from projections.redaction import redact
from projections.viewer import SPECTATOR, Viewer
from server.answers import Frozen
from server.clock import Clock
from server.held_back import Folded, HeldBack
from server.reader import Reader, cannot_be_shown

log = structlog.get_logger()


class Showing:
    """The views of a game that somebody looks at, kept up to date with what is folded.

    That is when the loop comes round, so that who declared has the answer first. *tell* is told of
    everything then, *tell_public* when spectators may know; *freeze* says why something that is
    recorded cannot be shown.
    """

    def __init__(
        self,
        table: Table,
        reader: Reader,
        clock: Clock,
        tell: Callable[[Folded], None],
        tell_public: Callable[[Folded], None],
        freeze: Callable[[str], None],
    ) -> None:
        self._table, self._reader, self._freeze = table, reader, freeze
        self._tell, self._tell_of_public = tell, tell_public
        self._views: dict[Viewer, LiveView] = {}
        self._unshown = deque[Folded]()
        self._held_back = HeldBack(clock, self._tell_public)

    @property
    def waiting(self) -> bool:
        """Whether there is something that spectators are not told yet."""
        return bool(self._unshown) or self._held_back.waiting

    def head_for(self, viewer: Viewer) -> Head:
        """Return where the game stands as far as *viewer* may know: spectators may be behind."""
        self.show()
        return self._held_back.head if viewer == SPECTATOR else self._table.head

    async def view(self, viewer: Viewer) -> LiveView:
        """Return the game as *viewer* sees it, kept up to date from now on.

        Raises Frozen (it cannot be shown, so nobody plays on), StoreDown.
        """
        self.show()
        if viewer not in self._views:
            try:
                # Spectators may be told of more meanwhile: then it is read again.
                while (live := await self._read(viewer)).head != self.head_for(viewer):
                    pass
            except Frozen as cannot:
                self._freeze(cannot.why)
                raise
            self._views[viewer] = live
        return self._views[viewer]

    def shows(self, live: LiveView) -> bool:
        """Tell whether *live* is still kept up to date."""
        return self._views.get(live.viewer) is live

    async def _read(self, viewer: Viewer) -> LiveView:
        return await self._reader.view_at(viewer, self.head_for(viewer).position)

    def take(self, folded: Folded) -> None:
        """Take what was folded, to be shown in a moment; nothing, if the game was frozen."""
        self._unshown.append(folded)
        asyncio.get_running_loop().call_soon(self.show)

    def show(self) -> None:
        """Show what was folded to everybody, as far as each may know and as soon."""
        while self._unshown:
            folded = self._unshown.popleft()
            for viewer, live in list(self._views.items()):
                if viewer != SPECTATOR:
                    self._show(live, folded)
            self._tell(folded)
            if (created := self._table.game.created) is not None:
                self._held_back.delay_ms = 1000 * int(created.options.get("delay_s", 0))
            self._held_back.take(folded)

    def _tell_public(self, folded: Folded) -> None:
        if SPECTATOR in self._views:
            self._show(self._views[SPECTATOR], folded)
        self._tell_of_public(folded)

    def _show(self, live: LiveView, folded: Folded) -> None:
        try:
            for entry, event in folded:
                live.follow(redact(live.viewer, entry, event))
        except Exception as fault:
            # Whatever it is: it is recorded, and everybody else is told, but nobody plays on what
            # cannot be seen. This view is given up, since nothing follows on what it has not.
            log.exception("showing_failed", game=self._table.id.hex(), viewer=str(live.viewer))
            del self._views[live.viewer]
            self._freeze(cannot_be_shown(live.viewer, fault))
            return
        table = self._table
        if table.game.phase == "over" and not table.closed and live.head == table.head:
            live.all_is_open(table)
