"""What may come of a declaration, drawn with characters: a bar for each value."""

from collections.abc import Iterator, Sequence

from projections.foretold import Foretold, Likely, Spread

BAR = 32
MOST_BARS = 24
"""More values than these are drawn by ranges, each as wide as the others."""

NOTHING = "No die is rolled for it: nothing is left to chance."


def histogram(foretold: Foretold) -> list[str]:
    """Return the odds as lines: what it is, its mean, and each value with its chance."""
    lines = [line for spread in foretold.odds for line in _lines(spread)]
    return lines or [NOTHING]


def _lines(spread: Spread) -> Iterator[str]:
    mean = (
        "" if spread.mean is None else f", {f'{spread.mean:.2f} {spread.unit}'.rstrip()} on average"
    )
    yield f"{spread.title}{mean}:"
    bars = _bars(spread)
    width = max(len(name) for name, _ in bars)
    highest = max(chance for _, chance in bars)
    for name, chance in bars:
        bar = "█" * max(1, round(BAR * chance / highest))
        yield f"  {name:>{width}}  {100 * chance:6.2f}%  {bar}"


def _bars(spread: Spread) -> Sequence[tuple[str, float]]:
    """Return what is drawn: each value, or, if there are many numbers, ranges of them."""
    likely = spread.likely
    if spread.mean is None or len(likely) <= MOST_BARS:
        return [(str(one.value), one.chance) for one in likely]
    each = -(-len(likely) // MOST_BARS)
    return [_range(likely[at : at + each]) for at in range(0, len(likely), each)]


def _range(likely: Sequence[Likely]) -> tuple[str, float]:
    first, last = likely[0].value, likely[-1].value
    name = str(first) if first == last else f"{first} to {last}"
    return name, sum(one.chance for one in likely)
