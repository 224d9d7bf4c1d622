"""An option being filled in by a person: what is shown, and what an answer does. No I/O.

Any option of any rule system is filled in by numbers: a field's number changes it, Enter takes
the form as it stands, `b` goes back.
"""

from typing import TypeAlias

import msgspec

from domain.options import Amount, Choice, Field, Filled, Option, Orders, Pick, defaults

Value: TypeAlias = Choice | int | tuple[Filled, ...]


class Form:
    """An option and what is filled in so far."""

    def __init__(self, option: Option) -> None:
        self.filled = defaults(option)

    @property
    def option(self) -> Option:
        """The option that is filled in."""
        return self.filled.option

    def lines(self) -> list[str]:
        """Return the form as it stands: a numbered line for each field, then what is left."""
        fields = zip(self.option.fields, self.filled.values, strict=True)
        lines = [f"{n:>3}. {_shown(field, value)}" for n, (field, value) in enumerate(fields, 1)]
        used = self.filled.used()
        for name, limit in self.option.limits.items():
            left = limit.at_most - used.get(name, 0)
            if used.get(name, 0):
                over = "  TOO MUCH" if left < 0 else ""
                lines.append(f"     {limit.title}: {used[name]} of {limit.at_most}{over}")
        return lines

    def complete(self) -> str:
        """Return why the form cannot be taken as it stands, or nothing."""
        exceeded = self.filled.exceeded()
        return f"This does not fit: {exceeded}." if exceeded else ""

    def field(self, text: str) -> int | None:
        """Return the index of the field that *text* numbers, or None."""
        return _numbered(text, len(self.option.fields))

    def ask(self, index: int) -> list[str]:
        """Return what is asked for a field: its choices by number, or its range."""
        match self.option.fields[index]:
            case Pick() as field:
                return [f"{n:>3}. {choice.title}" for n, choice in enumerate(field.choices, 1)]
            case Amount() as field:
                return [f"     {field.title}: {field.low} to {field.high} {field.unit}".rstrip()]
            case Orders() as field:
                kinds = [f"{n:>3}. {_kind(kind)}" for n, kind in enumerate(field.kinds, 1)]
                return [*kinds, "  0. no orders"]

    def set(self, index: int, text: str) -> str:
        """Set a field to a choice's number or an amount; return why not, or nothing."""
        field = self.option.fields[index]
        match field:
            case Pick():
                chosen = _numbered(text, len(field.choices))
                if chosen is None:
                    return f"Choose 1 to {len(field.choices)}."
                self._put(index, field.choices[chosen])
            case Amount():
                if not text.isdecimal() or not field.low <= int(text) <= field.high:
                    return f"Choose a number from {field.low} to {field.high}."
                self._put(index, int(text))
            case Orders():
                self._put(index, ())
        return ""

    def kind(self, index: int, text: str) -> Option | None:
        """Return the kind of order that *text* numbers, for an orders field."""
        field = self.option.fields[index]
        assert isinstance(field, Orders)
        chosen = _numbered(text, len(field.kinds))
        return None if chosen is None or field.kinds[chosen].why_not else field.kinds[chosen]

    def add(self, index: int, order: Filled) -> str:
        """Add an order to an orders field; return why not, or nothing."""
        before = self.filled
        orders = before.values[index]
        assert isinstance(orders, tuple)
        self._put(index, (*orders, order))
        if reason := self.complete():
            self.filled = before
        return reason

    def _put(self, index: int, value: Value) -> None:
        values = self.filled.values
        changed = (*values[:index], value, *values[index + 1 :])
        self.filled = msgspec.structs.replace(self.filled, values=changed)


def _numbered(text: str, count: int) -> int | None:
    return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= count else None


def _kind(kind: Option) -> str:
    return f"{kind.title} (not now: {kind.why_not})" if kind.why_not else kind.title


def _shown(field: Field, value: Value) -> str:
    if isinstance(value, Choice):
        return f"{field.title}: {value.title}"
    if isinstance(value, tuple):
        return f"{field.title}: {'; '.join(summary(order) for order in value) or 'none'}"
    unit = field.unit if isinstance(field, Amount) else ""
    return f"{field.title}: {value} {unit}".rstrip()


def summary(filled: Filled) -> str:
    """Return an option as it is filled in, on one line."""
    fields = zip(filled.option.fields, filled.values, strict=True)
    inner = ", ".join(_shown(field, value) for field, value in fields)
    return f"{filled.option.title} ({inner})" if inner else filled.option.title
