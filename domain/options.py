"""What may be declared now, described so that menus, bots and pages need no rules.

An option is a command with fields to fill in. Whatever is filled in within the fields and the
limits is legal as far as the seat can know; a system offers nothing else.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeAlias

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """A value that may be taken, and what it uses of the option's limits."""

    value: Any
    title: str
    uses: dict[str, int] = {}


class Limit(msgspec.Struct, frozen=True):
    """What all fields of an option together may use of something: at least, and at most."""

    title: str
    at_most: int
    at_least: int = 0


class Pick(msgspec.Struct, frozen=True, kw_only=True, tag="pick"):
    """Exactly one of the choices. *path* is where the value stands in the command."""

    path: tuple[str, ...]
    title: str
    choices: tuple[Choice, ...]
    default: int = 0


class Amount(msgspec.Struct, frozen=True, kw_only=True, tag="amount"):
    """A whole number from *low* to *high*; each unit above zero uses *uses*."""

    path: tuple[str, ...]
    title: str
    low: int = 0
    high: int
    default: int = 0
    unit: str = ""
    uses: dict[str, int] = {}


class Orders(msgspec.Struct, frozen=True, kw_only=True, tag="orders"):
    """Any number of orders, in their order, each one of *kinds*; their value is a list of maps.

    A kind is an option of its own: its `command` is the order's tag, its limits hold within one
    order; what its fields use counts against the limits of the whole declaration as well.
    """

    path: tuple[str, ...]
    title: str
    kinds: "tuple[Option, ...]"
    at_most: int = 32


class Text(msgspec.Struct, frozen=True, kw_only=True, tag="text"):
    """Somebody's own words, on one line: from *at_least* to *at_most* characters."""

    path: tuple[str, ...]
    title: str
    at_most: int
    at_least: int = 0
    default: str = ""

    def allows(self, words: str) -> bool:
        """Tell whether *words* may be said: not too long, and nothing in them steers a screen."""
        return self.at_least <= len(words) <= self.at_most and not any(
            unicodedata.category(sign) in STEERING or sign in TURNING for sign in words
        )


STEERING = frozenset({"Cc", "Zl", "Zp"})
"""Categories of signs that are no words: control characters, breaks of lines and paragraphs."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn what stands after them to the right or to the left."""

Field = Pick | Amount | Text | Orders
Value: TypeAlias = "Choice | int | str | tuple[Filled, ...]"
"""What a field is filled in with: a choice, an amount, words, or orders."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A command that this seat may declare now.

    *fixed* are values that stand already. If *why_not* is set, the option is listed so that a
    player sees why it cannot be had now; it cannot be declared. *sealed* are the command's fields
    that go into the sealed part of its declaration; the game fills it in, a system leaves it out.
    """

    command: str
    title: str
    rule: str = ""
    fixed: dict[str, Any] = {}
    fields: tuple[Field, ...] = ()
    limits: dict[str, Limit] = {}
    uses: dict[str, int] = {}
    why_not: str = ""
    sealed: tuple[str, ...] = ()


class Filled(msgspec.Struct, frozen=True, kw_only=True):
    """An option with its fields filled in: for each field its choice, amount, words or orders."""

    option: Option
    values: tuple[Value, ...]

    def fields(self) -> dict[str, Any]:
        """Return the command's fields, fixed and filled in, as plain values."""
        command: dict[str, Any] = deepcopy(self.option.fixed)
        for field, value in zip(self.option.fields, self.values, strict=True):
            put(command, field.path, plain(value))
        return command

    def used(self) -> dict[str, int]:
        """Return how much of each thing this uses, orders within it included."""
        total: dict[str, int] = {}
        for uses, times in self._uses():
            for name, each in uses.items():
                total[name] = total.get(name, 0) + each * times
        return total

    def exceeded(self) -> str | None:
        """Return the title of what is not kept, or None: words, a limit, or either in an order."""
        for field, value in zip(self.option.fields, self.values, strict=True):
            if isinstance(field, Text) and not field.allows(str(value)):
                return field.title
        used = self.used()
        for name, limit in self.option.limits.items():
            if not limit.at_least <= used.get(name, 0) <= limit.at_most:
                return limit.title
        inner = (order for value in self.values if isinstance(value, tuple) for order in value)
        return next((title for order in inner if (title := order.exceeded())), None)

    def _uses(self) -> Iterator[tuple[Mapping[str, int], int]]:
        yield self.option.uses, 1
        for field, value in zip(self.option.fields, self.values, strict=True):
            if isinstance(value, Choice):
                yield value.uses, 1
            elif isinstance(value, tuple):
                for order in value:
                    yield order.used(), 1
            elif isinstance(field, Amount) and isinstance(value, int):
                yield field.uses, value


def plain(value: Value) -> Any:
    """Return what a filled-in field puts into the command."""
    if isinstance(value, Choice):
        return value.value
    if isinstance(value, tuple):
        return [{"order": order.option.command, **order.fields()} for order in value]
    return value


def put(command: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Set *value* in *command* at *path*, making the maps on the way."""
    for step in path[:-1]:
        command = command.setdefault(step, {})
    command[path[-1]] = value


def defaults(option: Option) -> Filled:
    """Return *option* filled in with its defaults, and no orders."""
    return Filled(option=option, values=tuple(_default(field) for field in option.fields))


def _default(field: Field) -> Value:
    match field:
        case Pick():
            return field.choices[field.default]
        case Amount() | Text():
            return field.default
        case Orders():
            return ()


def fill(option: Option, choose: Callable[[int], int], changes: int = 12) -> Filled:
    """Fill in *option* at will: start from its defaults, try *changes* changes, keep what is legal.

    *choose(n)* returns a number from 0 to n-1; the same answers give the same declaration.
    """
    filled = defaults(option)
    for _ in range(changes if option.fields else 0):
        at = choose(len(option.fields))
        values = (*filled.values[:at], _other(option.fields[at], choose), *filled.values[at + 1 :])
        changed = Filled(option=option, values=values)
        if changed.exceeded() is None:
            filled = changed
    return filled


def _other(field: Field, choose: Callable[[int], int]) -> Value:
    match field:
        case Pick():
            return field.choices[choose(len(field.choices))]
        case Amount():
            return field.low + choose(field.high - field.low + 1)
        case Text():
            return field.default
        case Orders():
            kinds = [kind for kind in field.kinds if not kind.why_not]
            count = choose(min(field.at_most, 4) + 1) if kinds else 0
            return tuple(fill(kinds[choose(len(kinds))], choose) for _ in range(count))
