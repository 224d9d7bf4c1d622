"""dice/1 against the vectors of record.md, and exactly fair for every die."""

from hashlib import sha256

import pytest

from domain.dice import (
    PRESENT,
    Ask,
    Contributor,
    ScriptedDice,
    chain,
    dice_bytes,
    face_of,
    faces,
    hidden_commitment,
    link_holds,
    roll_context,
    roll_key,
)
from domain.names import SERVER, GameId, SeatId

GAME = GameId(bytes(range(16)))
SERVER_CHAIN = chain(GAME, SERVER, b"\x11" * 32, 8)
SEAT_1 = chain(GAME, SeatId(1), b"\x22" * 32, 8)
SEAT_2 = chain(GAME, SeatId(2), b"\x33" * 32, 8)
CTX = sha256(b"example DiceRequested event").digest()
DRAWN = (Ask("", 12, 6), Ask("", 4, 10), Ask("", 2, 100), Ask("", 1, 1000))
PHASERS = (Ask("phaser 1", 2, 6), Ask("phaser 2", 2, 6), Ask("phaser 3", 1, 6))
PHASERS_SEAL = bytes.fromhex("d87791ef171cf9a9e20a911730b46ccf8bcd4ab5f21d1fd004485f515cdaeb96")
PHASERS_OPEN = bytes.fromhex("83a16ba76578616d706c65a17601a16481a16e02")


def present(i: int) -> list[Contributor]:
    links = ((SeatId(1), SEAT_1[i]), (SeatId(2), SEAT_2[i]))
    return [Contributor(seat, PRESENT, link) for seat, link in links]


def test_the_chains_are_those_of_the_vectors() -> None:
    assert [links[0].hex()[:16] for links in (SERVER_CHAIN, SEAT_1, SEAT_2)] == [
        "32301aae30936b21",
        "ab6842a56b6c9fb5",
        "39eda402edeee65d",
    ]
    assert [links[1].hex()[:16] for links in (SERVER_CHAIN, SEAT_1, SEAT_2)] == [
        "b4287d971a9d6387",
        "d534838ceb26b9d9",
        "79ca74701c259006",
    ]
    assert [links[2].hex()[:16] for links in (SERVER_CHAIN, SEAT_1, SEAT_2)] == [
        "0b15b6acc4f50cf2",
        "c438ef2083a108d6",
        "c1db0df5298e5c9d",
    ]


@pytest.mark.parametrize(
    ("i", "level", "key", "shown"),
    [
        (
            1,
            "server",
            "bb28fe56856a4f6a37dbb91207caefe22e0d4bb9bf7c4d9cd73f7f0cf8c0ddbc",
            ((1, 5, 1, 3, 4, 2, 1, 1, 2, 5, 3, 1), (3, 1, 8, 6), (27, 100), (104,)),
        ),
        (
            1,
            "table",
            "6887694ddf52aa96820b70aab240b017917284c4221832ea129dc9248474fc24",
            ((1, 2, 3, 3, 3, 2, 1, 3, 2, 5, 3, 6), (1, 1, 10, 8), (57, 90), (433,)),
        ),
        (
            2,
            "table",
            "49b19b0bf8d77ba905b961f7cb2e26bfa4622e6e33db5489ee29d4f579814b69",
            ((4, 1, 2, 4, 1, 2, 5, 1, 3, 2, 1, 4), (10, 10, 7, 10), (25, 65), (334,)),
        ),
    ],
)
def test_the_rolls_are_those_of_the_vectors(
    i: int, level: str, key: str, shown: tuple[tuple[int, ...], ...]
) -> None:
    found = roll_key(SERVER_CHAIN[i], CTX, present(i) if level == "table" else ())
    assert found.hex() == key
    assert faces(found, DRAWN) == shown


def test_what_is_asked_is_part_of_the_roll() -> None:
    assert dice_bytes(PHASERS).hex() == (
        "087068617365722031000200060870686173657220320002000608706861736572203300010006"
    )
    ctx = roll_context(GAME, 1, PHASERS_OPEN, PHASERS_SEAL, PHASERS)
    assert ctx.hex() == "e33036fed4fc95f3cbe0a8c6d0e7a8d5c108aef6f54c48ff1b9e7f86b6c6cfea"
    assert faces(roll_key(SERVER_CHAIN[1], ctx), PHASERS) == ((6, 1), (3, 4), (6,))
    assert faces(roll_key(SERVER_CHAIN[1], ctx, present(1)), PHASERS) == ((3, 2), (3, 5), (4,))


def test_a_hidden_roll_takes_its_own_seed() -> None:
    seed = b"\x77" * 32
    assert hidden_commitment(GAME, 1, seed).hex() == (
        "18b2325d8a6482309d2839e87d19246074577dc53d1f042d58f2bd8c96ca9d9f"
    )
    ctx = roll_context(GAME, 1, PHASERS_OPEN, PHASERS_SEAL, PHASERS)
    key = roll_key(seed, ctx)
    assert key.hex() == "804d858ae8dec70a0b71fd7b3cacd2bbd9bc75a35de933bb3500dce2fbb82950"
    assert faces(key, PHASERS) == ((5, 2), (2, 2), (5,))


@pytest.mark.parametrize("sides", range(2, 101))
def test_every_face_has_exactly_as_many_bytes_as_every_other(sides: int) -> None:
    """Counted over the whole input space, not sampled."""
    counts = dict.fromkeys(range(1, sides + 1), 0)
    again = 0
    for value in range(256):
        face = face_of(value, 1, sides)
        if face is None:
            again += 1
        else:
            counts[face] += 1
    assert set(counts.values()) == {256 // sides}
    assert again == 256 % sides


@pytest.mark.parametrize("sides", [257, 1000, 40_000, 65_535, 65_536])
def test_large_dice_are_exact_too(sides: int) -> None:
    counts = [0] * (sides + 1)
    for value in range(65_536):
        face = face_of(value, 2, sides)
        if face is not None:
            counts[face] += 1
    assert set(counts[1:]) == {65_536 // sides}


def test_a_link_holds_only_at_its_own_number_of_its_own_seat() -> None:
    assert link_holds(GAME, SERVER, 3, SERVER_CHAIN[3], 0, SERVER_CHAIN[0])
    assert link_holds(GAME, SERVER, 3, SERVER_CHAIN[3], 2, SERVER_CHAIN[2])
    assert not link_holds(GAME, SERVER, 4, SERVER_CHAIN[3], 0, SERVER_CHAIN[0])
    assert not link_holds(GAME, SERVER, 2, SERVER_CHAIN[2], 2, SERVER_CHAIN[2])
    assert not link_holds(GAME, SeatId(1), 3, SERVER_CHAIN[3], 0, SERVER_CHAIN[0])
    other = GameId(bytes(16))
    assert not link_holds(other, SERVER, 3, SERVER_CHAIN[3], 0, SERVER_CHAIN[0])


def test_scripted_dice_show_what_the_book_rolled_and_nothing_else() -> None:
    dice = ScriptedDice([2, 5, 4])
    rolled = dice.roll(Ask("first", 2, 6), Ask("second", 1, 6))
    assert rolled.faces == ((2, 5), (4,))
    assert rolled.total == 11
    assert dice.left == ()
    with pytest.raises(ValueError, match="no d6 next"):
        dice.roll(Ask("third", 1, 6))
    with pytest.raises(ValueError, match="no d6 next"):
        ScriptedDice([7]).roll(Ask("a seven", 1, 6))
