"""Why a declaration is refused, and the rule that says so.

A refusal is the player's affair: nothing happened, nothing is stored, no die was rolled.
"""

from typing import TypeVar

import msgspec

T = TypeVar("T")


class Rule(msgspec.Struct, frozen=True):
    """A rule of a book by its own number, and our own short title for it."""

    number: str
    title: str

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


class Refused(Exception):  # noqa: N818  a refusal is not an error: the rules did their work
    """The rules forbid this command now: nothing happened, nothing is stored.

    *code* is a plain lower-case word with underscores, *rule* the rule that forbids it,
    *facts* the numbers that a player needs to see why.
    """

    def __init__(self, code: str, rule: Rule, **facts: int | str) -> None:
        super().__init__(f"{code} {facts} ({rule})")
        self.code, self.rule, self.facts = code, rule, facts


class Unknown(Exception):  # noqa: N818  not an error: this fold simply may not know
    """A decision needs what this fold does not know: a sealed part that is still closed."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is sealed")
        self.what = what


def known(value: T | None, what: str) -> T:
    """Return *value*, or raise Unknown if this fold does not know it (None)."""
    if value is None:
        raise Unknown(what)
    return value
