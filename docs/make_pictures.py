# ruff: noqa: INP001  a script beside the pages that it draws for
"""Draws terminal.svg, the picture of the README. Run by hand, after the table looks different.

.venv/bin/python -m docs.make_pictures

A duel is played from a fixed seed as a spectator sees it, until both ships have been hit.
"""

import io
import random
from pathlib import Path

import msgspec
from rich.console import Console

from clients.terminal.news import News
from clients.terminal.render import table_of
from domain.decider import kind_of
from domain.game import waiting
from domain.names import SeatId
from domain.options import Option, fill
from domain.registry import rule_systems
from projections.game_view import LiveView
from projections.redaction import redact
from projections.viewer import SPECTATOR
from tests.playing import Playing

SEED, COLUMNS, LINES = 11, 150, 14
PICTURE = Path(__file__).parent / "terminal.svg"

# As rich's own, with a font that every machine has: a picture fetches nothing from anywhere.
SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    """Play, and write the picture."""
    live = played(random.Random(SEED))  # noqa: S311  the same picture every time
    news = News().of(live.chronicle, moved=True)[-LINES:]
    console = Console(width=COLUMNS, record=True, file=io.StringIO())
    console.print(table_of(live.shown(), COLUMNS, news))
    PICTURE.write_text(console.export_svg(title="broadside watch", code_format=SVG), "utf-8")


def played(chance: random.Random) -> LiveView:
    """Play a duel until both ships have lost boxes; return it as a spectator sees it."""
    system = rule_systems()["scorpead"]
    duel = system.scenarios()[0]
    options = {option.name: option.default for option in duel.options}
    game = Playing(system, scenario=duel.name, **options)
    live = LiveView(SPECTATOR, game.table.id, system, game.table.codec, keep_all=True)
    game.begun()
    while True:
        for entry in game.entries[live.head.position :]:
            event = game.table.codec.decode(entry.open, entry.secret)
            live.fold(redact(SPECTATOR, entry, event))
        if hurt(live) == 2:
            return live
        seat = min(waiting(game.table.game, system))
        declare(game, seat, chance)


def hurt(live: LiveView) -> int:
    """Return how many ships have lost boxes."""
    scene = live.shown()["scene"]
    sheets = [
        [box for group in sheet["groups"] for box in group["boxes"]] for sheet in scene["sheets"]
    ]
    return sum(any(box["state"] == "destroyed" for box in boxes) for boxes in sheets)


def declare(game: Playing, seat: SeatId, chance: random.Random) -> None:
    """Declare for *seat* what is on offer, now as proposed, now at random."""
    system = game.system
    options: list[Option] = [o for o in system.options(game.table.game.play, seat) if not o.why_not]
    filled = fill(options[0], chance.randrange, chance.choice((0, 0, 4)))
    kinds = {kind_of(kind): kind for kind in system.commands}
    game.declare(seat, msgspec.convert(filled.fields(), kinds[options[0].command], str_keys=True))


if __name__ == "__main__":
    main()
