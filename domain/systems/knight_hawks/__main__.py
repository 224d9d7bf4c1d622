"""`python -m domain.systems.knight_hawks --rules`: every rule number, with what plays it.

`--schema` prints the JSON Schemas of all data files.
"""

import json
import sys

from domain.systems.knight_hawks import SYSTEM
from domain.systems.knight_hawks.book import schemas
from domain.systems.knight_hawks.index import index


def main(words: list[str]) -> int:
    """Print the index of rules, or the schemas; 1 if a rule has no example, 2 for anything else."""
    if words == ["--schema"]:
        sys.stdout.write(json.dumps(schemas(), indent=1) + "\n")
        return 0
    if words != ["--rules"]:
        sys.stderr.write("usage: python -m domain.systems.knight_hawks --rules | --schema\n")
        return 2
    without = 0
    for number, title, count in index(SYSTEM.examples()):
        sys.stdout.write(f"{number:12} {title or 'NO EXAMPLE'} [{count}]\n")
        without += not title
    return int(bool(without))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
