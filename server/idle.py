"""Games that nobody looks at leave memory: their record and their deadlines are in the store."""

import asyncio

from server.deadlines import Deadlines
from server.fanout import Fanout
from server.host import GameHost
from server.hosts import Hosts
from server.overdue import Overdue


class Idle:
    """Lets go of games that have been idle for a while; they are folded again on demand."""

    def __init__(
        self, hosts: Hosts, fanout: Fanout, deadlines: Deadlines, overdue: Overdue
    ) -> None:
        self._hosts, self._fanout = hosts, fanout
        self._deadlines, self._overdue = deadlines, overdue

    async def sweep(self) -> None:
        """Look again and again which games have been idle for long, for ever."""
        while True:
            await asyncio.sleep(self._hosts.limits.idle_game_s / 4)
            for host in self._hosts.held():
                if self._is_idle(host):
                    self._hosts.drop(host.id)
                    self._deadlines.forget(host.id)

    def _is_idle(self, host: GameHost) -> bool:
        return (
            not host.busy
            and self._hosts.idle_s(host.id) >= self._hosts.limits.idle_game_s
            and not self._fanout.watching(host.id)
            and self._overdue.is_noted(host.id)
        )
