"""The picture of `broadside luck`: how often each face fell, beside what is expected."""

from pathlib import Path

from matplotlib.figure import Figure

from projections.luck import Luck, Tally

INK, EXPECTED = "#0072B2", "#D55E00"
"""Two of the colours of Okabe and Ito: told apart by everybody, and in grey by their marks."""
MANY_SIDES = 20
"""Dice with more sides are drawn in this many ranges of faces."""


def plot(told: Luck, file: Path) -> None:
    """Draw a field for each player and kind of die into *file* (.svg or .png)."""
    tallies = told.by_player
    figure = Figure(figsize=(7, 1 + 2.4 * max(1, len(tallies))), layout="constrained")
    figure.suptitle(told.sentence.partition(":")[0] + ".", fontsize=11)
    for row, tally in enumerate(tallies):
        axes = figure.add_subplot(len(tallies), 1, row + 1)
        names, fell, expected = _bars(tally)
        axes.bar(names, fell, color=INK, width=0.6, label="fell")
        axes.plot(
            names,
            expected,
            color=EXPECTED,
            marker="_",
            markersize=18,
            linewidth=0,
            markeredgewidth=2,
            label="expected",
        )
        title = f"{tally.who or 'the table'}: {tally.dice}d{tally.sides}"
        axes.set_title(title, fontsize=10, parse_math=False)  # a name is no formula
        axes.set_ylabel("times")
        axes.spines[["top", "right"]].set_visible(False)
    if tallies:
        marks = figure.axes[0].get_legend_handles_labels()
        figure.legend(*marks, frameon=False, ncols=2, loc="outside lower center")
    figure.savefig(file, dpi=150)


def _bars(tally: Tally) -> tuple[list[str], list[int], list[float]]:
    """Return for each face, or range of faces: its name, how often it fell, what is expected."""
    each = -(-tally.sides // MANY_SIDES)
    starts = range(1, tally.sides + 1, each)
    ends = [min(start + each - 1, tally.sides) for start in starts]
    names = [str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    fell = [sum(tally.faces[a - 1 : b]) for a, b in zip(starts, ends, strict=True)]
    expected = [tally.dice * (b - a + 1) / tally.sides for a, b in zip(starts, ends, strict=True)]
    return names, fell, expected
