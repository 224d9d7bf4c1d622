"""What a ship keeps beside its boxes: stores and clocks of weapons, manoeuvres, crew, repair.

What a fold of redacted events cannot know is None.
"""

from typing import Literal

import msgspec

Use = Literal["mode_one", "mode_two", "hsd"]


class Magnifier(msgspec.Struct, frozen=True, kw_only=True):
    """A magnifier's energy, all that was put in this turn, and when each use of it was last."""

    energy: int | None = 0
    applied: int | None = 0
    last_use: dict[Use, int] = {}


class Chamber(msgspec.Struct, frozen=True, kw_only=True):
    """A firing chamber's energy, and when it last fired (0: never)."""

    energy: int | None = 0
    fired: int = 0


class Detonator(msgspec.Struct, frozen=True, kw_only=True):
    """When and how a hyperspace detonator last fired, and through which turn it recovers."""

    fired: int = 0
    mode: Literal["burst", "salvo"] | None = None
    recovery_through: int = 0


class Manoeuvres(msgspec.Struct, frozen=True, kw_only=True):
    """Erratic manoeuvres: whether they are flown and paid for, and the turns of the changes."""

    on: bool = False
    paid: bool | None = False
    announced: Literal["start", "stop"] | None = None
    started_in: int = 0
    stopped_in: int = 0


class Crew(msgspec.Struct, frozen=True, kw_only=True):
    """Boarding parties, where they stand guard, and what transporters did in this turn."""

    parties: int
    guards: dict[str, int] | None = {}
    beams: int | None = 0
    beamed: frozenset[str] = frozenset()
    raids: int = 0
    raided: dict[str, int] = {}


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be repaired in this turn, and how far it has come; *marked* boxes paid for it."""

    cdr: str | None = None
    edr: dict[str, str] | None = {}
    shields: dict[str, int] | None = {}
    progress: dict[str, int] = {}
    cdr_boxes: int = 0
    repaired: int = 0
    marked: int = 0
    lost_in: dict[str, int] = {}
