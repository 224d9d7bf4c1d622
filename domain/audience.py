"""Who may read the sealed part of an event. What is not said is the owner's alone.

The open part of every event is public: there are no hidden events, hence no gaps to count
(record.md). A secret is a field marked `Sealed` on an event whose existence is public anyway.
"""

from enum import Enum
from typing import Annotated, TypeVar

from msgspec import UnsetType

T = TypeVar("T")


class SealedField:
    """Marks a field as part of the sealed map; see `Sealed`."""


Sealed = Annotated[T | UnsetType, SealedField()]
"""A field that only its audience may read; UNSET in the hands of everybody else."""


class Audience(Enum):
    """Who may read an event whole, before it is opened."""

    EVERYONE = "everyone"
    """Nothing in it is sealed."""
    REFEREE = "referee"
    """The seat named in the event's `seat` field, and the game's referee."""
    OWNER = "owner"
    """The seat named in the event's `seat` field alone."""
    NOBODY = "nobody"
    """Nobody until it is opened: hidden rolls."""
