"""The terminal in another language: lines of the chronicle by their templates."""

from clients.sdk.client import Lines
from clients.terminal.language import translated
from domain.languages import Language
from domain.scene import Sentence
from projections.messages import Told


def test_lines_are_translated_and_keep_all_else() -> None:
    language = Language({"{ship} moves.": "{ship}: движение."})
    told = Told(7, 1, "moved", Sentence("{ship} moves.", {"ship": "A"}, "M-1"), "A moves.")
    (line,) = translated(Lines([told]), language).lines
    assert line == Told(7, 1, "moved", told.sentence, "A: движение.")
