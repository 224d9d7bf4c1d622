"""Attacks: declared, aimed, answered (P-21, P-30 to P-41; H-05 to H-08, H-14, H-22 to H-25)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import (
    AmmoSpent,
    EvasionDeclared,
    IcmLaunched,
    ShotWasted,
)
from domain.systems.knight_hawks.commands import EnterOrbit, Evade, Launch, MoveShips, Respond
from domain.systems.knight_hawks.damage_events import DamageTableRolled, HullDamaged, ShipDestroyed
from domain.systems.knight_hawks.examples.moving import ended
from domain.systems.knight_hawks.examples.setups import (
    A,
    B,
    C,
    Yard,
    along,
    example,
    fire,
    fly,
    line,
    plan,
    played,
    rolled,
    shot,
    with_options,
)
from domain.systems.knight_hawks.state import Mask, Phase, State, Vessel

OFFENSIVE: dict[str, Any] = {"phase": Phase.OFFENSIVE}
DEFENSIVE: dict[str, Any] = {"phase": Phase.DEFENSIVE, "acting": "b"}


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of attacks."""
    yard = Yard(initial)
    yield from _lines(yard)
    yield from _declared(yard)
    yield from _hexes(yard)
    yield from _defences(yard)
    yield from _attracting(yard)
    yield from _chances(yard)
    yield from _evasion(yard)
    yield from _interceptors(yard)
    yield from _halves(yard)
    yield from _masks(yard)


def icm(ship: Vessel, number: int, attack: int = 1) -> Launch:
    """Return a launch of interceptors."""
    return Launch(attack=attack, ship=ship.id, number=number)


def _lines(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("light_cruiser", "a", (-3, 0))
    behind, beside = yard.ship("frigate", "b", (3, 0)), yard.ship("frigate", "b", (3, -1))
    bodies = {"planet": Hex(0, 0)}
    yield example(
        rules.P_21_LINE_OF_FIRE,
        "from (-3, 0) to (3, 0) the planet blocks",
        yard.battle(ship, behind, bodies=bodies, **OFFENSIVE),
        fire(shot(ship, "LB", behind)),
        refused="line_blocked",
    )
    yield example(
        rules.P_21_LINE_OF_FIRE,
        "from (-3, 0) to (3, -1) one shortest path is open",
        yard.battle(ship, beside, bodies=bodies, **OFFENSIVE),
        fire(shot(ship, "LB", beside)),
        dice=(96,),
    )


def _declared(yard: Yard) -> Iterator[Example]:
    one, two = (yard.ship("frigate", "a", (0, 0), name=name) for name in ("one", "two"))
    target = yard.ship("frigate", "b", (3, 0), hp=5)
    volley = fire(
        shot(one, "LB", target),
        shot(two, "LB", target),
        shot(one, "T", target),
        shot(two, "T", target),
        shot(one, "RB", target),
    )
    yield example(
        rules.P_31_WASTED,
        "five shots at one ship that dies by the third: a torpedo and the rockets are spent",
        yard.battle(one, two, target, **OFFENSIVE),
        volley,
        dice=(96, 96, 1, 45, 1, 1, 1, 2),
        then=(
            ShipDestroyed(ship=target.id),
            AmmoSpent(ship=two.id, mount="T", left=1),
            ShotWasted(attack=4),
            AmmoSpent(ship=one.id, mount="RB", left=3),
            ShotWasted(attack=5),
        ),
    )
    both = yard.battle(one, target, **OFFENSIVE)
    yield example(
        rules.P_30_DECLARE,
        "one illegal shot refuses the whole declaration: nothing is rolled",
        both,
        fire(shot(one, "LB", target), shot(one, "DC", target)),
        refused="unknown_mount",
    )
    yield example(
        rules.P_30_DECLARE,
        "there is no second declaration in one phase",
        replace(both, declared=frozenset({A}), answering=(B,)),
        fire(shot(one, "LB", target)),
        refused="wrong_phase",
    )
    scout = yard.ship("assault_scout", "b", (3, 0), name="scout")
    yield example(
        rules.P_31_WASTED,
        "H-14: a second torpedo of one ship",
        yard.battle(one, two, scout, **OFFENSIVE),
        fire(shot(one, "T", scout), shot(two, "T", scout), shot(one, "T", scout)),
        refused="already_fired",
    )
    declared = played(
        yard.battle(one, two, scout, **OFFENSIVE),
        fire(shot(one, "T", scout), shot(two, "T", scout), shot(one, "RB", scout)),
    )
    yield example(
        rules.P_31_WASTED,
        "H-14: 50 hits, 25 - 20 = 5 doubles to 30; the others are wasted",
        declared,
        {B: Respond(answers=())},
        dice=(50, 25, 3, 4, 4, 4),
        then=(
            rolled("T", one, scout, "RH", 50, 50, 50, hit=True),
            DamageTableRolled(target=scout.id, raw=25, dtm=-20, modified=5, row="hull_double"),
            HullDamaged(target=scout.id, points=30),
            ShipDestroyed(ship=scout.id),
            ShotWasted(attack=2),
            ShotWasted(attack=3),
        ),
    )


def _hexes(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("destroyer", "b", (5, 2), facing=4)
    mover = along(yard.ship("frigate", "a", (0, 0)), *line((0, 0), 8))
    given = yard.battle(ship, mover, **DEFENSIVE)
    yield example(
        rules.P_32_TARGET_HEX,
        "H-05: the laser cannon at hex 5 of the path 60 + 10 - 10 = 60, electrons at hex 8: 45",
        given,
        fire(shot(ship, "LC", mover, j=5), shot(ship, "EB", mover, j=8), seat=B),
        dice=(61, 46),
        then=(
            rolled("LC", ship, mover, "RH", 60, 60, 61, hit=False, head_on=10, range_modifier=-10),
            rolled("EB", ship, mover, "RH", 60, 45, 46, hit=False, number=2, range_modifier=-15),
        ),
    )
    yield example(
        rules.P_32_TARGET_HEX,
        "H-05: the laser cannon at hex 8 is out of its field",
        given,
        fire(shot(ship, "LC", mover, j=8), seat=B),
        refused="out_of_arc",
    )
    yield example(
        rules.P_32_TARGET_HEX,
        "H-05: a torpedo waits for its owner's turn",
        given,
        fire(shot(ship, "T", mover, j=5), seat=B),
        refused="mpo_not_moving",
    )
    target = yard.ship("frigate", "b", (4, 0))
    passed = yard.battle(along(mover, *line((0, 0), 8)), target, **OFFENSIVE)
    yield example(
        rules.P_33_SHOOTER_HEX,
        "from hex 0 of its path the target is 4 hexes ahead",
        passed,
        fire(shot(mover, "LC", target, i=0)),
        dice=(51,),
        then=(
            rolled(
                "LC", mover, target, "RH", 60, 50, 51, hit=False, head_on=10, range_modifier=-20
            ),
        ),
    )
    yield example(
        rules.P_33_SHOOTER_HEX,
        "from its last hex it is behind",
        passed,
        fire(shot(mover, "LC", target)),
        refused="out_of_arc",
    )
    yield example(
        rules.P_33_SHOOTER_HEX,
        "if the table chose the final hex, there is no other (G-12)",
        with_options(passed, offensive_fire_position="final_hex"),
        fire(shot(mover, "LC", target, i=0)),
        refused="hex_not_on_path",
    )
    yield from _same_hex(yard)


def _same_hex(yard: Yard) -> Iterator[Example]:
    cruiser = yard.ship("light_cruiser", "b", (5, 0), facing=0)
    scout = along(yard.ship("assault_scout", "a", (4, 0)), (4, 0), (5, 0))
    defending = yard.battle(cruiser, scout, **DEFENSIVE)
    yield example(
        rules.R_01B_SAME_HEX,
        "H-06: entered from behind, the cruiser's disruptor does not bear",
        defending,
        fire(shot(cruiser, "DC", scout), seat=B),
        refused="out_of_arc",
    )
    yield example(
        rules.R_01B_SAME_HEX,
        "H-06: its laser battery does: 50",
        defending,
        fire(shot(cruiser, "LB", scout), seat=B),
        dice=(51,),
        then=(rolled("LB", cruiser, scout, "RH", 50, 50, 51, hit=False),),
    )
    armed = replace(cruiser, icm=8)
    yield example(
        rules.R_01B_SAME_HEX,
        "H-06: the scout's rockets, head-on: 60 + 10 = 70",
        yard.battle(cruiser, scout, **OFFENSIVE),
        fire(shot(scout, "AR", cruiser)),
        dice=(71,),
        then=(rolled("AR", scout, cruiser, "RH", 60, 70, 71, hit=False, head_on=10),),
    )
    yield example(
        rules.P_39_ICM,
        "H-06: with three interceptors 55",
        played(yard.battle(armed, scout, **OFFENSIVE), fire(shot(scout, "AR", armed))),
        {B: Respond(answers=(icm(armed, 3),))},
        dice=(56,),
        then=(rolled("AR", scout, armed, "RH", 60, 55, 56, hit=False, head_on=10, icm=-15),),
    )


def _defences(yard: Yard) -> Iterator[Example]:
    masked_frigate = yard.ship("frigate", "b", (2, 0), mask=Mask(speed=0, steps_left=6))
    shooter = yard.ship("light_cruiser", "a", (0, 0))
    for weapon, screen, base, column, what in (
        ("PB", "ES", 70, "ES", "protons against an electron screen: attracted, 70"),
        ("T", "SS", 75, "SS", "a torpedo against a stasis screen: attracted, 75"),
        ("EB", "SS", 40, "SS", "electrons against a stasis screen: 40"),
    ):
        target = yard.ship("light_cruiser", "b", (2, 0), active=screen)
        reach = 0 if weapon == "T" else -10
        mount: Any = weapon
        code: Any = column
        yield example(
            rules.P_34_DEFENCE,
            what,
            yard.battle(shooter, target, **OFFENSIVE),
            fire(shot(shooter, weapon, target)),
            dice=(96,),
            then=(
                rolled(
                    mount, shooter, target, code, base, base + reach, 96, hit=False,
                    range_modifier=reach,
                ),
            ),
        )  # fmt: skip
    lasers = yard.ship("frigate", "a", (0, 0))
    behind_ps = yard.ship("heavy_cruiser", "b", (2, 0), active="PS")
    yield example(
        rules.P_34_DEFENCE,
        "a laser cannon against a proton screen: the hull counts, 60",
        yard.battle(lasers, behind_ps, **OFFENSIVE),
        fire(shot(lasers, "LC", behind_ps)),
        dice=(96,),
        then=(
            rolled(
                "LC", lasers, behind_ps, "RH", 60, 60, 96, hit=False, head_on=10,
                range_modifier=-10,
            ),
        ),
    )  # fmt: skip
    yield example(
        rules.P_34_DEFENCE,
        "a laser battery against a mask: 20",
        yard.battle(lasers, masked_frigate, **OFFENSIVE),
        fire(shot(lasers, "LB", masked_frigate)),
        dice=(96,),
        then=(
            rolled(
                "LB", lasers, masked_frigate, "MS", 20, 10, 96, hit=False, range_modifier=-10,
                half=True,
            ),
        ),
    )  # fmt: skip
    freighter = yard.ship("freighter", "b", (2, 0))
    yield example(
        rules.P_34_DEFENCE,
        "a freighter without reflective hull: none, 65 (G-30)",
        yard.battle(lasers, freighter, **OFFENSIVE),
        fire(shot(lasers, "LB", freighter)),
        dice=(56,),
        then=(rolled("LB", lasers, freighter, "none", 65, 55, 56, hit=False, range_modifier=-10),),
    )


def _attracting(yard: Yard) -> Iterator[Example]:
    shooter = yard.ship("light_cruiser", "a", (0, 0))
    five = yard.ship("light_cruiser", "b", (0, 5), active="ES")
    stasis = replace(five, active="SS")
    yield example(
        rules.P_34_DEFENCE,
        "H-07: protons against an electron screen at 5 hexes: 70 - 25 = 45",
        yard.battle(shooter, five, **OFFENSIVE),
        fire(shot(shooter, "PB", five)),
        dice=(46,),
        then=(rolled("PB", shooter, five, "ES", 70, 45, 46, hit=False, range_modifier=-25),),
    )
    yield example(
        rules.P_34_DEFENCE,
        "H-07: against a stasis screen 40 - 25 = 15",
        yard.battle(shooter, stasis, **OFFENSIVE),
        fire(shot(shooter, "PB", stasis)),
        dice=(16,),
        then=(rolled("PB", shooter, stasis, "SS", 40, 15, 16, hit=False, range_modifier=-25),),
    )


def _chances(yard: Yard) -> Iterator[Example]:
    damaged = yard.ship("frigate", "a", (0, 0), damaged=frozenset({"CCS"}))
    target = yard.ship("frigate", "b", (3, 0))
    yield example(
        rules.P_35_MODIFIERS,
        "head-on, 3 hexes, combat control damaged: 60 + 10 - 15 - 10 = 45",
        yard.battle(damaged, target, **OFFENSIVE),
        fire(shot(damaged, "LC", target)),
        dice=(46,),
        then=(
            rolled(
                "LC", damaged, target, "RH", 60, 45, 46, hit=False, head_on=10,
                range_modifier=-15, combat_control=-10,
            ),
        ),
    )  # fmt: skip
    proton = yard.ship("light_cruiser", "a", (0, 0))
    screened = yard.ship("heavy_cruiser", "b", (0, 12), active="PS")
    yield example(
        rules.P_36_AUTOMATIC,
        "H-25: protons at a proton screen, 12 hexes: 25 - 60 = -35, and 5 hits; half of 1 is 1",
        yard.battle(proton, screened, **OFFENSIVE),
        fire(shot(proton, "PB", screened)),
        dice=(5, 35, 1),
        then=(
            rolled(
                "PB", proton, screened, "PS", 25, -35, 5, hit=True, range_modifier=-60, half=True
            ),
            HullDamaged(target=screened.id, points=1),
        ),
    )
    far = replace(screened, at=Hex(0, 13), path=((Hex(0, 13), 0),))
    yield example(
        rules.P_36_AUTOMATIC,
        "H-25: at 13 hexes there is no shot",
        yard.battle(proton, far, **OFFENSIVE),
        fire(shot(proton, "PB", far)),
        refused="out_of_range",
    )
    bare = yard.ship("freighter", "b", (5, 0))
    entered = along(proton, (4, 0), (5, 0))
    yield example(
        rules.P_36_AUTOMATIC,
        "H-25: a disruptor at no defence in one hex, head-on: 60 + 10 = 70",
        yard.battle(entered, bare, **OFFENSIVE),
        fire(shot(entered, "DC", bare)),
        dice=(71,),
        then=(rolled("DC", entered, bare, "none", 60, 70, 71, hit=False, head_on=10),),
    )
    fighter = yard.ship("fighter", "a", (0, 0))
    yield example(
        rules.P_36_AUTOMATIC,
        "H-25: rockets at 70, and 96 misses",
        yard.battle(fighter, target, **OFFENSIVE),
        fire(shot(fighter, "AR", target)),
        dice=(96,),
        then=(rolled("AR", fighter, target, "RH", 60, 70, 96, hit=False, head_on=10),),
    )
    whole = yard.ship("frigate", "a", (0, 0))
    yield example(
        rules.P_37_HIT,
        "a hit rolls on the damage table with the weapon's modifier",
        yard.battle(whole, target, **OFFENSIVE),
        fire(shot(whole, "RB", target)),
        dice=(40, 56),
        then=(DamageTableRolled(target=target.id, raw=56, dtm=-10, modified=46, row="adf_1"),),
    )


def _evasion(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    scout = yard.ship("assault_scout", "b", (3, 0), speed=3)
    under_fire = played(yard.battle(ship, scout, **OFFENSIVE), fire(shot(ship, "T", scout)))
    yield example(
        rules.P_38_EVASION,
        "H-22: a scout with MR 4 evades: 50 - 20 = 30",
        under_fire,
        {B: Respond(answers=(Evade(attack=1),))},
        dice=(31,),
        then=(
            EvasionDeclared(attack=1, ship=scout.id, debt=4),
            rolled("T", ship, scout, "RH", 50, 30, 31, hit=False, evasion=-20),
        ),
    )
    owing = yard.ship("assault_scout", "a", (0, 0), speed=3, debt=4)
    moves = yard.battle(owing)
    for letters, code in (("FFF", "must_move"), ("FFFF", "must_turn"), ("FFFLF", "must_turn")):
        yield example(
            rules.P_38_EVASION,
            f"H-22: {letters} in its next move",
            moves,
            fly(plan(owing, letters)),
            refused=code,
        )
    yield example(
        rules.P_38_EVASION,
        "H-22: FLFRFLFLF is accepted",
        moves,
        fly(plan(owing, "FLFRFLFLF")),
        then=(
            ended(
                owing,
                *((0, 0, 0), (1, 0, 5), (2, -1, 0), (3, -1, 5), (4, -2, 4), (4, -3, 4)),
                hexes=5,
                turns=4,
            ),
        ),
    )
    beside = yard.ship("assault_scout", "a", (1, 0), speed=3, debt=4)
    yield example(
        rules.P_38_EVASION,
        "who owes these turns does not go into orbit instead",
        yard.battle(beside, bodies={"planet": Hex(0, 0)}),
        {A: MoveShips(moves=(EnterOrbit(ship=beside.id, body="planet", direction=1),), drops=())},
        refused="must_move",
    )
    lame = yard.ship("fighter", "b", (3, 0), adf=2, icm=1, icm_max=1, icm_ok=True)
    yield example(
        rules.P_38_EVASION,
        "H-22: a fighter at rest with ADF 2 and MR 5 could not fly the five hexes",
        played(yard.battle(ship, lame, **OFFENSIVE), fire(shot(ship, "T", lame))),
        {B: Respond(answers=(Evade(attack=1),))},
        refused="evasion_not_allowed",
    )


def _interceptors(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    carrier = yard.ship("freighter", "b", (3, 0))
    one = yard.ship("destroyer", "b", (3, 0), name="dd1", icm=5)
    two = yard.ship("destroyer", "b", (3, 0), name="dd2", icm=5)
    under_fire = played(
        yard.battle(ship, carrier, one, two, **OFFENSIVE), fire(shot(ship, "T", carrier))
    )
    yield example(
        rules.P_39_ICM,
        "a torpedo at a freighter; two destroyers in its hex launch 2 + 1: 50 - 30 = 20",
        under_fire,
        {B: Respond(answers=(icm(one, 2), icm(two, 1)))},
        dice=(21,),
        then=(
            IcmLaunched(attack=1, ship=one.id, number=2),
            IcmLaunched(attack=1, ship=two.id, number=1),
            rolled("T", ship, carrier, "none", 50, 20, 21, hit=False, icm=-30),
        ),
    )
    yield example(
        rules.P_39_ICM,
        "more than there are",
        under_fire,
        {B: Respond(answers=(icm(one, 6),))},
        refused="icm_not_available",
    )
    cruiser = yard.ship("light_cruiser", "b", (3, 0), active="SS", icm=8)
    stasis = played(yard.battle(ship, cruiser, **OFFENSIVE), fire(shot(ship, "T", cruiser)))
    for roll in (36, 35):
        yield example(
            rules.P_53_STASIS,
            f"H-08: a torpedo into a stasis screen with 4 interceptors: 75 - 40 = 35, roll {roll}",
            stasis,
            {B: Respond(answers=(icm(cruiser, 4),))},
            dice=(36,) if roll == 36 else (35, 100),
            then=(
                IcmLaunched(attack=1, ship=cruiser.id, number=4),
                AmmoSpent(ship=ship.id, mount="T", left=1),
                rolled("T", ship, cruiser, "SS", 75, 35, roll, hit=roll == 35, icm=-40),
            ),
        )


def _halves(yard: Yard) -> Iterator[Example]:
    ship = yard.ship("frigate", "a", (0, 0))
    masked = yard.ship("frigate", "b", (1, 0), mask=Mask(speed=0, steps_left=6))
    given = yard.battle(ship, masked, **OFFENSIVE)
    for raw, points in ((45, 4), (10, 8)):
        yield example(
            rules.P_40_HALF,
            f"a laser battery into a mask, die 7, damage roll {raw}: {points}",
            given,
            fire(shot(ship, "LB", masked)),
            dice=(1, raw, 7),
            then=(HullDamaged(target=masked.id, points=points),),
        )
    hidden = replace(ship, mask=Mask(speed=0, steps_left=6))
    target = yard.ship("destroyer", "b", (2, 0))
    yield example(
        rules.P_41_OUT_OF_MASK,
        "a laser cannon out of a mask, head-on, 2 hexes: 25 + 10 - 10 = 25",
        yard.battle(hidden, target, **OFFENSIVE),
        fire(shot(hidden, "LC", target)),
        dice=(26,),
        then=(
            rolled(
                "LC", hidden, target, "MS", 25, 25, 26, hit=False, head_on=10,
                range_modifier=-10, half=True,
            ),
        ),
    )  # fmt: skip


def _masks(yard: Yard) -> Iterator[Example]:
    hidden = yard.ship("frigate", "a", (0, 0), mask=Mask(speed=0, steps_left=6))
    masked = yard.ship("destroyer", "b", (3, 0), mask=Mask(speed=0, steps_left=6))
    yield example(
        rules.P_41_OUT_OF_MASK,
        "H-23: out of a mask into a mask, 3 hexes: 25 + 10 - 15 = 20; half of 15 is 8, doubled 16",
        yard.battle(hidden, masked, **OFFENSIVE),
        fire(shot(hidden, "LC", masked)),
        dice=(20, 10, 7, 8),
        then=(
            rolled(
                "LC", hidden, masked, "MS", 25, 20, 20, hit=True, head_on=10,
                range_modifier=-15, half=True,
            ),
            HullDamaged(target=masked.id, points=16),
        ),
    )  # fmt: skip
    x = yard.ship("frigate", "a", (0, 0))
    y = yard.ship("frigate", "b", (3, 0))
    z = yard.ship("frigate", "c", (0, 3))
    first = yard.battle(x, y, z, **DEFENSIVE)
    yield example(
        rules.S_2_2_WHO_FIRES,
        "H-24: X moves, Y fires its battery and its rockets",
        first,
        fire(shot(y, "LB", x), shot(y, "RB", x), seat=B),
        dice=(96, 96),
        then=(AmmoSpent(ship=y.id, mount="RB", left=3),),
    )
    second = played(first, fire(shot(y, "LB", x), shot(y, "RB", x), seat=B), 96, 96)
    yield example(
        rules.S_2_2_WHO_FIRES,
        "H-24: then Z fires its own",
        second,
        fire(shot(z, "LB", x), seat=C),
        dice=(96,),
        then=(rolled("LB", z, x, "RH", 50, 35, 96, hit=False, number=3, range_modifier=-15),),
    )
    later = replace(
        second, moving="c", phase=Phase.DEFENSIVE, acting="b", declared=frozenset()
    ).with_vessels([replace(second.vessels[y.id], fired=frozenset())])
    yield example(
        rules.S_2_2_WHO_FIRES,
        "H-24: in Z's half-turn Y fires again",
        later,
        fire(shot(y, "LB", z), shot(y, "RB", z), seat=B),
        dice=(96, 96),
        then=(AmmoSpent(ship=y.id, mount="RB", left=2),),
    )
    yield example(
        rules.S_2_2_WHO_FIRES,
        "H-24: but no torpedo",
        later,
        fire(shot(y, "T", z), seat=B),
        refused="mpo_not_moving",
    )
