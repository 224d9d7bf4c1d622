"""The fire that a seat may declare: one kind of order for each weapon, with what they share.

Reserve power and orders belong to one commit, reserve first. So what reserve power adds counts
below zero against a limit, and what an order takes counts above: any mixture within the limits
is legal.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.names import SeatId
from domain.options import Amount, Choice, Limit, Option, Orders, Pick
from domain.refusals import Refused, known
from domain.systems.scorpead import activity_options, energy, magnifier, rules
from domain.systems.scorpead.armoury import Armoury, target
from domain.systems.scorpead.detonator_options import burst, salvo
from domain.systems.scorpead.ships import PhaserSheet
from domain.systems.scorpead.state import State
from domain.systems.scorpead.words import box_title


def fire_option(state: State, seat: SeatId) -> Option:
    """Return the Fire Decision Step of *seat*: reserve power, and orders for each weapon."""
    fleet = [Armoury(state, ship) for ship in state.fleet(seat)]
    return Option(
        command="commit_fire",
        title=f"Fire decision, turn {state.turn} impulse {state.impulse}",
        rule=rules.B2_FIRE_DECISION.number,
        fields=(
            *(field for armoury in fleet for field in _reserve(armoury)),
            Orders(
                path=("orders",),
                title="orders",
                kinds=tuple(kind for armoury in fleet for kind in _kinds(armoury)),
            ),
        ),
        limits={name: limit for armoury in fleet for name, limit in _limits(armoury)},
    )


# --- limits and reserve power ---------------------------------------------------------------


def _limits(armoury: Armoury) -> Iterator[tuple[str, Limit]]:
    """Yield what all orders of a ship share; below zero counts what reserve power adds."""
    ship, title, name = armoury.ship, armoury.ship.title, armoury.name
    rating = max(0, ship.rating("sensor") - ship.ecm - ship.eccm)
    yield name("battery"), Limit(f"{title}: batteries, in half points", armoury.battery)
    yield name("ew"), Limit(f"{title}: ECM and ECCM within the sensor rating", rating)
    for box in (*ship.plan.phaser, *ship.magnifiers, *ship.detonators):
        yield name(box), Limit(f"{title}: {box_title(box)} once", 1)
    stored = f"{title}: capacitor, in half points"
    yield name("capacitor"), Limit(stored, armoury.held, -armoury.room)
    for box, one in ship.magnifiers.items():
        held = known(one.energy, f"what {box} holds")
        limit = Limit(f"{title}: energy of {box_title(box)}", held, -armoury.magnifier_room(box))
        yield name(f"{box} energy"), limit
    for box, chamber in ship.chambers.items():
        held = known(chamber.energy, f"what {box} holds")
        limit = Limit(f"{title}: {box_title(box)} armed", held, -armoury.chamber_room(box))
        yield name(f"{box} armed"), limit
    yield from activity_options.limits(armoury.state, ship)


def _reserve(armoury: Armoury) -> Iterator[Amount]:
    """Yield what battery power may go into before the orders."""
    ship, name = armoury.ship, armoury.name
    rating = ship.rating("sensor") - ship.ecm - ship.eccm
    ew = {name("battery"): armoury.state.book.energy.ew_point_halves, name("ew"): 1}
    lines = [
        *(
            (f"magnifiers.{box}", armoury.magnifier_room(box), {name(f"{box} energy"): -1})
            for box in ship.magnifiers
        ),
        *(
            (f"chambers.{box}", armoury.chamber_room(box), {name(f"{box} armed"): -1})
            for box in ship.chambers
        ),
        ("capacitor_halves", armoury.room, {name("battery"): 1, name("capacitor"): -1}),
        ("ecm", rating, ew),
        ("eccm", rating if ship.fire_control else 0, ew),
        ("transporters", _beam_room(armoury), {}),
    ]
    for line, room, uses in lines:
        uses = {name("battery"): 2, **uses}  # noqa: PLW2901  a point is two halves
        high = min(room, armoury.battery // uses[name("battery")])
        if high > 0:
            *_, store = path = ("reserve", ship.id, *line.split("."))
            yield Amount(
                path=path,
                title=f"{ship.title}: reserve power to {box_title(store)}",
                high=high,
                unit="half points" if store.endswith("halves") else "points",
                uses=uses,
            )


def _beam_room(armoury: Armoury) -> int:
    """Return how many points of reserve power the transporters may still take."""
    held = -(-known(armoury.ship.crew.beams, "the energy of the transporters") // 5)
    return energy.transporter_points(armoury.ship) - held


# --- kinds of orders ------------------------------------------------------------------------


def _kinds(armoury: Armoury) -> Iterator[Option]:
    """Yield a kind of order for each weapon and mode; with a reason, if it cannot be had."""
    plan = armoury.ship.plan
    yield from activity_options.kinds(armoury.state, armoury.ship)
    for phaser in plan.phasers:
        yield _phaser(armoury, phaser)
    for name, bank in plan.bank.items():
        if bank:
            yield _mode_one(armoury, name, bank)
            yield _mode_two(armoury, name)
    for sheet in plan.detonators:
        yield burst(armoury, sheet)
        yield salvo(armoury, sheet)


def _phaser(armoury: Armoury, sheet: PhaserSheet) -> Option:
    def build(option: Option) -> Option:
        armoury.check_phaser(sheet.id)
        return replace(
            option,
            rule=rules.E2_RANGE.number,
            uses=_phaser_uses(armoury, sheet.id),
            fields=(target(armoury.bearing(sheet.id)),),
        )

    type_ = armoury.state.book.phasers[sheet.type].title
    title = f"fire {box_title(sheet.id)} ({type_}, {' + '.join(sheet.arcs)})"
    return armoury.kind("phaser", title, {"phaser": sheet.id}, build)


def _mode_one(armoury: Armoury, name: str, bank: tuple[str, ...]) -> Option:
    def build(option: Option) -> Option:
        magnifier.check_use(armoury.state, armoury.ship, name, "mode_one")
        _check_unit(armoury, name)
        ready = [phaser for phaser in bank if armoury.is_ready(phaser)]
        if not ready:
            armoury.check_phaser(bank[0])
        return replace(
            option,
            rule=rules.ER_12_422_BETTER_DIE.number,
            uses={armoury.name(name): 1},
            fields=tuple(_aim(armoury, name, one, first=one == ready[0]) for one in ready),
            limits={"magnified": Limit("at least one phaser magnified", len(ready), 1)},
        )

    title = f"mode one, magnify with {box_title(name)}"
    return armoury.kind("mode_one", title, {"magnifier": name}, build)


def _check_unit(armoury: Armoury, name: str) -> None:
    """Refuse mode one if neither the magnifier nor reserve power gives a unit."""
    held = known(armoury.ship.magnifiers[name].energy, f"what {name} holds")
    if held + min(armoury.magnifier_room(name), armoury.battery // 2) < 1:
        raise Refused(
            "magnifier_energy_short", rules.ER_12_421_ONE_UNIT, magnifier=name, units=1, held=0
        )


def _aim(armoury: Armoury, name: str, phaser: str, *, first: bool) -> Pick:
    """Return what a phaser of the bank does in mode one: magnified, plain, or nothing."""
    uses = _phaser_uses(armoury, phaser)
    unit = {**uses, armoury.name(f"{name} energy"): 1, "magnified": 1}
    foes = armoury.bearing(phaser)
    choices = (
        *(Choice({"target": f.id, "energy": 1}, f"magnified at {f.title}", unit) for f in foes),
        *(Choice({"target": f.id, "energy": 0}, f"plain at {f.title}", uses) for f in foes),
        Choice(None, "holds"),
    )
    default = 0 if first else len(choices) - 1
    path = ("shots", phaser)
    return Pick(path=path, title=box_title(phaser), choices=choices, default=default)


def _mode_two(armoury: Armoury, name: str) -> Option:
    def build(option: Option) -> Option:
        magnifier.check_use(armoury.state, armoury.ship, name, "mode_two")
        bank = magnifier.check_bank(armoury.state, armoury.ship, name)
        for phaser in bank:
            armoury.check_phaser(phaser)
        cost = sum(map(armoury.cost, bank))
        armoury.check_capacitor(cost)
        foes = [foe for foe in armoury.foes if all(foe in armoury.bearing(p) for p in bank)]
        effective = tuple(Choice(phaser, box_title(phaser)) for phaser in bank)
        boxes = {armoury.name(box): 1 for box in (name, *bank)}
        return replace(
            option,
            rule=rules.ER_12_431_WHOLE_BANK.number,
            uses={**boxes, armoury.name("capacitor"): cost},
            fields=(
                target(foes),
                Pick(path=("effective",), title="the phaser that rolls", choices=effective),
            ),
        )

    title = f"mode two, link the bank of {box_title(name)}"
    return armoury.kind("mode_two", title, {"magnifier": name}, build)


def _phaser_uses(armoury: Armoury, phaser: str) -> dict[str, int]:
    return {armoury.name(phaser): 1, armoury.name("capacitor"): armoury.cost(phaser)}
