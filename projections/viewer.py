"""Who looks: a seat, the referee, or a spectator."""

from typing import Literal

import msgspec

from domain.audience import Audience
from domain.names import SeatId


class Viewer(msgspec.Struct, frozen=True):
    """One kind of viewer of a game; all viewers of a kind are sent the same bytes."""

    role: Literal["player", "referee", "spectator"]
    seat: SeatId | None = None

    def __str__(self) -> str:
        return self.role if self.seat is None else f"seat {self.seat}"

    def may_read(self, audience: Audience, owner: SeatId | None) -> bool:
        """Tell whether this viewer may read what is sealed for *audience* and owned by *owner*."""
        match audience:
            case Audience.EVERYONE:
                return True
            case Audience.REFEREE:
                return self.role == "referee" or self._owns(owner)
            case Audience.OWNER:
                return self._owns(owner)
            case Audience.NOBODY:
                return False

    def _owns(self, owner: SeatId | None) -> bool:
        return owner is not None and self.seat == owner


SPECTATOR = Viewer("spectator")
