"""The terminal in another language: lines of the chronicle by their templates."""

import ast
import re
from pathlib import Path

from clients.sdk.client import Lines
from clients.terminal.dialogue import FORM_PROMPT, HELP
from clients.terminal.language import frame, translated
from clients.terminal.play import LEFT
from clients.terminal.sheets import LEGEND
from domain.languages import Language, language_of
from domain.registry import rule_systems
from domain.scene import Sentence
from projections.messages import Told


def test_lines_are_translated_and_keep_all_else() -> None:
    language = Language({"{ship} moves.": "{ship}: движение."})
    told = Told(7, 1, "moved", Sentence("{ship} moves.", {"ship": "A"}, "M-1"), "A moves.")
    (line,) = translated(Lines([told]), language).lines
    assert line == Told(7, 1, "moved", told.sentence, "A: движение.")


OWN = ("dialogue.py", "form.py", "play.py", "planemap.py", "render.py", "sheets.py")


def shape(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", text)


def said(node: ast.AST) -> str:
    """Return a string as its template: what is filled in are empty places."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_whatever_the_terminal_itself_asks_and_says_has_its_russian_text() -> None:
    known = {shape(template) for template in frame("ru")}
    asked = 0
    for path in (Path("clients/terminal") / name for name in OWN):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            if call.func.attr not in {"ask", "_refuse", "print", "speak"} or not call.args:
                continue
            text = said(call.args[0]).strip()
            if re.search("[A-Za-z]{3}", text):
                asked += 1
                assert text in known, text
    assert asked > 10
    for line in (*HELP.split("\n"), FORM_PROMPT, LEFT, LEGEND):
        assert line.strip() in known, line


def test_the_frame_speaks_with_the_table() -> None:
    russian = language_of(rule_systems()["gothic"], "ru", frame("ru"))
    assert russian is not None
    assert russian.lines("Turn 1 of 10, Chaos fleet: shooting phase. You may:") == (
        "Ход 1 из 10, Флот Хаоса: стадия стрельбы. Вы можете:"
    )
    assert russian.lines("  1. Hold all further fire  (2.2)") == "  1. Больше не стрелять  (2.2)"
    assert russian.lines("Hits on Murder A-3, 2.10 on average:") == (
        "Попаданий в цель («Мёрдер» A-3), в среднем 2.10:"
    )
    assert russian.lines("What may be told:") == "Что может быть сказано:"
    assert russian.lines("  The turrets of Murder A-3 hold their fire.   50.00%  ██") == (
        "  «Мёрдер» A-3: турели не стреляют.   50.00%  ██"
    )
    refused = (
        "Not recorded: turn angle (most 45, turn 60). Rule MV-2 one turn, after moving straight."
    )
    assert russian.lines(refused) == (
        "Не записано: слишком крутой поворот (не больше 45, поворот 60). "
        "Правило MV-2 один поворот, после движения прямо."
    )
    assert russian.lines("Roll 3, command check: 3 4; brace save: 6.") == (
        "Бросок 3, проверка приказа: 3 4; спасение усиленной защиты: 6."
    )
