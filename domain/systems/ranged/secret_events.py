"""Who lies hidden where, sealed; and the moment in which he is seen (2.4). See `events`."""

from typing import ClassVar, Literal

from msgspec import UNSET

from domain.audience import Audience, Sealed
from domain.decider import Event
from domain.names import SeatId
from domain.systems.ranged.sheets import Place
from domain.systems.ranged.state import Aim, Hiding

How = Literal["sprang", "found", "struck", "over", "nobody"]


class Hid(Event):
    """Somebody lies concealed, or stayed away: where, and what he does there, is his seat's."""

    audience: ClassVar[Audience] = Audience.REFEREE

    seat: SeatId
    fighter: str
    hiding: Sealed[Hiding] = UNSET


class Revealed(Event):
    """Everybody sees who lay concealed: he sprang up, was found or struck; or nobody was there."""

    audience: ClassVar[Audience] = Audience.EVERYONE

    fighter: str
    how: How
    place: Place | None = None
    aim: Aim | None = None
