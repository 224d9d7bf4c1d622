"""Every rule number of the two weapons, with the example that plays it."""

from collections.abc import Iterable, Iterator

from domain.rule_system import Example

NUMBERS = (
    "ER-12.11", "ER-12.12", "ER-12.13", "ER-12.14", "ER-12.15", "ER-12.21", "ER-12.211",
    "ER-12.212", "ER-12.22", "ER-12.23", "ER-12.3", "ER-12.31", "ER-12.32", "ER-12.321",
    "ER-12.322", "ER-12.323", "ER-12.324", "ER-12.325", "ER-12.41", "ER-12.411", "ER-12.412",
    "ER-12.413", "ER-12.42", "ER-12.421", "ER-12.422", "ER-12.43", "ER-12.431", "ER-12.432",
    "ER-12.433", "ER-12.434", "ER-12.435", "ER-12.44", "ER-12.5", "DW-12.11", "DW-12.12",
    "DW-12.121", "DW-12.13", "DW-12.131", "DW-12.132", "DW-12.133", "DW-12.134", "DW-12.135",
    "DW-12.14", "DW-12.141", "DW-12.142", "DW-12.2", "DW-12.21", "DW-12.23", "DW-12.231",
    "DW-12.24", "DW-12.31", "DW-12.311", "DW-12.3111", "DW-12.3112", "DW-12.3113", "DW-12.3114",
    "DW-12.3115", "DW-12.312", "DW-12.3121", "DW-12.3122", "DW-12.3123", "DW-12.3124",
    "DW-12.3125", "DW-12.32", "DW-12.33", "DW-12.331", "DW-12.3311", "DW-12.34", "DW-12.341",
    "DW-12.35", "DW-12.351", "DW-12.352", "DW-12.36", "DW-12.37", "DW-12.38", "DW-12.381",
    "DW-12.382", "DW-12.39", "DW-12.391", "DW-12.3911", "DW-12.3912", "DW-12.392", "DW-12.393",
    "DW-12.41", "DW-12.411", "DW-12.412", "DW-12.413", "DW-12.42", "DW-12.43", "DW-12.50",
    "DW-12.511", "DW-12.521", "DW-12.53", "DW-12.541", "DW-12.542", "DW-12.543", "DW-12.55",
    "DW-12.560", "DW-12.561", "DW-12.562", "DW-12.563", "DW-12.564", "DW-12.565",
)  # fmt: skip
"""All numbers of the sheet that say anything; DW-4.26 and ER-12.452 are cited and missing."""

CARRIED = {
    "ER-12.212": "ER-12.412", "ER-12.3": "ER-12.31", "ER-12.32": "ER-12.323",
    "ER-12.42": "ER-12.422", "ER-12.43": "ER-12.431", "ER-12.44": "ER-12.13", "ER-12.5": "D7.8",
    "DW-12.12": "DW-12.3114", "DW-12.131": "DW-12.132", "DW-12.24": "DW-12.21",
    "DW-12.3112": "DW-12.311", "DW-12.3113": "DW-12.38", "DW-12.312": "DW-12.3122",
    "DW-12.3121": "DW-12.31", "DW-12.3124": "DW-12.3122", "DW-12.33": "DW-12.43",
    "DW-12.3311": "DW-12.3123", "DW-12.352": "DW-12.35", "DW-12.37": "B2",
    "DW-12.381": "DW-12.3122", "DW-12.39": "DW-12.391", "DW-12.393": "DW-12.391",
    "DW-12.411": "DW-12.41", "DW-12.412": "DW-12.41", "DW-12.413": "DW-12.41",
    "DW-12.42": "DW-12.43", "DW-12.50": "DW-12.560",
}  # fmt: skip
"""Rules that are played by the examples of another one."""


def index(examples: Iterable[Example]) -> Iterator[tuple[str, str, int]]:
    """Yield each number, the title of an example that plays it, and how many do."""
    titles: dict[str, list[str]] = {}
    for example in examples:
        titles.setdefault(example.rule.number, []).append(example.title)
    for number in NUMBERS:
        carrier = CARRIED.get(number, number)
        own = titles.get(carrier, [])
        named = [title for title in own if title.startswith(f"{number}:")]
        yield number, (*named, *own, "")[0], len(own)
