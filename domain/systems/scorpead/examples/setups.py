"""The tables on which the examples are played, and short words for what happens at them."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.decider import Command
from domain.dice import Ask, Rolled
from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.refusals import Rule
from domain.rule_system import Example, Outcome
from domain.systems.scorpead.commands import (
    AimedPhaser,
    AllocateEnergy,
    CommitFire,
    EnergyForm,
    FireModeOne,
    FireModeTwo,
    FirePhaser,
    Order,
    ReserveForm,
)
from domain.systems.scorpead.events import BattleBegan, Deployed
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.fire_events import ReservePowerUsed
from domain.systems.scorpead.shipboard import Chamber, Magnifier, Use
from domain.systems.scorpead.state import IMPULSES, Phase, State, Volley

ONE, TWO = SeatId(1), SeatId(2)
CA, CA2 = ShipId("scorpead_ca_1"), ShipId("scorpead_ca_2")
VEKTREAN = ShipId("vektrean_ca_1")
FULL = {"magnifier_A": 3, "magnifier_B": 3, "magnifier_C": 3}
ARMED = {"chamber_1": 3, "chamber_2": 3, "chamber_3": 3}
BANK_A = ("phaser_1", "phaser_2", "phaser_3")


# --- states ---------------------------------------------------------------------------------


def duel(
    initial: State,
    range_hexes: int = 5,
    moment: tuple[int, int] = (1, 10),
    one: str = "scorpead_ca",
    two: str = "scorpead_ca",
) -> State:
    """Return a Fire Decision Step: side 1 faces A, side 2 is dead ahead and faces it."""
    sides = ((one, 1, Hex(0, 0), 0), (two, 2, Hex(0, -range_hexes), 3))
    ships = tuple(
        Deployed(
            id=ShipId(f"{name}_{seat}"),
            ship_class=name,
            seat=SeatId(seat),
            at=at,
            facing=facing,
            speed=8,
            hexes_since_turn=8,
            hexes_since_slip=8,
        )
        for name, seat, at, facing in sides
    )
    begun = evolve(initial, BattleBegan(scenario="duel", turn_limit=8, ships=ships))
    turn, impulse = moment
    return replace(begun, turn=turn, impulse=impulse, phase=Phase.FIRE)


def energy_step(initial: State, turn: int = 1) -> State:
    """Return the energy allocation of a turn."""
    return replace(duel(initial, moment=(turn, 0)), phase=Phase.ENERGY)


def changed(state: State, ship: ShipId = CA, **changes: Any) -> State:
    """Return *state* with something of a ship changed."""
    return state.with_ships([replace(state.ships[ship], **changes)])


def armed(
    state: State,
    magnifiers: Mapping[str, int] | None = None,
    chambers: Mapping[str, int] | None = None,
    ship: ShipId = CA,
) -> State:
    """Return *state* with energy in magnifiers and chambers, as allocated in this turn."""
    own = state.ships[ship]
    filled = {name: Magnifier(energy=n, applied=n) for name, n in (magnifiers or {}).items()}
    loaded = {name: Chamber(energy=n) for name, n in (chambers or {}).items()}
    return changed(
        state,
        ship,
        magnifiers={**own.magnifiers, **filled},
        chambers={**own.chambers, **loaded},
    )


def used(state: State, magnifier: str, use: Use, turn: int, impulse: int) -> State:
    """Return *state* with a magnifier of side 1 last put to *use* at that moment."""
    own = state.ships[CA]
    last_use = {**own.magnifiers[magnifier].last_use, use: moment(turn, impulse)}
    after = replace(own.magnifiers[magnifier], last_use=last_use)
    return changed(state, magnifiers={**own.magnifiers, magnifier: after})


def moment(turn: int, impulse: int) -> int:
    """Return an absolute impulse."""
    return (turn - 1) * IMPULSES + impulse


def internals(state: State, *points: int, ship: ShipId = CA, shield: int = 1) -> State:
    """Return *state* with internal damage to be marked off: one sum of two dice a point."""
    volley = Volley(ship=ship, shield=shield, points=points)
    return replace(state, phase=Phase.DAMAGE, volleys=(volley,), fired=state.now)


# --- commands -------------------------------------------------------------------------------

HOLD = CommitFire()


def commit(*orders: Order, reserve: ReserveForm | None = None, ship: ShipId = CA) -> CommitFire:
    """Return the fire of side 1 in an impulse."""
    return CommitFire(orders=orders, reserve={} if reserve is None else {ship: reserve})


def fire(*orders: Order, reserve: ReserveForm | None = None) -> dict[SeatId, Command]:
    """Return a step in which side 1 fires and side 2 holds."""
    return {ONE: commit(*orders, reserve=reserve), TWO: HOLD}


def allocate(form: EnergyForm, ship: ShipId = CA, other: ShipId = CA2) -> dict[SeatId, Command]:
    """Return a step in which side 1 allocates *form*, and side 2 spends nothing."""
    rest = EnergyForm(fire_control=False, shields=False)
    return {ONE: AllocateEnergy(forms={ship: form}), TWO: AllocateEnergy(forms={other: rest})}


def phaser(name: str, target: ShipId = CA2, ship: ShipId = CA) -> FirePhaser:
    """Return the order to fire one phaser plainly."""
    return FirePhaser(ship=ship, phaser=name, target=target)


def mode_one(
    magnifier: str, energies: Mapping[str, int], target: ShipId = CA2, ship: ShipId = CA
) -> FireModeOne:
    """Return the order to fire phasers of a bank, each with that many units of energy."""
    shots: dict[str, AimedPhaser | None] = {
        name: AimedPhaser(target=target, energy=n) for name, n in energies.items()
    }
    return FireModeOne(ship=ship, magnifier=magnifier, shots=shots)


def mode_two(
    magnifier: str = "magnifier_A", effective: str = "phaser_1", target: ShipId = CA2
) -> FireModeTwo:
    """Return the order to link a bank."""
    return FireModeTwo(ship=CA, magnifier=magnifier, target=target, effective=effective)


# --- examples -------------------------------------------------------------------------------


def reserve_used(reserve: ReserveForm, halves: int, ship: ShipId = CA) -> ReservePowerUsed:
    """Return what side 1 put into its systems: open is only the electronic warfare."""
    return ReservePowerUsed(
        seat=ONE,
        ship=ship,
        ecm=reserve.ecm,
        eccm=reserve.eccm,
        reserve=reserve,
        battery_halves=halves,
    )


def rolled(label: str, *faces: int) -> tuple[Ask, tuple[int, ...]]:
    """Return a group of dice with their faces."""
    return Ask(label, len(faces), 6), faces


def roll(*groups: tuple[Ask, tuple[int, ...]]) -> Rolled:
    """Return what was rolled together."""
    return Rolled(tuple(ask for ask, _ in groups), tuple(faces for _, faces in groups))


def accepted(
    rule: Rule,
    title: str,
    given: State,
    when: Mapping[SeatId, Command],
    *then: Outcome,
    dice: tuple[int, ...] = (),
) -> Example:
    """Return an example of what follows from a legal declaration."""
    return Example(rule=rule, title=title, given=given, when=when, dice=dice, then=then)


def refused(
    rule: Rule, title: str, given: State, when: Mapping[SeatId, Command], code: str
) -> Example:
    """Return an example of a refusal, under the rule that it cites."""
    return Example(rule=rule, title=title, given=given, when=when, refused=code)


def judged(
    rule: Rule,
    title: str,
    given: State,
    when: Mapping[SeatId, Command],
    code: str,
    dice: tuple[int, ...] = (6, 6),
) -> Example:
    """Return an example of a refusal; with no code, of the same declaration accepted."""
    if code:
        return refused(rule, title, given, when, code)
    return accepted(rule, title, given, when, dice=dice)
