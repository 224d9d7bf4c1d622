"""An option being filled in by a person: what is shown, and what an answer does. No I/O.

Any option of any rule system is filled in by numbers: a field's number changes it, `5=3` sets
field 5 to 3, Enter takes the form as it stands, `b` goes back. Where the choices are numbers
themselves (a column, a hex), the number that is typed is the choice, and not its place in a list.
"""

import msgspec

from domain.options import (
    Amount,
    Choice,
    Field,
    Filled,
    Option,
    Orders,
    Pick,
    Text,
    Value,
    defaults,
)

MOST_NUMBERS = 20
"""How many choices that are numbers are listed; of more it is said from where to where."""


class Form:
    """An option and what is filled in so far."""

    def __init__(self, option: Option) -> None:
        self.filled = defaults(option)

    @property
    def option(self) -> Option:
        """The option that is filled in."""
        return self.filled.option

    @property
    def only_pick(self) -> Pick | None:
        """The one field of the form, if choosing it is all there is to do."""
        match self.option.fields:
            case (Pick() as only,):
                return only
            case _:
                return None

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose: every field has one choice, and all of it fits."""
        fields = self.option.fields
        single = all(isinstance(field, Pick) and len(field.choices) == 1 for field in fields)
        return single and not self.complete()

    def lines(self) -> list[str]:
        """Return the form as it stands: a numbered line for each field, then what is left."""
        fields = zip(self.option.fields, self.filled.values, strict=True)
        lines: list[str] = []
        for n, (field, value) in enumerate(fields, 1):
            if isinstance(value, tuple) and value:
                lines += [f"{n:>3}. {field.title}:", *self.orders(n - 1)]
            else:
                lines.append(f"{n:>3}. {_shown(field, value)}")
        used = self.filled.used()
        for name, limit in self.option.limits.items():
            left = limit.at_most - used.get(name, 0)
            if used.get(name, 0) > 0:
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
                return choices(field)
            case Amount() as field:
                return [f"     {field.title}: {field.low} to {field.high} {field.unit}".rstrip()]
            case Text() as field:
                return [f"     {field.title}: {field.at_least} to {field.at_most} characters"]
            case Orders() as field:
                possible = [f"{n:>3}. {kind.title}" for n, kind in enumerate(_possible(field), 1)]
                others = [kind for kind in field.kinds if kind.why_not]
                refused = [f"  -  {kind.title}: {kind.why_not}" for kind in others]
                return [*possible, "  0. no orders at all", *refused]

    def set(self, index: int, text: str) -> str:
        """Set a field to a choice's number or an amount; return why not, or nothing."""
        field = self.option.fields[index]
        match field:
            case Pick():
                chosen = _chosen(field, text)
                if chosen is None:
                    return f"Choose {_span(field)}."
                self._put(index, chosen)
            case Amount():
                if not _is_number(text) or not field.low <= int(text) <= field.high:
                    return f"Choose a number from {field.low} to {field.high}."
                self._put(index, int(text))
            case Text():
                if not field.allows(text):
                    return f"Type {field.at_least} to {field.at_most} characters on one line."
                self._put(index, text)
            case Orders():
                if text != "0":
                    return "Orders are added one by one: type the line's number alone."
                self._put(index, ())
        return ""

    def orders(self, index: int) -> list[str]:
        """Return the orders given so far, a line for each."""
        orders = self.filled.values[index]
        assert isinstance(orders, tuple)
        return [f"       {summary(order)}" for order in orders]

    def kind(self, index: int, text: str) -> Option | None:
        """Return the kind of order that *text* numbers among those possible, or None."""
        field = self.option.fields[index]
        assert isinstance(field, Orders)
        possible = _possible(field)
        chosen = _numbered(text, len(possible))
        return None if chosen is None else possible[chosen]

    def add(self, index: int, order: Filled) -> str:
        """Add an order to an orders field; return why not, or nothing."""
        before, field = self.filled, self.option.fields[index]
        orders = before.values[index]
        assert isinstance(orders, tuple)
        assert isinstance(field, Orders)
        if len(orders) >= field.at_most:
            return f"There may be {field.at_most} orders."
        self._put(index, (*orders, order))
        if reason := self.complete():
            self.filled = before
        return reason

    def _put(self, index: int, value: Value) -> None:
        values = self.filled.values
        changed = (*values[:index], value, *values[index + 1 :])
        self.filled = msgspec.structs.replace(self.filled, values=changed)


def choices(field: Pick) -> list[str]:
    """Return the choices of *field* by number, the proposed one marked; of numbers their span."""
    proposed = field.default
    if _are_numbers(field):
        return [f"     {field.title}: {_span(field)}  (proposed: {field.choices[proposed].title})"]
    return [
        f"{n:>3}. {choice.title}{'  (proposed)' if n == proposed + 1 else ''}"
        for n, choice in enumerate(field.choices, 1)
    ]


def summary(filled: Filled) -> str:
    """Return an option as it is filled in, on one line; amounts of nothing are left out."""
    fields = zip(filled.option.fields, filled.values, strict=True)
    inner = ", ".join(_shown(field, value) for field, value in fields if value not in (0, ""))
    return f"{filled.option.title} ({inner})" if inner else filled.option.title


def _are_numbers(field: Pick) -> bool:
    return len(field.choices) > 1 and all(_is_number(choice.title) for choice in field.choices)


def _chosen(field: Pick, text: str) -> Choice | None:
    if _are_numbers(field):
        meant = int(text) if _is_number(text) else None
        return next((one for one in field.choices if int(one.title) == meant), None)
    chosen = _numbered(text, len(field.choices))
    return None if chosen is None else field.choices[chosen]


def _span(field: Pick) -> str:
    """Return what may be typed for a choice."""
    if not _are_numbers(field):
        return f"1 to {len(field.choices)}"
    titles = [choice.title for choice in field.choices]
    return ", ".join(titles) if len(titles) <= MOST_NUMBERS else f"{titles[0]} to {titles[-1]}"


def _possible(field: Orders) -> list[Option]:
    return [kind for kind in field.kinds if not kind.why_not]


def _numbered(text: str, count: int) -> int | None:
    return int(text) - 1 if _is_number(text) and 1 <= int(text) <= count else None


def _is_number(text: str) -> bool:
    """Other scripts have decimals too, and a long one is no number that anybody means."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _shown(field: Field, value: Value) -> str:
    if isinstance(value, Choice):
        return f"{field.title}: {value.title}"
    if isinstance(value, tuple):
        return f"{field.title}: {'; '.join(summary(order) for order in value) or 'none'}"
    unit = field.unit if isinstance(field, Amount) else ""
    return f"{field.title}: {value} {unit}".rstrip()
