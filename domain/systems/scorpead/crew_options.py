"""The lines of an energy form for manoeuvres, transporters, guards and repair."""

from collections.abc import Iterator

from domain.options import Amount, Choice, Limit, Pick
from domain.refusals import Refused
from domain.systems.scorpead import energy, repair
from domain.systems.scorpead.commands import EnergyForm
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.words import box_title


def limits(state: State, ship: Ship) -> Iterator[tuple[str, Limit]]:
    """Yield what these lines share: boarding parties, damage control, one attempt a box."""
    rating = ship.rating("damcon")
    parties = ship.crew.parties
    yield f"{ship.id} parties", Limit(f"{ship.title}: boarding parties on guard", parties)
    yield f"{ship.id} shield repair", Limit(f"{ship.title}: shield boxes repaired", rating)
    if _edr_boxes(state, ship):
        title = f"{ship.title}: emergency repair, or continuous repair"
        yield f"{ship.id} repair", Limit(title, rating)
        for box in _edr_boxes(state, ship):
            yield (
                f"{ship.id} edr {box}",
                Limit(f"{ship.title}: one attempt for {box_title(box)}", 1),
            )


def fields(state: State, ship: Ship, plan: EnergyForm) -> Iterator[Amount | Pick]:
    """Yield the lines; what they cost counts with all other energy."""
    half = f"{ship.id} energy"

    def amount(name: str, title: str, high: int, uses: dict[str, int]) -> Amount:
        path = ("forms", ship.id, *name.split("."))
        return Amount(
            path=path, title=f"{ship.title}: {title}", high=high, unit="points", uses=uses
        )

    if not ship.plan.base:
        cost = {half: energy.manoeuvres_halves(ship)}
        yield Pick(
            path=("forms", ship.id, "manoeuvres"),
            title=f"{ship.title}: erratic manoeuvres",
            choices=(Choice(value=False, title="no"), Choice(value=True, title="yes", uses=cost)),
        )
    beams = energy.transporter_points(ship)
    yield amount("transporters", "energy for five transporters each", beams, {half: 2})
    for box in (*ship.magnifiers, *ship.chambers):
        posts = int(ship.has(box))
        post = {f"{ship.id} parties": 1}
        yield amount(f"guards.{box}", f"guard at {box_title(box)}", posts, post)
    for at, name in enumerate(repair.SHIELDS):
        lost = min(ship.plan.shields[at] - ship.shields[at], ship.rating("damcon"))
        uses = {half: repair.BOX_HALVES, f"{ship.id} shield repair": 1}
        yield amount(f"shield_repair.{name}", f"repair {box_title(name)}", lost, uses)
    yield from _repair(state, ship, plan)


def _repair(state: State, ship: Ship, plan: EnergyForm) -> Iterator[Pick]:
    edr, rating = _edr_boxes(state, ship), ship.rating("damcon")
    either = {f"{ship.id} repair": rating} if edr else {}
    boxes = [box for box in repair.repairable(state.book, ship) if _cdr(state, ship, box)]
    if boxes:
        choices = (Choice(None, "none"), *(Choice(box, box_title(box), either) for box in boxes))
        default = next((n for n, one in enumerate(choices) if one.value == plan.cdr), 0)
        title = f"{ship.title}: continuous repair"
        path = ("forms", ship.id, "cdr")
        yield Pick(path=path, title=title, choices=choices, default=default)
    for lab in repair.labs(ship) if edr else []:
        at = ("forms", ship.id, "edr", lab)
        uses = {f"{ship.id} energy": repair.LAB_HALVES, f"{ship.id} repair": 1}
        targets = (Choice(box, box_title(box), {**uses, f"{ship.id} edr {box}": 1}) for box in edr)
        title = f"{ship.title}: {box_title(lab)}, emergency repair"
        yield Pick(path=at, title=title, choices=(Choice(None, "none"), *targets))


def _cdr(state: State, ship: Ship, box: str) -> bool:
    try:
        repair.check_cdr(state.book, ship, box, state.turn)
    except Refused:
        return False
    return True


def _edr_boxes(state: State, ship: Ship) -> list[str]:
    """Return what emergency repair may try: weapons before all else, as many as fit a menu."""
    if not repair.may_mark(ship) or not repair.labs(ship):
        return []
    lost_in = ship.repair.lost_in
    boxes = repair.repairable(state.book, ship)
    return [box for box in boxes if lost_in.get(box, 0) < state.turn][:MOST_BOXES]


MOST_BOXES = 12
"""The boxes that a menu offers to emergency repair."""
