"""Names that a reader takes for each other: they cannot sit at one table.

The rules refuse the same name in another case or form, and letters of several scripts in one name
(domain.seat_names); both are part of what the verifier decides again, for ever. This is the
server's own care, and may grow: whole names of another script, and letters like digits. The pairs
are those of Unicode's confusables (UTS 39) among the letters of Latin, Cyrillic and Greek in use.
"""

import unicodedata
from collections.abc import Iterable

from domain.game_events import SEATS
from domain.refusals import Refused

_CYRILLIC = "АВЕЗНІЈКМОРСТУХЅѴԌԚԜ" + "абгеһіјкӏорѕсухѵԁԛԝпц"
_AS_LATIN = "ABE3HIJKMOPCTYXSVGQW" + "a6rehijklopscyxvdqwnu"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αγικνορσυτ"  # noqa: RUF001  that is the point
_AS_LATIN_TOO = "ABEZHIKMNOPTYX" + "ayikvopout"
_ALIKE = str.maketrans(_CYRILLIC + _GREEK + "I1|0", _AS_LATIN + _AS_LATIN_TOO + "lllO")
_TOGETHER = {"rn": "m", "vv": "w", "cl": "d"}


def skeleton(name: str) -> str:
    """Return what is left of *name* to the eye: equal for names that look alike."""
    # Twice: an I that comes of an iota is taken for an l as well.
    seen = unicodedata.normalize("NFKC", name).translate(_ALIKE).translate(_ALIKE).casefold()
    for pair, one in _TOGETHER.items():
        seen = seen.replace(pair, one)
    return "".join(seen.split())


def check_unlike(name: str, others: Iterable[str]) -> None:
    """Refuse *name* if it looks like one of *others*."""
    for other in others:
        if skeleton(name) == skeleton(other):
            raise Refused("name_looks_alike", SEATS, name=name, other=other)
