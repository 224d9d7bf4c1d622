"""`python -m domain.systems.scorpead --rules`: every rule number, with what plays it."""

import sys

from domain.systems.scorpead import SYSTEM
from domain.systems.scorpead.index import CARRIED, index


def main(words: list[str]) -> int:
    """Print the index of rules; 1 if a rule has no example, 2 for anything else asked."""
    if words != ["--rules"]:
        sys.stderr.write("usage: python -m domain.systems.scorpead --rules\n")
        return 2
    without = 0
    for number, title, count in index(SYSTEM.examples()):
        by = f" (by {CARRIED[number]})" if number in CARRIED else ""
        sys.stdout.write(f"{number:11}{by} {title or 'NO EXAMPLE'} [{count}]\n")
        without += not title
    return int(bool(without))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
