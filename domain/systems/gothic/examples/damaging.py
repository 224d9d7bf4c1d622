"""Damage, wrecks, the end phase, boarding (DM, PD-8 to PD-14, EN, BO, RA)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import (
    AllocateRepairs,
    ChooseTurn,
    DeclareBoarding,
    EndStep,
    React,
    RemoveBlasts,
    ResolveBoarding,
)
from domain.systems.gothic.examples.boarding_torpedoes import applied
from domain.systems.gothic.examples.moving import leadership_tested
from domain.systems.gothic.examples.setups import (
    ONE,
    PASS,
    TWO,
    Table,
    accepted,
    asking,
    cm,
    refused,
)
from domain.systems.gothic.pieces import Side, Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Burn, Clear, Explosion, Ram, Repairs, Struck, Window

T = ShipId("T")
HITS_FROM = cm(60, 20)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of damage and of the end phase."""
    table = Table(initial)
    yield from _hits(table)
    yield from _defences(table)
    yield from _wrecks(table)
    yield from _end(table)
    yield from _blasts(table)
    yield from _boarding(table)


def hit(table: Table, unit: Unit, hits: int, *others: Unit, **changes: Any) -> State:
    """Return certain hits on a unit, about to be taken: its seat is asked."""
    state = table.state(unit, *others, **changes)
    task = Struck(unit=unit.id, by="ram", source=HITS_FROM, hits=hits, stage=1)
    return asking(state, "ram", unit.id, task)


def lost(unit: Unit, hits: int = 1, source: str = "hull") -> e.DamageTaken:
    """Return that a unit takes damage."""
    return e.DamageTaken(unit=unit.id, hits=hits, source=source)


def checked(unit: Unit, die: int) -> e.CriticalChecked:
    """Return a critical check."""
    return e.CriticalChecked(unit=unit.id, die=die)


def _hits(table: Table) -> Iterator[Example]:
    murder = table.enemy("T", "murder", 60, 52)
    taken = e.ShieldAbsorbed(unit=T)
    yield accepted(
        rules.DM_1, "two shields take two hits, with a marker each towards the enemy", hit(table, murder, 2), PASS,
        taken, e.BlastPlaced(marker="B101", at=cm(60, 49.4)), taken,
        e.BlastPlaced(marker="B102", at=cm(58.154, 50.169)), seat=TWO,
    )  # fmt: skip
    braced = table.enemy(
        "T", "murder", 60, 52, order="brace", braced_until=4, criticals=("shields",)
    )
    yield accepted(
        rules.DM_2, "braced, a 4 cancels a hit, a 3 does not", hit(table, braced, 2), PASS,
        e.BraceSaved(unit=T, die=4, saved=True), e.BraceSaved(unit=T, die=3, saved=False), lost(murder), dice=(4, 3, 5), seat=TWO,
    )  # fmt: skip
    bare = table.enemy("T", "murder", 60, 52, criticals=("shields",))
    yield accepted(
        rules.DM_3, "a 6 is a critical", hit(table, bare, 1), PASS, lost(murder), checked(murder, 6),
        applied(murder, 4, 4, "Port Armament Damaged", "port"), dice=(6, 2, 2), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.DM_4, "shields collapsed once before: row 10 is row 11", hit(table, bare, 1), PASS,
        applied(murder, 10, 11, "Hull Breach", ""), lost(murder, 3, "critical"), dice=(6, 5, 5, 5), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.DM_5, "a bulkhead collapse of 4 is no reason for further checks", hit(table, bare, 1), PASS,
        applied(murder, 12, 12, "Bulkhead Collapse", ""), lost(murder, 4, "critical"),
        e.UnitCrippled(unit=T), dice=(6, 6, 6, 4), seat=TWO,
    )  # fmt: skip
    last = table.enemy("T", "murder", 60, 52, hits=1, criticals=("shields",))
    yield accepted(
        rules.DM_6, "no hits left: the catastrophic table; the second hit is lost", hit(table, last, 2), PASS, lost(murder),
        e.CatastropheRolled(unit=T, total=4, result="drifting"), e.BlastPlaced(marker="B101", at=cm(60, 49.4)),
        dice=(2, 2), seat=TWO,
    )  # fmt: skip
    hulk = table.enemy("T", "murder", 60, 52, hits=0, status="drifting")
    state = table.state(hulk)
    hitting = replace(state, window=Window(kind="react", seat=TWO, subject="K2", brace=True),
                      pending=(Struck(unit=T, by="ram", source=HITS_FROM, hits=3, stage=2),))  # fmt: skip
    yield accepted(
        rules.DM_7, "three hits of one attack on a hulk: one new catastrophic roll", hitting, PASS,
        e.CatastropheRolled(unit=T, total=7, result="blazing"), dice=(3, 4), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.REACTIONS, "a command check of 8 braces the Murder until the end of its next turn", hit(table, bare, 1), React(brace=True),
        leadership_tested("T", 8, 8, passed=True, purpose="brace"), e.Braced(subject="T", units=(T,), until=4),
        e.BraceSaved(unit=T, die=5, saved=True), dice=(4, 4, 5), seat=TWO,
    )  # fmt: skip
    yield refused(
        rules.REACTIONS,
        "everything else waits for the answer",
        hit(table, bare, 1),
        EndStep(),
        "window_open",
    )
    window = Window(kind="react", seat=TWO, subject="T", turrets=True)
    only = replace(table.state(bare), window=window)
    yield refused(
        rules.REACTIONS,
        "who is asked for turrets cannot brace",
        only,
        React(brace=True),
        "braced",
        TWO,
    )


def _defences(table: Table) -> Iterator[Example]:
    station = table.enemy("T", "space_station", 60, 52)

    def struck(unit: Unit, hits: int, **changes: Any) -> State:
        state = table.state(unit, **changes)
        task = Struck(unit=unit.id, by="ram", source=HITS_FROM, hits=hits, stage=2)
        window = Window(kind="react", seat=TWO, subject="K2", brace=True)
        return replace(state, window=window, pending=(task,))

    taken = e.ShieldAbsorbed(unit=T)
    yield accepted(
        rules.PD_9, "five hits on a station: two markers, three hits, three checks", struck(station, 5), PASS,
        taken, taken, lost(station), checked(station, 1), lost(station), checked(station, 2), lost(station),
        checked(station, 3), dice=(1, 2, 3), seat=TWO,
    )  # fmt: skip
    bare = table.enemy("T", "space_station", 60, 52, criticals=("shields",))
    yield accepted(
        rules.PD_10, "a 6, then a 4: the main armament", struck(bare, 1), PASS,
        applied(station, 4, 4, "Main Armament Damaged", "batteries"), dice=(6, 2, 2), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.PD_10, "H19: a 9 is one hit more and nothing to repair", struck(bare, 1), PASS,
        applied(station, 9, 9, "Orbit Lost", ""), lost(station, 1, "critical"), dice=(6, 4, 5), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.PD_10, "on the ships' table, if the table chose so (ruling R16)",
        struck(bare, 1, options={"defence_critical_table": "capital"}), PASS,
        applied(station, 2, 7, "Fire!", "fire"), dice=(6, 1, 1), seat=TWO,
    )  # fmt: skip
    five = table.enemy("T", "space_station", 60, 52, hits=5)
    yield accepted(
        rules.PD_11, "H16: three hits on a station at 5/8: two shields, then 4/8, crippled", struck(five, 3), PASS,
        taken, taken, lost(station), e.UnitCrippled(unit=T), checked(station, 3), dice=(3,), seat=TWO,
    )  # fmt: skip
    one = table.enemy("T", "space_station", 60, 52, hits=1, criticals=("shields",))
    yield accepted(
        rules.PD_12, "an 8: a burning wreck in its place, and one blast marker", struck(one, 1), PASS,
        e.CatastropheRolled(unit=T, total=8, result="blazing"), e.BlastPlaced(marker="B101", at=cm(60, 49.4)),
        dice=(4, 4), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.PD_12, "with one die, if the table chose so (ruling R1)",
        struck(one, 1, options={"defence_catastrophe_dice": "1d6"}), PASS,
        e.CatastropheRolled(unit=T, total=1, result="drifting"), dice=(1,), seat=TWO,
    )  # fmt: skip
    platform = table.enemy("T", "weapons_platform", 35, 52)
    yield accepted(
        rules.PD_14, "a destroyed platform leaves a blast marker at its stem", struck(platform, 2), PASS,
        e.UnitDestroyed(unit=T, cause="hits"), e.BlastPlaced(marker="B102", at=cm(35, 52)), seat=TWO,
    )  # fmt: skip


def _wrecks(table: Table) -> Iterator[Example]:
    first = {
        1: Side(title="Side 1", seats=(ONE,), first_roll=6),
        2: Side(title="Side 2", seats=(TWO,), first_roll=2),
    }

    def begins(*units: Unit) -> State:
        return replace(
            table.state(*units, phase=Phase.FIRST_TURN, turn=0, game_turn=0), sides=first
        )

    station = table.unit("T", "space_station", 60, 52, hits=0, status="drifting")
    yield accepted(
        rules.PD_13, "H17: the hulk of a station stays, without a roll", begins(station), ChooseTurn(first=True),
        e.TurnBegan(side=1, game_turn=1),
    )  # fmt: skip
    burning = table.unit("T", "space_station", 60, 52, hits=0, status="blazing")
    yield accepted(
        rules.PD_13, "a burning one: a blast marker, and a new roll", begins(burning), ChooseTurn(first=True),
        e.BlastPlaced(marker="B101", at=cm(60, 54.6)), e.CatastropheRolled(unit=T, total=6, result="drifting"), dice=(3, 3),
    )  # fmt: skip
    ship = table.unit("T", "murder", 60, 52, 90, hits=0, status="drifting")
    yield accepted(
        rules.CATASTROPHE, "the hulk of a ship drifts 14 cm ahead, a blast marker behind it", begins(ship), ChooseTurn(first=True),
        e.HulkDrifted(unit=T, at=cm(74, 52), length=14_000), e.BlastPlaced(marker="B101", at=cm(76.6, 52)), dice=(3, 4, 3, 4),
    )  # fmt: skip
    one = table.enemy("T", "space_station", 60, 52, hits=1, criticals=("shields",))
    cruiser, escort = table.enemy("C", "murder", 71, 52), table.enemy("S", "sword", 60, 63.1)
    state = table.state(one, cruiser, escort)
    task = Struck(unit=T, by="ram", source=HITS_FROM, hits=1, stage=2)
    window = Window(kind="react", seat=TWO, subject="K2", brace=True)
    yield accepted(
        rules.CATASTROPHE, "H18: a 10 and 3D6 = 11: four markers; the cruiser at 11.0 cm is reached, the escort at 11.1 is not",
        replace(state, window=window, pending=(task,)), PASS,
        e.CatastropheRolled(unit=T, total=10, result="plasma_overload", radius=11_000),
        e.UnitDestroyed(unit=T, cause="plasma_overload"), e.BlastPlaced(marker="B101", at=cm(60, 52)),
        e.BlastPlaced(marker="B104", at=cm(61.732, 51)),
        e.WindowOpened(
            window=Window(kind="react", seat=TWO, subject="C", what="explosion", brace=True),
            pending=(Explosion(stage=1, at=cm(60, 52), radius=11_000, shots=4, units=(cruiser.id,)),),
        ), dice=(4, 6, 3, 4, 4), seat=TWO,
    )  # fmt: skip
    burst = Explosion(stage=1, at=cm(60, 52), radius=11_000, shots=4, units=(cruiser.id,))
    yield accepted(
        rules.CATASTROPHE, "H18: 4, 3, 6, 1 are two hits, on its shields first",
        asking(table.state(cruiser), "explosion", "C", burst), PASS,
        e.ExplosionStruck(unit=cruiser.id, shots=(4, 3, 6, 1), hits=2),
        e.ShieldAbsorbed(unit=cruiser.id), e.BlastPlaced(marker="B101", at=cm(68.4, 52)),
        dice=(4, 3, 6, 1), seat=TWO,
    )  # fmt: skip


def _waiting(state: State, *tasks: Any) -> State:
    """Return a state in which an answer of side 2 sets *tasks* going."""
    window = Window(kind="react", seat=TWO, subject="K2", brace=True)
    return replace(state, window=window, pending=tuple(reversed(tasks)))


def _end(table: Table) -> Iterator[Example]:
    burning = table.unit("T", "lunar", 50, 50, hits=6, criticals=("fire",))
    state = table.state(burning, phase=Phase.END, blasts=[(50, 52.5)])
    tasks = (Repairs(unit=T), Burn(unit=T))
    yield accepted(
        rules.EN_1, "H28: with a marker touching, three dice for six hits; a 6 puts the fire out", _waiting(state, *tasks), PASS,
        e.RepairRolled(unit=T, dice=(6, 1, 3), repairs=1), e.CriticalRepaired(unit=T, effect="fire"),
        dice=(6, 1, 3), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.EN_2, "H28: without a 6 it burns: one hit", _waiting(state, *tasks), PASS,
        lost(burning, 1, "fire"), dice=(5, 1, 3), seat=TWO,
    )  # fmt: skip
    both = table.unit("T", "lunar", 50, 50, criticals=("fire", "engine"))
    window = Window(kind="repair", seat=ONE, subject="T", count=1, choices=("fire", "engine"))
    chosen = replace(
        table.state(both, phase=Phase.END), window=window, pending=(Repairs(unit=T, stage=1),)
    )
    yield accepted(
        rules.EN_1, "its owner chooses the engine room", chosen, AllocateRepairs(criticals=("engine",)),
        e.CriticalRepaired(unit=T, effect="engine"),
    )  # fmt: skip
    yield refused(
        rules.EN_1,
        "not two for one 6",
        chosen,
        AllocateRepairs(criticals=("fire", "engine")),
        "repair_choice",
    )
    done = table.state(
        table.unit("T", "lunar", 50, 50),
        phase=Phase.END,
        game_turn=10,
        at=1,
        turn_order=(2, 1),
        keep=False,
    )
    foe = table.enemy("E", "murder", 90, 90, hits=4)
    gone = table.enemy("F", "carnage", 90, 90, status="destroyed", hits=0)
    yield accepted(
        rules.VICTORY, "a crippled Murder of 170 points is 43, a destroyed Carnage 180: 223 to 0 is a victory",
        done.with_units(foe, gone), EndStep(),
        e.BattleEnded(winners=(1,), reason="turn_limit", points=(223, 0)),
    )  # fmt: skip


def _blasts(table: Table) -> Iterator[Example]:
    a = table.unit("A", "weapons_platform", 35, 52)
    b = table.unit("B", "space_station", 60, 52)
    cruiser = table.unit("C", "lunar", 60, 57.2)
    blasts = [(100, 100), (110, 100), (35, 54.6), (33, 50.4), (37, 50.4), (60, 54.6)]
    state = table.state(a, b, cruiser, phase=Phase.END, blasts=blasts)
    general = Window(kind="blast", seat=ONE, subject="", count=1, choices=("X1", "X2"))
    asked = replace(state, window=general, pending=(Clear(unit=None, stage=1),))
    yield refused(
        rules.EN_3,
        "H15: the general roll takes none that touches a base",
        asked,
        RemoveBlasts(markers=("X3",)),
        "bm_in_contact",
    )
    yield accepted(
        rules.EN_3, "H15: a 2 removes both free markers", _waiting(state, Clear(unit=None)), PASS,
        e.BlastRoll(unit=None, die=2), e.BlastsRemoved(markers=("X1", "X2")), dice=(2,), seat=TWO,
    )  # fmt: skip
    platform = Window(kind="blast", seat=ONE, subject="A", count=2, choices=("X4", "X5", "X3"))
    own = replace(state, window=platform, pending=(Clear(unit=a.id, stage=1),))
    yield accepted(
        rules.PD_8, "H15: with a 2 two of the platform's three go", own, RemoveBlasts(markers=("X4", "X3")),
        e.BlastsRemoved(markers=("X4", "X3"), by="A"),
    )  # fmt: skip
    yield accepted(
        rules.PD_8, "H15: the station's one goes, though it touches a cruiser, too", _waiting(state, Clear(unit=b.id)), PASS,
        e.BlastRoll(unit=b.id, die=5), e.BlastsRemoved(markers=("X6",), by="B"), dice=(5,), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.EN_4, "every defence of every side rolls, the active side's first", _waiting(state, Clear(unit=a.id), Clear(unit=b.id)),
        PASS, e.BlastRoll(unit=a.id, die=3), e.BlastRoll(unit=b.id, die=1), dice=(3, 1), seat=TWO,
    )  # fmt: skip


def _boarding(table: Table) -> Iterator[Example]:
    carnage = table.unit("A", "carnage", 50, 50, boarding_bonus=1)
    lunar = table.enemy("T", "lunar", 52, 52)
    near = table.state(carnage, lunar, phase=Phase.MOVEMENT)
    board = DeclareBoarding(unit=carnage.id, target=T)
    yield accepted(
        rules.BO_1,
        "declared in base contact",
        near,
        board,
        e.BoardingDeclared(unit=carnage.id, target=T),
    )
    far = table.state(carnage, table.enemy("T", "lunar", 60, 60), phase=Phase.MOVEMENT)
    yield refused(rules.BO_1, "not from afar", far, board, "not_in_contact")
    boarding = table.unit("A", "carnage", 50, 50, boarding=T, boarding_bonus=1)
    fight = ResolveBoarding(units=(carnage.id,), target=T)

    def fought(target: Unit) -> State:
        return table.state(boarding, target, phase=Phase.END)

    def result(ours: int, theirs: int) -> e.BoardingResolved:
        return e.BoardingResolved(units=(carnage.id,), target=T, attacker=ours, defender=theirs)

    yield accepted(
        rules.BO_2, "8 against 10: 5 + 1 to 2 + 1: the Lunar loses 3, criticals on 3 and 6", fought(lunar), fight,
        result(6, 3), lost(lunar, 3, "boarding"), checked(lunar, 2), checked(carnage, 5), dice=(5, 2, 2, 5),
    )  # fmt: skip
    yield accepted(
        rules.BO_3, "a draw: they hold each other fast", fought(lunar), fight, result(4, 4),
        e.Grappled(units=(carnage.id,), target=T, held=True), dice=(3, 3),
    )  # fmt: skip
    weak = table.enemy("T", "lunar", 52, 52, hits=2)
    yield accepted(
        rules.BO_3, "without hits it is taken, and drifts", fought(weak), fight, result(11, 2),
        lost(lunar, 2, "boarding"), e.UnitTaken(unit=T), dice=(6, 2),
    )  # fmt: skip
    silo = table.state(carnage, table.enemy("T", "weapons_platform", 52, 52), phase=Phase.MOVEMENT)
    yield refused(
        rules.BO_4, "a platform with one hit is not boarded", silo, board, "no_such_target"
    )
    braced = table.enemy("T", "lunar", 52, 52, order="brace", braced_until=9)
    yield accepted(
        rules.BO_4, "bracing is an order, and no help", fought(braced), fight, result(7, 3),
        lost(lunar, 4, "boarding"), dice=(5, 2, 1, 1),
    )  # fmt: skip
    ram = _waiting(
        table.state(table.unit("A", "sword", 50, 40), table.enemy("T", "sword", 50, 42, 180)),
        Ram(unit=ShipId("A"), target=T),
    )
    yield accepted(
        rules.RA_1, "head-on, a die each against armour 5", ram, PASS,
        e.Rammed(unit=ShipId("A"), target=T, hits=1, reply=0), dice=(5, 4), seat=SeatId(2),
    )  # fmt: skip
