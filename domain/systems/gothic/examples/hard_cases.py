"""Hard cases that need more than one step: what follows from each of them (H4, H17, H24, H30)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.rule_system import Example
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.commands import EndStep, TeleportAttack
from domain.systems.gothic.examples.damaging import HITS_FROM
from domain.systems.gothic.examples.setups import (
    PASS,
    TWO,
    Table,
    accepted,
    cm,
    massed,
    refused,
    salvo,
    volley,
    wave,
)
from domain.systems.gothic.examples.shooting import declared, group
from domain.systems.gothic.pieces import Marker, Unit
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Struck, Volley, Window

T, Z = ShipId("T"), ShipId("Z")
THREE = SeatId(3)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of this chapter."""
    table = Table(initial)
    yield from _repaired_singly(table)
    yield from _station(table)
    yield from _out_of_formation(table)
    yield from _three_sides(table)


def _repaired_singly(table: Table) -> Iterator[Example]:
    """H4: two entries of one row."""
    twice = table.unit("T", "lunar", 50, 50, criticals=("starboard", "starboard"))
    murder = table.enemy("E", "murder", 70, 50)
    given = table.state(twice, murder, phase=Phase.END)
    fire = volley("T", "starboard_battery", at="E")
    yield accepted(
        rules.EN_1, "H4: one 6 repairs one of two entries", given, EndStep(),
        e.RepairRolled(unit=T, dice=(6, 1, 1, 1, 1, 1, 1, 1), repairs=1),
        e.CriticalRepaired(unit=T, effect="starboard"), dice=(6, 1, 1, 1, 1, 1, 1, 1),
    )  # fmt: skip
    once = replace(twice, criticals=("starboard",))
    yield refused(
        rules.DM_4, "H4: the other leaves the mounts silent", table.state(once, murder), fire,
        "mount_damaged",
    )  # fmt: skip
    free = replace(twice, criticals=())
    yield accepted(
        rules.DM_4, "H4: the second 6 frees them", table.state(free, murder), fire,
        declared("T", "E", {"T": {"starboard_battery": 6}}, group(6, 3, 2, "abeam", 5)),
    )  # fmt: skip


def _station(table: Table) -> Iterator[Example]:
    """H17: what is left of a station."""
    one = table.enemy("T", "space_station", 60, 52, hits=1, criticals=("shields",))
    task = Struck(unit=T, by="ram", source=HITS_FROM, hits=1, stage=2)
    window = Window(kind="react", seat=TWO, subject="K2", brace=True)
    yield accepted(
        rules.PD_12, "H17: 2D6 = 5: a hulk, and one blast marker that touches it",
        replace(table.state(one), window=window, pending=(task,)), PASS,
        e.CatastropheRolled(unit=T, total=5, result="drifting"),
        e.BlastPlaced(marker="B101", at=cm(60, 49.4)), dice=(2, 3), seat=TWO,
    )  # fmt: skip
    hulk = replace(one, hits=0, status="drifting", criticals=())
    lunar = table.unit("A", "lunar", 40, 52)
    behind = table.enemy("E", "murder", 70, 52)
    yield refused(
        rules.SH_1, "H17: it blocks the line of fire", table.state(lunar, hulk, behind),
        volley("A", "starboard_battery", at="E"), "no_line_of_sight",
    )  # fmt: skip
    ours = table.unit("T", "space_station", 60, 52, hits=0, status="drifting")
    yield refused(
        rules.PD_13, "H17: its guns are gone", table.state(ours, behind),
        volley("T", "all_battery", at="E"), "no_such_unit",
    )  # fmt: skip


def _out_of_formation(table: Table) -> Iterator[Example]:
    """H24: the third of a squadron on Lock On, 15.1 cm off."""
    locked = [table.unit(n, "sword", x, 50, order="lock_on") for n, x in (("A", 50), ("B", 65))]
    third = table.unit("C", "sword", 80.1, 50, formed=False)
    enemy = table.enemy("E", "murder", 80.1, 75)
    given = table.state(*locked, third, enemy, squadrons={"Q": ("A", "B", "C")})
    alone = volley("C", "dorsal_battery", at="E")
    own = group(4, 1, 3, "closing", 5)
    pending = Volley(
        stage=1, shooter="C", target="E", source=third.at, groups=(own,), victims=(enemy.id,)
    )
    yield accepted(
        rules.SQ_5, "H24: the third fires separately, without re-rolls", given, alone,
        declared("C", "E", {"C": {"dorsal_battery": 4}}, own),
        e.WindowOpened(
            window=Window(kind="react", seat=TWO, subject="E", what="volley", brace=True),
            pending=(pending,),
        ),
    )  # fmt: skip
    yield refused(
        rules.SQ_5, "H24: not with the others", given,
        massed("Q", ("B", "C"), "dorsal_battery", "E"), "out_of_formation",
    )  # fmt: skip


def _three_sides(table: Table) -> Iterator[Example]:
    """H30: X, Y, Z; it is Y's turn, a boarding salvo is Z's."""
    bombers = [wave(f"W{n}", 1000, 1050 + 10 * n, fighters=1, side=n) for n in (1, 2, 3)]
    boarding = salvo("O", 50, 20, side=3, boarding=True)
    turning = _ys_turn(table, Phase.TURNING, salvo("P", 150, 20, side=1, boarding=True), boarding)
    yield accepted(
        rules.BT_4, "H30: after Y, whose turn it is, Z is asked for turns", turning, EndStep(),
        e.PhaseBegan(phase="turning", mover=1), seat=TWO,
    )  # fmt: skip
    yield accepted(
        rules.BT_4, "H30: and then X", replace(turning, mover=1), EndStep(),
        e.PhaseBegan(phase="turning", mover=2), seat=THREE,
    )  # fmt: skip
    flying = replace(
        _ys_turn(table, Phase.ORDNANCE), markers={m.id: m for m in (*bombers, boarding)}
    )
    yield accepted(
        rules.BT_3, "H30: after Y's ordnance Z's moves, 30 cm", replace(flying, mover=1), EndStep(),
        e.OrdnanceMoved(marker="O", start=cm(50, 20), at=cm(50, 50), heading=0, length=30_000, last=True),
        e.PhaseBegan(phase="ordnance", mover=2), seat=THREE,
    )  # fmt: skip
    bare = table.unit("A", "murder", 56, 58, criticals=("shields",))
    raider = table.unit("Z", "lunar", 50, 50, side=3)
    end = _ys_turn(table, Phase.END).with_units(bare, raider)
    yield refused(
        rules.TP_1, "H30: only Y may teleport", end, TeleportAttack(unit=Z, target=bare.id),
        "not_your_turn", seat=THREE,
    )  # fmt: skip


def _ys_turn(table: Table, phase: Phase, *markers: Marker) -> State:
    """Return the second of three sides' turn."""
    units: list[Unit] = [table.unit(n, "murder", x, 90, side=k) for n, x, k in FLEETS]
    state = table.state(*units, phase=phase, sides=3, at=1)
    return replace(state, markers={**state.markers, **{m.id: m for m in markers}})


FLEETS = (("X", 150, 1), ("Y", 160, 2), ("Z", 170, 3))
