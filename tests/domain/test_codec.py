"""Events and commands to and from bytes: secrets apart, versions kept apart, nothing unknown."""

from typing import ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.audience import Audience, Sealed
from domain.codec import Codec, envelope, sealed_fields
from domain.decider import Event, kind_of
from domain.game_events import GAME_COMMANDS, GAME_EVENTS, Declared, HandOverSeat, SeatLeft
from domain.names import SeatId
from tests.pennies import PENNIES, Guess, Stake, Staked

CODEC = Codec((*GAME_EVENTS, *PENNIES.events), (*GAME_COMMANDS, *PENNIES.commands))


class ShipMoved(Event):
    """Version 2: `path` was called `way` before."""

    version: ClassVar[int] = 2
    audience: ClassVar[Audience] = Audience.OWNER

    seat: SeatId
    path: tuple[int, ...]
    mines: Sealed[int] = msgspec.UNSET

    @classmethod
    def upcast(cls, version: int, fields: dict[str, object]) -> dict[str, object]:
        if version != 1:
            return super().upcast(version, fields)
        return {"seat": fields["seat"], "path": fields["way"]}


def test_a_secret_is_not_in_the_open_part() -> None:
    open_part, secret = CODEC.encode(Staked(seat=SeatId(1), pennies=7))
    assert msgspec.msgpack.decode(open_part) == {"k": "staked", "v": 1, "d": {"seat": 1}}
    assert secret is not None
    assert msgspec.msgpack.decode(secret) == {"pennies": 7}


def test_without_the_secret_the_field_is_unset() -> None:
    open_part, secret = CODEC.encode(Staked(seat=SeatId(1), pennies=7))
    assert CODEC.decode(open_part, None) == Staked(seat=SeatId(1))
    assert CODEC.decode(open_part, secret) == Staked(seat=SeatId(1), pennies=7)


def test_a_kind_that_never_seals_has_no_secret() -> None:
    assert CODEC.encode(SeatLeft(seat=SeatId(1), reason="given_up"))[1] is None


@given(st.integers(0, 2**32), st.binary(min_size=16, max_size=16), st.integers(0, 9))
def test_a_declaration_seals_its_commands_secret_fields(
    after: int, declaration_id: bytes, pennies: int
) -> None:
    do, fields, secret = CODEC.encode_command(Stake(pennies=pennies))
    declared = Declared(
        id=declaration_id,
        seat=SeatId(1),
        do=do,
        with_=fields,
        after=after,
        head=bytes(32),
        secret=msgspec.msgpack.decode(secret),
    )
    open_part, sealed = CODEC.encode(declared)
    assert sealed == secret
    assert CODEC.decode(open_part, sealed) == declared
    assert CODEC.command(do, fields, {"pennies": pennies}) == Stake(pennies=pennies)


def test_bytes_in_a_command_stay_bytes() -> None:
    do, fields, _ = CODEC.encode_command(HandOverSeat(invitation=b"\x00" * 32))
    assert fields == {"invitation": b"\x00" * 32}
    assert CODEC.command(do, fields, {}) == HandOverSeat(invitation=b"\x00" * 32)


def test_an_older_version_is_read_as_todays() -> None:
    codec = Codec([ShipMoved])
    old = {"k": "ship_moved", "v": 1, "d": {"seat": 1, "way": [1, 2]}}
    moved = codec.decode(msgspec.msgpack.encode(old), None)
    assert moved == ShipMoved(seat=SeatId(1), path=(1, 2))
    with pytest.raises(ValueError, match="has no version 3"):
        codec.decode(msgspec.msgpack.encode({**old, "v": 3}), None)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"k": "nothing", "v": 1, "d": {}}, "no event is called"),
        ({"k": "staked", "v": 1, "d": {"seat": 1, "pennies": 3}}, "unknown field"),
        ({"k": "staked", "v": 1, "d": {}}, "missing required field"),
        ({"k": "staked", "v": 1, "d": {"seat": True}}, "Expected `int`"),
        ({"k": "staked", "v": 1, "d": {"seat": 1.0}}, "Expected `int`"),
        ({"k": "staked", "v": 1, "d": [1]}, "got `array`"),
        ({"k": "staked", "v": 1}, "not an event"),
        ({"k": "staked", "v": 1, "d": {"seat": 1}, "x": 1}, "not an event"),
    ],
)
def test_what_is_no_event_is_refused_with_the_reason(event: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        CODEC.decode(msgspec.msgpack.encode(event), None)


def test_an_open_field_that_should_be_sealed_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown field `face`"):
        CODEC.command("guess", {"face": 3}, {})
    assert CODEC.sealed_names("guess") == ("face",)
    assert sealed_fields(Guess) == {"face"}


def test_kinds_are_plain_words() -> None:
    assert kind_of(ShipMoved) == "ship_moved"
    assert envelope(CODEC.encode(SeatLeft(seat=SeatId(2), reason="x"))[0]).k == "seat_left"
