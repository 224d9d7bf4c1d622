"""Orders that are not fire, as kinds of orders: manoeuvres, shields, raids, launches."""

from collections.abc import Iterator

from domain.options import Choice, Limit, Option, Pick
from domain.refusals import Refused
from domain.systems.scorpead import activity, launching, raids, rules, shields
from domain.systems.scorpead.reasons import why_not
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.words import box_title


def limits(state: State, ship: Ship) -> Iterator[tuple[str, Limit]]:
    """Yield what these orders share: each thing once, and the boarding parties."""
    crew = ship.crew
    yield f"{ship.id} manoeuvre", Limit(f"{ship.title}: erratic manoeuvres once", 1)
    for shield in shields.ALL:
        yield f"{ship.id} shield {shield}", Limit(f"{ship.title}: shield {shield} once", 1)
    for box in _launchers(ship):
        yield f"{ship.id} {box}", Limit(f"{ship.title}: {box_title(box)} once", 1)
    yield f"{ship.id} shuttle", Limit(f"{ship.title}: one shuttle a turn", 1)
    parties = crew.parties - crew.raids - sum((crew.guards or {}).values())
    most = max(0, min(parties, crew.beams or 0))
    yield f"{ship.id} raids", Limit(f"{ship.title}: boarding parties and transporters", most)
    for transporter in ship.plan.groups["transporter"]:
        yield f"{ship.id} {transporter}", Limit(f"{ship.title}: {box_title(transporter)} once", 1)
    for foe in state.enemies(ship.seat) if _open(state, ship) else ():
        for box in _boxes(state, ship, foe):
            yield (
                f"{ship.seat} {foe.id} {box}",
                Limit(f"{foe.title}: one raid on {box_title(box)}", 1),
            )


def kinds(state: State, ship: Ship) -> Iterator[Option]:
    """Yield a kind of order for each thing that may be done; with a reason, if it cannot."""
    for kind in (_manoeuvre, _shields, _raid):
        yield from kind(state, ship)
    for box in _launchers(ship):
        yield _launch(state, ship, box)


def _manoeuvre(state: State, ship: Ship) -> Iterator[Option]:
    change = "stop" if ship.manoeuvres.on else "start"
    title = f"{ship.title}: {change} erratic manoeuvres"
    option = Option(
        command="manoeuvre",
        title=title,
        rule=rules.C10_MANOEUVRES.number,
        fixed={"ship": ship.id, "change": change},
        uses={f"{ship.id} manoeuvre": 1},
    )
    try:
        activity.check_manoeuvre(state, ship, change)
    except Refused as refused:
        option = _not(state, "manoeuvre", title, refused)
    yield option


def _not(state: State, command: str, title: str, refused: Refused) -> Option:
    """Return an option that cannot be had, with its reason."""
    rule, reason = refused.rule.number, why_not(state, refused)
    return Option(command=command, title=title, rule=rule, why_not=reason)


def _shields(state: State, ship: Ship) -> Iterator[Option]:
    for shield in shields.ALL:
        up = shield in ship.dropped
        title = f"{ship.title}: {'raise' if up else 'drop'} shield {shield}"
        try:
            activity.check_shield(state, ship, shield, up=up)
        except Refused as refused:
            yield _not(state, "set_shield", title, refused)
            continue
        yield Option(
            command="set_shield",
            title=title,
            rule=rules.G8_TRANSPORTERS.number,
            fixed={"ship": ship.id, "shield": shield, "up": up},
            uses={f"{ship.id} shield {shield}": 1},
        )


def _open(state: State, ship: Ship) -> bool:
    """Tell whether any enemy lies open to raids."""
    return any(_way(ship, foe) for foe in state.enemies(ship.seat))


def _way(ship: Ship, foe: Ship) -> bool:
    try:
        raids.check_way(ship, foe)
    except Refused:
        return False
    return True


def _boxes(state: State, ship: Ship, foe: Ship) -> list[str]:
    """Return the boxes of an enemy that may be raided now."""
    found: list[str] = []
    for box in sorted(foe.plan.boxes_by_name):
        try:
            raids.check_box(state, ship, foe, box)
        except Refused:
            continue
        found.append(box)
    return found


def _raid(state: State, ship: Ship) -> Iterator[Option]:
    title = f"{ship.title}: hit-and-run raid"
    transporters = ship.plan.groups["transporter"]
    for foe in state.enemies(ship.seat):
        try:
            ready = _ready(ship, transporters)
            raids.check_way(ship, foe)
        except Refused as refused:
            yield _not(state, "hit_and_run", f"{title} on {foe.title}", refused)
            continue
        boxes = (
            Choice(box, box_title(box), {f"{ship.seat} {foe.id} {box}": 1})
            for box in _boxes(state, ship, foe)
        )
        yield Option(
            command="hit_and_run",
            title=f"{title} on {foe.title}",
            rule=rules.DW_12_133_RAIDS.number,
            fixed={"ship": ship.id, "target": foe.id},
            uses={f"{ship.id} raids": 1},
            fields=(
                Pick(
                    path=("transporter",),
                    title="transporter",
                    choices=tuple(
                        Choice(one, box_title(one), {f"{ship.id} {one}": 1}) for one in ready
                    ),
                ),
                Pick(path=("box",), title="box", choices=tuple(boxes)),
            ),
        )


def _ready(ship: Ship, transporters: tuple[str, ...]) -> list[str]:
    """Return the transporters that may be used, or raise the reason against the first."""
    found: list[str] = []
    for name in transporters:
        try:
            raids.check_transporter(ship, name)
        except Refused:
            continue
        found.append(name)
    if not found:
        if not transporters:
            raise Refused("unknown_transporter", rules.G8_TRANSPORTERS, transporter="transporter")
        raids.check_transporter(ship, transporters[0])
    return found


LAUNCHES = {"drone": "a drone", "plasma_f": "a plasma-F", "shuttle": "the shuttle"}


def _launch(state: State, ship: Ship, box: str) -> Option:
    kind = launching.held_by(ship, box)
    assert kind is not None, "only what launches is listed"
    title, rule = f"{ship.title}: launch {LAUNCHES[kind]} from {box_title(box)}", rules.F_SEEKERS
    bays = {f"{ship.id} shuttle": 1} if kind == "shuttle" else {}
    try:
        launching.check_launch(state, ship, box)
        foes = _in_reach(state, ship, box)
    except Refused as refused:
        return _not(state, "launch", title, refused)
    choices = tuple(Choice(foe.id, foe.title) for foe in foes)
    return Option(
        command="launch",
        title=title,
        rule=rule.number,
        fixed={"ship": ship.id, "box": box},
        uses={f"{ship.id} {box}": 1, **bays},
        fields=(Pick(path=("target",), title="target", choices=choices),),
    )


def _in_reach(state: State, ship: Ship, box: str) -> list[Ship]:
    """Return the enemies at which a box may launch, or raise the reason against the first."""
    found = launching.in_reach(state, ship, box)
    for foe in [] if found else state.enemies(ship.seat):
        launching.check_quarry(state, ship, box, foe.id)
    return found


def _launchers(ship: Ship) -> tuple[str, ...]:
    return (*ship.racks, *ship.tubes, *ship.plan.groups["shuttle"])
