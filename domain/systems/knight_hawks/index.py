"""Every rule and every hard case, with an example that plays it."""

from collections.abc import Iterable, Iterator

from domain.refusals import Rule
from domain.rule_system import Example
from domain.systems.knight_hawks import rules

HARD_CASES = tuple(f"H-{number:02}" for number in range(1, 26))


def every_rule() -> tuple[Rule, ...]:
    """Return all rules that are cited, in their order."""
    return tuple(rule for rule in vars(rules).values() if isinstance(rule, Rule))


def index(examples: Iterable[Example]) -> Iterator[tuple[str, str, int]]:
    """Yield each number, the title of the first example that plays it, and how many do."""
    titles: dict[str, list[str]] = {}
    for example in examples:
        titles.setdefault(example.rule.number, []).append(example.title)
        case = example.title[:4]
        if case in HARD_CASES:
            titles.setdefault(case, []).append(example.title)
    for number in (*(rule.number for rule in every_rule()), *HARD_CASES):
        found = titles.get(number, [])
        yield number, (*found, "")[0], len(found)
