"""The verifier against the vectors of record.md, honest games, and every way to cheat that we know.

The games here are made by a small server of this file's own, from the verifier's arithmetic and
Ed25519 keys, so that nothing of the referee stands behind them.
"""

import itertools
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.verifier import protocol as p

GAME = bytes(range(16))
LINKS = 8
SEEDS = {0: b"\x11" * 32, 1: b"\x22" * 32, 2: b"\x33" * 32}
PHASERS = [["phaser 1", 2, 6], ["phaser 2", 2, 6], ["phaser 3", 1, 6]]


def private(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def public(number: int) -> bytes:
    return private(number).public_key().public_bytes_raw()


SERVER = 100  # the number of the server's key; a seat's key has its seat's number


def links(seat: int, game: bytes = GAME) -> list[bytes]:
    """One role's chain, anchor first, as "dice/1" draws it from a seed."""
    chain = [p.sha(b"dice/1 tip\0", game, bytes([seat]), SEEDS[seat])]
    for k in range(LINKS, 0, -1):
        chain.append(p.link_before(game, seat, k, chain[-1]))
    return chain[::-1]


def hidden_seed(j: int) -> bytes:
    return p.sha(b"hidden", p.u32(j))


@dataclass(frozen=True)
class Stored:
    """An event as it lies in the store."""

    open: bytes
    sealed: bytes | None = None
    signature: bytes | None = None
    at_ms: int = 1_700_000_000_000

    @property
    def seal(self) -> bytes:
        return p.NONE32 if self.sealed is None else p.seal_of(self.sealed)

    @property
    def fields(self) -> dict[str, Any]:
        return msgpack.unpackb(self.open)["d"]

    def with_fields(self, **changes: Any) -> "Stored":
        content = msgpack.unpackb(self.open)
        return replace(self, open=msgpack.packb(content | {"d": content["d"] | changes}))

    def with_secret(self, **changes: Any) -> "Stored":
        assert self.sealed is not None
        secret = msgpack.unpackb(self.sealed[16:]) | changes
        return replace(self, sealed=self.sealed[:16] + msgpack.packb(secret))


@dataclass
class Referee:
    """A server that owns its key, and can therefore sign whatever it likes."""

    game: bytes = GAME
    events: list[Stored] = field(default_factory=list)
    seats: list[tuple[int, bytes]] = field(default_factory=list)

    def hashes(self) -> list[bytes]:
        chain = [p.NONE32]
        for position, event in enumerate(self.events, 1):
            told = (self.game, position, event.at_ms + position, chain[-1])
            chain.append(p.event_hash(*told, p.sha(event.open), event.seal))
        return chain

    def put(self, kind: str, fields: dict[str, Any], secret: dict[str, Any] | None = None) -> int:
        position = len(self.events) + 1
        salt = bytes([position]) * 16
        sealed = None if secret is None else salt + msgpack.packb(secret)
        self.events.append(Stored(msgpack.packb({"k": kind, "v": 1, "d": fields}), sealed))
        return position

    def create(self, level: str, **changes: Any) -> None:
        first = {"game": self.game, "server_key": public(SERVER), "links": LINKS, "dice": level}
        first |= {"anchor": links(0, self.game)[0], "hidden": self.commitment(1)}
        told = {"system": "gothic", "rules": 1, "data": {}, "options": {}, "parent": None}
        self.put("created", first | told | changes)

    def commitment(self, j: int) -> bytes:
        return p.commitment(self.game, j, hidden_seed(j))

    def seat(self, seat: int, key: int | None = None) -> int:
        key = key or seat
        self.seats.append((seat, public(key)))
        fields = {"seat": seat, "name": f"player {seat}", "key": public(key), "links": LINKS}
        return self.put("seat_taken", fields | {"anchor": links(seat, self.game)[0]})

    def declare(self, seat: int, key: int | None = None, **changes: Any) -> int:
        after = len(self.events)
        fields = {"id": bytes([after + 1]) * 16, "seat": seat, "do": "fire", "with": {"at": 3}}
        fields |= {"after": after, "head": self.hashes()[after]} | changes
        position = self.put("declared", fields, {"mine": position_text(after)})
        self.events[-1] = sign(self.events[-1], key or seat)
        return position

    def ctx(self, i: int, by: int, dice: list[list[Any]]) -> bytes:
        event = self.events[by - 1]
        return p.context(self.game, i, p.sha(event.open), event.seal, dice)

    def asked(self, i: int, by: int, dice: list[list[Any]]) -> dict[str, Any]:
        return {"i": i, "by": by, "ctx": self.ctx(i, by, dice), "dice": dice}

    def roll(self, i: int, by: int, who: Iterable[list[Any]] = (), dice: Any = PHASERS) -> int:
        link, fields, who = links(0, self.game)[i], self.asked(i, by, dice), list(who)
        faces = p.draw(p.roll_key(link, fields["ctx"], [tuple(one) for one in who]), dice)
        rolled = {"contributors": who, "link": link, "faces": faces}
        return self.put("dice_rolled", fields | rolled)

    def roll_hidden(self, i: int, by: int, j: int, who: Iterable[list[Any]] = ()) -> int:
        fields, who, seed = self.asked(i, by, PHASERS), list(who), hidden_seed(j)
        faces = p.draw(p.roll_key(seed, fields["ctx"], [tuple(one) for one in who]), PHASERS)
        fields |= {"contributors": who, "j": j, "next": self.commitment(j + 1)}
        return self.put("dice_rolled_hidden", fields, {"seed": seed, "faces": faces})

    def ask(self, i: int, by: int, seats: list[int]) -> int:
        told = {"contributors": seats, "deadline_ms": 5000}
        return self.put("dice_asked", self.asked(i, by, PHASERS) | told)

    def answer(
        self, i: int, by: int, seat: int, key: int | None = None, link: int | None = None
    ) -> int:
        opened = links(seat, self.game)[link or i]
        message = b"dice/1 link\0" + self.ctx(i, by, PHASERS) + p.u32(i) + opened
        sig = private(key or seat).sign(message)
        return self.put("link_opened", {"i": i, "seat": seat, "link": opened, "sig": sig})

    def open(self, *positions: int) -> None:
        for at in positions:
            sealed = self.events[at - 1].sealed
            assert sealed is not None
            self.put("opened", {"position": at, "salt": sealed[:16], "secret": sealed[16:]})

    def finish(self) -> None:
        opened = {e.fields["position"] for e in self.events if b"opened" in e.open[:12]}
        closed = [at for at, e in enumerate(self.events, 1) if e.sealed and at not in opened]
        self.put("over", {"result": "draw"})
        self.open(*closed)

    def maps(self, closed: Iterable[int] = (), *, hashes: bool = True) -> list[dict[str, Any]]:
        chain, shown = self.hashes(), []
        for position, event in enumerate(self.events, 1):
            told: dict[str, Any] = {"p": position, "t": event.at_ms + position, "o": event.open}
            if event.sealed is not None:
                told |= {"seal": event.seal} if position in closed else {"s": event.sealed}
            told |= {} if event.signature is None else {"g": event.signature}
            shown.append(told | ({"h": chain[position]} if hashes else {}))
        return shown

    def export(self, closed: Iterable[int] = (), *, hashes: bool = True) -> bytes:
        shown = self.maps(closed, hashes=hashes)
        return self.signed([self.first(), *shown], len(self.events), self.hashes()[-1])

    def first(self) -> dict[str, Any]:
        seats = [list(pair) for pair in sorted(self.seats, key=lambda pair: pair[0])]
        told = {"format": "bsr/1", "game": self.game, "server_key": public(SERVER)}
        return told | {"seats": seats, "viewer": "spectator"}

    def signed(self, maps: Iterable[Any], position: int, head: bytes) -> bytes:
        body = b"".join(msgpack.packb(one) for one in maps)
        sig = private(SERVER).sign(p.head_message(self.game, position, head))
        file = private(SERVER).sign(b"bsr/1\0" + p.sha(body))
        return body + msgpack.packb({"head": [position, head, sig], "file": file})


def sign(event: Stored, key: int) -> Stored:
    message = b"decl/1\0" + p.sha(event.open) + event.seal
    return replace(event, signature=private(key).sign(message))


def position_text(position: int) -> str:
    return f"after {position}"


def server_game(game: bytes = GAME) -> Referee:
    """Positions: 4 declared, 5 and 6 its rolls, 8 and 11 hidden rolls, 11 opened long before 8."""
    referee = Referee(game)
    referee.create("server")
    referee.seat(1)
    referee.seat(2)
    by = referee.declare(1)
    referee.roll(1, by)
    referee.roll(2, by, dice=[["damage", 3, 10], ["critical", 1, 1000]])
    by = referee.declare(2)
    referee.roll_hidden(3, by, 1)
    by = referee.put("server_declared", {"do": "step_ends", "with": {}})
    referee.roll(4, by)
    referee.roll_hidden(5, by, 2)
    referee.put("mine_laid", {"by": 2}, {"hex": [3, 4]})
    referee.open(11, 7)
    referee.declare(1)
    referee.finish()
    return referee


def table_game() -> Referee:
    """Positions: 5 asked, 6 and 7 answers, 8 rolled; 10 asked, 11 answer, 13 rolled without 2."""
    referee = Referee()
    referee.create("table")
    referee.seat(1)
    referee.seat(2)
    by = referee.declare(1)
    referee.ask(1, by, [1, 2])
    referee.answer(1, by, 2)
    referee.answer(1, by, 1)
    referee.roll(1, by, [[1, 1, links(1)[1]], [2, 1, links(2)[1]]])
    by = referee.declare(2)
    referee.ask(2, by, [1, 2])
    referee.answer(2, by, 1)
    referee.put("server_declared", {"do": "time_out", "with": {}})
    who = [[1, 1, links(1)[2]], [2, 2, p.NONE32]]
    referee.roll(2, by, who)
    referee.ask(3, by, [2])
    referee.answer(3, by, 2)
    referee.roll_hidden(3, by, 1, [[2, 1, links(2)[3]]])
    return referee


def small_game(**created: Any) -> Referee:
    """Positions: 3 declared, 4 rolled, 5 rolled hidden, 6 sealed, 7 opens 5, 8 declared."""
    referee = Referee()
    referee.create("server", **created)
    referee.seat(1)
    by = referee.declare(1)
    referee.roll(1, by)
    referee.roll_hidden(2, by, 1)
    referee.put("moved", {"ship": "a"}, {"drops": []})
    referee.open(5)
    referee.declare(1)
    return referee


def fault_of(data: bytes) -> p.Fault:
    with pytest.raises(p.Fault) as caught:
        p.verify(data)
    return caught.value


# The vectors.

TEXT_CTX = p.sha(b"example DiceRequested event")
MIXED = [["", 12, 6], ["", 4, 10], ["", 2, 100], ["", 1, 1000]]
EVENT_1 = bytes.fromhex("83a16ba76578616d706c65a17601a16481a16e01")
EVENT_2 = bytes.fromhex("83a16ba76578616d706c65a17601a16481a16e02")
SEAL_2 = "d87791ef171cf9a9e20a911730b46ccf8bcd4ab5f21d1fd004485f515cdaeb96"
CTX_2 = "e33036fed4fc95f3cbe0a8c6d0e7a8d5c108aef6f54c48ff1b9e7f86b6c6cfea"


@pytest.mark.parametrize(
    ("seat", "first_three"),
    [
        (0, "32301aae b4287d97 0b15b6ac"),
        (1, "ab6842a5 d534838c c438ef20"),
        (2, "39eda402 79ca7470 c1db0df5"),
    ],
)
def test_the_chains_are_those_of_the_vectors(seat: int, first_three: str) -> None:
    """Anchor, link 1 and link 2 of each role; each hashes to the one before."""
    assert [link.hex()[:8] for link in links(seat)[:3]] == first_three.split()


def test_the_chains_are_whole() -> None:
    """The three anchors, to the last byte."""
    assert [links(seat)[0].hex() for seat in (0, 1, 2)] == [
        "32301aae30936b219bab2a6e291f7a20525257454be06d851469a2d143498d6f",
        "ab6842a56b6c9fb55670201c51bd57e89feb0ac4945ccea8ec6ce1766a030e6e",
        "39eda402edeee65dfd6e57102f32412a0ad51a590ddfcd948a56a9671e7f0f67",
    ]


def seats_of(i: int) -> list[tuple[int, int, bytes]]:
    return [(seat, p.PRESENT, links(seat)[i]) for seat in (1, 2)]


@pytest.mark.parametrize(
    ("i", "who", "key", "faces"),
    [
        (
            1,
            [],
            "bb28fe56856a4f6a37dbb91207caefe22e0d4bb9bf7c4d9cd73f7f0cf8c0ddbc",
            "1 5 1 3 4 2 1 1 2 5 3 1  3 1 8 6  27 100  104",
        ),
        (
            1,
            seats_of(1),
            "6887694ddf52aa96820b70aab240b017917284c4221832ea129dc9248474fc24",
            "1 2 3 3 3 2 1 3 2 5 3 6  1 1 10 8  57 90  433",
        ),
        (
            2,
            seats_of(2),
            "49b19b0bf8d77ba905b961f7cb2e26bfa4622e6e33db5489ee29d4f579814b69",
            "4 1 2 4 1 2 5 1 3 2 1 4  10 10 7 10  25 65  334",
        ),
    ],
)
def test_keys_and_faces_are_those_of_the_vectors(
    i: int, who: list[tuple[int, int, bytes]], key: str, faces: str
) -> None:
    """12d6, 4d10, 2d100 and 1d1000 of one stream."""
    rolled = p.roll_key(links(0)[i], TEXT_CTX, who)
    assert rolled.hex() == key
    drawn = itertools.chain.from_iterable(p.draw(rolled, MIXED))
    assert list(drawn) == [int(number) for number in faces.split()]


def test_record_and_dice_of_the_two_events_are_those_of_the_vectors() -> None:
    """Hash, seal, dice and ctx."""
    at = 1_700_000_000_000
    first = p.event_hash(GAME, 1, at + 1, p.NONE32, p.sha(EVENT_1), p.NONE32)
    seal = p.seal_of(b"\x02" * 16 + msgpack.packb({"secret": "two"}))
    second = p.event_hash(GAME, 2, at + 2, first, p.sha(EVENT_2), seal)
    assert first.hex() == "f42c367865711c8b38521c5768842bc2385435fe2b56f96af33a661dfb3cc07f"
    assert seal.hex() == SEAL_2
    assert second.hex() == "e0954a68693717c69282a57e2f02ff73798cbc99d77cd6e3aaaad4ba4c9b3df4"
    dice = "087068617365722031000200060870686173657220320002000608706861736572203300010006"
    assert p.dice_bytes(PHASERS).hex() == dice
    assert p.context(GAME, 1, p.sha(EVENT_2), seal, PHASERS).hex() == CTX_2


@pytest.mark.parametrize(
    ("link", "who", "key", "faces"),
    [
        (
            links(0)[1],
            [],
            "90c3ec6fe43da259f28e295d358e5a7d9f4af90aa2d41024ac589c17340371f5",
            [[6, 1], [3, 4], [6]],
        ),
        (
            links(0)[1],
            seats_of(1),
            "ae7b2c56d3a3258add31f6e6f892ab03830c67b7b596e456a8df3f22a830d93c",
            [[3, 2], [3, 5], [4]],
        ),
        (
            b"\x77" * 32,
            [],
            "804d858ae8dec70a0b71fd7b3cacd2bbd9bc75a35de933bb3500dce2fbb82950",
            [[5, 2], [2, 2], [5]],
        ),
    ],
)
def test_the_phasers_are_those_of_the_vectors(
    link: bytes, who: list[tuple[int, int, bytes]], key: str, faces: list[list[int]]
) -> None:
    """At both levels, and from a hidden seed."""
    rolled = p.roll_key(link, bytes.fromhex(CTX_2), who)
    assert rolled.hex() == key
    assert p.draw(rolled, PHASERS) == faces


def test_the_hidden_commitment_is_that_of_the_vectors() -> None:
    """Commitment 1 to 32 bytes 0x77."""
    expected = "18b2325d8a6482309d2839e87d19246074577dc53d1f042d58f2bd8c96ca9d9f"
    assert p.commitment(GAME, 1, b"\x77" * 32).hex() == expected


@pytest.mark.parametrize(
    "group",
    [
        ["x" * 256, 1, 6],
        ["\u00e9" * 128, 1, 6],
        ["", -1, 6],
        ["", 65_536, 6],
        ["", 1, 1],
        ["", 1, 65_536],
        ["", True, 6],
        ["", 1, 6.0],
        [b"", 1, 6],
        ["", 1],
        ("", 1, 6),
    ],
)
def test_a_group_of_dice_is_a_label_a_count_and_sides(group: Any) -> None:
    """Within what their bytes can say."""
    assert p.dice_bytes([["x" * 255, 65_535, 65_535]])[-4:] == b"\xff" * 4
    with pytest.raises(ValueError, match="a group of dice"):
        p.dice_bytes([group])


@pytest.mark.parametrize("sides", [*range(2, 101), 256])
def test_every_face_has_the_same_number_of_bytes(sides: int) -> None:
    """Over all 256 bytes: floor(256 / m) for each face, the rest is passed over."""
    counts = dict.fromkeys(range(1, sides + 1), 0)
    for byte in range(256):
        stream = iter([byte, 0])
        rolled = p.face(stream, sides)
        if next(stream, None) is not None:  # the byte was taken; else it was passed over for the 0
            counts[rolled] += 1
    assert set(counts.values()) == {256 // sides}


@pytest.mark.parametrize("sides", [257, 1000, 65_536])
def test_every_face_of_a_large_die_has_the_same_number_of_pairs(sides: int) -> None:
    """The same over all pairs of bytes."""
    counts = dict.fromkeys(range(1, sides + 1), 0)
    for pair in range(65_536):
        stream = iter([*divmod(pair, 256), 0, 0])
        rolled = p.face(stream, sides)
        if next(stream, None) is not None:
            counts[rolled] += 1
    assert set(counts.values()) == {65_536 // sides}


# Honest games.


def test_a_server_game_verifies() -> None:
    """Seats, declarations, dependent and hidden rolls, secrets opened out of order, the end."""
    report = p.verify(server_game().export())
    assert (report.system, report.level, report.over, report.viewer) == (
        "gothic",
        "server",
        True,
        "spectator",
    )
    counts = report.counts
    assert (counts.events, counts.declarations, counts.rolls, counts.dice) == (20, 3, 5, 24)
    assert (counts.seals_open, counts.seals_closed, counts.signatures) == (6, 0, 5)
    assert [check.name for check in report.checks] == ["history", "signatures", "dice", "seals"]
    assert report.events[11].secret == {"hex": [3, 4]}


def test_a_table_game_verifies() -> None:
    """Asked, answered by both, then by one; a hidden roll; two rolls from one declaration."""
    report = p.verify(table_game().export())
    assert (report.level, report.over, report.counts.rolls, report.counts.dice) == (
        "table",
        False,
        3,
        15,
    )
    assert report.counts.signatures == 2 + 4 + 2


def test_every_viewer_verifies() -> None:
    """With all seals closed the same hashes come out; what is opened later is read all the same."""
    sealed = [at for at, event in enumerate(server_game().events, 1) if event.sealed]
    shown, closed = p.verify(server_game().export()), p.verify(server_game().export(sealed))
    assert [event.hash for event in shown.events] == [event.hash for event in closed.events]
    assert [event.secret for event in shown.events] == [event.secret for event in closed.events]
    small = p.verify(small_game().export([3, 5, 6, 8]))
    assert (small.counts.seals_open, small.counts.seals_closed) == (1, 3)
    table = p.verify(table_game().export([16]))
    assert (table.counts.rolls, table.counts.rolls_closed, table.counts.dice) == (3, 1, 10)


def test_a_record_without_stored_hashes_verifies() -> None:
    """They only help to name the event that was altered."""
    assert p.verify(server_game().export(hashes=False)) == p.verify(server_game().export())


def test_a_seat_taken_again_signs_with_its_new_key() -> None:
    """And the old key holds nothing any more."""
    referee = small_game()
    referee.put("seat_left", {"seat": 1, "reason": "tired"})
    referee.seat(1, key=9)
    referee.declare(1, key=9)
    assert p.verify(referee.export()).counts.declarations == 3
    referee.declare(1)
    assert fault_of(referee.export()).position == 12


def test_an_anchor_is_renewed_between_rolls() -> None:
    """From there on the new chain is opened, at the number of the roll."""
    referee = small_game()
    renew(referee)
    referee.roll(3, referee.declare(1))
    assert p.verify(referee.export()).counts.renewals == 1
    strange = referee.events[9].with_fields(anchor=links(1)[0])
    referee.events[9] = strange
    referee.events[10:] = []
    referee.roll(3, referee.declare(1))
    assert fault_of(referee.export()).position == 12


def renew(referee: Referee, seat: int = 0, *, by: int | None = None) -> None:
    """Renew the chain of *seat*, as seat *by* declares it: its own holder, if none is named."""
    chain = {"anchor": links(seat)[0], "links": LINKS}
    if declarer := seat if by is None else by:
        referee.declare(declarer, **{"do": "renew_chain", "with": chain})
    else:
        referee.put("server_declared", {"do": "renew_chain", "with": {}})
    referee.put("anchor_renewed", {"seat": seat, **chain})


def test_a_seat_renews_its_own_chain() -> None:
    referee = table_game()
    renew(referee, 2)
    assert p.verify(referee.export()).counts.renewals == 1


@pytest.mark.parametrize(("seat", "by"), [(0, 1), (1, 0), (1, 2)])
def test_a_chain_is_renewed_by_its_own_holder_only(seat: int, by: int) -> None:
    referee = table_game()
    renew(referee, seat, by=by)
    fault = fault_of(referee.export())
    assert (fault.position, fault.check) == (len(referee.events), "dice")


def test_a_seat_declares_the_anchor_that_is_put_in_its_chains_place() -> None:
    referee = table_game()
    renew(referee, 1)
    referee.events[-1] = referee.events[-1].with_fields(anchor=links(2)[0])
    assert fault_of(referee.export()).position == len(referee.events)


def test_a_server_renews_no_chain_that_holds() -> None:
    """It could look for one that it likes."""
    referee = small_game(links=p.SPARE_LINKS + 3)
    renew(referee)
    assert fault_of(referee.export()).position == 10
    referee = small_game(links=p.SPARE_LINKS + 2)
    renew(referee)
    assert p.verify(referee.export()).counts.renewals == 1


def test_a_server_renews_no_chain_when_it_knows_what_is_declared() -> None:
    """It could look for one that rolls what it likes: so the declarer has seen the anchor."""
    referee = small_game()
    before, hashes = len(referee.events), referee.hashes()
    renew(referee)
    referee.roll(3, referee.declare(1, after=before, head=hashes[before]))
    fault = fault_of(referee.export())
    assert (fault.position, fault.check) == (12, "dice")


# Damage.


def layout(referee: Referee, *, hashes: bool) -> list[tuple[int, int]]:
    """Where each event's map begins and ends."""
    sizes = [len(msgpack.packb(one)) for one in [referee.first(), *referee.maps(hashes=hashes)]]
    ends = list(itertools.accumulate(sizes))
    return list(itertools.pairwise(ends))


def cuts(data: bytes) -> list[int]:
    reader, ends = msgpack.Unpacker(), []
    reader.feed(data)
    while len(ends) < 100:
        try:
            reader.skip()
        except (ValueError, msgpack.UnpackException):
            return ends
        ends.append(reader.tell())
    return ends


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
@pytest.mark.parametrize("hashes", [True, False])
def test_every_altered_byte_is_found(mask: int, *, hashes: bool) -> None:
    """And named by its event; by an earlier one only if it breaks where the maps begin and end."""
    referee = small_game()
    data = referee.export(hashes=hashes)
    where = layout(referee, hashes=hashes)
    whole = cuts(data)
    for at in range(len(data)):
        altered = data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]
        event = next((n for n, (a, b) in enumerate(where, 1) if a <= at < b), None)
        with pytest.raises((p.Fault, p.NotARecord)) as caught:
            p.verify(altered)
        named = getattr(caught.value, "position", None)
        if event is None or (hashes and cuts(altered) == whole):
            assert named == event, (at, caught.value)
        else:
            assert named is not None, (at, caught.value)
            assert named <= event, (at, caught.value)


def test_every_cut_is_found() -> None:
    """At whatever length: it is no record, or its last map is not there."""
    data = small_game().export()
    for length in range(len(data)):
        with pytest.raises((p.Fault, p.NotARecord)):
            p.verify(data[:length])
    assert fault_of(data + b"\xc0").position is None
    assert fault_of(data + data).position is not None


@pytest.mark.parametrize("data", [b"", b"\xc1", b"PK\x03\x04", msgpack.packb({"format": "bsr/2"})])
def test_another_file_is_not_a_record(data: bytes) -> None:
    """It is not called a faulty one."""
    with pytest.raises(p.NotARecord):
        p.verify(data)


@settings(deadline=None)  # a busy machine is no fault of the record
@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise(junk: bytes) -> None:
    """Whatever stands in an event's place is a fault of that event."""
    referee = small_game()
    maps = [referee.first(), *referee.maps()]
    body = b"".join(msgpack.packb(one) for one in maps[:-1])
    end = referee.export()[len(body) + len(msgpack.packb(maps[-1])) :]
    assert fault_of(body + junk + end).position in (7, 8)


@pytest.mark.parametrize(
    "bomb",
    [
        b"\xdd\x7f\xff\xff\xff",
        b"\xdf\x7f\xff\xff\xff",
        b"\xdb\x7f\xff\xff\xff",
        b"\xdc\xff\xff" * 1000,
        b"\x91" * 60_000 + b"\xc0",
        b"\x91" * 40 + b"\xc0",
        b"\x81\xa1k" * 40 + b"\xc0",
        b"\xd7\xff" + bytes(8),
        b"\xc7\x01\x2a\x00",
        b"\x81\x01\x02",
        b"\x82\xa1a\x01\xa1a\x02",
        b"\xa1\xff",
        b"\xc4" + bytes([255]) + bytes(255),
    ],
)
def test_a_hostile_value_is_a_fault_of_its_event(bomb: bytes) -> None:
    """False lengths, deep nesting, extensions, keys twice or no text."""
    event = b"\x83\xa1k\xa5moved\xa1v\x01\xa1d\x81\xa1x" + bomb
    referee = small_game()
    referee.events[5] = replace(
        referee.events[5], open=event + (b"\xc0" if bomb[0] == 0xC4 else b"")
    )
    assert fault_of(referee.export()).position == 6


def test_false_lengths_are_refused_before_they_cost_memory() -> None:
    """A thousand nested lists, each said to hold 65,535 values, would be half a gigabyte."""
    bomb = b"\x83\xa1k\xa5moved\xa1v\x01\xa1d\x81\xa1x" + b"\xdc\xff\xff" * 1000 + bytes(70_000)
    referee = small_game()
    referee.events[5] = replace(referee.events[5], open=bomb)
    data = referee.export()
    tracemalloc.start()
    try:
        assert fault_of(data).position == 6
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_map_larger_than_any_is_refused() -> None:
    """So that one event cannot fill the memory."""
    referee = small_game()
    referee.put("moved", {"x": bytes(p.MAP_BYTES)}, {})
    fault = fault_of(referee.export())
    assert (fault.position, fault.check) == (9, "history")


# A server that owns its key, and signs a false history anew.

Alter = Callable[[Referee], None]


def swapped(referee: Referee) -> None:
    referee.events[4], referee.events[5] = referee.events[5], referee.events[4]


def edited(position: int, /, **changes: Any) -> Alter:
    """Alter fields of one event."""

    def alter(referee: Referee) -> None:
        referee.events[position - 1] = referee.events[position - 1].with_fields(**changes)

    return alter


def resealed(position: int, /, **changes: Any) -> Alter:
    def alter(referee: Referee) -> None:
        event = referee.events[position - 1].with_secret(**changes)
        referee.events[position - 1] = event
        assert event.sealed is not None
        for other, opener in enumerate(referee.events):
            if b"opened" in opener.open[:12] and opener.fields["position"] == position:
                referee.events[other] = opener.with_fields(secret=event.sealed[16:])

    return alter


def without(position: int) -> Alter:
    return lambda referee: referee.events.pop(position - 1) and None


def unsigned(position: int) -> Alter:
    def alter(referee: Referee) -> None:
        referee.events[position - 1] = replace(referee.events[position - 1], signature=None)

    return alter


def signed_by(position: int, key: int) -> Alter:
    def alter(referee: Referee) -> None:
        referee.events[position - 1] = sign(referee.events[position - 1], key)

    return alter


def then(*more: tuple[str, tuple[Any, ...]]) -> Alter:
    """Call the server's own acts after the end of the game."""

    def alter(referee: Referee) -> None:
        for name, arguments in more:
            getattr(referee, name)(*arguments)

    return alter


@cache
def faces(position: int, make: Callable[[], Referee] = server_game) -> list[list[int]]:
    return make().events[position - 1].fields["faces"]


def turned(rolled: list[list[int]]) -> list[list[int]]:
    """The same faces but for the first."""
    return [[rolled[0][0] % 6 + 1, *rolled[0][1:]], *rolled[1:]]


SERVER_CHEATS: list[tuple[str, int | None, str, Alter]] = [
    ("faces altered", 5, "dice", edited(5, faces=turned(faces(5)))),
    ("faces of the second roll altered", 6, "dice", edited(6, faces=[[10, 10, 10], [1000]])),
    ("a face too few", 5, "dice", edited(5, faces=[[6, 1], [3, 4], []])),
    ("True for 1", 5, "dice", edited(5, faces=[[float(n) for n in group] for group in faces(5)])),
    ("faces of no group", 5, "dice", edited(5, faces=[6, 1, 3])),
    ("other dice", 5, "dice", edited(5, dice=[["phaser 1", 5, 6]])),
    ("dice that are none", 5, "dice", edited(5, dice=[["phaser 1", 1, 1]])),
    ("a number for a group", 5, "dice", edited(5, dice=[6])),
    ("a group that is none", 5, "dice", edited(5, dice=[["phaser 1", True, 6]])),
    ("another ctx", 5, "dice", edited(5, ctx=bytes(32))),
    ("another cause", 5, "dice", edited(5, by=2)),
    ("a cause of an earlier commit", 10, "dice", edited(10, by=7)),
    ("an earlier cause with its own ctx", 21, "dice", then(("roll", (6, 4)))),
    ("a consequence as cause", 21, "dice", then(("roll", (6, 16)))),
    ("a cause that is nowhere", 5, "dice", edited(5, by=10**9)),
    ("a later cause", 5, "dice", edited(5, by=7)),
    ("another number", 5, "dice", edited(5, i=2)),
    ("a link out of turn", 5, "dice", edited(5, link=links(0)[2])),
    ("a link of no chain", 5, "dice", edited(5, link=bytes(32))),
    ("a contributor nobody asked", 5, "dice", edited(5, contributors=[[1, 1, links(1)[1]]])),
    ("a roll left out", 5, "dice", without(5)),
    ("a hidden roll left out", 9, "dice", without(8)),
    ("another next commitment", 11, "dice", edited(8, next=bytes(32))),
    ("another hidden number", 8, "dice", edited(8, j=2)),
    ("hidden faces altered", 8, "dice", resealed(8, faces=[[6, 6], [6, 6], [6]])),
    ("hidden seed altered", 8, "dice", resealed(8, seed=bytes(32))),
    ("hidden seed left out", 11, "dice", resealed(11, seed=None)),
    ("an unknown level", 1, "dice", edited(1, dice="loaded")),
    ("a request at server level", 21, "dice", then(("ask", (6, 15, [1])))),
    ("a link at server level", 21, "dice", then(("answer", (6, 4, 1)))),
    ("a declaration altered", 4, "signatures", edited(4, do="surrender")),
    ("its secret altered", 4, "signatures", resealed(4, mine="none")),
    ("signed by another seat", 4, "signatures", signed_by(4, 2)),
    ("signed by nobody", 4, "signatures", unsigned(4)),
    ("signed by the server", 4, "signatures", signed_by(4, SERVER)),
    ("said of another seat", 4, "signatures", edited(4, seat=2)),
    ("said of a seat nobody holds", 4, "signatures", edited(4, seat=3)),
    ("an event altered that a declarer saw", 4, "signatures", edited(2, name="somebody else")),
    ("a server's event signed", 9, "signatures", signed_by(9, 1)),
    ("an id declared twice", 21, "signatures", lambda r: r.declare(1, id=b"\x04" * 16) and None),
    ("a head of the future", 21, "signatures", lambda r: r.declare(1, after=21) and None),
    ("a head of nothing", 21, "signatures", lambda r: r.declare(1, after=0) and None),
    ("another history seen", 21, "signatures", lambda r: r.declare(1, after=7) and None),
    (
        "a seat that left declares",
        22,
        "signatures",
        then(("put", ("seat_left", {"seat": 1, "reason": ""})), ("declare", (1,))),
    ),
    (
        "a seat left that nobody holds",
        21,
        "signatures",
        then(("put", ("seat_left", {"seat": 3, "reason": ""}))),
    ),
    ("a seat that cannot be", 2, "signatures", edited(2, seat=256)),
    ("another server key", 1, "signatures", edited(1, server_key=public(1))),
    ("another game", 1, "signatures", edited(1, game=bytes(16))),
    ("what is opened altered", 13, "seals", edited(13, secret=msgpack.packb({}))),
    ("another salt", 13, "seals", edited(13, salt=bytes(16))),
    ("the wrong event opened", 13, "seals", edited(13, position=8)),
    ("opened what was never sealed", 13, "seals", edited(13, position=5)),
    ("opened from nowhere", 13, "seals", edited(13, position=10**9)),
    (
        "opened from the future",
        13,
        "seals",
        edited(13, position=15, salt=b"\x0f" * 16, secret=msgpack.packb({"mine": "after 14"})),
    ),
    ("opened twice", 21, "seals", then(("open", (4,)))),
    ("something never opened", 16, "seals", without(20)),
    ("a kind sealed once, once not", 21, "seals", then(("put", ("mine_laid", {"by": 1})))),
    (
        "a kind sealed that never is",
        21,
        "seals",
        then(("put", ("anchor_renewed", {"seat": 0, "anchor": bytes(32), "links": 1}, {}))),
    ),
    ("over twice", 21, "history", then(("put", ("over", {"result": ""})))),
    ("created twice", 21, "history", then(("create", ("server",)))),
    ("not created", 1, "history", without(1)),
    ("a field missing", 5, "history", edited(5, faces=None)),
    ("a negative number", 5, "history", edited(5, i=-1)),
    (
        "a renewal for nobody",
        21,
        "dice",
        then(("put", ("anchor_renewed", {"seat": 7, "anchor": bytes(32), "links": 1}))),
    ),
    (
        "a renewal that nothing led to",
        21,
        "dice",
        then(("put", ("anchor_renewed", {"seat": 0, "anchor": bytes(32), "links": 1}))),
    ),
    (
        "a seat key that is not in the first map",
        None,
        "signatures",
        lambda r: r.seats.pop() and None,
    ),
    ("two rolls swapped", 5, "dice", swapped),
]


@pytest.mark.parametrize(
    ("position", "check", "alter"),
    [cheat[1:] for cheat in SERVER_CHEATS],
    ids=[cheat[0] for cheat in SERVER_CHEATS],
)
def test_a_server_cannot_sign_a_lie_anew(position: int | None, check: str, alter: Alter) -> None:
    """Hashes, head and file are all made again with the server's own key: it is found anyway."""
    referee = server_game()
    alter(referee)
    fault = fault_of(referee.export())
    assert (fault.position, fault.check) == (position, check), fault


def renew_in_request(referee: Referee) -> None:
    referee.events[5:] = []
    referee.put("anchor_renewed", {"seat": 1, "anchor": links(1)[0], "links": LINKS})


TABLE_CHEATS: list[tuple[str, int, Alter]] = [
    ("faces altered", 8, edited(8, faces=[[6, 6], [6, 6], [6]])),
    (
        "an answer called absent",
        8,
        edited(8, contributors=[[1, 1, links(1)[1]], [2, 2, bytes(32)]]),
    ),
    ("an absence filled", 13, edited(13, contributors=[[1, 1, links(1)[2]], [2, 1, links(2)[2]]])),
    ("a contributor left out", 8, edited(8, contributors=[[1, 1, links(1)[1]]])),
    ("a contributor not asked", 6, edited(5, contributors=[1])),
    ("asked in disorder", 5, edited(5, contributors=[2, 1])),
    ("asked twice", 5, edited(5, contributors=[1, 1])),
    ("asked who is not there", 5, edited(5, contributors=[1, 3])),
    ("asked no number", 5, edited(5, contributors=["1"])),
    ("asked with another ctx", 5, edited(5, ctx=bytes(32))),
    ("rolled with another ctx", 8, edited(8, ctx=bytes(32))),
    ("asked with another number", 5, edited(5, i=2)),
    ("answered, never asked", 5, without(5)),
    ("asked for an earlier declaration", 17, then(("ask", (4, 4, [1])))),
    ("rolled what nobody asked for", 17, then(("roll", (4, 9)))),
    ("an answer nobody asked for", 17, then(("answer", (4, 4, 1)))),
    ("an answer with another number", 6, edited(6, i=2)),
    ("an answer altered", 6, edited(6, link=links(2)[2])),
    ("an answer by a seat not asked", 15, edited(15, seat=1)),
    ("renewed in a request", 6, renew_in_request),
]


@pytest.mark.parametrize(
    ("position", "alter"),
    [cheat[1:] for cheat in TABLE_CHEATS],
    ids=[cheat[0] for cheat in TABLE_CHEATS],
)
def test_a_server_cannot_cheat_a_table(position: int, alter: Alter) -> None:
    """Nor leave out who answered, nor answer for who did not."""
    referee = table_game()
    alter(referee)
    fault = fault_of(referee.export())
    assert (fault.position, fault.check) == (position, "dice"), fault


@pytest.mark.parametrize(
    ("position", "lie"),
    [
        (4, {"anchor": links(1)[0]}),
        (4, {"anchor": links(0)[1]}),
        (4, {"links": 0}),
        (5, {"hidden": p.commitment(GAME, 2, hidden_seed(1))}),
    ],
    ids=["anchor of another seat", "a later link", "no links", "commitment to another number"],
)
def test_a_first_event_that_lies_is_found_by_the_roll_it_fixed(
    position: int, lie: dict[str, Any]
) -> None:
    """Everybody saw the lie and declared upon it: a copied anchor can never be opened."""
    fault = fault_of(small_game(**lie).export())
    assert (fault.position, fault.check) == (position, "dice"), fault


def test_an_answer_with_the_key_of_another_seat_is_none() -> None:
    """Nor is one with the link of another roll."""
    for wrong in ({"key": 1}, {"key": SERVER}, {"link": 2}):
        referee = table_game()
        referee.events[5:] = []
        referee.answer(1, 4, 2, **wrong)
        fault = fault_of(referee.export())
        assert (fault.position, fault.check) == (6, "dice")


def test_an_answer_is_given_once_and_by_who_sits_there() -> None:
    """The seat may have been left since it was asked."""
    referee = table_game()
    referee.events[6:] = []
    referee.answer(1, 4, 2)
    assert fault_of(referee.export()).position == 7
    referee.events[6:] = []
    referee.put("seat_left", {"seat": 1, "reason": "tired"})
    referee.answer(1, 4, 1)
    assert fault_of(referee.export()).position == 8
    referee.events[6:] = []
    referee.put("seat_left", {"seat": 2, "reason": "tired"})
    referee.seat(2)
    referee.answer(1, 4, 2)
    assert fault_of(referee.export()).position == 9


def test_only_what_was_asked_is_rolled() -> None:
    """Other dice, with their own ctx, are another question."""
    referee = table_game()
    referee.events[7:] = []
    referee.roll(1, 4, [[1, 1, links(1)[1]], [2, 1, links(2)[1]]], [["phaser 1", 5, 6]])
    fault = fault_of(referee.export())
    assert (fault.position, fault.check) == (8, "dice")


def test_a_closed_hidden_roll_still_counts() -> None:
    """Its number is public while its seed is not."""
    referee = small_game()
    referee.events[5:] = []
    assert p.verify(referee.export([5])).counts.rolls_closed == 1
    referee.events[4] = referee.events[4].with_fields(j=2)
    assert fault_of(referee.export([5])).position == 5


def test_what_is_opened_is_a_map() -> None:
    """A seal may be over anything, until it is opened."""
    referee = small_game()
    referee.put("moved", {"ship": "a"}, ["no map"])  # type: ignore[arg-type]
    referee.open(9)
    fault = fault_of(referee.export([9]))
    assert (fault.position, fault.check) == (10, "seals")


def test_one_request_is_open_at_a_time() -> None:
    """A second is the proof of two requests with one number."""
    referee = table_game()
    referee.events[5:] = []
    referee.ask(1, 4, [1])
    assert fault_of(referee.export()).position == 6


# A hand that does not own the server's key.


def test_an_event_of_another_game_does_not_fit() -> None:
    """The game is inside every hash."""
    here, there = server_game(), server_game(bytes(16))
    maps = here.maps()
    maps[4] = there.maps()[4]
    data = here.signed([here.first(), *maps], len(maps), here.hashes()[-1])
    assert fault_of(data).position == 5
    assert p.verify(there.export()).game == bytes(16)


@pytest.mark.parametrize("hashes", [True, False])
def test_events_left_out_or_out_of_order_are_named(*, hashes: bool) -> None:
    """Positions are 1, 2, 3 ... without gaps, up to the signed head."""
    referee = server_game()
    maps, head = referee.maps(hashes=hashes), referee.hashes()[-1]

    def fault(shown: list[dict[str, Any]], position: int = 20) -> int | None:
        return fault_of(referee.signed([referee.first(), *shown], position, head)).position

    assert fault([*maps[:6], *maps[7:]]) == 7
    assert fault([*maps[:6], maps[7], maps[6], *maps[8:]]) == 7
    assert fault([*maps[:6], maps[6], *maps[6:]]) == 8
    assert fault(maps[:-1]) == 20
    assert fault([*maps, {key: maps[-1][key] for key in "to"} | {"p": 21}]) == 21
    renumbered = [one | {"p": position} for position, one in enumerate(maps[:6] + maps[7:], 1)]
    assert fault(renumbered, 19) == (7 if hashes else 4)


def test_an_event_after_the_signed_head_is_named() -> None:
    """The server has not signed it."""
    referee = small_game()
    head = referee.hashes()[-1]
    referee.put("moved", {"ship": "b"}, {"drops": []})
    data = referee.signed([referee.first(), *referee.maps()], 8, head)
    assert fault_of(data).position == 9
    assert fault_of(referee.signed([referee.first()], 0, bytes(32))).position == 1


def test_without_hashes_the_declarers_bound_where_it_was_altered() -> None:
    """The first event that no later declaration vouches for."""
    referee = server_game()
    head = referee.hashes()[-1]
    for position, doubtful in ((2, 1), (5, 4), (10, 7), (20, 15)):
        cheat = server_game()
        event = cheat.events[position - 1]
        cheat.events[position - 1] = replace(event, at_ms=event.at_ms + 1)
        for hashes in (True, False):
            maps = cheat.maps(hashes=hashes)
            data = referee.signed([referee.first(), *maps], 20, head)
            assert fault_of(data).position == doubtful


@pytest.mark.parametrize(
    "change",
    [
        {"p": True},
        {"t": 1.5},
        {"t": -1},
        {"o": "text"},
        {"h": b"short"},
        {"g": b"short"},
        {"seal": p.NONE32},
        {"seal": bytes([1]) * 32, "s": bytes(16) + b"\x80"},
        {"s": bytes(16)},
        {"s": b""},
        {"x": 1},
        {"o": msgpack.packb({"k": "moved", "v": 1, "d": {}, "x": 1})},
        {"o": msgpack.packb({"k": "moved", "v": 1, "d": []})},
        {"o": msgpack.packb({"k": "over", "v": 2, "d": {}})},
        {"o": msgpack.packb([])},
        {"o": msgpack.packb({"k": "moved", "v": 1, "d": {}}) + b"\xc0"},
        {"o": b""},
    ],
)
def test_a_map_of_the_wrong_shape_is_named(change: dict[str, Any]) -> None:
    """Types, lengths and keys are exactly those of the exported record."""
    referee = server_game()
    maps = referee.maps(hashes=False)
    maps[9] = maps[9] | change
    data = referee.signed([referee.first(), *maps], 20, referee.hashes()[-1])
    fault = fault_of(data)
    assert (fault.position, fault.check) == (10, "history")


@pytest.mark.parametrize(
    "change",
    [
        {"game": bytes(16)},
        {"game": b""},
        {"server_key": public(1)},
        {"seats": []},
        {"seats": [[1, public(1)]]},
        {"seats": [[2, public(2)], [1, public(1)]]},
        {"seats": [[1, public(2)], [2, public(1)]]},
        {"seats": [1, 2]},
        {"seats": [[1, public(1), 0], [2, public(2), 0]]},
        {"viewer": "everybody"},
        {"viewer": "seat 0"},
        {"viewer": 5},
        {"x": 1},
    ],
)
def test_a_first_map_that_lies_is_named(change: dict[str, Any]) -> None:
    """No event is blamed for it."""
    referee = server_game()
    maps = [referee.first() | change, *referee.maps()]
    assert fault_of(referee.signed(maps, 20, referee.hashes()[-1])).position is None


def test_a_last_map_that_lies_is_named() -> None:
    """Head and file are signed by the server, in one form of the bytes only."""
    referee = small_game()
    data = referee.export()
    start = data.rindex(b"\x82\xa4head")
    last = msgpack.unpackb(data[start:])
    position, head, sig = last["head"]
    no_sig = bytes(64)
    for change in (
        {"head": [position, head, no_sig]},
        {"head": [position - 1, head, sig]},
        {"head": [position, bytes(32), sig]},
        {"head": [True, head, sig]},
        {"head": ["8", head, sig]},
        {"file": no_sig},
        {"file": sig},
    ):
        assert fault_of(data[:start] + msgpack.packb(last | change)).position is None
    longer = data[start:].replace(b"\xa4head\x93\x08", b"\xa4head\x93\xcc\x08")
    assert msgpack.unpackb(longer) == last
    assert fault_of(data[:start] + longer).position is None
    stale = fault_of(data.replace(b"spectator", b"referee  "[:9]))
    assert stale.position is None


# Two histories.


def test_two_signed_histories_are_a_fork() -> None:
    """Named by the first position where they part; each alone verifies."""
    ours, theirs = small_game(), small_game()
    theirs.events[7:] = []
    theirs.put("moved", {"ship": "b"}, {"drops": []})
    theirs.declare(1)
    fork = p.compare(ours.export(), theirs.export())
    assert fork is not None
    assert (fork.position, fork.hash_a, fork.hash_b) == (8, ours.hashes()[8], theirs.hashes()[8])
    assert p.verify(ours.export()).counts.events == 8
    assert p.verify(theirs.export()).counts.events == 9


def test_a_history_that_goes_on_is_no_fork() -> None:
    """Nor one that another viewer sees."""
    longer = small_game()
    longer.declare(1)
    assert p.compare(small_game().export(), longer.export()) is None
    assert p.compare(longer.export(), small_game().export([3, 5, 6])) is None


def test_what_the_server_did_not_sign_proves_no_fork() -> None:
    """A false witness could make it; and two games have nothing to compare."""
    good = small_game().export()
    forged = good[:-1] + bytes([good[-1] ^ 1])
    for pair in ((good, forged), (forged, good)):
        with pytest.raises(p.Fault):
            p.compare(*pair)
    with pytest.raises(p.NotARecord):
        p.compare(server_game().export(), server_game(bytes(16)).export())
