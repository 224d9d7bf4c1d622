"""Energy allocation and reserve power: what each line costs, and what is refused (C2, H5 to H7)."""

from domain.refusals import Refused, known
from domain.systems.scorpead import launching, repair, rules
from domain.systems.scorpead.book import Book
from domain.systems.scorpead.commands import EnergyForm, ReserveForm
from domain.systems.scorpead.state import Ship, turn_of

SHIELDS = repair.SHIELDS

MANOEUVRES_HEXES = 6
"""Erratic manoeuvres cost the energy of so many hexes of movement (C10)."""


def supply_halves(ship: Ship) -> int:
    """Return all that a ship can spend this turn: its power, and what its batteries hold."""
    return ship.power_halves + known(ship.battery_halves, "what the batteries hold")


def life_support_halves(book: Book, ship: Ship) -> int:
    """Return what life support takes: it is paid first, as far as there is energy at all."""
    return min(book.energy.life_support_halves[ship.plan.size_class], supply_halves(ship))


def cost_halves(book: Book, ship: Ship, form: EnergyForm) -> int:
    """Return what *form* spends, life support included."""
    costs, plan = book.energy, ship.plan
    return (
        life_support_halves(book, ship)
        + (costs.fire_control_halves if form.fire_control else 0)
        + (costs.shields_halves[plan.size_class] if form.shields else 0)
        + form.warp_hexes * plan.move_cost_halves
        + form.impulse_hexes * costs.impulse_hex_halves
        + form.capacitor_halves
        + 2 * sum(form.magnifiers.values())
        + 2 * sum(form.chambers.values())
        + 2 * sum(form.tubes.values())
        + costs.ew_point_halves * (form.ecm + form.eccm)
        + costs.general_point_halves * form.general
        + costs.specific_point_halves * sum(form.specific.values())
        + form.recharge_halves
        + _activity_halves(ship, form)
    )


def _activity_halves(ship: Ship, form: EnergyForm) -> int:
    """Return what manoeuvres, transporters and repair take."""
    labs = sum(box is not None for box in form.edr.values())
    return (
        (manoeuvres_halves(ship) if form.manoeuvres else 0)
        + 2 * form.transporters
        + repair.BOX_HALVES * sum(form.shield_repair.values())
        + repair.LAB_HALVES * labs
    )


def manoeuvres_halves(ship: Ship) -> int:
    """Return what erratic manoeuvres cost in a turn."""
    return MANOEUVRES_HEXES * ship.plan.move_cost_halves


def transporter_points(ship: Ship) -> int:
    """Return how many points the transporters can use in a turn: one for five of them."""
    return -(-ship.left("transporter") // 5)


def battery_halves(book: Book, ship: Ship, form: EnergyForm) -> int:
    """Return what the batteries must give, beyond the ship's power."""
    return max(0, cost_halves(book, ship, form) - ship.power_halves)


def check_form(book: Book, ship: Ship, form: EnergyForm, turn: int) -> None:
    """Refuse an allocation that the ship cannot carry out."""
    _check_movement(book, ship, form)
    _check_crew(ship, form)
    repair.check(book, ship, form, turn)
    _check_capacitor(book, ship, form.capacitor_halves)
    for name, points in form.magnifiers.items():
        check_magnifier(ship, name, points, applied=0)
    for name, points in form.chambers.items():
        check_chamber(book, ship, name, points, held=0, turn=turn)
    for name, points in form.tubes.items():
        launching.check_arming(ship, name, points)
    check_ew(ship, form.ecm, form.eccm, fire_control=form.fire_control)
    for name, points in form.specific.items():
        if name not in SHIELDS:
            raise Refused("unknown_shield", rules.D3_3_REINFORCEMENT, shield=name)
        if points and not ship.shields[SHIELDS.index(name)]:
            raise Refused("shield_down", rules.D3_3_REINFORCEMENT, shield=name)
    room = ship.battery_capacity_halves - known(ship.battery_halves, "what the batteries hold")
    if form.recharge_halves > room:
        raise Refused("batteries_full", rules.H5_BATTERIES, room_halves=room)
    cost, supply = cost_halves(book, ship, form), supply_halves(ship)
    if cost > supply:
        raise Refused("energy_short", rules.C2_BALANCE, cost_halves=cost, supply_halves=supply)


REST = EnergyForm(fire_control=False, shields=False)
"""The form of a ship that spends nothing; it is always legal."""


def speed_limits(book: Book, ship: Ship) -> tuple[int, int, int]:
    """Return the most hexes by warp, by impulse power, and together (C2.2)."""
    table = book.movement
    warp = min(table.max_warp_hexes, ship.warp_halves // ship.plan.move_cost_halves)
    impulse = min(table.max_impulse_hexes, ship.left("impulse"))
    return warp, impulse, ship.speed + max(ship.speed, table.free_acceleration)


def _check_movement(book: Book, ship: Ship, form: EnergyForm) -> None:
    warp, impulse, speed = speed_limits(book, ship)
    if form.warp_hexes > warp:
        raise Refused("warp_short", rules.C2_BALANCE, at_most=warp)
    if form.impulse_hexes > impulse:
        raise Refused("impulse_short", rules.C2_BALANCE, at_most=impulse)
    if form.warp_hexes + form.impulse_hexes > speed:
        raise Refused("acceleration", rules.C2_2_ACCELERATION, at_most=speed)


def _check_crew(ship: Ship, form: EnergyForm) -> None:
    if form.manoeuvres and ship.plan.base:
        raise Refused("no_manoeuvres", rules.C10_MANOEUVRES, ship=ship.id)
    _check_transporters(ship, form.transporters, held=0)
    for box in form.guards:
        if box not in ship.plan.boxes_by_name or not ship.has(box):
            raise Refused("box_destroyed", rules.DW_12_134_GUARDS, box=box)
    guards, parties = sum(form.guards.values()), ship.crew.parties
    if guards > parties:
        raise Refused("no_boarding_party", rules.DW_12_134_GUARDS, parties=parties, guards=guards)


def _check_transporters(ship: Ship, points: int, held: int) -> None:
    most = transporter_points(ship)
    if points and held + points > most:
        raise Refused("transporters_powered", rules.G8_TRANSPORTERS, at_most=most)


def _check_capacitor(book: Book, ship: Ship, halves: int) -> None:
    held = known(ship.capacitor_halves, "what the capacitor holds")
    room = ship.capacitor_capacity_halves(book) - held
    if halves > room:
        raise Refused("capacitor_full", rules.H6_CAPACITOR, room_halves=room)


def check_magnifier(ship: Ship, name: str, points: int, applied: int) -> None:
    """Refuse more than a magnifier holds, in the turn and at one time (ER-12.21, ER-12.412)."""
    if name not in ship.magnifiers:
        raise Refused("unknown_magnifier", rules.ER_12_11_BOXES, magnifier=name)
    if points and not ship.has(name):
        raise Refused("box_destroyed", rules.ER_12_12_DESTRUCTION, box=name)
    capacity = ship.capacity(name)
    if points and applied + points > capacity:
        code, rule = (
            ("magnifier_turn_cap", rules.ER_12_412_RESERVE)
            if applied
            else ("magnifier_capacity", rules.ER_12_21_CAPACITY)
        )
        raise Refused(code, rule, magnifier=name, applied=applied, capacity=capacity)


def check_chamber(book: Book, ship: Ship, name: str, points: int, held: int, turn: int) -> None:
    """Refuse to arm a chamber that is gone, recovers, or would hold too much (DW-12.2)."""
    if name not in ship.chambers:
        raise Refused("unknown_chamber", rules.DW_12_11_BOXES, chamber=name)
    if not points:
        return
    if not ship.has(name):
        raise Refused("box_destroyed", rules.DW_12_135_ENERGY_LOST, box=name)
    through = ship.detonators[ship.plan.detonator_of[name].id].recovery_through
    if turn <= through:
        raise Refused("detonator_recovering", rules.DW_12_382_RECOVERY, turn=through + 1)
    if held + points > book.detonator.chamber_max:
        at_most = book.detonator.chamber_max
        raise Refused("chamber_max", rules.DW_12_21_ARMING, chamber=name, at_most=at_most)


def check_ew(ship: Ship, ecm: int, eccm: int, *, fire_control: bool) -> None:
    """Refuse more electronic warfare than the sensors carry, and ECCM without fire control."""
    rating = ship.rating("sensor")
    if ecm + eccm > rating:
        raise Refused("sensor_rating", rules.D6_3_EW, at_most=rating)
    if eccm and not fire_control:
        raise Refused("no_fire_control", rules.B3_FIXED_COSTS)


def chamber_room(book: Book, ship: Ship, name: str, held: int, turn: int) -> int:
    """Return how much more a chamber may be armed with now."""
    try:
        check_chamber(book, ship, name, 1, held, turn)
    except Refused:
        return 0
    return book.detonator.chamber_max - held


# --- reserve power --------------------------------------------------------------------------


def reserve_halves(book: Book, reserve: ReserveForm) -> int:
    """Return what the batteries give for *reserve*."""
    return (
        2 * sum(reserve.magnifiers.values())
        + 2 * sum(reserve.chambers.values())
        + reserve.capacitor_halves
        + book.energy.ew_point_halves * (reserve.ecm + reserve.eccm)
        + 2 * reserve.transporters
    )


def check_reserve(book: Book, ship: Ship, reserve: ReserveForm, turn: int) -> None:
    """Refuse reserve power that the batteries do not hold or the systems cannot take (H7)."""
    for name, points in reserve.magnifiers.items():
        applied = ship.magnifiers[name].applied if name in ship.magnifiers else 0
        check_magnifier(ship, name, points, known(applied, "what the magnifier took"))
    for name, points in reserve.chambers.items():
        held = ship.chambers[name].energy if name in ship.chambers else 0
        if points and name in ship.chambers and has_fired(ship, name, turn):
            raise Refused("reserve_after_fire", rules.DW_12_231_AFTER_FIRE, chamber=name)
        check_chamber(book, ship, name, points, known(held, "what the chamber holds"), turn)
    _check_capacitor(book, ship, reserve.capacitor_halves)
    held_points = -(-known(ship.crew.beams, "the energy of the transporters") // 5)
    _check_transporters(ship, reserve.transporters, held_points)
    ecm, eccm = ship.ecm + reserve.ecm, ship.eccm + reserve.eccm
    if reserve.ecm or reserve.eccm:
        check_ew(ship, ecm, eccm, fire_control=ship.fire_control)
    cost, held = reserve_halves(book, reserve), known(ship.battery_halves, "what batteries hold")
    if cost > held:
        raise Refused("reserve_short", rules.H7_RESERVE, cost_halves=cost, battery_halves=held)


def has_fired(ship: Ship, chamber: str, turn: int) -> bool:
    """Tell whether the detonator of *chamber* has fired in *turn*."""
    return turn_of(ship.detonators[ship.plan.detonator_of[chamber].id].fired) == turn
