"""Names at the table: whom one reads is who one means."""

import unicodedata
from collections.abc import Iterable

from domain.game_events import SEATS
from domain.refusals import Refused

NAME_LENGTH = 40


def check_name(name: str, others: Iterable[str]) -> None:
    """Refuse names that could be taken for another's, or that hide something."""
    if not 1 <= len(name) <= NAME_LENGTH or name != unicodedata.normalize("NFC", name).strip():
        raise Refused("name_not_allowed", SEATS, longest=NAME_LENGTH)
    if any(unicodedata.category(sign)[0] == "C" or sign in INVISIBLE for sign in name):
        raise Refused("name_not_allowed", SEATS, why="control or invisible characters")
    if any(unicodedata.category(sign) in {"Zl", "Zp"} for sign in name):
        raise Refused("name_not_allowed", SEATS, why="line breaks")
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}
    if len(scripts - TOGETHER) > 1:
        raise Refused("name_not_allowed", SEATS, why="letters of several scripts")
    same = unicodedata.normalize("NFKC", name).casefold()
    if same in (unicodedata.normalize("NFKC", other).casefold() for other in others):
        raise Refused("name_in_use", SEATS, name=name)


INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters, marks and symbols that show nothing."""
TOGETHER = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH", "FEMININE", "MASCULINE"}
)
"""Scripts that are written together, or are forms of Latin; all others stand alone in a name."""
