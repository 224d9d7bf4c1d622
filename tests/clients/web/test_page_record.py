"""The page's verifier and Python's: one verdict on every record, honest, damaged or forged.

Both are written from record.md alone; here each checks the other.
"""

import json
import random
import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgpack
import pytest

from clients.verifier import protocol as p
from tests.clients.verifier import test_protocol as made
from tests.clients.web.built import NODE, built
from tests.test_recordings import KEPT

MASKS = (0x01, 0x80, 0xFF)


def in_the_page(records: Iterable[bytes]) -> list[Any]:
    """Return what the page's verifier says of each record."""
    script = Path(__file__).with_name("verdicts.mjs")
    told = subprocess.run(
        [NODE, script, built("verdict")],
        input=b"".join(len(one).to_bytes(4, "big") + one for one in records),
        capture_output=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr.decode()
    return [json.loads(line) for line in told.stdout.splitlines()]


def in_python(record: bytes) -> list[Any]:
    try:
        report = p.verify(record)
    except p.Fault as fault:
        return ["fault", fault.position, fault.check]
    except p.NotARecord:
        return ["none"]
    names = {
        "rolls_closed": "rollsClosed",
        "seals_open": "sealsOpen",
        "seals_closed": "sealsClosed",
    }
    counts = {names.get(name, name): count for name, count in asdict(report.counts).items()}
    counts["signatures"] -= 2  # head and file
    return ["good", counts, report.viewer, report.system, report.level, report.over]


def agree(records: list[bytes]) -> list[Any]:
    """Compare both verdicts on each record, and return them."""
    expected = [in_python(record) for record in records]
    found = in_the_page(records)
    assert len(found) == len(expected)
    for n, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        assert ours == theirs, f"record {n}"
    return found


def test_every_recording_verifies_here_and_there() -> None:
    assert {verdict[0] for verdict in agree([file.read_bytes() for file in KEPT])} == {"good"}


def test_honest_games_verify_for_every_viewer() -> None:
    server, table, small = made.server_game(), made.table_game(), made.small_game()
    sealed = [at for at, event in enumerate(server.events, 1) if event.sealed]
    honest = [
        *(
            game.export(hashes=hashes)
            for game in (server, table, small)
            for hashes in (True, False)
        ),
        server.export(sealed),
        small.export([3, 5, 6, 8]),
        table.export([16]),
    ]
    assert {verdict[0] for verdict in agree(honest)} == {"good"}


def test_every_cheat_that_we_know_is_named_alike() -> None:
    """A server signs its false history anew: the same event is named, for the same reason."""
    cheats = []
    games = [(made.server_game, cheat[-1]) for cheat in made.SERVER_CHEATS]
    games += [(made.table_game, cheat[-1]) for cheat in made.TABLE_CHEATS]
    for game, alter in games:
        referee = game()
        alter(referee)
        cheats.append(referee.export())
    assert {verdict[0] for verdict in agree(cheats)} == {"fault"}


def test_thousands_of_altered_bytes_are_refused_alike() -> None:
    data, bare = made.small_game().export(), made.small_game().export(hashes=False)
    altered = [
        one[:at] + bytes([one[at] ^ MASKS[at % 3]]) + one[at + 1 :]
        for one in (data, bare)
        for at in range(len(one))
    ]
    assert len(altered) > 3_000
    assert "good" not in {verdict[0] for verdict in agree(altered)}


def test_every_cut_is_refused_alike() -> None:
    data = made.small_game().export()
    cut = [data[:length] for length in range(0, len(data), 3)]
    cut += [data + b"\xc0", data + data, b"", b"\xc1", b"PK\x03\x04"]
    assert "good" not in {verdict[0] for verdict in agree(cut)}


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_altered_bytes_of_real_records_are_refused_alike(file: Path) -> None:
    data, chance = file.read_bytes(), random.Random(8)
    altered = []
    for _ in range(40):
        at = chance.randrange(len(data))
        other = data[at] ^ chance.randrange(1, 256)
        altered.append(data[:at] + bytes([other]) + data[at + 1 :])
    assert "good" not in {verdict[0] for verdict in agree(altered)}


BOMBS = [
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
    b"\xa3\xed\xa0\x80",
    b"\xc0",
    b"\x81\xa9__proto__\x01",
    b"\xcf" + b"\xff" * 8,
    b"\xcb" + bytes(8),
]


def test_hostile_values_are_told_alike() -> None:
    """False lengths, deep nesting, extensions, keys twice or no text; names of JavaScript's own."""
    hostile = []
    for bomb in BOMBS:
        referee = made.small_game()
        event = b"\x83\xa1k\xa5moved\xa1v\x01\xa1d\x81\xa1x" + bomb
        referee.events[5:] = [made.replace(referee.events[5], open=event)]
        hostile.append(referee.export())
    hostile += [made.small_game(system=name).export() for name in ("__proto__", "\ufeffbom")]
    kinds = made.small_game()
    for kind in ("__proto__", "constructor", "toString"):
        kinds.put(kind, {"position": 1})
    told = agree([*hostile, kinds.export()])
    assert [one[0] for one in told[: len(BOMBS)]].count("good") == 4
    assert told[-1][0] == "good"


def test_maps_of_the_wrong_shape_are_told_alike() -> None:
    referee = made.server_game()
    changes: list[dict[str, Any]] = [
        {"p": True},
        {"p": 10.0},
        {"t": 1.5},
        {"t": -1},
        {"t": 2**64 - 1},
        {"o": "text"},
        {"h": b"short"},
        {"g": b"short"},
        {"g": None},
        {"seal": p.NONE32},
        {"seal": bytes([1]) * 32, "s": bytes(16) + b"\x80"},
        {"s": b""},
        {"x": 1},
        {"o": msgpack.packb({"k": "moved", "v": 1, "d": {}, "x": 1})},
        {"o": msgpack.packb({"k": "over", "v": 2, "d": {}})},
        {"o": msgpack.packb([])},
        {"o": b"\x83\xa1k\xa4over\xa1v\x01\xa1d\x80\xc0"},
    ]
    shapes = []
    for change in changes:
        maps = referee.maps(hashes=False)
        maps[9] = maps[9] | change
        shapes.append(referee.signed([referee.first(), *maps], 20, referee.hashes()[-1]))
    for first in ({"seats": [1, 2]}, {"viewer": "seat 0"}, {"x": 1}, {"format": "bsr/2"}):
        maps = [referee.first() | first, *referee.maps()]
        shapes.append(referee.signed(maps, 20, referee.hashes()[-1]))
    assert {verdict[0] for verdict in agree(shapes)} == {"fault"}
