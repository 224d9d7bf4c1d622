"""The state of the server as one page: no script, nothing from elsewhere, every text escaped."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from aiohttp import web

STYLE = """
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 18%, Canvas); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem 1.25rem .25rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } a { color: inherit; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); }
.ill { font-weight: 600; } .scroll { overflow-x: auto; }
"""
COLUMNS = ("game", "system", "phase", "events", "waits_for", "seats", "viewers", "busy")


async def style(_: web.Request) -> web.Response:
    """Return how the page looks."""
    return web.Response(text=STYLE, content_type="text/css")


def html(state: Mapping[str, Any], game: str) -> str:
    """Return the page on *state*; its log is of one *game*, if one is named."""
    frozen, last, held = (state["games"][name] for name in ("frozen", "last", "held"))
    open_, most = state["connections"]["open"], state["connections"]["most"]
    parts = [
        (
            f"<p>Version {_text(state['version'])} on Python {_text(state['python'])}, "
            f"up for {_duration(state['up_s'])}. {held} games are held here, {open_} of at most "
            f"{most} connections are open, {state['viewers']} viewers are connected.</p>"
        ),
        _section("Checks", _table(("check", "well", "says"), map(_check, state["checks"]))),
        _section("Frozen games", _table(("game", "why"), map(_frozen, frozen.items())))
        if frozen
        else "",
        _section("Games held here", _table(COLUMNS, map(_held, last))),
        _section("Limits", _table(("limit", "value"), map(_cells, state["limits"].items()))),
        _log(state["log"], game),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>Broadside: the server</title><link rel="stylesheet" href="/operator.css"></head>'
        f"<body><h1>Broadside: the server</h1>{''.join(parts)}</body></html>\n"
    )


def _text(value: object) -> str:
    """Return *value* to be read: escaped, with nothing in it that steers how it is shown."""
    shown = "".join(one if one.isprintable() else repr(one)[1:-1] for one in str(value))
    return escape(shown)


def _duration(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours} h {rest // 60} min" if hours else f"{rest // 60} min {rest % 60} s"


def _section(title: str, body: str) -> str:
    return f'<h2>{title}</h2><div class="scroll">{body}</div>'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{one.replace('_', ' ')}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Iterable[object]) -> list[str]:
    return [_text(one) for one in row]


def _check(check: Mapping[str, Any]) -> list[str]:
    well = "yes" if check["well"] else '<span class="ill">no</span>'
    return [_text(check["name"]), well, _text(check["says"])]


def _link(game: str) -> str:
    return f'<a href="/operator?game={_text(game)}">{_text(game[:8])}</a>'


def _frozen(item: tuple[str, str]) -> list[str]:
    return [_link(item[0]), _text(item[1])]


def _held(game: Mapping[str, Any]) -> list[str]:
    return [_link(game["game"]), *(_text(_said(game[name])) for name in COLUMNS[1:])]


def _said(value: object) -> object:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(str, value)) or "none"
        case _:
            return value


def _log(lines: Sequence[str], game: str) -> str:
    about = f" on {_text(game)} (<a href='/operator'>of all</a>)" if game else ""
    return f"<h2>Last lines of the log{about}</h2><pre>{chr(10).join(map(_text, lines))}</pre>"
