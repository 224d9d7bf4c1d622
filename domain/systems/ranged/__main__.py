"""`python -m domain.systems.ranged --rules`: every rule number, with what plays it."""

import sys

from domain.refusals import Rule
from domain.systems.ranged import SYSTEM, rules


def main(words: list[str]) -> int:
    """Print the index of rules; 1 if a rule has no example, 2 for anything else asked."""
    if words != ["--rules"]:
        sys.stderr.write("usage: python -m domain.systems.ranged --rules\n")
        return 2
    titles: dict[str, list[str]] = {}
    for example in SYSTEM.examples():
        titles.setdefault(example.rule.number, []).append(example.title)
    without = 0
    for rule in (one for one in vars(rules).values() if isinstance(one, Rule)):
        played = titles.get(rule.number, [])
        without += not played
        title = played[0] if played else "NO EXAMPLE"
        sys.stdout.write(f"{rule.number:7} {rule.title}: {title} [{len(played)}]\n")
    return int(bool(without))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
