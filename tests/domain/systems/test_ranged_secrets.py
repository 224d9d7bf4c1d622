"""Ambushes of Ranged that differ only in who lies hidden where are the same to all others."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from domain.decider import Command, Event
from domain.dice import Ask, Dice, ScriptedDice
from domain.names import SeatId
from domain.options import Option
from domain.refusals import Refused
from domain.rule_system import Outcome
from domain.systems.ranged import SYSTEM, rules
from domain.systems.ranged.attack_events import MalfunctionKind
from domain.systems.ranged.commands import AimAt, AttackWith, DoNothing, SwitchDot
from domain.systems.ranged.events import TurnBegan
from domain.systems.ranged.examples.setups import armed, sheet, skirmish, somebody
from domain.systems.ranged.secret_events import Hid
from domain.systems.ranged.state import State
from domain.systems.ranged.system import Ranged
from domain.systems.ranged.thing_events import WeaponChanged
from tests.domain.random_play import Player, check_as, redacted
from tests.domain.systems.ranged_pairs import BLUE, RED, main, pair, tried

INITIAL = SYSTEM.initial()


def test_nobody_shows_before_his_moment():
    """Some of the pairs that `python -m tests.domain.systems.ranged_pairs` plays."""
    figures = [pair(seed) for seed in range(1, 9)]
    assert sum(one.declarations for one in figures) > 150
    assert sum(one.apart for one in figures) > 140


def lying(state: State) -> list[Any]:
    """Return those who do lie hidden."""
    return [one.there for one in state.lurkers.values() if one.there is not None]


def dotted(senses: tuple[str, ...]) -> State:
    """Return a duel with an infra-red sight in the hand of Blue's man, and Red's senses."""
    gun = armed(INITIAL, "a", "autopistol_9_fine", accessories=("ir_laser_sight",))
    return skirmish(
        INITIAL, somebody(INITIAL, "a", (0, 0), gun, numbers=sheet(
            senses=("infravision",), skills={"Guns (Pistol)": 14},
        )),
        somebody(INITIAL, "b", (9, 0), "rapier", seat=2, facing=3, numbers=sheet(senses=senses)),
    )  # fmt: skip


def read_by(viewer: SeatId | None, given: State, commands: Iterable[Command]) -> list[Any]:
    """Return what a viewer reads, is told, knows and sees of what Blue's man does; and is offered.

    Of an event that is sealed for another seat its open part is read.
    """
    hidden = {} if viewer == 1 else {"a": msgspec.structs.replace(
        given.fighters["a"], sheet=None, lost=None, fatigue=None, shock=None
    )}  # fmt: skip
    truth, known = given, msgspec.structs.replace(given, fighters={**given.fighters, **hidden})
    found: list[Any] = []
    for command in commands:
        dice = ScriptedDice((2, 3, 3))
        for one in SYSTEM.decide(truth, SeatId(1), command, dice):
            if isinstance(one, Event):
                told = redacted(one, viewer)
                found += [told, list(SYSTEM.sentences(known, told))]
                truth, known = SYSTEM.evolve(truth, one), SYSTEM.evolve(known, told)
        found += [SYSTEM.scene(known), SYSTEM.options(known, viewer or SeatId(9)), known]
        offered = [SYSTEM.options(truth, seat) for seat in (BLUE, RED) if seat == viewer]
        assert offered in ([], [SYSTEM.options(known, viewer or SeatId(9))])
    return found


def test_a_dot_that_one_cannot_see_is_a_secret():
    """On or off: the same to who lacks the sense, to the menu of the defence at last."""
    name = "a autopistol_9_fine"
    fire = AttackWith(fighter="a", weapon=name, target="b")
    games = [(SwitchDot(fighter="a", item=name, on=on), fire) for on in (True, False)]
    for senses, viewer, same in (
        ((), RED, True), ((), None, True), (("ultravision",), RED, True), ((), BLUE, False),
        (("infravision",), RED, False), (("infravision",), None, True),
    ):  # fmt: skip
        on, off = (read_by(viewer, dotted(senses), game) for game in games)
        assert (on == off) is same, (senses, viewer)


class OnlyIfThere(Ranged):
    """Leaks by the absence of an event: nothing is recorded of who stayed away."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            known = isinstance(one, Hid) and state.lurkers[one.fighter].hiding is not None
            if not (known and state.lurkers[command.fighter].there is None):
                yield one


class MindsTheHidden(Ranged):
    """Leaks by the words of what others are offered."""

    def options(self, state: State, seat: SeatId) -> tuple[Option, ...]:
        return tuple(
            msgspec.structs.replace(one, title=one.title + "." * len(lying(state)))
            for one in super().options(state, seat)
        )


class KnowsTheName(Ranged):
    """Leaks by a refusal: whoever lies hidden is not refused like whoever stayed away."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        if isinstance(command, AimAt) and command.target in {one.id for one in lying(state)}:
            raise Refused("cannot_see_target", rules.S_2_4)
        yield from super().decide(state, seat, command, dice)


class CountsTheHidden(Ranged):
    """Leaks by a number that everybody is told."""

    def step(self, state: State, seat: SeatId) -> tuple[int | str, ...]:
        return (*super().step(state, seat), len(lying(state)))


class RollsForTheHidden(Ranged):
    """Leaks by an open die before the moment: one turn is longer than another."""

    def decide(self, state: State, seat: SeatId, command: Command, dice: Dice) -> Iterator[Outcome]:
        for one in super().decide(state, seat, command, dice):
            yield one
            if isinstance(one, TurnBegan) and len(lying(state)) == 1:
                yield dice.roll(Ask("noticing", 3, 6))


LEAKS = (OnlyIfThere, MindsTheHidden, KnowsTheName, CountsTheHidden, RollsForTheHidden)


@pytest.mark.parametrize("leaky", LEAKS)
def test_a_leak_is_found(leaky: Any):
    """The test above could fail."""
    assert any(isinstance(tried(seed, leaky(SYSTEM.files)), str) for seed in range(1, 12))


def test_the_script_tells_what_it_compared(capsys: pytest.CaptureFixture[str]):
    assert main(["--pairs", "2", "--seed", "4"]) == 0
    assert "2 pairs from seed 4, 0 differ" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        pytest.param("stairwell", 1, id="what a Wait waits for"),
        pytest.param("stairwell", 0, id="when a fuse ends"),
        pytest.param("ford", 3, id="what is wrong with a weapon, which bursts"),
        pytest.param("ford", 6, id="what is wrong with a grenade, which lies there"),
        pytest.param("ford", 4, id="the injury that barbs did"),
        pytest.param("stairwell", 30, id="who lies beside the way"),
        pytest.param("stairwell", 65, id="who lies under fire"),
    ],
)
def test_no_seat_takes_what_it_does_not_know_for_nothing(scenario: str, seed: int) -> None:
    """Games in which a seat once found what was recorded wrong: it could not know why."""
    chosen = next(one for one in SYSTEM.scenarios() if one.name == scenario)
    game = Player(SYSTEM, seed).play(chosen, 400)
    assert all(check_as(SYSTEM, game, SeatId(seat)) for seat in (1, 2))


FRAG = "frag_grenade"


def burning(due: int, *events: Event) -> tuple[State, State]:
    """Return what became of an armed grenade, as it is and as the other seat may read it."""
    held = armed(INITIAL, "a", FRAG, armed=True, armer="a", due=due)
    state = skirmish(
        INITIAL,
        somebody(INITIAL, "a", (0, 0), held, numbers=sheet()),
        somebody(INITIAL, "b", (60, 0), seat=2),
    )
    truth = read = state
    for event in events:
        truth, read = SYSTEM.evolve(truth, event), SYSTEM.evolve(read, redacted(event, SeatId(2)))
    return truth, read


def malfunction(kind: str, late: int = 0) -> MalfunctionKind:
    return MalfunctionKind(fighter="a", item=f"a {FRAG}", kind=kind, rounds_lost=0, late=late)


DESTROYED = WeaponChanged(fighter="a", item=f"a {FRAG}", change="destroyed")


@pytest.mark.parametrize("after", [malfunction("mechanical", 3), DESTROYED])
def test_a_dud_is_a_dud_whatever_else_becomes_of_it(after: Event) -> None:
    """MF-15: its armer's turns go on, and it never bursts (it must not be taken for unknown)."""
    truth, _ = burning(12, malfunction("misfire"), after)
    for _ in range(24):
        (seat,) = SYSTEM.waiting(truth)
        idle = DoNothing(fighter="a" if seat == truth.fighters["a"].seat else "b")
        for event in SYSTEM.decide(truth, seat, idle, ScriptedDice([])):
            assert isinstance(event, Event), "nothing is rolled"
            truth = SYSTEM.evolve(truth, event)
    assert truth.second > 20
    assert truth.fighters["a"].items[f"a {FRAG}"].armed


def test_a_grenade_that_is_late_is_late_for_who_may_not_know_as_well() -> None:
    """Also when what is wrong with it is seen at last: when it bursts is not."""
    truth, read = burning(12, malfunction("mechanical", 3), DESTROYED)
    assert truth.fighters["a"].items[f"a {FRAG}"].due == 15
    assert read.fighters["a"].items[f"a {FRAG}"].due is None
