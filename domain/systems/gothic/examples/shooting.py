"""Direct fire and squadrons (SH-1 to SH-8, PD-3 to PD-5, SQ-7 to SQ-11)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.names import ShipId
from domain.plane import Rectangle
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import (
    DeclareSquadrons,
    Fire,
    FireNova,
    LandTroops,
    SquadronForm,
    TestPriority,
)
from domain.systems.gothic.examples.moving import leadership_tested
from domain.systems.gothic.examples.setups import (
    ONE,
    PASS,
    TWO,
    Table,
    accepted,
    asking,
    cm,
    field,
    massed,
    refused,
    volley,
    wave,
)
from domain.systems.gothic.pieces import Area, Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Group, Gun, Volley, Window

A = ShipId("A")


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of direct fire."""
    table = Table(initial)
    yield from _targets(table)
    yield from _priority(table)
    yield from _columns(table)
    yield from _volleys(table)
    yield from _squadrons(table)
    yield from _massed(table)
    yield from _allocation(table)
    yield from _shielded(table)
    yield from _nova(table)


def group(
    firepower: int, column: int, dice: int, aspect: str, armour: int, shifts: int = 0
) -> Group:
    """Return what is looked up together."""
    return Group(
        firepower=firepower, column=column, shifts=shifts, dice=dice, aspect=aspect, armour=armour
    )


def declared(
    shooter: str,
    target: str,
    spent: dict[str, dict[str, int]],
    *groups: Group,
    lances: int = 0,
    aspect: str = "",
) -> e.VolleyDeclared:
    """Return a declared volley."""
    return e.VolleyDeclared(
        shooter=shooter, target=target, spent=spent, groups=groups, lances=lances, aspect=aspect
    )


def _targets(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    murder = table.enemy("E", "murder", 70, 50)
    plain = table.state(lunar, murder)
    shot = volley("A", "starboard_lance", at="E")
    yield refused(
        rules.SH_1,
        "30.1 cm are out of range",
        table.state(lunar, table.enemy("E", "murder", 80.1, 50)),
        shot,
        "out_of_range",
    )
    yield refused(
        rules.SH_1,
        "the port lances do not bear to starboard",
        plain,
        volley("A", "port_lance", at="E"),
        "out_of_arc",
    )
    hulk = table.enemy("H", "murder", 60, 50, hits=0, status="drifting")
    yield refused(
        rules.SH_1,
        "a hulk blocks the line of sight",
        table.state(lunar, murder, hulk),
        shot,
        "no_line_of_sight",
    )
    minefield = field("F", 58, 45, 62, 55)
    yield refused(
        rules.SH_1,
        "a minefield blocks it",
        table.state(lunar, murder, areas=[minefield]),
        shot,
        "no_line_of_sight",
    )
    planet = Area(
        id="P", title="P", kind="planet", bounds=Rectangle(57_000, 47_000, 63_000, 53_000)
    )
    yield refused(
        rules.TE_1,
        "a planet blocks it",
        table.state(lunar, murder, areas=[planet]),
        shot,
        "no_line_of_sight",
    )


def _priority(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    murder = table.enemy("E", "murder", 70, 50)
    shot = volley("A", "starboard_lance", at="E")
    spent = table.unit("A", "lunar", 50, 50, fired={"starboard_lance": 2})
    yield refused(
        rules.SH_1, "a mount fires once a turn", table.state(spent, murder), shot, "mount_fired"
    )
    broken = table.unit("A", "lunar", 50, 50, criticals=("starboard",))
    yield refused(
        rules.SH_1, "a damaged mount is silent", table.state(broken, murder), shot, "mount_damaged"
    )
    boarding = table.unit("A", "lunar", 50, 50, boarding=murder.id)
    yield refused(
        rules.SH_1, "who boards does not fire", table.state(boarding, murder), shot, "boarding"
    )
    nearer = table.enemy("N", "murder", 65, 52)
    yield refused(
        rules.SH_2, "the nearest first", table.state(lunar, murder, nearer), shot, "not_nearest"
    )
    yield accepted(
        rules.SH_2, "a test lets it choose", table.state(lunar, murder, nearer), TestPriority(shooter="A"),
        leadership_tested("A", 8, 7, passed=True, purpose="priority"), e.PriorityDecided(subject="A", passed=True), dice=(3, 4),
    )  # fmt: skip
    free = table.unit("A", "lunar", 50, 50, priority="passed")
    yield accepted(
        rules.SH_2, "and then fire at another", table.state(free, murder, nearer), shot,
        declared("A", "E", {"A": {"starboard_lance": 2}}, lances=2),
    )  # fmt: skip
    platform = table.unit("A", "weapons_platform", 50, 50)
    behind = table.enemy("E", "murder", 30, 20)
    yield accepted(
        rules.PD_3, "a platform fires in any direction", table.state(platform, behind), volley("A", "battery", at="E"),
        declared("A", "E", {"A": {"battery": 6}}, group(6, 3, 2, "moving_away", 5, 1)),
    )  # fmt: skip
    silo = table.unit("A", "laser_silo", 60, 0)
    yield accepted(
        rules.PD_4, "H20: 45.0° is on the line", table.state(silo, table.enemy("E", "murder", 80, 20), band=45_000),
        volley("A", "lance", at="E"), declared("A", "E", {"A": {"lance": 3}}, lances=3),
    )  # fmt: skip
    beside = table.state(silo, table.enemy("E", "murder", 81, 20), band=45_000)
    yield refused(
        rules.PD_4, "H20: 46.397° is beyond it", beside, volley("A", "lance", at="E"), "out_of_arc"
    )
    high = table.state(silo, table.enemy("E", "murder", 60, 46), band=45_000)
    yield refused(
        rules.PD_4,
        "H20: above low orbit it does not reach (ruling R26)",
        high,
        volley("A", "lance", at="E"),
        "low_orbit",
    )


def _columns(table: Table) -> Iterator[Example]:
    for far, dice, shifts, title in (
        (20, 9, 0, "firepower 10 at 20 cm: 9 dice"),
        (35, 7, 1, "at 35 cm one column to the right: 7"),
        (12, 9, -1, "at 12 cm there is no column to the left: 9"),
    ):
        tyrant = table.unit("A", "hades", 50, 50)
        platform = table.enemy("E", "weapons_platform", 50 + far, 50)
        yield accepted(
            rules.PD_5, title, table.state(tyrant, platform), volley("A", "starboard_battery", at="E"),
            declared("A", "E", {"A": {"starboard_battery": 10}}, group(10, max(0, shifts), dice, "defences", 6, shifts)),
            dice=(1,) * dice,
        )  # fmt: skip
    still = table.enemy("E", "murder", 70, 50, 0, moved_length=4_900)
    lunar = table.unit("A", "lunar", 50, 50)
    shot = volley("A", "starboard_battery", at="E")
    spent = {"A": {"starboard_battery": 6}}
    yield accepted(
        rules.MV_3, "who moved 4.9 cm is shot at as a defence", table.state(lunar, still), shot,
        declared("A", "E", spent, group(6, 0, 5, "defences", 5)),
    )  # fmt: skip
    yield accepted(
        rules.MV_3, "who has not yet had a movement phase is not", table.state(lunar, table.enemy("E", "murder", 70, 50, 0)),
        shot, declared("A", "E", spent, group(6, 3, 2, "abeam", 5)),
    )  # fmt: skip
    monitor = table.enemy("E", "defence_monitor", 70, 50, 0)
    yield accepted(
        rules.PD_16, "a monitor abeam is an escort abeam", table.state(lunar, monitor), shot,
        declared("A", "E", spent, group(6, 4, 1, "abeam", 6)),
        dice=(1,),
    )  # fmt: skip
    yield accepted(
        rules.LANDING, "in low orbit one more column to the right", table.state(lunar, table.enemy("E", "murder", 70, 50, 270), band=60_000),
        shot, declared("A", "E", spent, group(6, 2, 3, "closing", 5, 1)),
    )  # fmt: skip
    crippled = table.unit("A", "lunar", 50, 50, hits=4, order="brace", braced_until=9)
    yield accepted(
        rules.SH_3, "H26: crippled and braced, six are two: one die", table.state(crippled, table.enemy("E", "murder", 70, 50, 0)),
        shot, declared("A", "E", {"A": {"starboard_battery": 2}}, group(2, 3, 1, "abeam", 5)),
    )  # fmt: skip


def fired(
    table: Table,
    *units: Unit,
    target: str,
    groups: tuple[Group, ...] = (),
    lances: int = 0,
    **changes: Any,
) -> tuple[State, Volley]:
    """Return a declared volley of A, and the state in which it is resolved."""
    lock = bool(changes.pop("lock_on", False))
    shooter = units[0]
    state = table.state(*units, **changes)
    task = Volley(
        shooter=shooter.id, target=target, source=shooter.at, groups=groups,
        lances=((shooter.id, "lance", lances),) if lances else (),
        victims=tuple(u.id for u in units[1:] if target in {u.id, state.units[u.id].squadron}),
        lock_on=lock, stage=1,
    )  # fmt: skip
    return state, task


def _volleys(table: Table) -> Iterator[Example]:
    carnage = table.unit("A", "carnage", 50, 50)
    platform = table.enemy("E", "weapons_platform", 85, 50)
    yield accepted(
        rules.SH_3, "H12: 6 + 4 at 35 cm: firepower 10, 7 dice; a shield, then the platform; later hits are lost",
        table.state(carnage, platform), volley("A", "starboard_battery", "starboard_battery_2", at="E"),
        declared("A", "E", {"A": {"starboard_battery": 6, "starboard_battery_2": 4}}, group(10, 1, 7, "defences", 6, 1)),
        e.VolleyRolled(shooter="A", target="E", batteries=(6, 6, 6, 1, 1, 1, 1), lances=(), armour=6, hits=3),
        e.ShieldAbsorbed(unit=platform.id), e.BlastPlaced(marker="B101", at=cm(82.4, 50)),
        e.DamageTaken(unit=platform.id, hits=1, source="hull"), e.UnitDestroyed(unit=platform.id, cause="hits"),
        e.BlastPlaced(marker="B102", at=cm(85, 50)), dice=(6, 6, 6, 1, 1, 1, 1),
    )  # fmt: skip
    tyrant = table.unit("A", "tyrant", 50, 50, order="lock_on")
    target = table.enemy("E", "weapons_platform", 78, 50)
    yield accepted(
        rules.SH_6, "H13: on Lock On five misses are rolled again; three hits, the first destroys",
        table.state(tyrant, target, blasts=[(80.5, 50)]), volley("A", "starboard_battery", "starboard_battery_2", at="E"),
        declared("A", "E", {"A": {"starboard_battery": 4, "starboard_battery_2": 6}}, group(10, 1, 7, "defences", 6, 1)),
        e.VolleyRolled(shooter="A", target="E", batteries=(6, 6, 6, 1, 1, 2, 3), lances=(), armour=6, hits=3),
        e.UnitDestroyed(unit=target.id, cause="hits"), dice=(6, 1, 2, 3, 6, 4, 5, 6, 1, 1, 2, 3),
    )  # fmt: skip
    lunar = table.unit("A", "lunar", 50, 50)
    murder = table.enemy("E", "murder", 70, 50)
    state, task = fired(table, lunar, murder, target="E", lances=2)
    yield accepted(
        rules.SH_4, "lances hit on 4 or more, whatever the armour", asking(state, "volley", "E", task), PASS,
        e.VolleyRolled(shooter="A", target="E", batteries=(), lances=(4, 3), armour=0, hits=1),
        e.ShieldAbsorbed(unit=murder.id), dice=(4, 3), seat=TWO,
    )  # fmt: skip
    bombers = wave("W", 60, 50, side=2, bombers=3)
    yield accepted(
        rules.SH_5, "one 6 removes a whole wave", table.state(lunar, murder, markers=[bombers]),
        volley("A", "starboard_battery", at="W"),
        declared("A", "W", {"A": {"starboard_battery": 6}}, group(6, 3, 2, "ordnance", 6, -1)),
        e.OrdnanceRemoved(marker="W", reason="gunfire"), dice=(6, 1),
    )  # fmt: skip
    halves = table.unit("A", "dominator", 50, 50, priority="passed")
    both = table.state(halves, murder, table.enemy("N", "murder", 65, 52))
    part = Gun(unit=A, mount="starboard_battery", strength=5)
    yield accepted(
        rules.SH_7, "five of twelve at one target", both, Fire(shooter="A", guns=(part,), target="E"),
        declared("A", "E", {"A": {"starboard_battery": 5}}, group(5, 3, 2, "abeam", 5)),
    )  # fmt: skip
    again = table.unit(
        "A",
        "dominator",
        50,
        50,
        fired={"starboard_battery": 5},
        shot_at=frozenset({("starboard_battery", "E")}),
    )
    yield refused(
        rules.SH_7, "but not twice at the same", table.state(again, murder),
        Fire(shooter="A", guns=(part,), target="E"), "split_at_same_target",
    )  # fmt: skip
    low, silent = fired(table, lunar, murder, target="E", lances=2, band=60_000)
    yield accepted(
        rules.LANDING, "in low orbit a lance needs a 4 to fire at all", asking(low, "volley", "E", silent), PASS,
        e.LanceSilent(unit=A, mount="lance"), dice=(3,), seat=TWO,
    )  # fmt: skip
    ship = table.unit("A", "carnage", 50, 25)
    yield accepted(
        rules.LANDING, "a capital ship of the attacker lands troops from y = 25",
        table.state(ship, band=45_000, land=30_000, attacker=1), LandTroops(unit=A), e.LandingBegun(unit=A),
    )  # fmt: skip
    mines = table.state(lunar, areas=[field("F", 70, 45, 80, 55)])
    yield accepted(
        rules.MI_5, "a hit on a minefield is a blast marker on its edge", mines, volley("A", "starboard_lance", at="F"),
        e.BlastPlaced(marker="B101", at=cm(70, 50)), dice=(6, 5),
    )  # fmt: skip


def _squadrons(table: Table) -> Iterator[Example]:
    def form(*names: str, label: Any = "squadron") -> DeclareSquadrons:
        four: dict[str, Any] = dict(
            zip(("first", "second", "third", "fourth"), map(ShipId, names), strict=False)
        )
        return DeclareSquadrons(squadrons=(SquadronForm(label=label, **four),))

    def formed(title: str, *names: str) -> e.SquadronsDeclared:
        made = e.SquadronFormed(
            id="Q1-1", title=title, side=1, seat=ONE, members=tuple(map(ShipId, names))
        )
        return e.SquadronsDeclared(seat=ONE, squadrons=(made,))

    units = [
        table.unit("A", "lunar", 20, 20), table.unit("B", "lunar", 30, 20), table.unit("C", "mars", 40, 20),
        *(table.unit(f"S{n}", "sword", 20 + 3 * n, 30) for n in range(7)),
        table.unit("P", "weapons_platform", 60, 60), table.unit("O", "weapons_platform", 63.2, 60),
    ]  # fmt: skip
    given = table.state(*units, phase=Phase.SETUP)
    yield accepted(
        rules.SQ_2,
        "two Lunars and a Mars",
        given,
        form("A", "B", "C"),
        formed("Squadron Q1-1", "A", "B", "C"),
    )
    yield refused(
        rules.SQ_2, "a Lunar and a Sword are of two types", given, form("A", "S1"), "squadron_type"
    )
    yield accepted(
        rules.SQ_3,
        "called a flotilla, it is the same",
        given,
        form("A", "B", label="flotilla"),
        formed("Flotilla Q1-1", "A", "B"),
    )
    battleships = table.state(
        *(table.unit(n, "retribution", 20, 20) for n in "ABCD"), phase=Phase.SETUP
    )
    yield refused(
        rules.SQ_2, "four battleships are too many", battleships, form(*"ABCD"), "squadron_size"
    )
    yield accepted(
        rules.PD_1,
        "platforms of a defender, as one squadron",
        given,
        form("P", "O"),
        formed("Squadron Q1-1", "P", "O"),
    )
    yield accepted(
        rules.PD_15,
        "two of them may touch, 3.2 cm apart",
        given,
        form("O", "P"),
        formed("Squadron Q1-1", "O", "P"),
    )


def _massed(table: Table) -> Iterator[Example]:
    swords = [table.unit(n, "sword", 50 + k, 50) for k, n in enumerate("ABCD")]
    cruiser = table.enemy("E", "lunar", 51.5, 70, 90)
    four = table.state(*swords, cruiser, squadrons={"Q": tuple("ABCD")})
    yield accepted(
        rules.SQ_7, "four Swords at a cruiser abeam: 16 are 6 dice", four, massed("Q", "ABCD", "dorsal_battery", "E"),
        declared("Q", "E", {n: {"dorsal_battery": 4} for n in "ABCD"}, group(16, 3, 6, "abeam", 5)),
    )  # fmt: skip
    yield accepted(
        rules.SQ_1, "grouped, they use their guns better than one by one: 6 dice and not 4", four,
        massed("Q", "ABCD", "dorsal_battery", "E"),
        declared("Q", "E", {n: {"dorsal_battery": 4} for n in "ABCD"}, group(16, 3, 6, "abeam", 5)),
    )  # fmt: skip
    five = [table.unit("A", "sword", 40, 51, 90), table.unit("B", "sword", 40, 49, 90),
            *(table.unit(n, "sword", x, 30) for n, x in (("C", 53), ("D", 55), ("F", 57)))]  # fmt: skip
    target = table.enemy("E", "lunar", 56, 50, 90)
    spread = table.state(*five, target, squadrons={"Q": ("A", "B", "C", "D", "F")})
    linked = spread.with_units(table.unit("A", "sword", 40, 51, 90, squadron="Q"))
    chain = table.unit("G", "sword", 46, 40, 0, squadron="Q", fired={"dorsal_battery": 4})
    squad = replace(
        linked.squadrons["Q"], members=tuple(map(ShipId, ("A", "B", "C", "D", "F", "G")))
    )
    joined = replace(linked, squadrons={"Q": squad}).with_units(chain)
    yield accepted(
        rules.SQ_7, "H21: two in the rear quadrant, three abeam: 8 are 4 dice, 12 are 4", joined,
        massed("Q", ("A", "B", "C", "D", "F"), "dorsal_battery", "E"),
        declared("Q", "E", {n: {"dorsal_battery": 4} for n in ("A", "B", "C", "D", "F")},
                 group(8, 2, 4, "moving_away", 5), group(12, 3, 4, "abeam", 5)),
    )  # fmt: skip
    cobras = [
        table.unit(n, "cobra", 50 + k, 50, order="all_ahead_full") for k, n in enumerate("ABC")
    ]
    raider = table.enemy("E", "iconoclast", 51, 70)
    yield accepted(
        rules.SQ_8, "H22: three Cobras on All Ahead Full: 3 are halved to 2, one die",
        table.state(*cobras, raider, squadrons={"Q": tuple("ABC")}), massed("Q", "ABC", "dorsal_battery", "E"),
        e.VolleyDeclared(shooter="Q", target="E", spent={n: {"dorsal_battery": 1} for n in "ABC"},
                         groups=(group(2, 2, 1, "closing", 4),), lances=0),
    )  # fmt: skip
    tyrants = [
        table.unit(n, "tyrant", 50, y, order="all_ahead_full") for n, y in (("A", 48), ("B", 52))
    ]
    yield accepted(
        rules.SQ_8, "two Tyrants halve each: 5 + 5",
        table.state(*tyrants, table.enemy("E", "lunar", 70, 50, 270), squadrons={"Q": ("A", "B")}),
        Fire(shooter="Q", target="E", guns=tuple(Gun(unit=ShipId(n), mount=m) for n in "AB" for m in ("starboard_battery", "starboard_battery_2"))),
        declared("Q", "E", {n: {"starboard_battery": 2, "starboard_battery_2": 3} for n in "AB"}, group(10, 1, 7, "closing", 6)),
    )  # fmt: skip


def _allocation(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    mixed = [table.enemy("C1", "sword", 70, 49, 270), table.enemy("C2", "sword", 70, 51, 270),
             table.enemy("T1", "sword", 69, 48, 0), table.enemy("T2", "sword", 69, 52, 0)]  # fmt: skip
    shown = table.state(lunar, *mixed, squadrons={"E": ("C1", "C2", "T1", "T2")})
    shot = volley("A", "starboard_battery", at="E")
    yield refused(
        rules.SQ_9,
        "two closing, two abeam: the aspect must be chosen",
        shown,
        shot,
        "aspect_choice",
    )
    closing = volley("A", "starboard_battery", at="E", aspect="closing")
    yield accepted(
        rules.SQ_9, "fired at as closing, the pair abeam cannot be hit", shown, closing,
        declared("A", "E", {"A": {"starboard_battery": 6}}, group(6, 2, 3, "closing", 5), aspect="closing"),
        e.WindowOpened(
            window=Window(kind="react", seat=TWO, subject="E", what="volley", brace=True),
            pending=(Volley(stage=1, shooter="A", target="E", source=lunar.at, groups=(group(6, 2, 3, "closing", 5),),
                            victims=(ShipId("C1"), ShipId("C2"))),),
        ),
    )  # fmt: skip
    pair = [table.enemy("B", "sword", 65, 50), table.enemy("C", "sword", 70, 50)]
    state, task = fired(
        table,
        lunar,
        *pair,
        target="E",
        groups=(group(6, 2, 3, "closing", 5),),
        squadrons={"E": ("B", "C")},
    )
    yield accepted(
        rules.SQ_10, "three hits: a shield, the ship, the next one's shield", asking(state, "volley", "E", task), PASS,
        e.ShieldAbsorbed(unit=ShipId("B")), e.UnitDestroyed(unit=ShipId("B"), cause="hits"),
        e.ShieldAbsorbed(unit=ShipId("C")), dice=(5, 5, 6), seat=TWO,
    )  # fmt: skip
    odd = [
        table.enemy("B", "sword", 65, 50, criticals=("shields",)),
        table.enemy("C", "cobra", 70, 50, criticals=("shields",)),
    ]
    state, task = fired(
        table,
        lunar,
        *odd,
        target="E",
        groups=(group(6, 2, 3, "closing", 4),),
        squadrons={"E": ("B", "C")},
    )
    yield accepted(
        rules.SQ_11, "a 4 falls on the Cobra behind, a 5 on the Sword in front; the 6 finds nobody",
        asking(state, "volley", "E", task), PASS, e.UnitDestroyed(unit=ShipId("C"), cause="hits"),
        e.UnitDestroyed(unit=ShipId("B"), cause="hits"), dice=(4, 5, 6), seat=TWO,
    )  # fmt: skip


def _shielded(table: Table) -> Iterator[Example]:
    lunar = table.unit("A", "lunar", 50, 50)
    whole = [table.enemy("B", "sword", 65, 50), table.enemy("C", "cobra", 70, 50)]
    squadrons = {"E": ("B", "C")}
    mixed = (group(6, 2, 3, "closing", 4),)
    state, task = fired(table, lunar, *whole, target="E", groups=mixed, squadrons=squadrons)
    yield accepted(
        rules.SQ_11, "4, 5 and 6: the 4 falls on the Cobra behind, 5 and 6 on the Sword in front",
        asking(state, "volley", "E", task), PASS, e.ShieldAbsorbed(unit=ShipId("C")),
        e.ShieldAbsorbed(unit=ShipId("B")), e.UnitDestroyed(unit=ShipId("B"), cause="hits"),
        dice=(4, 5, 6), seat=TWO,
    )  # fmt: skip
    frigates = [
        table.unit(n, "firestorm", 50 + k, 50, order="all_ahead_full") for k, n in enumerate("ABC")
    ]
    yield accepted(
        rules.SQ_8, "three Firestorms on All Ahead Full: 3 lances are halved to 2",
        table.state(*frigates, table.enemy("E", "iconoclast", 51, 70), squadrons={"Q": tuple("ABC")}),
        massed("Q", "ABC", "prow_lance", "E"),
        e.VolleyDeclared(shooter="Q", target="E", spent={n: {"prow_lance": 1} for n in "ABC"}, groups=(), lances=2),
    )  # fmt: skip
    marked = table.state(lunar, markers=[wave("W", 70, 50, side=2, bombers=1)], band=45_000)
    low = replace(marked, markers={**marked.markers, "W": wave("W", 70, 40, side=2, bombers=1)})
    yield accepted(
        rules.LANDING, "nor at ordnance in low orbit", low, volley("A", "starboard_lance", at="W"),
        e.LanceSilent(unit=A, mount="starboard_lance"), dice=(3,),
    )  # fmt: skip


def _nova(table: Table) -> Iterator[Example]:
    mars = table.unit("A", "mars", 50, 20)
    enemy = table.enemy("E", "weapons_platform", 50, 60)
    given = table.state(mars, enemy)
    yield accepted(
        rules.SH_8, "under its centre D6 hits", given, FireNova(unit=A, x_mm=500, y_mm=600),
        e.NovaFired(unit=A, aimed=cm(50, 60), at=cm(50, 60), touched=(enemy.id,)),
        e.ShieldAbsorbed(unit=enemy.id), e.UnitDestroyed(unit=enemy.id, cause="hits"), dice=(1, 4, 1, 3),
    )  # fmt: skip
    yield accepted(
        rules.SH_8, "3 cm to the east it touches with its edge: one hit", given, FireNova(unit=A, x_mm=500, y_mm=600),
        e.NovaFired(unit=A, aimed=cm(50, 60), at=cm(53, 60), touched=(enemy.id,)),
        e.ShieldAbsorbed(unit=enemy.id), dice=(3, 3, 901),
    )  # fmt: skip
    yield refused(
        rules.SH_8,
        "its near edge less than 30 cm off",
        given,
        FireNova(unit=A, x_mm=500, y_mm=520),
        "out_of_range",
    )
    weak = table.state(table.unit("A", "mars", 50, 20, hits=4), enemy)
    yield refused(
        rules.SH_8, "not when crippled", weak, FireNova(unit=A, x_mm=500, y_mm=600), "mount_damaged"
    )
