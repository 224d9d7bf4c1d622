"""Commands, events, and folding: the shape of everything that has rules.

decide(command, state, dice) -> events     may refuse; depends on its arguments alone
evolve(state, event) -> state              trusts its event: no dice, no refusals, no rules
"""

import re
from functools import cache
from typing import ClassVar, dataclass_transform

import msgspec

from domain.audience import Audience
from domain.refusals import Rule


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class _Frozen(msgspec.StructMeta):
    """Makes every class frozen, keyword-only and strict about unknown fields, heirs included."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, object]) -> type:
        return super().__new__(
            mcls, name, bases, namespace, frozen=True, kw_only=True, forbid_unknown_fields=True
        )


class Event(msgspec.Struct, metaclass=_Frozen):
    """Something that happened, in the past tense: the stored format.

    Stored for ever: the class name (as snake_case) and the fields are the format. Add a field
    with a default, or raise `version` and write `upcast`; never change what an old one means.
    Fields of type `Sealed[...]` go into the sealed part; such a class has a field `seat`, the
    owner, and says in `audience` who else may read it.
    """

    version: ClassVar[int] = 1
    audience: ClassVar[Audience] = Audience.OWNER
    sealed_whole: ClassVar[str] = ""
    """The name of the one sealed field that is the whole secret map; none in most events."""

    @classmethod
    def upcast(cls, version: int, fields: dict[str, object]) -> dict[str, object]:
        """Turn the open fields of an older *version* into today's; ValueError if there is none."""
        raise ValueError(f"{kind_of(cls)} has no version {version} (fields {sorted(fields)})")


class Command(msgspec.Struct, metaclass=_Frozen):
    """Something a seat asks for, in the imperative.

    A `simultaneous` command is owed by several seats in one step. All its fields are sealed:
    nobody sees more than that it is in, until the last one is; then all resolve together. With
    `opens` its sealed part is shown to everybody in that commit, without it the sealed part stays
    closed until the end. Of other commands the fields of type `Sealed[...]` are sealed.
    """

    rule: ClassVar[Rule]
    simultaneous: ClassVar[bool] = False
    opens: ClassVar[bool] = True


def kind_of(cls: type[msgspec.Struct]) -> str:
    """Return the stored name of an event or command class: its name in snake_case."""
    return _in_snake_case(cls.__name__)


@cache
def _in_snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
