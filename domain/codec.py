"""Events and commands to and from MessagePack, by name and version.

open part    {"k": kind, "v": version of the kind, "d": open fields}
secret map   {sealed field: value, ...}, present if and only if the class has sealed fields
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from domain.audience import SealedField
from domain.decider import Command, Event, kind_of


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The open part of any event, its fields not yet read."""

    k: str
    v: int
    d: msgspec.Raw


RECENT = 64
"""How many events of a game are kept as they were read: each is folded once for every viewer."""

_envelopes = msgspec.msgpack.Decoder(Envelope)
_maps = msgspec.msgpack.Decoder(dict[str, Any])


def envelope(open_part: bytes) -> Envelope:
    """Read the kind, version and raw fields of an open part; ValueError if it is none."""
    try:
        return _envelopes.decode(open_part)
    except msgspec.MsgspecError as fault:
        raise ValueError(f"not an event: {fault}") from None


def sealed_fields(cls: type[msgspec.Struct]) -> frozenset[str]:
    """Return the names of the fields of *cls* that are marked `Sealed`.

    Of a simultaneous command they all are, marked or not: what is declared together is secret.
    """
    if issubclass(cls, Command) and cls.simultaneous:
        return frozenset(cls.__struct_fields__)
    return frozenset(
        name
        for name, hint in get_type_hints(cls, include_extras=True).items()
        if get_origin(hint) is Annotated and any(isinstance(m, SealedField) for m in get_args(hint))
    )


class Shape:
    """How one class is split into open fields and sealed fields."""

    def __init__(self, cls: type[Any]) -> None:
        self.cls, self.kind = cls, kind_of(cls)
        sealed = sealed_fields(cls)
        every = msgspec.structs.fields(cls)
        self.open = tuple(field for field in every if field.name not in sealed)
        self.sealed = tuple(field for field in every if field.name in sealed)
        self._whole = getattr(cls, "sealed_whole", "")
        self._open_part = _part(cls, self.open)
        self._sealed_part = _part(cls, self.sealed)
        stored = self._open_part if self.sealed else cls
        self._reads: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(stored)

    def open_map(self, value: msgspec.Struct) -> dict[str, Any]:
        """Return the open fields of *value* by their stored names."""
        return {field.encode_name: getattr(value, field.name) for field in self.open}

    def sealed_map(self, value: msgspec.Struct) -> Any:
        """Return the sealed fields of *value*, which must know them."""
        fields = {field.encode_name: getattr(value, field.name) for field in self.sealed}
        assert msgspec.UNSET not in fields.values(), f"{self.kind}: its secret is not known here"
        return fields[self._whole] if self._whole else fields

    def read(self, open_fields: msgspec.Raw, secret: Any) -> Any:
        """Build a value of today's version from its stored open fields; else like `build`."""
        try:
            value = self._reads.decode(open_fields)
        except msgspec.MsgspecError as fault:
            raise ValueError(f"{self.kind}: {fault}") from None
        if not self.sealed and secret is None:
            return value
        return self._joined(msgspec.structs.asdict(value), secret)

    def build(self, open_fields: Any, secret: Any) -> Any:
        """Build a value from decoded maps; *secret* is None where it is not known.

        ValueError says which field is missing, unknown, or of a wrong type.
        """
        try:
            values = msgspec.structs.asdict(msgspec.convert(open_fields, self._open_part))
        except msgspec.MsgspecError as fault:
            raise ValueError(f"{self.kind}: {fault}") from None
        return self._joined(values, secret)

    def _joined(self, values: dict[str, Any], secret: Any) -> Any:
        """Build a value of its open fields and the secret map, if that is known."""
        if secret is not None:
            whole = {self._whole: secret} if self._whole else secret
            try:
                values |= msgspec.structs.asdict(msgspec.convert(whole, self._sealed_part))
            except msgspec.MsgspecError as fault:
                raise ValueError(f"{self.kind}: {fault}") from None
        return self.cls(**values)


def _part(cls: type[msgspec.Struct], fields: Iterable[msgspec.structs.FieldInfo]) -> type:
    return msgspec.defstruct(
        cls.__name__,
        [(f.name, f.type, _with_default(f)) for f in fields],
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _with_default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT and field.default is not msgspec.UNSET:
        return msgspec.field(default=field.default, name=field.encode_name)
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory, name=field.encode_name)
    return msgspec.field(name=field.encode_name)


class Codec:
    """The events and commands of one game: the game's own, and its rule system's."""

    def __init__(
        self, events: Iterable[type[Event]], commands: Iterable[type[Command]] = ()
    ) -> None:
        self._events = _by_kind(tuple(events))
        self._commands = _by_kind(tuple(commands))
        self._recent = lru_cache(maxsize=RECENT)(self._decoded)

    def encode(self, event: Event) -> tuple[bytes, bytes | None]:
        """Return the open part and the secret map of *event*, None if its kind never seals."""
        shape = self._events[kind_of(type(event))]
        fields = shape.open_map(event)
        open_part = msgspec.msgpack.encode({"k": shape.kind, "v": event.version, "d": fields})
        if not shape.sealed:
            return open_part, None
        return open_part, msgspec.msgpack.encode(shape.sealed_map(event))

    def decode(self, open_part: bytes, secret: bytes | None) -> Event:
        """Return the event of an open part; its sealed fields are UNSET where *secret* is None.

        ValueError says why it is none: an unknown kind or version, a wrong field.
        """
        return self._recent(open_part, secret)

    def _decoded(self, open_part: bytes, secret: bytes | None) -> Event:
        event = envelope(open_part)
        shape = self._events.get(event.k)
        if shape is None:
            raise ValueError(f"no event is called {event.k!r}")
        secrets = None if secret is None else _map(secret)
        decoded: Event
        if event.v == shape.cls.version:
            decoded = shape.read(event.d, secrets)
        else:
            decoded = shape.build(shape.cls.upcast(event.v, _map(event.d)), secrets)
        return decoded

    def encode_command(self, command: Command) -> tuple[str, dict[str, Any], bytes]:
        """Return name, open fields and secret map of *command*."""
        shape = self._commands[kind_of(type(command))]
        secret = msgspec.msgpack.encode(shape.sealed_map(command))
        fields = msgspec.to_builtins(shape.open_map(command), builtin_types=(bytes,))
        return shape.kind, fields, secret

    def sealed_names(self, do: str) -> tuple[str, ...]:
        """Return the names of the sealed fields of the command called *do*."""
        return tuple(field.encode_name for field in self._commands[do].sealed)

    def whole_command(self, do: str, fields: Mapping[str, Any]) -> Command:
        """Return the command called *do* with all its fields; ValueError as `command` raises it."""
        sealed = self.sealed_names(do) if do in self._commands else ()
        secret = {name: value for name, value in fields.items() if name in sealed}
        return self.command(do, {n: v for n, v in fields.items() if n not in sealed}, secret)

    def command(self, do: str, fields: Mapping[str, Any], secret: Mapping[str, Any]) -> Command:
        """Return the command that a declaration names; ValueError says what is wrong with it."""
        shape = self._commands.get(do)
        if shape is None:
            raise ValueError(f"no command is called {do!r}")
        command: Command = shape.build(fields, secret)
        return command


@cache
def _by_kind(classes: tuple[type[Any], ...]) -> Mapping[str, Shape]:
    """Return the shapes of *classes*, made once for all games that have them: it takes 10 ms."""
    shapes: dict[str, Shape] = {}
    for cls in classes:
        shape = Shape(cls)
        assert shape.kind not in shapes, f"two classes are called {shape.kind}"
        shapes[shape.kind] = shape
    return shapes


def _map(raw: bytes | msgspec.Raw) -> dict[str, Any]:
    try:
        return _maps.decode(raw)
    except msgspec.MsgspecError as fault:
        raise ValueError(f"not a map of fields: {fault}") from None
