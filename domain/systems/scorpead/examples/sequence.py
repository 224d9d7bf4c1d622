"""The sequence of play: steps, sensors, ends (B2, D6.1, 7.6)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import AllocateHit, EnergyForm, MoveShip
from domain.systems.scorpead.events import (
    BattleEnded,
    ImpulseBegan,
    LockOnDetermined,
    TurnEnded,
)
from domain.systems.scorpead.examples.setups import (
    CA,
    CA2,
    HOLD,
    ONE,
    TWO,
    accepted,
    allocate,
    armed,
    changed,
    commit,
    duel,
    energy_step,
    fire,
    internals,
    mode_one,
    phaser,
    refused,
    roll,
    rolled,
)
from domain.systems.scorpead.examples.shots import magnified, plain
from domain.systems.scorpead.fire_events import (
    FireDecided,
    FireDeclared,
)
from domain.systems.scorpead.plans import default
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of steps, of sensors, and of how a battle ends."""
    yield from _steps(initial)
    yield from _sensors(initial)
    yield from _ends(initial)


def _steps(initial: State) -> Iterator[Example]:
    yield refused(
        rules.B2_SEQUENCE,
        "nobody moves in the Fire Decision Step",
        duel(initial),
        {ONE: MoveShip(ship=CA, move="straight")},
        "wrong_step",
    )
    yield refused(
        rules.B2_SEQUENCE,
        "ER-12.31: nobody fires during energy allocation",
        energy_step(initial),
        fire(phaser("phaser_1")),
        "wrong_step",
    )
    yield accepted(
        rules.B2_FIRE_DECISION,
        "H-27: an empty commit is what a silent seat declares: it holds, the others' fire resolves",
        duel(initial),
        {ONE: commit(phaser("phaser_1")), TWO: default(duel(initial), TWO)},
        FireDeclared(ship=CA, shot=plain("phaser_1")),
        FireDecided(),
        dice=(6,),
    )
    both = armed(duel(initial), {"magnifier_A": 1})
    own = mode_one("magnifier_A", {"phaser_1": 1, "phaser_2": 0})
    yield accepted(
        rules.ER_12_31_DECLARATION,
        "phasers, magnifier, mode and the energy of each are announced with all other fire",
        both,
        {ONE: commit(own), TWO: commit(phaser("phaser_1", CA, CA2))},
        FireDeclared(ship=CA, shot=magnified("phaser_1")),
        FireDeclared(ship=CA, shot=plain("phaser_2")),
        FireDeclared(ship=CA2, shot=replace(plain("phaser_1"), target=CA)),
        FireDecided(),
        dice=(6, 6, 6, 6),
    )
    yield accepted(
        rules.B2_FIRE_DECISION,
        "all shots of an impulse are rolled together, in the order of seats and orders",
        duel(initial),
        {
            ONE: commit(phaser("phaser_4"), phaser("phaser_1")),
            TWO: commit(phaser("phaser_2", CA, CA2)),
        },
        roll(
            rolled("Scorpead CA 1, phaser 4", 1),
            rolled("Scorpead CA 1, phaser 1", 2),
            rolled("Scorpead CA 2, phaser 2", 3),
        ),
        dice=(1, 2, 3),
    )
    yield refused(
        rules.B2_FIRE_DECISION,
        "there must be something to fire at",
        duel(initial),
        fire(phaser("phaser_1", CA)),
        "own_side",
    )


def _sensors(initial: State) -> Iterator[Example]:
    damaged = changed(energy_step(initial), destroyed=frozenset({"sensor_1", "sensor_2"}))
    rest = allocate(EnergyForm())
    for die, achieved in ((5, True), (6, False)):
        yield accepted(
            rules.D6_1_LOCK_ON,
            f"with sensor rating 5 a ship needs lock-on: it rolls {die}",
            damaged,
            rest,
            roll(rolled("Scorpead CA 1, lock-on", die)),
            LockOnDetermined(ship=CA, rating=5, die=die, achieved=achieved),
            LockOnDetermined(ship=CA2, rating=6, die=None, achieved=True),
            ImpulseBegan(impulse=1, movers=()),
            dice=(die,),
        )


def _ends(initial: State) -> Iterator[Example]:
    scored = changed(
        duel(initial, moment=(8, 32)), CA2, destroyed=frozenset({"probe_1", "bridge_1"})
    )
    yield accepted(
        rules.V_VICTORY,
        "after the last turn whoever destroyed more boxes wins",
        scored,
        {ONE: HOLD, TWO: HOLD},
        TurnEnded(turn=8),
        BattleEnded(winners=(ONE,), reason="turn_limit", scored=((ONE, 2), (TWO, 0))),
    )
    yield accepted(
        rules.V_VICTORY,
        "when nobody is within 50 hexes of an enemy the battle is broken off",
        changed(energy_step(initial, 3), CA2, at=Hex(0, -51)),
        allocate(EnergyForm()),
        BattleEnded(winners=(), reason="broken_off", scored=((ONE, 0), (TWO, 0))),
    )
    yield accepted(
        rules.V_VICTORY,
        "at 50 hexes it goes on",
        changed(energy_step(initial, 3), CA2, at=Hex(0, -50)),
        allocate(EnergyForm()),
        ImpulseBegan(impulse=1, movers=()),
    )
    last = changed(duel(initial), CA2, lost=True)
    yield accepted(
        rules.V_VICTORY,
        "the last side with a ship wins as soon as all fire is resolved",
        internals(last, 3),
        {ONE: _hit()},
        BattleEnded(winners=(ONE,), reason="destruction", scored=((ONE, 0), (TWO, 1))),
    )


def _hit() -> AllocateHit:
    return AllocateHit(ship=CA, box="magnifier_A")
