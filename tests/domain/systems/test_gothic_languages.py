"""Gothic fleets in Russian: every text in the code, every printed title, the seed's words."""

import ast
from collections.abc import Iterator
from pathlib import Path

from domain.languages import PLACE
from domain.rule_system import Scenario
from domain.systems import gothic
from domain.systems.gothic import SYSTEM

FOLDER = Path(gothic.__file__).parent
RUSSIAN = SYSTEM.catalogues["ru"]
TITLED: dict[str, tuple[int | str, ...]] = {
    "Option": ("title", "why_not"), "Pick": ("title",), "Amount": ("title", "unit"),
    "Orders": ("title",), "Limit": (0,), "Choice": (1,), "Gauge": (0,), "Group": (0,),
    "Box": (0, 2), "Piece": ("title", "note"), "PlaneBoard": (0,), "GameOption": ("title",),
    "yes_no": (1,), "_course": (1,), "_picked": (1,), "listed": (1,), "d6": (0,), "Ask": (0,),
}  # fmt: skip
"""Where a text for people is written down: by what is called, and the place of the argument."""
SPEAKING = ("options.py", "text.py", "words.py", "scene.py")


def written(tree: ast.Module) -> Iterator[str]:
    """Yield the texts for people that a module holds: templates, titles, and tables of them."""
    parts = [n.values for n in ast.walk(tree) if isinstance(n, ast.JoinedStr)]
    formatted = {id(part) for some in parts for part in some}
    constants = (
        n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in formatted
    )
    docs = {ast.get_docstring(n, clean=False) for n in ast.walk(tree) if isinstance(n, DOCUMENTED)}
    yield from (
        n.value
        for n in constants
        if isinstance(n.value, str) and PLACE.search(n.value) and n.value not in docs
    )
    for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
        named = {word.arg: word.value for word in call.keywords}
        for at in TITLED.get(name, ()):
            if isinstance(at, str):
                yield from strings(named.get(at))
            elif at < len(call.args):
                yield from strings(call.args[at])


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def tables(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            for value in node.value.values:
                yield from (text for text in strings(value) if len(text) > 1)


def strings(node: ast.AST | None) -> Iterator[str]:
    """Yield the texts in an expression, but not what a call in it is given."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*strings(one), *strings(other))
        case ast.Tuple(elts=elements):
            for element in elements:
                yield from strings(element)
        case _:
            return


def test_every_text_in_the_code_has_its_russian_one():
    """Templates, titles, labels, dice: none is missing, however rarely it is met."""
    found: set[str] = set()
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {*written(tree), *(tables(tree) if path.name.endswith(SPEAKING) else ())}
    assert len(found) > 300
    assert found - {""} - set(RUSSIAN) == set()


def shown(scenario: Scenario) -> Iterator[str]:
    for option in scenario.options:
        yield option.title
        yield from (value for value in option.values if isinstance(value, str))


def test_every_printed_title_has_its_russian_text():
    book = SYSTEM.initial().book
    rows = (*book.damage.ship.values(), *book.damage.defence.values(), *book.orders.orders.values())
    titles = {row.title for row in rows} | {plan.title for plan in book.classes.values()}
    titles |= {plan.called for plan in book.classes.values()}
    titles |= {text for one in SYSTEM.scenarios() for text in (one.summary, *shown(one))}
    titles |= {one.title for sheet in book.scenarios.values() for one in (sheet, *sheet.sides)}
    assert titles <= set(RUSSIAN)


def test_the_seed_s_words_are_used():
    said = "\n".join(RUSSIAN.values())
    for word in (
        "Управляемые торпеды", "ордна", "подставк", "турел", "хит", "телепортатор", "конечная фаза",
        "специальный приказ", "crippled", "защитник", "критическ", "катастрофическ", "маркер",
        "лидерств", "соединени", "станци",
    ):  # fmt: skip
        assert word.lower() in said.lower()
