"""`python -m domain.systems.gothic --rules`: every rule number, with what plays it.

`--schema` prints the JSON Schemas of all data files.
"""

import json
import sys

from domain.refusals import Rule
from domain.systems.gothic import SYSTEM, rules
from domain.systems.gothic.book import schemas


def main(words: list[str]) -> int:
    """Print the index of rules, or the schemas; 1 if a rule has no example, 2 for anything else."""
    if words == ["--schema"]:
        sys.stdout.write(json.dumps(schemas(), indent=1) + "\n")
        return 0
    if words != ["--rules"]:
        sys.stderr.write("usage: python -m domain.systems.gothic --rules | --schema\n")
        return 2
    titles: dict[str, list[str]] = {}
    for example in SYSTEM.examples():
        titles.setdefault(example.rule.number, []).append(example.title)
    every = [rule for rule in vars(rules).values() if isinstance(rule, Rule)]
    for rule in every:
        found = titles.get(rule.number, [])
        sys.stdout.write(f"{rule.number:6} {(*found, 'NO EXAMPLE')[0]} [{len(found)}]\n")
    return int(any(rule.number not in titles for rule in every))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
