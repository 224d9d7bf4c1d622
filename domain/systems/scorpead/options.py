"""All that a player may do now, as far as that player can know."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.options import Amount, Choice, Limit, Option, Pick
from domain.refusals import Refused, known
from domain.systems.scorpead import (
    crew_options,
    damage,
    energy,
    launching,
    movement,
    plans,
    rules,
    shields,
)
from domain.systems.scorpead.commands import EnergyForm, Move
from domain.systems.scorpead.fire_options import fire_option
from domain.systems.scorpead.reasons import why_not
from domain.systems.scorpead.sequence import owed, waiting
from domain.systems.scorpead.state import Phase, Ship, State
from domain.systems.scorpead.words import box_title, counted

MOVE_TITLES: dict[Move, str] = {
    "straight": "straight ahead",
    "turn_left": "turn left",
    "turn_right": "turn right",
    "slip_left": "sideslip left",
    "slip_right": "sideslip right",
}


def options(state: State, seat: SeatId) -> tuple[Option, ...]:
    """Return what *seat* may declare now; nothing while the play waits for others."""
    if seat not in waiting(state):
        return ()
    match state.phase:
        case Phase.ENERGY:
            return (_energy_option(state, seat),)
        case Phase.MOVEMENT:
            return tuple(_move_options(state, seat))
        case Phase.FIRE:
            return (fire_option(state, seat),)
        case Phase.RESOLUTION:
            return (_shield_option(state),)
        case Phase.DAMAGE:
            return (_hit_option(state),)
        case Phase.SETUP | Phase.LOCK_ON:
            return ()


# --- energy ---------------------------------------------------------------------------------


def _energy_option(state: State, seat: SeatId) -> Option:
    fleet = state.fleet(seat)
    return Option(
        command="allocate_energy",
        title=f"Allocate energy for turn {state.turn}",
        rule=rules.C2_BALANCE.number,
        fields=tuple(field for ship in fleet for field in _useful(_energy_fields(state, ship))),
        limits={name: limit for ship in fleet for name, limit in _energy_limits(state, ship)},
    )


def _energy_limits(state: State, ship: Ship) -> Iterator[tuple[str, Limit]]:
    supply = energy.supply_halves(ship) - energy.life_support_halves(state.book, ship)
    _, _, speed = energy.speed_limits(state.book, ship)
    rating = ship.rating("sensor")
    yield f"{ship.id} energy", Limit(f"{ship.title}: power and batteries, in half points", supply)
    yield f"{ship.id} speed", Limit(f"{ship.title}: greatest speed after acceleration", speed)
    yield f"{ship.id} ew", Limit(f"{ship.title}: ECM and ECCM within the sensor rating", rating)
    yield f"{ship.id} eccm", Limit(f"{ship.title}: ECCM needs fire control", rating)
    yield from crew_options.limits(state, ship)


def _energy_fields(state: State, ship: Ship) -> Iterator[Amount | Pick]:
    """Yield the lines of a ship's form; what they cost counts against the limits together."""
    book, plan, costs = state.book, plans.energy_plan(state, ship), state.book.energy
    warp, impulse, speed = energy.speed_limits(book, ship)
    half, ew, eccm = f"{ship.id} energy", f"{ship.id} ew", f"{ship.id} eccm"
    rating = ship.rating("sensor")
    line = _Lines(ship, plan)
    hex_halves = {half: ship.plan.move_cost_halves, f"{ship.id} speed": 1}
    yield line.amount("warp_hexes", "hexes by warp power", min(warp, speed), hex_halves, "hexes")
    hex_halves = {half: costs.impulse_hex_halves, f"{ship.id} speed": 1}
    yield line.amount("impulse_hexes", "hex by impulse power", impulse, hex_halves, "hexes")
    yield line.switch("fire_control", {half: costs.fire_control_halves}, {eccm: rating})
    yield line.switch("shields", {half: costs.shields_halves[ship.plan.size_class]}, {})
    room = ship.capacitor_capacity_halves(book) - known(ship.capacitor_halves, "the capacitor")
    yield line.amount("capacitor_halves", "phaser capacitor", room, {half: 1}, "half points")
    for name in ship.magnifiers:
        yield line.amount(f"magnifiers.{name}", box_title(name), ship.capacity(name), {half: 2})
    for name in ship.chambers:
        most = energy.chamber_room(book, ship, name, held=0, turn=state.turn)
        yield line.amount(f"chambers.{name}", box_title(name), most, {half: 2})
    for name in ship.tubes:
        if points := launching.next_step(ship, name):
            yield line.arming(name, points, {half: 2 * points})
    yield line.amount("ecm", "ECM", rating, {half: costs.ew_point_halves, ew: 1})
    yield line.amount("eccm", "ECCM", rating, {half: costs.ew_point_halves, ew: 1, eccm: 1})
    most = energy.supply_halves(ship) // costs.general_point_halves
    yield line.amount("general", "general reinforcement", most, {half: costs.general_point_halves})
    most = energy.supply_halves(ship) // costs.specific_point_halves
    for name, boxes in zip(energy.SHIELDS, ship.shields, strict=True):
        uses = {half: costs.specific_point_halves}
        yield line.amount(f"specific.{name}", f"reinforce {box_title(name)}", boxes and most, uses)
    room = ship.battery_capacity_halves - known(ship.battery_halves, "the batteries")
    yield line.amount("recharge_halves", "recharge batteries", room, {half: 1}, "half points")
    yield from crew_options.fields(state, ship, plan)


def _useful(fields: Iterator[Amount | Pick]) -> Iterator[Amount | Pick]:
    """Leave out the lines that can take nothing now."""
    return (field for field in fields if isinstance(field, Pick) or field.high > 0)


class _Lines:
    """Makes the fields of a ship's form, with its plan as their defaults."""

    def __init__(self, ship: Ship, plan: EnergyForm) -> None:
        self._ship, self._plan = ship, plan

    def amount(
        self, name: str, title: str, high: int, uses: dict[str, int], unit: str = "points"
    ) -> Amount:
        return Amount(
            path=("forms", self._ship.id, *name.split(".")),
            title=f"{self._ship.title}: {title}",
            high=high,
            default=plans.line(self._plan, name),
            unit=unit,
            uses=uses,
        )

    def arming(self, tube: str, points: int, uses: dict[str, int]) -> Pick:
        done = known(self._ship.tubes[tube], f"how far {tube} is armed")
        arm = f"turn {done + 1} of {len(self._ship.plan.tube[tube].arming)}: {counted(2 * points)}"
        return Pick(
            path=("forms", self._ship.id, "tubes", tube),
            title=f"{self._ship.title}: arm {box_title(tube)}",
            choices=(Choice(0, "no"), Choice(points, arm, uses)),
            default=int(plans.line(self._plan, f"tubes.{tube}") > 0),
        )

    def switch(self, name: str, when_on: dict[str, int], when_off: dict[str, int]) -> Pick:
        on = Choice(value=True, title="on", uses=when_on)
        off = Choice(value=False, title="off", uses=when_off)
        return Pick(
            path=("forms", self._ship.id, name),
            title=f"{self._ship.title}: {box_title(name)}",
            choices=(on, off),
            default=0 if plans.line(self._plan, name) else 1,
        )


# --- movement -------------------------------------------------------------------------------


def _move_options(state: State, seat: SeatId) -> Iterator[Option]:
    own = [state.ships[name] for name in state.movers[0] if state.ships[name].seat == seat]
    command = "move_together" if seat in owed(state) else "move_ship"
    if command == "move_together":
        yield Option(
            command=command,
            title=f"Move at the same time as others, impulse {state.impulse}",
            rule=rules.C1_MOVEMENT.number,
            fields=tuple(_move_field(state, ship, ("moves", ship.id)) for ship in own),
        )
    for ship in own:
        if command == "move_ship":
            yield Option(
                command=command,
                title=f"Move {ship.title}, impulse {state.impulse}",
                rule=rules.C1_MOVEMENT.number,
                fixed={"ship": ship.id},
                fields=(_move_field(state, ship, ("move",)),),
            )
        yield from _illegal_moves(state, ship, command)


def _move_field(state: State, ship: Ship, path: tuple[str, ...]) -> Pick:
    moves = movement.legal_moves(state.book, ship)
    return Pick(
        path=path,
        title=f"{ship.title} moves",
        choices=tuple(Choice(move, MOVE_TITLES[move]) for move in moves),
        default=moves.index(plans.best_move(state, ship)),
    )


def _illegal_moves(state: State, ship: Ship, command: str) -> Iterator[Option]:
    for move in movement.MOVES:
        try:
            movement.check_move(state.book, ship, move)
        except Refused as refused:
            title = f"{ship.title}: {MOVE_TITLES[move]}"
            rule = refused.rule.number
            yield Option(command=command, title=title, rule=rule, why_not=why_not(state, refused))


# --- damage ---------------------------------------------------------------------------------


def _shield_option(state: State) -> Option:
    target, firer, choices = next(shields.open_choices(state))
    ship = state.ships[target]
    return Option(
        command="choose_struck_shield",
        title=f"Which shield does the fire of {state.ships[firer].title} strike?",
        rule=rules.D3_4_STRUCK_SHIELD.number,
        fixed={"ship": target, "firer": firer},
        fields=(
            Pick(
                path=("shield",),
                title="shield",
                choices=tuple(
                    Choice(shield, f"shield {shield}: {ship.shields[shield - 1]} boxes left")
                    for shield in choices
                ),
                default=choices.index(shields.stronger(ship, choices)),
            ),
        ),
    )


def _hit_option(state: State) -> Option:
    hit = damage.choice(state)
    assert hit is not None, "the play waits for a choice of boxes"
    return Option(
        command="allocate_hit",
        title=f"{hit.ship.title}: a {hit.hit} hit (roll {hit.total}) destroys which box?",
        rule=rules.D4_21_ALLOCATION.number,
        fixed={"ship": hit.ship.id},
        fields=(
            Pick(
                path=("box",),
                title="box",
                choices=tuple(Choice(box, box_title(box)) for box in hit.choices),
                default=hit.choices.index(plans.least_box(hit)),
            ),
        ),
    )
