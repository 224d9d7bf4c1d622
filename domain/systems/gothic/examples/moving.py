"""Movement, orders, leadership (MV-1 to MV-10, PD-2, PD-6, PD-7, SQ-4 to SQ-6)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import Rectangle
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import (
    ChooseTurn,
    Detonate,
    Disengage,
    EndStep,
    IssueOrder,
    MoveFleet,
    MoveUnit,
    UseReRoll,
    Way,
)
from domain.systems.gothic.examples.setups import (
    ONE,
    Table,
    accepted,
    ahead,
    cm,
    field,
    off,
    refused,
)
from domain.systems.gothic.pieces import Area, Side, Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Test, Window

A = ShipId("A")


def move(way: Way, unit: ShipId = A) -> MoveUnit:
    """Return the order to move a ship."""
    return MoveUnit(unit=unit, way=way)


def order(name: Any, subject: str = "A") -> IssueOrder:
    """Return a special order."""
    return IssueOrder(subject=subject, order=name)


def leadership_tested(
    subject: str, target: int, total: int, name: str = "", *, passed: bool, purpose: str = "order"
) -> e.LeadershipTested:
    """Return a leadership test."""
    return e.LeadershipTested(
        purpose=purpose, subject=subject, order=name, target=target, total=total, passed=passed
    )


def went(
    unit: Unit, x: float, y: float, heading: int, length: float, **changes: Any
) -> e.UnitMoved:
    """Return the last part of a move, from *start*."""
    start = changes.pop("start", unit.at)
    return e.UnitMoved(
        unit=unit.id, start=start, at=cm(x, y), heading=heading * 1000,
        length=round(length * 1000), last=True, drag=changes.pop("drag", False),
    )  # fmt: skip


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the movement phase."""
    table = Table(initial)
    yield from _moves(table)
    yield from _orders(table)
    yield from _defence_orders(table)
    yield from _squadrons(table)
    yield from _leaving(table)
    yield from _orbit(table)


def _on(table: Table, *units: Unit, **changes: Any) -> State:
    return table.state(*units, phase=Phase.MOVEMENT, **changes)


def _moves(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    plain = _on(table, lunar)
    yield accepted(
        rules.MV_1, "half of 20 cm is the least", plain, move(ahead(10)), went(lunar, 50, 60, 0, 10)
    )
    yield refused(rules.MV_1, "9.9 cm are too few", plain, move(ahead(9.9)), "move_too_short")
    yield refused(rules.MV_1, "20.1 cm are too many", plain, move(ahead(20.1)), "move_too_far")
    yield refused(
        rules.MV_1, "a ship that must move blocks the phase", plain, EndStep(), "move_required"
    )
    yield accepted(
        rules.MV_1,
        "whom nobody moves goes straight ahead",
        plain,
        MoveFleet(),
        went(lunar, 50, 60, 0, 10),
    )
    yield accepted(
        rules.MV_2, "10 cm, 45° to starboard, 10 cm", plain, move(ahead(10, 45, 10)),
        went(lunar, 57.071, 67.071, 45, 20, start=cm(50, 60)),
    )  # fmt: skip
    yield refused(
        rules.MV_2,
        "9 cm before the turn are too few",
        plain,
        move(ahead(9, 45, 10)),
        "turn_too_early",
    )
    yield refused(rules.MV_2, "46° are too many", plain, move(ahead(10, 46, 5)), "turn_angle")
    locked = _on(table, table.unit("A", "lunar", 50, 50, order="lock_on"))
    yield refused(rules.MV_2, "no turn under Lock On", locked, move(ahead(10, 5, 5)), "turn_count")
    weak = table.unit("A", "lunar", 50, 50, hits=4)
    dragged = _on(table, weak, blasts=[(50, 47.4)])
    for far in (7.5, 10.0):
        yield accepted(
            rules.MV_1, f"H27: a crippled cruiser in blast markers moves {far:g} cm", dragged,
            move(ahead(far)), went(weak, 50, 50 + far, 0, far, drag=True),
        )  # fmt: skip
    yield refused(rules.MV_1, "H27: not 10.1 cm", dragged, move(ahead(10.1)), "move_too_far")
    yield accepted(
        rules.MV_2, "H27: and turns after 10 cm", dragged, move(ahead(10, 45)),
        went(weak, 50, 60, 45, 10, start=cm(50, 60), drag=True),
    )  # fmt: skip
    station = table.unit("A", "space_station", 90, 60)
    yield refused(
        rules.PD_2, "a station does not move 1 cm", _on(table, station), move(ahead(1)), "immobile"
    )
    yield refused(
        rules.PD_4,
        "nor does a ground battery",
        _on(table, table.unit("A", "laser_silo", 60, 0)),
        move(ahead(1)),
        "immobile",
    )
    other = table.enemy("E", "murder", 50, 55)
    yield accepted(
        rules.MV_4,
        "through an enemy's base",
        _on(table, lunar, other),
        move(ahead(10)),
        went(lunar, 50, 60, 0, 10),
    )
    naked = table.unit("A", "lunar", 50, 50, criticals=("shields",))
    yield accepted(
        rules.MV_6, "without shields through a blast marker, a 6: one hit", _on(table, naked, blasts=[(50, 55)]),
        move(ahead(10)), e.BlastsFelt(unit=A, die=6), e.DamageTaken(unit=A, hits=1, source="blast"), dice=(6,),
    )  # fmt: skip


def _orders(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    plain = _on(table, lunar)
    yield accepted(
        rules.MV_7, "an 8 against leadership 8 passes", plain, order("lock_on"),
        leadership_tested("A", 8, 8, "lock_on", passed=True), e.OrderPlaced(subject="A", units=(A,), order="lock_on"),
        dice=(3, 5),
    )  # fmt: skip
    yield accepted(
        rules.MV_7, "a 9 fails, and closes all orders", plain, order("lock_on"),
        leadership_tested("A", 8, 9, "lock_on", passed=False), e.OrdersClosed(side=1), dice=(4, 5),
    )  # fmt: skip
    yield accepted(
        rules.MV_7, "an 11 always fails", _on(table, table.unit("A", "lunar", 50, 50, leadership=10)),
        order("lock_on"), leadership_tested("A", 10, 11, "lock_on", passed=False), dice=(5, 6),
    )  # fmt: skip
    cases = (
        (
            "after a failed check no more orders",
            _on(table, lunar, closed=frozenset({1})),
            "orders_closed",
        ),
        (
            "one order at a time",
            _on(table, table.unit("A", "lunar", 50, 50, order="lock_on")),
            "already_on_orders",
        ),
        (
            "orders come before the move",
            _on(table, table.unit("A", "lunar", 50, 50, moved=True)),
            "already_moved",
        ),
        (
            "none while it braces",
            _on(table, table.unit("A", "lunar", 50, 50, order="brace", braced_until=9)),
            "braced",
        ),
    )
    for title, given, code in cases:
        yield refused(rules.MV_7, title, given, order("lock_on"), code)


def _defence_orders(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    platform = table.unit("A", "torpedo_launcher", 50, 50, loaded=frozenset())
    enemy = table.enemy("E", "murder", 90, 90, order="lock_on")
    defended = _on(table, platform, enemy, blasts=[(50, 52.5)])
    yield refused(
        rules.PD_6, "a platform does not lock on", defended, order("lock_on"), "defence_order"
    )
    yield accepted(
        rules.PD_7, "H14: leadership 7, one less for a blast marker, one more for an enemy's order: 7 passes",
        defended, order("reload_ordnance"), leadership_tested("A", 7, 7, "reload_ordnance", passed=True), dice=(3, 4),
    )  # fmt: skip
    yield accepted(
        rules.PD_7, "H14: an 8 fails, and closes orders for the side (ruling R28)", defended,
        order("reload_ordnance"), e.OrdersClosed(side=1), dice=(4, 4),
    )  # fmt: skip
    monitor = table.unit("A", "defence_monitor", 50, 50)
    yield refused(
        rules.PD_16,
        "a monitor does not go All Ahead Full",
        _on(table, monitor),
        order("all_ahead_full"),
        "defence_order",
    )
    yield accepted(
        rules.PD_16, "but it moves", _on(table, monitor), move(ahead(5)), went(monitor, 50, 55, 0, 5),
    )  # fmt: skip
    flag = {1: Side(title="Side 1", seats=(ONE,), rerolls=1), 2: Side(title="Side 2", seats=(ONE,))}
    test = Test(purpose="order", subject="A", target=8, order="lock_on", stage=1)
    window = Window(kind="reroll", seat=ONE, subject="A", what="lock_on")
    yield accepted(
        rules.MV_9, "the commander has a failed check rolled again",
        _with(_on(table, lunar), flag, window, test),
        UseReRoll(use=True), e.ReRollUsed(side=1, subject="A"),
        e.OrderPlaced(subject="A", units=(A,), order="lock_on"), dice=(2, 3),
    )  # fmt: skip


def _with(state: State, sides: dict[int, Side], window: Window, test: Test) -> State:
    return replace(state, sides=sides, window=window, pending=(test,))


def _squadrons(table: Table) -> Iterator[Example]:
    low, high = (
        table.unit("A", "lunar", 50, 50, leadership=7),
        table.unit("B", "lunar", 60, 50, leadership=9),
    )
    pair = _on(table, low, high, blasts=[(50, 52.5)], squadrons={"Q": ("A", "B")})
    yield accepted(
        rules.SQ_4, "cruisers of 7 and 9 test on 9, less 1 for a blast marker at one of them", pair,
        order("lock_on", "Q"), leadership_tested("Q", 8, 8, "lock_on", passed=True), dice=(4, 4),
    )  # fmt: skip
    mid = table.unit("B", "lunar", 60, 50, leadership=8)
    lost = table.unit("C", "lunar", 70, 50, leadership=9, hits=0, status="destroyed")
    left = _on(table, low, mid, lost, blasts=[(50, 52.5)], squadrons={"Q": ("A", "B", "C")})
    yield accepted(
        rules.SQ_4, "H23: without its best ship it tests on 8 - 1 = 7", left, order("lock_on", "Q"),
        leadership_tested("Q", 7, 7, "lock_on", passed=True),
        e.OrderPlaced(subject="Q", units=(low.id, mid.id), order="lock_on"), dice=(3, 4),
    )  # fmt: skip
    chain = [table.unit(n, "sword", x, 10) for n, x in (("A", 20), ("B", 35), ("C", 50.1))]
    apart = _on(table, *chain, squadrons={"Q": ("A", "B", "C")}, values={"Q": 8})
    yield accepted(
        rules.SQ_5, "H24: the third, 15.1 cm off, does not get the order", apart, order("lock_on", "Q"),
        e.OrderPlaced(subject="Q", units=(ShipId("A"), ShipId("B")), order="lock_on"), dice=(3, 4),
    )  # fmt: skip
    yield refused(
        rules.SQ_4, "none of them is given one alone", apart, order("lock_on"), "in_squadron"
    )
    away = [*chain[:2], table.unit("C", "sword", 50.1, 10, 45)]
    yield refused(
        rules.SQ_5, "who is out of formation does not go farther off",
        _on(table, *away, squadrons={"Q": ("A", "B", "C")}), move(ahead(25), ShipId("C")), "formation_away",
    )  # fmt: skip
    four = [table.unit(n, "sword", 20 + 5 * k, 10) for k, n in enumerate("ABCD")]
    full = _on(table, *four, squadrons={"Q": tuple("ABCD")}, values={"Q": 8})
    yield accepted(
        rules.SQ_6, "All Ahead Full: one roll of 14 for four Swords", full, order("all_ahead_full", "Q"),
        e.OrderPlaced(subject="Q", units=tuple(map(ShipId, "ABCD")), order="all_ahead_full", ran=14_000),
        dice=(3, 4, 3, 4, 2, 5),
    )  # fmt: skip
    swift = table.unit("A", "sword", 20, 10, order="all_ahead_full", ran=14_000)
    yield accepted(
        rules.SQ_6, "each moves exactly 39 cm", _on(table, swift), move(ahead(39)), went(swift, 20, 49, 0, 39),
    )  # fmt: skip
    yield refused(rules.SQ_6, "not 38", _on(table, swift), move(ahead(38)), "move_too_short")
    last = [
        table.unit("A", "sword", 20, 10),
        *(table.unit(n, "sword", 30, 10, hits=0, status="destroyed") for n in "BCD"),
    ]
    yield accepted(
        rules.SQ_14, "the last of four keeps its squadron's leadership",
        _on(table, *last, squadrons={"Q": tuple("ABCD")}, values={"Q": 9}), order("lock_on", "Q"),
        leadership_tested("Q", 9, 9, "lock_on", passed=True), dice=(4, 5),
    )  # fmt: skip


def _leaving(table: Table) -> Iterator[Example]:
    edge = table.unit("A", "lunar", 50, 115)
    yield accepted(
        rules.MV_5, "off the table and out of the battle", _on(table, edge), move(off(10)),
        e.UnitsDisengaged(units=(A,), off_table=True),
    )  # fmt: skip
    yield refused(rules.MV_5, "but not by mistake", _on(table, edge), move(ahead(10)), "off_table")
    flagship = table.unit("A", "lunar", 50, 115, flagship=True)
    commander = {
        1: Side(title="Side 1", seats=(ONE,), rerolls=1),
        2: Side(title="Side 2", seats=(ONE,)),
    }
    yield accepted(
        rules.MV_9, "with the flagship the fleet loses its re-rolls",
        replace(_on(table, flagship), sides=commander), move(off(10)),
        e.UnitsDisengaged(units=(A,), off_table=True), e.ReRollsLost(side=1),
    )  # fmt: skip
    swords = [table.unit("A", "sword", 50, 115), table.unit("B", "sword", 55, 100, moved=True)]
    pair = _on(table, *swords, squadrons={"Q": ("A", "B")}, values={"Q": 8})
    yield accepted(
        rules.MV_5, "an escort leaves its squadron behind", pair, move(off(12.5)),
        e.UnitsDisengaged(units=(A,), off_table=True),
    )  # fmt: skip
    gone = replace(swords[0], status="disengaged", squadron="Q")
    squadron = replace(pair.squadrons["Q"], leaving=True)
    left = replace(pair, squadrons={"Q": squadron}).with_units(gone)
    yield refused(rules.MV_5, "which must try to follow", left, EndStep(), "must_disengage")
    yield accepted(
        rules.MV_5, "and does", left, Disengage(subject="Q"), e.UnitsDisengaged(units=(ShipId("B"),)),
        dice=(4, 4),
    )  # fmt: skip
    lunar = table.unit("A", "lunar", 50, 50, moved=True)
    platform = table.enemy("P", "weapons_platform", 58, 50)
    yield accepted(
        rules.MV_10, "a platform is no ship: 8", _on(table, lunar, platform), Disengage(subject="A"),
        leadership_tested("A", 8, 8, passed=True, purpose="disengage"), dice=(4, 4),
    )  # fmt: skip
    near = _on(table, lunar, table.enemy("E", "murder", 60, 50), blasts=[(50, 54), (54, 50)])
    yield accepted(
        rules.MV_10, "two blast markers, one enemy: 8 + 2 - 1 = 9", near, Disengage(subject="A"),
        leadership_tested("A", 9, 9, passed=True, purpose="disengage"), e.UnitsDisengaged(units=(A,)), dice=(4, 5),
    )  # fmt: skip
    yield accepted(
        rules.MV_10, "a 10 fails", near, Disengage(subject="A"), e.DisengageFailed(subject="A"), dice=(4, 6),
    )  # fmt: skip
    still = table.unit("A", "lunar", 50, 50)
    danger = _on(table, still, areas=[field("F", 45, 55, 55, 65)])
    yield accepted(
        rules.MI_3, "a ship in a minefield tests its leadership; a failure is D6 hits", danger, move(ahead(10)),
        leadership_tested("A", 8, 9, "F", passed=False, purpose="minefield"), dice=(4, 5, 3),
    )  # fmt: skip
    yield accepted(
        rules.MV_8, "a leadership test knows no modifiers", danger, move(ahead(10)),
        leadership_tested("A", 8, 8, "F", passed=True, purpose="minefield"), dice=(4, 4),
    )  # fmt: skip
    rocks = Area(
        id="R", title="R", kind="asteroids", bounds=Rectangle(45_000, 55_000, 55_000, 65_000)
    )
    yield accepted(
        rules.TE_1, "asteroids are as dangerous as mines", _on(table, still, areas=[rocks]), move(ahead(10)),
        leadership_tested("A", 8, 7, "R", passed=True, purpose="minefield"), dice=(3, 4),
    )  # fmt: skip
    fire_ship = table.unit("A", "fire_ship", 50, 50)
    target = table.enemy("E", "murder", 55, 50)
    orbital = table.enemy("P", "weapons_platform", 50, 55)
    yield accepted(
        rules.FIRE_SHIP, "a fire ship sets a cruiser on fire, twice, and no platform",
        _on(table, fire_ship, target, orbital), Detonate(unit=A),
        e.FireShipExploded(unit=A, radius=9_000), e.BlastPlaced(marker="B101", at=cm(50, 50)),
        e.CriticalApplied(unit=target.id, rolled=7, row=7, title="Fire!", effect="fire"), dice=(2, 3, 4, 4),
    )  # fmt: skip


def _orbit(table: Table) -> Iterator[Example]:
    transport = table.unit("A", "chaos_transport", 50, 10, 180)
    low = _on(table, transport, band=45_000, land=30_000, attacker=1)
    yield accepted(
        rules.LANDING,
        "a transport that comes down has landed",
        low,
        move(off(15)),
        e.UnitLanded(unit=A),
    )
    heavy = _on(
        table, table.unit("A", "carnage", 50, 10, 180), band=45_000, land=30_000, attacker=1
    )
    yield accepted(
        rules.LANDING, "a cruiser that comes down is lost", heavy, move(off(15)),
        e.UnitDestroyed(unit=A, cause="planet"),
    )  # fmt: skip
    yield accepted(
        rules.LANDING, "a capital ship in low orbit turns without a straight move", heavy, move(ahead(0, 45, 5)),
        went(table.unit("A", "carnage", 50, 10), 46.464, 6.464, 225, 5, start=cm(50, 10)),
    )  # fmt: skip
    two = table.unit("A", "lunar", 50, 50, order="come_to_new_heading")
    twice = Way(ahead_mm=100, turn=45, then_mm=100, second_turn=45)
    yield accepted(
        rules.MV_2, "two turns under Come to New Heading, each after 10 cm", _on(table, two), move(twice),
        went(two, 57.071, 67.071, 90, 20, start=cm(57.071, 67.071)),
    )  # fmt: skip
    yield refused(
        rules.MV_2, "the second not after 9", _on(table, two),
        move(Way(ahead_mm=100, turn=45, then_mm=90, second_turn=45)), "turn_too_early",
    )  # fmt: skip
    setup = table.state(phase=Phase.FIRST_TURN, turn=0, game_turn=0)
    first = {
        1: Side(title="Side 1", seats=(ONE,), first_roll=6),
        2: Side(title="Side 2", seats=(ONE,), first_roll=2),
    }
    yield accepted(
        rules.SETUP, "who rolled highest may take the last turn", replace(setup, sides=first),
        ChooseTurn(first=False), e.TurnOrderChosen(order=(2, 1)), e.TurnBegan(side=2, game_turn=1),
    )  # fmt: skip
    lunar = table.unit("A", "lunar", 50, 50, moved=True)
    yield accepted(
        rules.SEQUENCE, "after movement comes shooting", _on(table, lunar), EndStep(), e.PhaseBegan(phase="shooting"),
    )  # fmt: skip
    yield refused(
        rules.SEQUENCE,
        "movement is over in the shooting phase",
        table.state(lunar),
        move(ahead(10)),
        "wrong_phase",
    )
