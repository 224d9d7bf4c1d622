"""The page as it is served: strictly, from here alone, and in a sentence when it is not built."""

import random
import re
from html.parser import HTMLParser
from pathlib import Path

import aiohttp
import pytest

from clients.cli.demo import seated
from server.api import page
from server.api.page import POLICY
from server.bootstrap import Server, running
from server.settings import Settings
from tests.clients.web.test_auditing_page import SHORT
from tests.pennies import PENNIES

GAME = "0123456789abcdef0123456789abcdef"
MARKUP_FROM_TEXT = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|@html|\beval\b"
)
SOURCES = Path(__file__).parents[3] / "clients" / "web" / "src"


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


async def test_the_page_and_its_files_come_from_here_strictly(server: Server) -> None:
    """Both addresses give the page, nothing in it is inline, its files are kept for ever."""
    async with aiohttp.ClientSession(server.url) as http:
        for path in ("/", f"/g/{GAME}"):
            async with http.get(path) as answer:
                assert answer.headers["Content-Security-Policy"] == POLICY
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Cache-Control"] == "no-store"
                elements = Elements(await answer.text())
        assert not elements.inline
        for tag, attributes in elements.found:
            assert "style" not in attributes
            assert not any(name.startswith("on") for name in attributes), tag
        places = [
            place
            for _, attributes in elements.found
            for name in ("src", "href")
            if (place := attributes.get(name))
        ]
        assert all(re.match("/(page/assets|api)/", place) for place in places), places
        for place in places:
            async with http.get(place) as answer:
                assert answer.status == 200, place
                kept = place.startswith("/page/assets/")
                assert ("immutable" in answer.headers["Cache-Control"]) is kept
        async with http.get("/g/no-game") as answer:
            assert answer.status == 404


async def test_without_its_page_the_server_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "DIST", tmp_path / "not-built")
    settings = Settings(port=0, data=tmp_path / "data")
    async with (
        running(settings, systems={"pennies": PENNIES}) as server,
        aiohttp.ClientSession(server.url) as http,
        http.get("/") as answer,
    ):
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert "make page" in await answer.text()


async def test_a_page_of_another_server_does_nothing_here(server: Server) -> None:
    """Its Origin is compared as a whole: scheme, host and port; reading is everybody's."""
    body = {"system": "scorpead", "options": {"scenario": "duel"}}
    foreign = (
        "http://evil.example",
        "null",
        server.url + ".evil",
        server.url.replace("http", "https"),
    )
    async with aiohttp.ClientSession(server.url) as http:
        for origin in foreign:
            for path in ("/api/games", f"/api/games/{GAME}/seats", "/api/records", "/api/forks"):
                async with http.post(path, json=body, headers={"Origin": origin}) as answer:
                    assert answer.status == 403, (origin, path)
            async with http.get("/ws", headers={"Origin": origin}) as answer:
                assert answer.status == 403
            async with http.get("/api/games", headers={"Origin": origin}) as answer:
                assert await answer.json() == []
        async with http.post("/api/games", json=body, headers={"Origin": server.url}) as answer:
            assert answer.status == 201


async def test_view_and_record_stand_beside_the_address_of_a_game(server: Server) -> None:
    watch, _ = await seated(server.url, "scorpead", {"scenario": "duel"}, random.Random(1))
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{watch}.json") as answer:
            assert (await answer.json())["view"]["game"] == watch.game.hex()
        async with http.get(f"{watch}.bsr") as answer:
            assert answer.content_type == "application/octet-stream"
            assert (await answer.read())[:1] > b"\x80"


async def test_steps_are_the_views_of_their_positions(server: Server) -> None:
    """A view and what each event changed in it come to the view of every position."""
    from projections.changes import apply  # noqa: PLC0415  only here

    async with aiohttp.ClientSession(server.url) as http:
        async with http.post("/api/records", data=SHORT) as answer:
            brought = await answer.json()
        path, last = f"/api/games/{brought['game']}", brought["position"]
        async with http.get(f"{path}/steps?seat=2&at={last - 20}&until={last}") as answer:
            steps = await answer.json()
        view = steps["snapshot"]["view"]
        for update in steps["updates"]:
            view = apply(view, update["changes"])
            at = update["position"]
            async with http.get(f"{path}/view?seat=2&at={at}") as answer:
                assert (await answer.json())["view"] == view, at
        assert update["position"] == last
        for wrong in ("at=0&until=1", "at=1&until=900", "at=5", "at=1&until=2&seat=9"):
            async with http.get(f"{path}/steps?{wrong}") as answer:
                assert answer.status == 400, wrong


async def test_texts_are_told_by_language_and_system(server: Server) -> None:
    """A catalogue's keys are the English templates; of an unknown language it is empty."""
    unknown = "x" * 300
    async with aiohttp.ClientSession(server.url) as http:
        sizes = {}
        for query in (
            *("language=ru", "language=ru&system=gothic"),
            *("language=../en", "language=xx", f"language={unknown}"),
        ):
            async with http.get(f"/api/texts?{query}") as answer:
                texts = await answer.json()
            sizes[query] = len(texts)
        assert sizes["language=ru&system=gothic"] > sizes["language=ru"] > 50
        assert sizes["language=../en"] == sizes["language=xx"] == sizes[f"language={unknown}"] == 0


async def test_the_lobby_s_names_are_told_without_a_system(server: Server) -> None:
    """Systems and scenarios by their names and titles, and the titles of their seats."""
    address = f"{server.url}/api/texts?language=ru"
    async with aiohttp.ClientSession() as http, http.get(address) as answer:
        texts = await answer.json()
    assert texts["knight hawks"] == texts["Star Frontiers Knight Hawks"]
    assert texts["crossing fires"] == texts["Crossing fires"] == "Перекрёстный огонь"
    assert texts["Side 1"] == "Сторона 1"
    assert texts["Referee"] == "Судья"


@pytest.mark.parametrize("kind", ["*.ts", "*.svelte"])
def test_no_source_makes_markup_of_text(kind: str) -> None:
    """Names are hostile: there is no way from a string to an element."""
    for path in SOURCES.rglob(kind):
        assert not MARKUP_FROM_TEXT.findall(path.read_text()), path


def test_no_source_of_the_page_names_a_rule_system() -> None:
    systems = "scorpead|knight_hawks|gothic|ranged"
    for path in (*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.ts")):
        if ".test." not in path.name:
            assert not re.search(rf"\b({systems})\b", path.read_text()), path
