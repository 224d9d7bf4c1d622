"""Hit-and-run raids (D7.8, DW-12.133, DW-12.134): boarding parties, transporters, guards."""

from collections.abc import Iterator
from typing import Literal

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.scorpead import damage, rules, shields
from domain.systems.scorpead import electronic_warfare as ew
from domain.systems.scorpead.activity_events import (
    ActivityResolved,
    BoxRaided,
    RaidDeclared,
    RaidResolved,
)
from domain.systems.scorpead.evolve import evolve
from domain.systems.scorpead.fire_events import (
    DetonatorDisabled,
    StoredEnergyLost,
)
from domain.systems.scorpead.forms import HitAndRun
from domain.systems.scorpead.ships import TRACKS
from domain.systems.scorpead.state import Ship, State, impulse_of, turn_of

RANGE_HEXES = 5
SPACING_IMPULSES = 4
Result = Literal["no_transport", "stopped", "repelled", "failed", "destroyed"]


def declared(state: State, ship: Ship, order: HitAndRun) -> RaidDeclared:
    """Return a raid as it is announced, or refuse it."""
    check_transporter(ship, order.transporter)
    target = state.ships.get(order.target)
    if target is None or target.lost or target.seat == ship.seat:
        raise Refused("unknown_target", rules.D7_RAIDS, target=order.target)
    check_way(ship, target)
    check_box(state, ship, target, order.box)
    return RaidDeclared(
        ship=ship.id, transporter=order.transporter, target=order.target, box=order.box
    )


def check_transporter(ship: Ship, name: str) -> None:
    """Refuse a transporter that is gone, used, or has no energy, and a ship without parties."""
    rule, crew = rules.G8_TRANSPORTERS, ship.crew
    if name not in ship.plan.groups["transporter"]:
        raise Refused("unknown_transporter", rule, transporter=name)
    if not ship.has(name):
        raise Refused("box_destroyed", rule, box=name)
    if ship.manoeuvres.on:
        raise Refused("erratic_manoeuvres", rules.C10_MANOEUVRES, ship=ship.id)
    if name in crew.beamed:
        raise Refused("transporter_used", rule, transporter=name)
    if not known(crew.beams, "the energy of the transporters"):
        raise Refused("transporters_unpowered", rule)
    on_guard = sum(known(crew.guards, "where guards stand").values())
    if crew.raids + on_guard >= crew.parties:
        raise Refused("no_boarding_party", rules.D7_RAIDS, parties=crew.parties, guards=on_guard)


def check_way(ship: Ship, target: Ship) -> None:
    """Refuse a target too far away, or behind a shield: its own, or the raider's (G8.14)."""
    range_hexes = distance(ship.at, target.at)
    if range_hexes > RANGE_HEXES:
        raise Refused(
            "out_of_range", rules.G8_TRANSPORTERS, range_hexes=range_hexes, at_most=RANGE_HEXES
        )
    for one, other in ((ship, target), (target, ship)):
        for shield in shields.facing_shields(one, other):
            if one.shield_boxes(shield):
                raise Refused(
                    "shield_up", rules.G8_TRANSPORTERS, shield=f"shield_{shield}", ship=one.id
                )


def check_box(state: State, ship: Ship, target: Ship, box: str) -> None:
    """Refuse a box that is gone, is not open to raids, or was raided a moment ago (D7.81)."""
    if box not in target.plan.boxes_by_name:
        raise Refused("unknown_box", rules.D7_RAIDS, box=box)
    moment = target.crew.raided.get(f"{ship.seat} {box}")
    if moment is not None and moment < state.now < moment + SPACING_IMPULSES:
        again = moment + SPACING_IMPULSES
        raise Refused(
            "raided_recently",
            rules.D7_81_SPACING,
            box=box,
            turn=turn_of(again),
            impulse=impulse_of(again),
        )
    if moment == state.now:
        raise Refused("one_raid_a_box", rules.DW_12_133_RAIDS, box=box)
    if not target.has(box):
        raise Refused("box_destroyed", rules.D7_RAIDS, box=box)
    group = target.plan.group_of.get(box, "")
    last = group in TRACKS and target.left(group) <= 1
    if group in ("damcon", "excess") or last:
        raise Refused("box_not_raided", rules.D7_RAIDS, box=box)


# --- resolution -----------------------------------------------------------------------------


def resolution(state: State, dice: Dice) -> Iterator[Outcome]:
    """Roll for all raids at once: transporters against jamming, guards, then the raids."""
    asks = [ask for raid in state.raids for ask in _asks(state, raid)]
    rolled = dice.roll(*asks)
    yield rolled
    faces = iter(face for (face,) in rolled.faces)
    for raid in state.raids:
        dies = {ask.label.rsplit(", ", 1)[1]: next(faces) for ask in _asks(state, raid)}
        result = _resolved(state, raid, dies)
        yield result
        if result.result == "destroyed":
            for event in _box_raided(state, raid):
                yield event
                state = evolve(state, event)
    yield ActivityResolved()


def _shift(state: State, raid: RaidDeclared) -> tuple[int, int, int]:
    ship, target = state.ships[raid.ship], state.ships[raid.target]
    ecm = target.ecm + sum(ew.natural_ecm(state, ship, target).values())
    return ecm, ship.eccm, ew.shift(ecm, ship.eccm)


def _asks(state: State, raid: RaidDeclared) -> Iterator[Ask]:
    title = f"{state.ships[raid.ship].title}, raid on {raid.box.replace('_', ' ')}"
    if _shift(state, raid)[2]:
        yield Ask(f"{title}, transporter", 1, 6)
    guards = known(state.ships[raid.target].crew.guards, "where guards stand")
    if guards.get(raid.box):
        yield Ask(f"{title}, guard", 1, 6)
    yield Ask(f"{title}, result", 1, 6)


def _resolved(state: State, raid: RaidDeclared, dies: dict[str, int]) -> RaidResolved:
    ecm, eccm, shift = _shift(state, raid)
    beam, guard, result = dies.get("transporter"), dies.get("guard"), dies["result"]
    outcome, lost = _outcome(beam, guard, result, shift)
    return RaidResolved(
        ship=raid.ship,
        target=raid.target,
        box=raid.box,
        ecm=ecm,
        eccm=eccm,
        shift=shift,
        beam_die=beam,
        guard_die=guard,
        raid_die=result,
        result=outcome,
        party_lost=lost,
    )


def _outcome(beam: int | None, guard: int | None, die: int, shift: int) -> tuple[Result, bool]:
    """Return what becomes of a raid, and whether its boarding party is lost."""
    if beam is not None and beam + shift > 6:
        return "no_transport", False
    if guard is not None and guard <= 3:
        return "stopped", True
    if guard is not None and guard <= 5:
        return "repelled", False
    return ("destroyed" if die <= 2 else "failed"), 2 <= die <= 5


def _box_raided(
    state: State, raid: RaidDeclared
) -> Iterator[BoxRaided | StoredEnergyLost | DetonatorDisabled]:
    target = state.ships[raid.target]
    if target.has(raid.box):
        yield BoxRaided(ship=raid.target, box=raid.box)
        yield from damage.stores_lost(state, target, raid.box)
