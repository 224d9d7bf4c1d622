"""What may be answered when play waits for one seat: reactions, re-rolls, repairs, markers."""

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb

from msgspec.structs import replace

from domain.options import Choice, Option, Pick
from domain.systems.gothic import end_phase, leadership, rules
from domain.systems.gothic.scene import CRITICALS
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Window
from domain.systems.gothic.words import AGAINST, filled, joined, listed, place


def answers(state: State, window: Window) -> Iterator[Option]:
    """Yield what may be answered to the question that play waits for."""
    match window.kind:
        case "react":
            yield from _reactions(state, window)
        case "reroll":
            for use, title in ((True, "Use the re-roll"), (False, "Keep the re-roll")):
                yield Option(
                    command="use_re_roll", title=title, rule=rules.MV_9.number, fixed={"use": use}
                )
        case "repair":
            yield _picks(
                window,
                Option(command="allocate_repairs", title="Repair", rule=rules.EN_1.number),
                "criticals",
                lambda effect: CRITICALS[effect],
                end_phase.first_repairs(window.choices, window.count),
            )
        case _:
            yield _picks(
                window,
                Option(
                    command="remove_blasts", title="Remove blast markers", rule=rules.EN_3.number
                ),
                "markers",
                lambda name: filled("{unit} at {at}", unit=name, at=place(state.blasts[name])),
                window.choices[: window.count],
            )


def _reactions(state: State, window: Window) -> Iterator[Option]:
    against, who = AGAINST.get(window.what, "mines"), state.title(window.subject)
    rule = rules.REACTIONS.number
    turrets = ((True, "fire turrets"), (False, "hold turrets")) if window.turrets else ((True, ""),)
    for brace in (False, True) if window.brace else (False,):
        for fire, words in turrets:
            doing = [words] if words else []
            if brace:
                on = leadership.check_target(state, window.subject)
                doing = [filled("brace for impact (on {target})", target=on), *doing]
            yield Option(
                command="react",
                title=filled(
                    "{unit} against {what}: {doing}",
                    unit=who,
                    what=against,
                    doing=listed(doing, "do nothing"),
                ),
                rule=rule,
                fixed={"brace": brace, "turrets": fire},
                fields=(STANDING,),
            )


MOST_WAYS = 200
"""So many ways to take some of the choices are offered one by one; of more, neighbours alone."""


def _picks(
    window: Window,
    option: Option,
    field: str,
    called: Callable[[str], str],
    first: tuple[str, ...],
) -> Option:
    """Offer the ways to take so many of the choices, the one that silence means before all."""
    choices, count = window.choices, window.count
    if comb(len(choices), count) <= MOST_WAYS:
        ways = [first, *combinations(choices, count)]
    else:
        ways = [first, *(choices[at : at + count] for at in range(len(choices) - count + 1))]
    titles: dict[tuple[str, ...], str] = {}
    for way in ways:
        titles.setdefault(tuple(sorted(way)), joined(called(one) for one in way))
    pick = Pick(
        path=(field,),
        title=option.title,
        choices=tuple(Choice([*way], title) for way, title in titles.items()),
    )
    return replace(option, fields=(pick,))


STANDING = Pick(
    path=("standing",),
    title="it holds",
    choices=(
        Choice(False, "this time"),  # noqa: FBT003
        Choice(True, "this time, and whenever I do not answer in time"),  # noqa: FBT003
    ),
)
