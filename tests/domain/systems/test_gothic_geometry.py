"""Gothic fleets on the plane: where a table lies and how it is turned decides nothing."""

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.decider import Event
from domain.dice import ScriptedDice
from domain.names import SeatId, ShipId
from domain.plane import CIRCLE, CM, DEGREE, Point
from domain.systems.gothic import SYSTEM
from domain.systems.gothic import commands as c
from domain.systems.gothic import events as e
from domain.systems.gothic.examples.setups import ONE, TWO, Table, salvo, wave
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.text import sentences
from tests.domain.random_play import folded

TABLE = Table(SYSTEM.initial())
BIG = (400 * CM, 400 * CM)
whole = st.integers(-80 * CM, 80 * CM)
near = st.integers(-3 * CM, 3 * CM)


def flown(at: Point, heading: int, stem: Point) -> tuple[Point | None, int]:
    """Fly a boarding salvo past a Murder; return where it touches, and how far it flew first."""
    marker = replace(salvo("M", 0, 0, boarding=True), at=at, heading=heading % CIRCLE)
    murder = replace(TABLE.enemy("T", "murder", 0, 0), at=stem)
    state = TABLE.state(murder, phase=Phase.ORDNANCE, markers=[marker], size=BIG)
    events = list(SYSTEM.decide(state, ONE, c.MoveOrdnance(marker="M"), ScriptedDice(())))
    contact = next((one.at for one in events if isinstance(one, e.OrdnanceContact)), None)
    return contact, next(one.length for one in events if isinstance(one, e.OrdnanceMoved))


@given(near, st.integers(0, 28 * CM), whole, whole)
@example(2850, 20 * CM, 17, -31)
def test_a_contact_moves_with_the_table(aside: int, ahead: int, dx: int, dy: int):
    start, stem = Point(200 * CM, 200 * CM), Point(200 * CM + aside, 200 * CM + ahead)
    touched, length = flown(start, 0, stem)
    moved, again = flown(Point(start.x + dx, start.y + dy), 0, Point(stem.x + dx, stem.y + dy))
    assert length == again
    assert (touched is None) == (moved is None)
    if touched and moved:
        assert (moved.x - touched.x, moved.y - touched.y) == (dx, dy)


@given(near, st.integers(0, 28 * CM), st.integers(1, 3))
def test_a_contact_turns_with_the_table(aside: int, ahead: int, quarters: int):
    """By quarter turns, which are exact."""
    start = Point(200 * CM, 200 * CM)
    touched, length = flown(start, 0, Point(start.x + aside, start.y + ahead))
    x, y = aside, ahead
    for _ in range(quarters):
        x, y = y, -x
    turned, again = flown(start, 90 * DEGREE * quarters, Point(start.x + x, start.y + y))
    assert (touched is None, length) == (turned is None, again)


@given(near, st.integers(0, 28 * CM), st.integers(0, 359))
def test_a_mirrored_table_has_mirrored_contacts(aside: int, ahead: int, heading: int):
    start = Point(200 * CM, 200 * CM)
    one = flown(start, heading * DEGREE, Point(start.x + aside, start.y + ahead))
    other = flown(start, -heading * DEGREE, Point(start.x - aside, start.y + ahead))
    assert (one[0] is None, one[1]) == (other[0] is None, other[1])


def test_a_disputed_contact_can_be_replayed_with_the_numbers_of_the_chronicle():
    """H1: whoever reads places, heading and distances can lay them out again."""
    marker = salvo("M", 50, 20, 45, boarding=True)
    murder = TABLE.enemy("T", "murder", 65, 36)
    state = TABLE.state(murder, phase=Phase.ORDNANCE, markers=[marker])
    told: list[str] = []
    for event in SYSTEM.decide(state, ONE, c.MoveOrdnance(marker="M"), ScriptedDice(())):
        assert isinstance(event, Event)
        told += [sentence.render() for sentence in sentences(state, event)]
        state = SYSTEM.evolve(state, event)
    assert told[:2] == [
        "M flies 19.159 cm to (63.548, 33.548).",
        (
            "M at (63.548, 33.548) touches Murder cruiser T at (65, 36): "
            "2.85 cm apart, bearing 30.633°, front."
        ),
    ]


# --- several steps ---------------------------------------------------------------------------


def test_h17_the_hulk_of_a_station_stays_for_five_turns_without_a_marker_more():
    station = TABLE.unit("T", "space_station", 60, 52, hits=0, status="drifting")
    state: Any = TABLE.state(station, phase=Phase.END, blasts=[(60, 54.6)], keep=False)
    state = state.with_units(TABLE.unit("A", "lunar", 20, 20), TABLE.enemy("E", "murder", 160, 100))
    for _ in range(60):
        before = state.turn
        seat = min(SYSTEM.waiting(state))
        command = SYSTEM.default(state, seat)
        outcomes = list(SYSTEM.decide(state, seat, command, ScriptedDice((1,) * 20)))
        assert not any(isinstance(one, e.HulkDrifted | e.BlastPlaced) for one in outcomes)
        state = folded(SYSTEM, state, outcomes)
        if state.turn >= 14 > before:
            break
    assert state.turn >= 13, "five turns of each side"
    assert state.units[ShipId("T")].at == Point(60 * CM, 52 * CM)


def test_h30_the_third_side_s_salvo_flies_in_all_three_ordnance_phases():
    """X, Y, Z; Y first; turns are asked Y, Z, X; moves are Y, Z, X."""
    fleets = (("X", 150, 1), ("Y", 160, 2), ("Z", 170, 3))
    units = [TABLE.unit(n, "lunar", x, 90, side=k, moved=True) for n, x, k in fleets]
    markers = [
        salvo("O", 20, 20, side=3, boarding=True),
        *(wave(f"W{k}", 100, 10 * k, fighters=1, side=k) for _, _, k in fleets),
        *(salvo(f"P{k}", 10 * k, 100, 270, side=k, boarding=True) for k in (1, 2)),
    ]
    state: State = TABLE.state(*units, phase=Phase.LAUNCHING, sides=3, at=1, keep=False)
    state = replace(state, markers={one.id: one for one in markers})
    asked: list[tuple[Phase, int, SeatId]] = []
    flights: list[int] = []
    for _ in range(60):
        seat = min(SYSTEM.waiting(state))
        asked.append((state.phase, state.side, seat))
        command = SYSTEM.default(state, seat)
        outcomes = list(SYSTEM.decide(state, seat, command, ScriptedDice((3,) * 40)))
        flights += [
            one.length for one in outcomes if isinstance(one, e.OrdnanceMoved) and one.marker == "O"
        ]
        state = folded(SYSTEM, state, outcomes)
        if len(flights) == 3:
            break
    in_y = [seat for phase, side, seat in asked if (phase, side) == (Phase.TURNING, 2)]
    assert in_y == [TWO, SeatId(3), ONE]
    moves = [seat for phase, side, seat in asked if (phase, side) == (Phase.ORDNANCE, 2)]
    assert moves == [TWO, SeatId(3), ONE]
    assert flights == [30 * CM, 30 * CM, 30 * CM]
