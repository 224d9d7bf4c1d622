"""What only repeats itself is left out; what matters never is."""

from typing import Any

from clients.terminal.news import News
from domain.scene import Sentence
from projections.messages import Told


def told(template: str, kind: str = "impulse_began", **values: Any) -> Told:
    sentence = Sentence(template, values)
    return Told(1, 0, kind, sentence, sentence.render())


def shown(news: News, *lines: Told, moved: bool = False) -> list[str]:
    return [line.text for line in news.of(lines, moved=moved)]


def test_time_that_passes_is_told_once() -> None:
    news = News()
    first = shown(news, told("Impulse {n} began.", n=1), told("Nobody fires."))
    assert first == ["Impulse 1 began.", "Nobody fires."]
    for n in range(2, 30):
        assert shown(news, told("Impulse {n} began.", n=n), told("Nobody fires.")) == []


def test_other_names_are_other_news() -> None:
    news = News()
    assert shown(news, told("{ship} is ready.", ship="Anvil"))
    assert shown(news, told("{ship} is ready.", ship="Bell"))
    assert not shown(news, told("{ship} is ready.", ship="Anvil"))


def test_when_something_moved_every_new_sentence_counts() -> None:
    news = News()
    assert shown(news, told("Anvil goes to {q}.", q=1), moved=True)
    assert shown(news, told("Anvil goes to {q}.", q=2), moved=True)
    assert not shown(news, told("Anvil goes to {q}.", q=2), moved=True)


def test_dice_and_what_they_did_are_always_told() -> None:
    news = News()
    for _ in range(3):
        lines = shown(
            news,
            told("Roll {i}: {shown}.", "dice_rolled", i=1, shown="6"),
            told("Anvil takes {n} points.", n=3),
        )
        assert lines == ["Roll 1: 6.", "Anvil takes 3 points."]


def test_who_sealed_is_not_a_line_and_consent_always_is() -> None:
    news = News()
    for _ in range(2):
        assert not shown(news, told("{seat} has sealed.", "declared", seat="One"))
        assert shown(news, told("{seat} offers a draw.", "draw_offered", seat="One"))
        assert shown(news, told("Over.", "over"))
