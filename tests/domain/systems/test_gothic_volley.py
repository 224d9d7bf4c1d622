"""The odds of a volley are exact: what a walk over every face of every die finds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from domain.decider import Command, Event
from domain.dice import Ask, Dice
from domain.languages import language_of
from domain.names import SeatId
from domain.odds import Faces, every_face, odds
from domain.refusals import Refused
from domain.rule_system import Example, Outcome
from domain.systems.gothic import SYSTEM
from domain.systems.gothic.aiming import checked
from domain.systems.gothic.commands import EndStep, Fire, React
from domain.systems.gothic.events import DamageTaken, UnitDestroyed, VolleyRolled
from domain.systems.gothic.examples.setups import ONE, Table, volley
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.ships import ShipClass
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Volley
from domain.systems.gothic.volleys import planned

OF_A_VOLLEY = {
    "gunnery", "lance", "lock on re-roll", "lance in low orbit",
    "brace save", "critical check", "critical row", "critical damage",
}  # fmt: skip
TABLE = Table(SYSTEM.initial())
Lost = tuple[tuple[str, int], ...]


def lost(outcomes: tuple[Outcome, ...]) -> Lost:
    """Return the hits that were scored, and what each unit lost by them."""
    found: Counter[str] = Counter()
    for one in outcomes:
        match one:
            case VolleyRolled(hits=hits):
                found["scored"] = hits
            case DamageTaken(unit=unit, hits=hits):
                found[unit] += hits
            case UnitDestroyed(unit=unit, cause="critical"):
                found[unit] += 1
            case _:
                pass
    return tuple(sorted(found.items()))


def played(state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
    """Decide a command, and by default what is asked before the volley has been rolled."""
    told: list[Outcome] = []
    while True:
        for outcome in SYSTEM.decide(state, seat, command, dice):
            told.append(outcome)
            yield outcome
            if isinstance(outcome, Event):
                state = SYSTEM.evolve(state, outcome)
        if state.window is None or any(isinstance(one, VolleyRolled) for one in told):
            return
        seat, command = state.window.seat, SYSTEM.default(state, state.window.seat)


def walked(given: State, seat: SeatId, command: Command) -> dict[Lost, Fraction]:
    """Return what comes of every face of every die of a volley."""

    def ways(_: tuple[Outcome, ...], asks: tuple[Ask, ...]) -> Iterable[tuple[Faces, int]] | None:
        return every_face(asks) if asks[0].label in OF_A_VOLLEY else None

    return odds(lambda dice: played(given, seat, command, dice), lost, ways)


def alone(every: dict[Lost, Fraction], name: str) -> dict[int | str, Fraction]:
    found: dict[int | str, Fraction] = {}
    for case, chance in every.items():
        value = dict(case).get(name, 0)
        found[value] = found.get(value, Fraction(0)) + chance
    return dict(sorted(found.items()))


def volley_of(example: Example) -> Volley | None:
    """Return the volley that an example declares or answers."""
    ((_, command),) = example.when.items()
    given: State = example.given
    match command:
        case Fire() if not example.refused:
            return planned(given, command, checked(given, command))
        case React(brace=False) if isinstance(given.pending[-1], Volley):
            return given.pending[-1]
        case _:
            return None


def few_dice(example: Example) -> bool:
    """Tell whether an example fires so little that every face can be walked."""
    found = volley_of(example)
    if found is None:
        return False
    lances = sum(shots for _, _, shots in found.lances)
    sturdy = any(example.given.units[one].plan.sturdy for one in found.victims)
    return sum(group.dice for group in found.groups) + lances <= (2 if sturdy else 3)


FIRED = [example for example in SYSTEM.examples() if len(example.when) == 1 and few_dice(example)]


def check(given: State, seat: SeatId, command: Command) -> None:
    every = walked(given, seat, command)
    assert sum(every.values()) == 1
    scored, *told = SYSTEM.odds(given, {seat: command})
    assert scored.title.startswith("Hits on ")
    assert scored.chances == alone(every, "scored")
    for one in told:
        (name,) = (u.id for u in given.units.values() if f"Hits that {u.title} loses" in one.title)
        assert one.chances == alone(every, name)


@pytest.mark.parametrize("example", FIRED, ids=lambda example: example.title)
def test_the_odds_are_those_of_every_face(example: Example):
    ((seat, command),) = example.when.items()
    check(example.given, seat, command)


LUNAR = TABLE.unit("A", "lunar", 50, 50)


def bare(*, hits: int, criticals: tuple[str, ...] = (), order: str = "", name: str = "E") -> Unit:
    """Return an enemy whose shields are down."""
    worn = ("shields", *criticals)
    return TABLE.enemy(name, "murder", 70, 50, hits=hits, criticals=worn, order=order or None)


@pytest.mark.parametrize(
    "target",
    [
        bare(hits=8),
        bare(hits=3),
        bare(hits=1),
        bare(hits=8, criticals=("bridge",)),
        bare(hits=5, order="brace"),
    ],
    ids=["whole", "three hits", "one hit", "no bridge", "braced"],
)
def test_the_odds_of_a_hull_hit_are_those_of_every_face(target: Unit):
    """Critical checks, rows that cannot apply, their damage, saves."""
    fire = volley("A", "starboard_lance", at="E")
    one = Fire(shooter="A", guns=(replace(fire.guns[0], strength=1),), target="E")
    check(TABLE.state(LUNAR, target), ONE, one)


def test_two_hits_are_those_of_every_face_of_what_they_do():
    """A row that applies once moves on when the second hit rolls it again (DM-4)."""
    given, command = TABLE.state(LUNAR, bare(hits=8)), volley("A", "starboard_lance", at="E")

    def ways(_: tuple[Outcome, ...], asks: tuple[Ask, ...]) -> Iterable[tuple[Faces, int]] | None:
        (ask,) = asks
        if ask.label == "lance":
            return [(((1, 1),), 9), (((1, 4),), 18), (((4, 4),), 9)]
        if ask.label == "critical check":
            return [(((1,),), 5), (((6,),), 1)]
        if ask.label == "critical row":
            sums = Counter(first + second for first in range(1, 7) for second in range(1, 7))
            return [(((max(1, n - 6), min(n - 1, 6)),), count) for n, count in sums.items()]
        return every_face(asks) if ask.label in OF_A_VOLLEY else None

    every = odds(lambda dice: played(given, ONE, command, dice), lost, ways)
    _, told = SYSTEM.odds(given, {ONE: command})
    assert told.chances == alone(every, "E")


def test_twelve_lances_lose_what_each_hit_after_the_other_does():
    """They have billions of faces; the mean of hits is half the dice."""
    lunar = replace(LUNAR, plan=stronger(LUNAR, 12))
    told = SYSTEM.odds(
        TABLE.state(lunar, bare(hits=8)), {ONE: volley("A", "starboard_lance", at="E")}
    )
    scored, lost_hits = told
    mean = sum(int(value) * chance for value, chance in scored.chances.items())
    assert mean == 6
    assert sum(lost_hits.chances.values()) == 1
    assert lost_hits.chances[0] == Fraction(1, 2**12)


def stronger(unit: Unit, strength: int) -> ShipClass:
    mounts = tuple(
        replace(one, strength=strength) if one.id == "starboard_lance" else one
        for one in unit.plan.mounts
    )
    return replace(unit.plan, mounts=mounts)


def test_what_is_not_legal_has_no_odds():
    with pytest.raises(Refused, match="out_of_arc"):
        SYSTEM.odds(TABLE.state(LUNAR, bare(hits=8)), {ONE: volley("A", "port_lance", at="E")})


def test_what_is_no_volley_is_told_by_its_sentences():
    assert SYSTEM.odds(TABLE.state(LUNAR), {ONE: EndStep()}) == ()


def test_the_titles_of_odds_are_russian():
    russian = language_of(SYSTEM, "ru")
    assert russian is not None
    told = SYSTEM.odds(
        TABLE.state(LUNAR, bare(hits=8)), {ONE: volley("A", "starboard_lance", at="E")}
    )
    assert [russian.text(one.title) for one in told] == [
        "Попаданий в цель (Murder cruiser E)",
        "Murder cruiser E: потеряно хитов, из 8",
    ]
