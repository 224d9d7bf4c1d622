"""Files made at home are judged line by line."""

import msgspec

from domain.sheet_file import file_faults


class Boat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    oars: tuple[int, ...] = ()


def judged(boat: Boat) -> list[str]:
    return ["oars: are too few"] if len(boat.oars) < 2 else []


def told(text: str) -> list[tuple[int, str]]:
    return [tuple(fault) for fault in file_faults(text.encode(), Boat, "a boat", judged)]


def test_a_sound_file_has_no_faults() -> None:
    assert told('{"name": "Ada",\n "oars": [1, 2]}') == []


def test_what_is_wrong_stands_in_its_line() -> None:
    assert told('{"name": "Ada",\n "oars": [1, "two"]}') == [
        (2, "oars.1: Expected `int`, got `str`")
    ]
    assert told('{\n"oars": [],\n"keel": 1}') == [
        (3, "keel: unknown field"),
        (1, "name: the field is missing"),
    ]


def test_what_no_type_can_say_stands_in_the_line_of_its_field() -> None:
    assert told('{"name": "Ada",\n\n "oars": [1]}') == [(3, "oars: are too few")]


def test_what_is_no_object_at_all() -> None:
    assert told("[1]") == [(1, "a boat is an object with the fields of a sheet")]
    assert told("{") == [(1, "no JSON: Expecting property name enclosed in double quotes")]
