"""F29: keys and ids that all have one hash are refused before anything is done with them, at once.

Python's hash of a whole number is its rest by 2**61 - 1. A message has whole numbers of 64 bits, of
which no more than a dozen share one; larger ones are none, keys are text, and ids are text.
"""

import time
from collections.abc import Callable

import msgspec
import pytest

from domain.codec import Codec
from domain.systems.gothic.commands import COMMANDS
from projections.wire import MOST_BYTES, BadBytes, strict_json, strict_msgpack

PRIME = 2**61 - 1
MANY = 10_000
AT_MOST_S, TRIES = 0.005, 20
"""The best of several tries: what other programs do meanwhile is no matter."""
ALIKE = [n * PRIME for n in range(-4, 9) if -(2**63) <= n * PRIME < 2**64]
"""All there are of 64 bits."""


def quickest_s(refused: Callable[[], None]) -> float:
    def once() -> float:
        began = time.perf_counter()
        refused()
        return time.perf_counter() - began

    return min(once() for _ in range(TRIES))


def keys(count: int) -> bytes:
    pairs = b"".join(msgspec.msgpack.encode(ALIKE[n % len(ALIKE)]) + b"\xc0" for n in range(count))
    return b"\xdf" + count.to_bytes(4, "big") + pairs


FIT = 1_300
BOMBS = {
    "integer keys, ten thousand": keys(MANY),
    "integer keys, as many as fit": keys(FIT),
    "ids in a list, ten thousand": msgspec.msgpack.encode([ALIKE[n % 12] for n in range(MANY)]),
}


def test_so_few_numbers_share_a_hash() -> None:
    assert len({hash(one) for one in ALIKE}) <= 2  # -1 and 0 apart, and hash(-1) is -2
    assert len(ALIKE) <= 13
    assert len(keys(FIT)) <= MOST_BYTES < len(keys(MANY))


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_they_are_refused_at_once(bomb: bytes) -> None:
    def refused() -> None:
        with pytest.raises(BadBytes):
            strict_msgpack(bomb)

    assert quickest_s(refused) <= AT_MOST_S


def test_larger_ones_as_json_are_refused_at_once() -> None:
    """JSON has whole numbers of any length: as many as fit, each with the same hash."""
    numbers = [str(n * PRIME) for n in range(10, 700)]
    assert len({hash(int(one)) for one in numbers}) == 1
    text = f"[{','.join(numbers)}]".encode()
    assert len(text) <= MOST_BYTES

    def refused() -> None:
        with pytest.raises(BadBytes, match="64 bits"):
            strict_json(text)

    assert quickest_s(refused) <= AT_MOST_S


def test_ids_that_are_no_text_never_reach_the_rules() -> None:
    """A list of numbers where ids are wanted, which the rules may well put into a set."""
    codec = Codec((), COMMANDS)
    assert codec.command("allocate_repairs", {"criticals": ["thrusters"]}, {})
    ids = [ALIKE[n % len(ALIKE)] for n in range(FIT)]
    assert strict_msgpack(msgspec.msgpack.encode(ids)) == ids

    def refused() -> None:
        with pytest.raises(ValueError, match="allocate_repairs"):
            codec.command("allocate_repairs", {"criticals": ids}, {})

    assert quickest_s(refused) <= AT_MOST_S
