"""What may be fired, and at whom."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.options import Choice, Option, Pick
from domain.systems.gothic import leadership, rules
from domain.systems.gothic.aiming import CAPITAL, aspect_of, checked
from domain.systems.gothic.commands import Fire, FireNova
from domain.systems.gothic.nova import check_nova
from domain.systems.gothic.pieces import Unit
from domain.systems.gothic.possible import guns, idle, may_fire_nova, may_land
from domain.systems.gothic.refusal import legal
from domain.systems.gothic.sight import (
    fields_in_reach,
    hulks_in_reach,
    in_reach,
    markers_in_reach,
)
from domain.systems.gothic.squadrons import together
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Gun
from domain.systems.gothic.words import filled, mount_title, place

MM = 100


def shooting_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield volleys by shooter and target, priority tests, nova shells, landings."""
    for shooter, units in shooters(state, seat):
        yield from _volleys(state, shooter, units)
    for unit in state.active:
        if unit.seat != seat:
            continue
        if may_fire_nova(state, unit) and not idle(unit):
            yield from _nova(state, unit)
        if may_land(state, unit):
            yield Option(
                command="land_troops",
                title=filled("{unit} lands troops", unit=unit.title),
                rule=rules.LANDING.number,
                fixed={"unit": unit.id},
            )


def shooters(state: State, seat: SeatId) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """Yield who fires together: squadrons in formation, and everybody else alone."""
    for subject in state.subjects(state.side):
        members = state.members(subject)
        if members[0].seat != seat:
            continue
        group = together(state, subject)
        if group:
            yield subject, tuple(unit for unit in group if not idle(unit))
        for unit in members:
            if unit not in group and not idle(unit):
                yield unit.id, (unit,)


def _volleys(state: State, shooter: str, units: tuple[Unit, ...]) -> Iterator[Option]:
    reach: dict[str, list[Gun]] = {}
    for unit in units:
        for mount in guns(state, unit):
            gun = Gun(unit=unit.id, mount=mount.id)
            targets = [state.subject(one) for one in in_reach(state, unit, mount)]
            targets += [hulk.id for hulk in hulks_in_reach(state, unit, mount)]
            targets += [marker.id for marker in markers_in_reach(state, unit, mount)]
            targets += fields_in_reach(state, unit, mount)
            for target in dict.fromkeys(targets):
                reach.setdefault(target, []).append(gun)
    barred = False
    for target, found in reach.items():
        options = list(_at(state, shooter, target, found))
        barred = barred or not options
        yield from options
    if barred and not any(unit.priority for unit in state.members(shooter)):
        subject = shooter if shooter in state.squadrons else state.subject(units[0])
        value = leadership.value(state, subject)
        yield Option(
            command="test_priority",
            title=filled(
                "{unit} tests to choose its targets (on {value})",
                unit=state.title(subject),
                value=value,
            ),
            rule=rules.SH_2.number,
            fixed={"shooter": subject},
        )


def _at(state: State, shooter: str, target: str, found: list[Gun]) -> Iterator[Option]:
    """Yield volleys at one target: one for each aspect that may be chosen (SQ-9)."""
    members = state.members(target)
    seen = {aspect_of(state, m, state.units[g.unit].at) for m in members for g in found}
    aspects = ("",) if len(members) < 2 or len(seen) < 2 else tuple(a for a in CAPITAL if a in seen)
    for aspect in aspects:
        able = [gun for gun in found if _legal(state, shooter, (gun,), target, aspect)]
        if not able or (len(able) > 1 and not _legal(state, shooter, tuple(able), target, aspect)):
            continue
        yield Option(
            command="fire",
            title=filled(
                "{unit} fires at {target} as {aspect}" if aspect else "{unit} fires at {target}",
                unit=state.title(shooter),
                target=state.title(target),
                aspect=ASPECTS.get(aspect, ""),
            ),
            rule=rules.SH_1.number,
            fixed={"shooter": shooter, "target": target, "aspect": aspect},
            fields=(_weapons(state, able),),
        )


ASPECTS = {
    "defences": "standing still",
    "closing": "closing",
    "moving_away": "moving away",
    "abeam": "abeam",
}


def _legal(state: State, shooter: str, some: tuple[Gun, ...], target: str, aspect: str) -> bool:
    command = Fire(shooter=shooter, guns=some, target=target, aspect=aspect)
    return legal(checked, state, command)


def _weapons(state: State, able: list[Gun]) -> Pick:
    """Offer all guns together, all of a kind, each mount alone, and half of a mount (SH-7)."""
    ways: dict[str, list[Gun]] = {"all weapons": able}
    for kind, title in (("battery", "batteries"), ("lance", "lances")):
        some = [g for g in able if state.units[g.unit].plan.mount[g.mount].kind == kind]
        if some and len(some) < len(able):
            ways[title] = some
    if len({gun.unit for gun in able}) == 1:
        unit = state.units[able[0].unit]
        for gun in able:
            mount = unit.plan.mount[gun.mount]
            title = mount_title(mount)
            if len(able) > 1:
                ways[title] = [gun]
            half = mount.strength // 2
            if half and not unit.fired.get(mount.id) and unit.order is None and not unit.crippled:
                part = Gun(unit=gun.unit, mount=gun.mount, strength=half)
                ways[filled("{title}, strength {half}", title=title, half=half)] = [part]
    choices = tuple(Choice([_plain(gun) for gun in some], title) for title, some in ways.items())
    return Pick(path=("guns",), title="weapons", choices=choices)


def _plain(gun: Gun) -> dict[str, object]:
    return {"unit": gun.unit, "mount": gun.mount, "strength": gun.strength}


def _nova(state: State, unit: Unit) -> Iterator[Option]:
    choices: list[Choice] = []
    for target in state.enemies(unit.side):
        x, y = target.at.x // MM, target.at.y // MM
        command = FireNova(unit=unit.id, x_mm=x, y_mm=y)
        if legal(check_nova, state, unit.side, command):
            where = filled("{unit} at {at}", unit=target.title, at=place(target.at))
            choices.append(Choice({"x_mm": x, "y_mm": y}, where))
    for choice in choices:
        yield Option(
            command="fire_nova",
            title=filled(
                "{unit} fires its nova cannon at {target}", unit=unit.title, target=choice.title
            ),
            rule=rules.SH_8.number,
            fixed={"unit": unit.id, **choice.value},
        )
