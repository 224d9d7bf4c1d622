"""A game's exported record, checked by a stranger: rec/1 and dice/1 written a second time.

Standard library, msgpack and cryptography, and nothing of the referee itself, so that an error
there cannot hide here. It is written from record.md alone, whose sections the docstrings name.
``verify`` raises the first ``Fault`` that it finds; what it returns has been checked to the last
byte. Whether these dice were *asked for* by the rules is another module's question.
"""

import contextlib
import hashlib
import hmac
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgpack
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

NONE32 = bytes(32)  # no previous event, no seal, no link
PRESENT, ABSENT = 1, 2
MAP_BYTES, MAP_DEPTH = 1 << 20, 32  # a hostile file can make us hold no more than this at once
LAST_MAP = b"\x82\xa4head\x93"  # no other map of a record begins so: it is found from the end
LAST_MAP_BYTES = 200
VIEWER = re.compile(r"seat [1-9][0-9]{0,2}|referee|spectator|auditor")
SPARE_LINKS = 1_024  # the server renews its chain when it has no more left
OPENERS = {"created", "seat_taken", "declared", "server_declared", "link_opened"}

# In an event's map where they belong. h proves nothing: it lets an altered event be named exactly.
OPTIONAL: Mapping[str, type | int] = {"s": bytes, "seal": 32, "g": 64, "h": 32}

# What the proof needs of "The kinds that both protocols need": a type, or bytes of that length.
Shape = Mapping[str, type | int]
ANCHOR: Shape = {"anchor": 32, "links": int}
ROLL: Shape = {"i": int, "by": int, "ctx": 32, "dice": list, "contributors": list}
KINDS: Mapping[str, Shape] = {
    "created": {**ANCHOR, "game": 16, "server_key": 32, "hidden": 32, "dice": str, "system": str},
    "seat_taken": {**ANCHOR, "seat": int, "key": 32},
    "seat_left": {"seat": int},
    "declared": {"id": 16, "seat": int, "do": str, "after": int, "head": 32},
    "server_declared": {"do": str},
    "dice_asked": ROLL,
    "link_opened": {"i": int, "seat": int, "link": 32, "sig": 64},
    "dice_rolled": {**ROLL, "link": 32, "faces": list},
    "dice_rolled_hidden": {**ROLL, "j": int, "next": 32},
    "opened": {"position": int, "salt": 16, "secret": bytes},
    "anchor_renewed": {**ANCHOR, "seat": int},
    "over": {},
}
ALWAYS_SEALED = {"declared", "dice_rolled_hidden"}


class NotARecord(Exception):  # noqa: N818  nothing is wrong with the file: it is something else
    """The file is no record that this verifier reads."""


class Fault(Exception):  # noqa: N818  the record is at fault, not the program
    """The record is not what it claims: *position* is the first bad event, None a map around."""

    def __init__(self, position: int | None, check: str, sentence: str) -> None:
        where = "the first or last map" if position is None else f"event {position}"
        super().__init__(f"{check}: {where}: {sentence}")
        self.position, self.check, self.sentence = position, check, sentence


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event; *secret* is None where nothing is sealed, or it is closed to this viewer still."""

    position: int
    at_ms: int
    kind: str
    version: int
    fields: dict[str, Any]
    secret: dict[str, Any] | None
    open_hash: bytes
    seal: bytes
    hash: bytes
    signature: bytes | None


@dataclass(frozen=True)
class Check:
    """One of the four checks: how many things it looked at, and what that means."""

    name: str
    count: int
    sentence: str


@dataclass(kw_only=True)
class Counts:
    """What the record holds."""

    events: int = 0
    declarations: int = 0
    rolls: int = 0
    rolls_closed: int = 0
    dice: int = 0
    renewals: int = 0
    seals_open: int = 0
    seals_closed: int = 0
    signatures: int = 0


@dataclass(frozen=True, kw_only=True)
class Report:
    """A record that has passed every check, and what other code wants to know of it."""

    game: bytes
    server_key: bytes
    viewer: str
    system: str
    level: str
    over: bool
    events: tuple[Event, ...]
    checks: tuple[Check, ...]
    counts: Counts


class Fork(NamedTuple):
    """The server signed two histories of one game: they part at *position*."""

    position: int
    hash_a: bytes
    hash_b: bytes
    sentence: str


# The arithmetic of both protocols, tried by the vectors of record.md.


def sha(*parts: bytes) -> bytes:
    """H of record.md."""
    return hashlib.sha256(b"".join(parts)).digest()


def u32(number: int) -> bytes:
    """A big-endian u32."""
    return number.to_bytes(4, "big")


def seal_of(sealed: bytes) -> bytes:
    """The seal of a sealed part, salt first ("rec/1")."""
    return sha(b"seal/1\0", sealed)


def event_hash(
    game: bytes, position: int, at_ms: int, prev: bytes, open_hash: bytes, seal: bytes
) -> bytes:
    """Hash of one event, which the next one names ("rec/1")."""
    numbers = position.to_bytes(8, "big") + at_ms.to_bytes(8, "big")
    return sha(b"\0rec/1\0", game, numbers, prev, open_hash, seal)


def head_message(game: bytes, position: int, head: bytes) -> bytes:
    """What the server signs ("Signed heads")."""
    return b"head/1\0" + game + position.to_bytes(8, "big") + head


def link_before(game: bytes, seat: int, k: int, link: bytes) -> bytes:
    """link[k-1] from link[k] of one role's chain ("dice/1")."""
    return sha(b"dice/1 chain\0", game, bytes([seat]), u32(k), link)


def commitment(game: bytes, j: int, seed: bytes) -> bytes:
    """Commitment j to a hidden seed ("Hidden rolls")."""
    return sha(b"dice/1 hidden\0", game, u32(j), seed)


def dice_bytes(dice: Sequence[Sequence[Any]]) -> bytes:
    """Encode the groups of dice for the context ("What is asked"); ValueError if they are none."""
    parts: list[bytes] = []
    for group in dice:
        if type(group) is not list or [type(part) for part in group] != [str, int, int]:
            raise ValueError("a group of dice is not a label, a count and sides")
        label, count, sides = group[0].encode(), group[1], group[2]
        if len(label) > 255 or not 0 <= count <= 65_535 or not 2 <= sides <= 65_535:
            raise ValueError("a group of dice is out of bounds")
        parts += [bytes([len(label)]), label, count.to_bytes(2, "big"), sides.to_bytes(2, "big")]
    return b"".join(parts)


def context(game: bytes, i: int, open_hash: bytes, seal: bytes, dice: Sequence[Any]) -> bytes:
    """Return the ctx of roll *i*, asked for by the event of that open part and seal."""
    return sha(b"dice/1 ctx\0", game, u32(i), open_hash, seal, sha(dice_bytes(dice)))


def roll_key(link: bytes, ctx: bytes, contributors: Sequence[tuple[int, int, bytes]]) -> bytes:
    """Key of one roll: the server's link (or hidden seed), ctx, seats with status and link."""
    seats = b"".join(bytes([seat, status]) + theirs for seat, status, theirs in contributors)
    message = b"dice/1 roll\0" + ctx + bytes([len(contributors)]) + seats + b"\0"
    return hmac.digest(link, message, "sha256")


def face(stream: Iterator[int], sides: int) -> int:
    """One die: values beyond the last whole multiple of *sides* are passed over."""
    width = 1 if sides <= 256 else 2
    limit = 256**width - 256**width % sides
    while (value := int.from_bytes(itertools.islice(stream, width), "big")) >= limit:
        pass
    return value % sides + 1


def draw(key: bytes, dice: Sequence[Sequence[Any]]) -> list[list[int]]:
    """All faces of one roll, group by group, from one stream of bytes."""
    blocks = (hmac.digest(key, b"dice/1 stream\0" + u32(c), "sha256") for c in itertools.count())
    stream = itertools.chain.from_iterable(blocks)
    return [[face(stream, sides) for _ in range(count)] for _, count, sides in dice]


def signed(key: bytes, signature: bytes | None, message: bytes) -> bool:
    """Whether *signature* is that of *key* over *message*."""
    try:
        VerifyKey(key).verify(message, signature or b"")
    except (BadSignatureError, ValueError):
        return False
    return True


# Reading: bytes to maps, strictly. Everything here raises ValueError with a sentence.


def _values(data: bytes) -> Iterator[bytes]:
    """Cut *data* into its MessagePack values; none is built, so a false length costs nothing."""
    reader, start = msgpack.Unpacker(max_buffer_size=max(len(data), 1)), 0
    reader.feed(data)
    while start < len(data):
        try:
            reader.skip()
        except (ValueError, msgpack.UnpackException):
            raise ValueError("it is cut short, or no MessagePack") from None
        end = int(reader.tell())
        yield data[start:end]
        start = end


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(built := dict(pairs)) < len(pairs):
        raise ValueError("a map holds one key twice")
    return built


def _plain(value: object, depth: int = MAP_DEPTH) -> bool:
    """Whether it is made of MessagePack's plain types, with text as keys, and not too deep."""
    if isinstance(value, dict):
        keys = all(type(key) is str for key in value)
        return keys and depth > 0 and all(_plain(inner, depth - 1) for inner in value.values())
    if isinstance(value, list):
        return depth > 0 and all(_plain(inner, depth - 1) for inner in value)
    return value is None or type(value) in (bool, int, float, str, bytes)


def _map(raw: bytes) -> dict[str, Any]:
    """Read the one map that *raw* is, to its last byte."""
    if len(raw) > MAP_BYTES:
        raise ValueError("a map is larger than any of a game")
    if next(_values(raw), b"") != raw:
        raise ValueError("bytes follow a map")
    value = msgpack.unpackb(raw, object_pairs_hook=_unique)
    if type(value) is not dict or not _plain(value):
        raise ValueError("it is not a map of plain values")
    return value


def _shaped(given: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """Return *given*, which has the fields of *shape*; a whole number is never negative."""
    for name, want in shape.items():
        value = given.get(name)
        size = isinstance(want, int)
        good = type(value) is bytes and len(value) == want if size else type(value) is want
        if not good or (type(value) is int and value < 0):
            raise ValueError(f"{name} is missing or of the wrong type or length")
    return given


def _only(given: dict[str, Any], *names: str) -> None:
    if extra := given.keys() - set(names):
        raise ValueError(f"there is an unknown key {min(extra)!r}")


def _event(raw: bytes, position: int, prev: bytes, game: bytes) -> Event:
    """Read one event: its open part, its seal or sealed part, its place in the chain."""
    outer = _shaped(_map(raw), {"p": int, "t": int, "o": bytes})
    _only(outer, "p", "t", "o", *OPTIONAL)
    if outer["p"] != position:
        raise ValueError(f"it stands where event {position} should, and says {outer['p']}")
    opened = _shaped(_map(outer["o"]), {"k": str, "v": int, "d": dict})
    _only(opened, "k", "v", "d")
    kind, version, fields = opened["k"], opened["v"], opened["d"]
    if kind in KINDS:
        _shaped(fields, KINDS[kind])
        if version != 1:
            raise ValueError(f"{kind} {version} is unknown to this verifier")
    _shaped(outer, {name: OPTIONAL[name] for name in OPTIONAL.keys() & outer.keys()})
    if "s" in outer and "seal" in outer:
        raise ValueError("it has a sealed part and a seal")
    seal = seal_of(outer["s"]) if "s" in outer else outer.get("seal", NONE32)
    if "seal" in outer and seal == NONE32:
        raise ValueError("its seal is empty")
    opened_hash = sha(outer["o"])
    value = event_hash(game, position, outer["t"], prev, opened_hash, seal)
    if outer.get("h", value) != value:
        raise ValueError("it is not the event that was hashed when it was stored")
    return Event(
        position=position,
        at_ms=outer["t"],
        kind=kind,
        version=version,
        fields=fields,
        secret=_map(outer["s"][16:]) if "s" in outer else None,
        open_hash=opened_hash,
        seal=seal,
        hash=value,
        signature=outer.get("g"),
    )


@dataclass(frozen=True, kw_only=True)
class _Record:
    """A record whose history holds: one chain of hashes up to a head that the server signed."""

    game: bytes
    server_key: bytes
    viewer: str
    seats: list[tuple[int, bytes]]
    events: list[Event]
    signed_bytes: bytes
    file_signature: bytes


def _first(data: bytes) -> tuple[int, dict[str, Any]]:
    """Read the first map, and say where it ends."""
    try:
        raw = next(_values(data[:MAP_BYTES]), b"")
        first = _map(raw)
    except ValueError as bad:
        raise _no_record(data, f"the file does not begin as a record does: {bad}") from None
    if first.get("format") != "bsr/1":
        raise _no_record(data, "the file is not of the format bsr/1")
    try:
        _shaped(first, {"game": 16, "server_key": 32, "seats": list, "viewer": str})
        _only(first, "format", "game", "server_key", "seats", "viewer")
        for pair in first["seats"]:
            _shaped(dict(zip(("seat", "key"), pair, strict=True)), {"seat": int, "key": 32})
        if first["seats"] != sorted(first["seats"], key=lambda pair: int(pair[0])):
            raise ValueError("its seats are in disorder")  # noqa: TRY301
    except (ValueError, TypeError) as bad:
        raise Fault(None, "history", f"the first map: {bad}") from None
    if not VIEWER.fullmatch(first["viewer"]):
        raise Fault(None, "history", "the first map names no viewer")
    return len(raw), first


def _no_record(data: bytes, sentence: str) -> Fault | NotARecord:
    """What does not begin as a record and yet ends as one is a record that was damaged."""
    if LAST_MAP in data[-LAST_MAP_BYTES:]:
        return Fault(None, "history", f"the first map: {sentence}")
    return NotARecord(sentence)


def _last(data: bytes, start: int) -> tuple[int, dict[str, Any], bytes]:
    """Where the last map begins, its signed head by name, and its signature of the file."""
    at = data.rfind(LAST_MAP)
    if at < start:
        raise Fault(
            None, "history", "the last map is not there: the file is cut, or its end altered"
        )
    try:
        last = _shaped(_map(data[at:]), {"head": list, "file": 64})
        position, head_hash, signature = last["head"]
        head: dict[str, Any] = {"position": position, "hash": head_hash, "sig": signature}
        _shaped(head, {"position": int, "hash": 32, "sig": 64})
        if msgpack.packb(last) != data[at:]:
            raise ValueError("it is not in MessagePack's shortest form")  # noqa: TRY301
    except ValueError as bad:
        raise Fault(None, "history", f"the last map: {bad}") from None
    return at, head, last["file"]


def _events(body: bytes, game: bytes) -> list[Event]:
    events: list[Event] = []
    prev, values = NONE32, _values(body)
    while True:
        position = len(events) + 1
        try:
            raw = next(values, None)
            if raw is None:
                return events
            if raw[0] & 0xF0 != 0x80:  # no small map: what comes here was torn off the one before
                position = max(position - 1, 1)
            events.append(_event(raw, position, prev, game))
        except ValueError as bad:
            raise Fault(position, "history", str(bad)) from None
        prev = events[-1].hash


def _doubtful(events: Sequence[Event]) -> int:
    """The first event that no declaration vouches for: declarers sign what they saw before."""
    known = 0
    for event in events:
        if event.kind == "declared":
            after = event.fields["after"]
            if not 1 <= after < event.position or events[after - 1].hash != event.fields["head"]:
                break
            known = max(known, after)
    return known + 1


def _read(data: bytes) -> _Record:
    """Check the history: structure, positions, and the chain of hashes up to the signed head."""
    start, first = _first(data)
    at, head, file_signature = _last(data, start)
    game, server_key, position = first["game"], first["server_key"], head["position"]
    if not signed(server_key, head["sig"], head_message(game, position, head["hash"])):
        raise Fault(None, "signatures", "the head is not signed by this server for this game")
    events = _events(data[start:at], game)
    if len(events) < position:
        raise Fault(len(events) + 1, "history", f"it is missing: the head is event {position}")
    if position < 1 or events[position - 1].hash != head["hash"]:
        raise Fault(_doubtful(events), "history", "it, or one after it, is not what was signed")
    if len(events) > position:
        raise Fault(position + 1, "history", "it comes after the signed head")
    return _Record(
        game=game,
        server_key=server_key,
        viewer=first["viewer"],
        seats=[(seat, key) for seat, key in first["seats"]],
        events=_with_secrets(events),
        signed_bytes=data[:at],
        file_signature=file_signature,
    )


def _with_secrets(events: list[Event]) -> list[Event]:
    """Give the events the secrets that were opened later, where they match the seal."""
    known = list(events)
    for event in events:
        if event.kind == "opened" and 1 <= event.fields["position"] <= len(events):
            at, sealed = event.fields["position"] - 1, event.fields["salt"] + event.fields["secret"]
            if seal_of(sealed) == events[at].seal:
                with contextlib.suppress(ValueError):  # no map: said when the walk comes there
                    known[at] = replace(known[at], secret=_map(event.fields["secret"]))
    return known


@dataclass(kw_only=True)
class _Chain:
    """The last known link of one role, its number, how far the chain goes, where it is fixed."""

    i: int
    link: bytes
    links: int
    fixed: int = 0


class _Walk:
    """All events in their order, each against those before it."""

    def __init__(self, record: _Record) -> None:
        self.record, self.event, self.counts = record, record.events[0], Counts()
        self.level = self.system = ""
        self.keys: dict[int, bytes] = {}  # who holds a seat now
        self.taken: list[tuple[int, bytes]] = []
        self.chains: dict[int, _Chain] = {}
        self.ids: set[bytes] = set()
        self.opened: set[int] = set()
        self.sealing = {kind: kind in ALWAYS_SEALED for kind in KINDS}
        self.causes: set[int] = set()  # what may have led to a roll in this commit
        self.opener = record.events[0]  # what the commit begins with
        self.last_i, self.last_j, self.commitment = 0, 0, NONE32
        self.request: dict[str, Any] | None = None
        self.answers: dict[int, bytes] = {}
        self.over: int | None = None
        self.checks: dict[str, Callable[[dict[str, Any]], None]] = {
            "created": self._created,
            "seat_taken": self._seat_taken,
            "seat_left": self._seat_left,
            "declared": self._declared,
            "dice_asked": self._dice_asked,
            "link_opened": self._link_opened,
            "dice_rolled": self._dice_rolled,
            "dice_rolled_hidden": self._dice_rolled_hidden,
            "opened": self._opened,
            "anchor_renewed": self._anchor_renewed,
            "over": self._over,
        }

    def step(self, event: Event) -> None:
        """Check one event."""
        self.event, sealed = event, event.seal != NONE32
        first = event.position == 1
        self._must((event.kind == "created") == first, "history", "a game is created once, first")
        same = self.sealing.setdefault(event.kind, sealed) == sealed
        self._must(same, "seals", f"{event.kind} is sealed always or never")
        strays = event.signature is not None and event.kind != "declared"
        self._must(not strays, "signatures", "it carries a signature and is no declaration")
        if event.kind in OPENERS:
            self.opener = event
            self.causes = set() if event.kind == "link_opened" else {event.position}
        self.counts.events += 1
        if check := self.checks.get(event.kind):
            check(event.fields)
        if sealed and event.secret is not None:
            self.counts.seals_open += 1
        elif sealed:
            self.counts.seals_closed += 1

    def _must(self, good: object, check: str, sentence: str) -> None:
        if not good:
            raise Fault(self.event.position, check, sentence)

    def _created(self, d: dict[str, Any]) -> None:
        same = (d["game"], d["server_key"]) == (self.record.game, self.record.server_key)
        self._must(same, "signatures", "game and server key are not those of the first map")
        self._must(d["dice"] in ("server", "table"), "dice", "the level of the dice is unknown")
        self.level, self.system, self.commitment = d["dice"], d["system"], d["hidden"]
        self.chains[0] = _Chain(i=0, link=d["anchor"], links=d["links"])

    def _seat_taken(self, d: dict[str, Any]) -> None:
        self._must(1 <= d["seat"] <= 255, "signatures", "there is no such seat")
        self.keys[d["seat"]] = d["key"]
        self.taken.append((d["seat"], d["key"]))
        self.chains[d["seat"]] = _Chain(i=0, link=d["anchor"], links=d["links"])

    def _seat_left(self, d: dict[str, Any]) -> None:
        self._must(d["seat"] in self.keys, "signatures", "nobody holds the seat that is left")
        del self.keys[d["seat"]], self.chains[d["seat"]]

    def _declared(self, d: dict[str, Any]) -> None:
        """See "Declarations are the declarer's own bytes"."""
        event = self.event
        self._must(d["seat"] in self.keys, "signatures", "nobody holds the declaring seat")
        message = b"decl/1\0" + event.open_hash + event.seal
        good = signed(self.keys[d["seat"]], event.signature, message)
        self._must(good, "signatures", "the declaration is not signed by the seat's holder")
        self._must(d["id"] not in self.ids, "signatures", "its id was declared before")
        seen = 1 <= d["after"] < event.position
        seen = seen and self.record.events[d["after"] - 1].hash == d["head"]
        self._must(seen, "signatures", "the declarer saw another history before it")
        self.ids.add(d["id"])
        self.counts.declarations += 1
        self.counts.signatures += 1

    def _forward(self, seat: int, i: int, link: bytes) -> None:
        """Roll i opens link[i] ("dice/1"): it hashes forward to the last known one."""
        chain, back = self.chains[seat], link
        self._must(chain.i < i <= chain.links, "dice", f"seat {seat} has no link {i} to open")
        for k in range(i, chain.i, -1):
            back = link_before(self.record.game, seat, k, back)
        self._must(back == chain.link, "dice", f"the link of seat {seat} is not of its chain")
        chain.i, chain.link = i, link

    def _asked(self, d: dict[str, Any]) -> None:
        """What is true of a request, or of a roll that none precedes: number, cause and ctx."""
        self._must(d["i"] == self.last_i + 1, "dice", f"roll {self.last_i + 1} is next, not this")
        self._must(d["by"] in self.causes, "dice", "what it says led to it is not in its commit")
        by = self.record.events[d["by"] - 1]
        known = by.kind != "declared" or self.chains[0].fixed <= by.fields["after"]
        self._must(known, "dice", "the server renewed its links when it knew what they are for")
        try:
            ctx = context(self.record.game, d["i"], by.open_hash, by.seal, d["dice"])
        except ValueError as bad:
            raise Fault(self.event.position, "dice", str(bad)) from None
        self._must(d["ctx"] == ctx, "dice", "ctx is not that of its cause and dice")

    def _dice_asked(self, d: dict[str, Any]) -> None:
        self._must(self.level == "table", "dice", "nobody is asked at this level of dice")
        self._must(self.request is None, "dice", "another request is open")
        self._asked(d)
        seats = d["contributors"]
        held = all(type(seat) is int and seat in self.keys for seat in seats)
        self._must(held and seats == sorted(set(seats)), "dice", "contributors are not seats held")
        self.request, self.answers = d, {}

    def _link_opened(self, d: dict[str, Any]) -> None:
        request, seat = self.request, d["seat"]
        if request is None or d["i"] != request["i"] or seat not in request["contributors"]:
            raise Fault(self.event.position, "dice", "nobody asked for this link")
        self._must(seat not in self.answers, "dice", "the seat has answered already")
        self._must(seat in self.keys, "dice", "nobody holds the seat that answers")
        message = b"dice/1 link\0" + request["ctx"] + u32(d["i"]) + d["link"]
        good = signed(self.keys[seat], d["sig"], message)
        self._must(good, "dice", "the link is not signed by the seat's holder")
        self._forward(seat, d["i"], d["link"])
        self.answers[seat] = d["link"]
        self.counts.signatures += 1

    def _contributors(self, d: dict[str, Any]) -> list[tuple[int, int, bytes]]:
        """Who had a part in this roll, as the level demands; it closes the request."""
        expected: list[tuple[int, int, bytes]] = []
        if self.level == "server":
            self._asked(d)
        else:
            same = self.request and all(self.request[n] == d[n] for n in ("i", "by", "ctx", "dice"))
            if self.request is None or not same:
                raise Fault(self.event.position, "dice", "it is not the roll that was asked for")
            for seat in self.request["contributors"]:
                here = seat in self.answers
                link = self.answers.get(seat, NONE32)
                expected.append((seat, PRESENT if here else ABSENT, link))
        same = _same(d["contributors"], [list(one) for one in expected])
        self._must(same, "dice", "the contributors are not those who were asked and answered")
        self.request = None
        self.last_i = d["i"]
        self.causes.add(d["by"])
        self.counts.rolls += 1
        return expected

    def _faces(self, key: bytes, dice: list[Any], faces: list[Any]) -> None:
        sizes = [len(group) if type(group) is list else None for group in faces]
        good = sizes == [group[1] for group in dice] and _same(faces, draw(key, dice))
        self._must(good, "dice", "the faces are not those of its links and ctx")
        self.counts.dice += sum(group[1] for group in dice)

    def _dice_rolled(self, d: dict[str, Any]) -> None:
        contributors = self._contributors(d)
        self._forward(0, d["i"], d["link"])
        self._faces(roll_key(d["link"], d["ctx"], contributors), d["dice"], d["faces"])

    def _dice_rolled_hidden(self, d: dict[str, Any]) -> None:
        """Hidden rolls: the seed was committed in the hidden roll before, or the first event."""
        contributors, committed = self._contributors(d), self.commitment
        self._must(d["j"] == self.last_j + 1, "dice", f"hidden roll {self.last_j + 1} is next")
        self.last_j, self.commitment = d["j"], d["next"]
        if self.event.secret is None:
            self.counts.rolls_closed += 1
            return
        try:
            secret = _shaped(self.event.secret, {"seed": 32, "faces": list})
        except ValueError as bad:
            raise Fault(self.event.position, "dice", f"the secret: {bad}") from None
        kept = commitment(self.record.game, d["j"], secret["seed"]) == committed
        self._must(kept, "dice", "the hidden seed is not the one committed to")
        self._faces(roll_key(secret["seed"], d["ctx"], contributors), d["dice"], secret["faces"])

    def _opened(self, d: dict[str, Any]) -> None:
        at = d["position"]
        self._must(1 <= at < self.event.position, "seals", "it opens no event before it")
        self._must(at not in self.opened, "seals", f"event {at} was opened before")
        target = self.record.events[at - 1]
        good = target.seal == seal_of(d["salt"] + d["secret"])
        self._must(good, "seals", f"what it opens is not what event {at} sealed")
        self._must(target.secret is not None, "seals", f"what event {at} sealed is no map")
        self.opened.add(at)

    def _anchor_renewed(self, d: dict[str, Any]) -> None:
        self._must(self.request is None, "dice", "an anchor is renewed between rolls only")
        self._must(d["seat"] in self.chains, "dice", "nobody holds the seat of this anchor")
        told = self.opener.fields
        self._must(told.get("do") == "renew_chain", "dice", "nothing in its commit renews a chain")
        if d["seat"]:
            own = told.get("with") == {"anchor": d["anchor"], "links": d["links"]}
            own = own and told.get("seat") == d["seat"]
            self._must(own, "dice", "the holder of the seat did not declare this anchor")
        else:
            spare = self.chains[0].links - self.last_i
            own = self.opener.kind == "server_declared" and spare <= SPARE_LINKS
            self._must(own, "dice", "the server renews its chain before it is nearly used up")
        fixed = self.event.position
        self.chains[d["seat"]] = _Chain(i=0, link=d["anchor"], links=d["links"], fixed=fixed)
        self.counts.renewals += 1

    def _over(self, _: dict[str, Any]) -> None:
        self._must(self.over is None, "history", "the game was over already")
        self.over = self.event.position

    def end(self) -> None:
        """What can be said only after the last event."""
        if set(self.taken) != set(self.record.seats):
            raise Fault(None, "signatures", "the first map's seat keys are not those of the game")
        if self.over is not None:
            sealed = (e.position for e in self.record.events[: self.over] if e.seal != NONE32)
            if closed := next((at for at in sealed if at not in self.opened), None):
                raise Fault(
                    self.over, "seals", f"the game is over, and event {closed} still closed"
                )


def _same(given: object, expected: object) -> bool:
    """Equal in bytes too: Python alone takes True and 1.0 for 1."""
    return bool(msgpack.packb(given) == msgpack.packb(expected))


def _check_file(record: _Record) -> None:
    message = b"bsr/1\0" + sha(record.signed_bytes)
    if not signed(record.server_key, record.file_signature, message):
        raise Fault(None, "signatures", "the server did not sign this file as it stands")


def verify(data: bytes) -> Report:
    """Check history, signatures, dice and seals; raises the first ``Fault``, or ``NotARecord``."""
    record = _read(data)
    walk = _Walk(record)
    for event in record.events:
        walk.step(event)
    walk.end()
    _check_file(record)
    counts = walk.counts
    counts.signatures += 2  # head and file
    known = counts.rolls - counts.rolls_closed
    seals = counts.seals_open + counts.seals_closed
    history = f"{counts.events} events form one chain up to the head that the server signed."
    signatures = f"{counts.declarations} declarations are signed by who held the seat then."
    dice = (
        f"{counts.dice} dice of {known} rolls are those of links fixed beforehand; "
        f"{counts.rolls_closed} rolls are closed still; {counts.renewals} anchors were renewed."
    )
    secrets = f"{counts.seals_open} of {seals} secrets can be read, and are what was sealed."
    checks = (
        Check("history", counts.events, history),
        Check("signatures", counts.signatures, signatures),
        Check("dice", known, dice),
        Check("seals", counts.seals_open, secrets),
    )
    return Report(
        game=record.game,
        server_key=record.server_key,
        viewer=record.viewer,
        system=walk.system,
        level=walk.level,
        over=walk.over is not None,
        events=tuple(record.events),
        checks=checks,
        counts=counts,
    )


def compare(data_a: bytes, data_b: bytes) -> Fork | None:
    """Find where two signed histories of one game part; None if one only goes on further.

    Chain and signatures of the server suffice: each side is its word, whatever else is wrong there.
    """
    a, b = _read(data_a), _read(data_b)
    _check_file(a)
    _check_file(b)
    if (a.game, a.server_key) != (b.game, b.server_key):
        raise NotARecord("the two records are not of one game and one server")
    for one, other in zip(a.events, b.events, strict=False):
        if one.hash != other.hash:
            sentence = f"the server signed two histories, which part at event {one.position}"
            return Fork(one.position, one.hash, other.hash, sentence)
    return None
