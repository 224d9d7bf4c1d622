"""The Ready manoeuvres and free actions on offer: what can be done with what is at hand."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.hexes import distance
from domain.options import Choice, Option, Pick
from domain.refusals import Refused, known
from domain.systems.ranged import binding, handling, lasers, movement, reasons, step_options
from domain.systems.ranged.state import Fighter, Item, State

TITLES = {
    "draw": "take the {weapon} in hand", "arm_grenade": "arm the {weapon}",
    "light_bottle": "light the {weapon}", "cock": "cock the {weapon}",
    "ready_bolt": "take a bolt in hand", "load_bolt": "load the {weapon}",
    "flame": "prepare a flaming arrow", "reload": "reload the {weapon}",
    "diagnose": "find out what is wrong with the {weapon}", "clear": "clear the {weapon}",
    "bipod": "work the bipod of the {weapon}", "mount": "work the mount of the {weapon}",
    "gather": "gather in the {weapon}", "repair": "repair the {weapon}",
}  # fmt: skip


def deeds(state: State, fighter: Fighter, *, steps: bool = True) -> Iterator[Option]:
    """Yield every deed that is legal as far as the seat can know, and two that are not, and why.

    All but what frees from bonds may come after a step.
    """
    if fighter.netted or fighter.bonds:
        yield from _bonds(state, fighter)
    if fighter.netted:
        return
    ways = tuple(step_options.ways(state, fighter)) if steps else ()
    paths = tuple(way.choice for way in ways)
    stances = movement.stances(fighter) if steps else ()
    for option in _anywhere(state, fighter):
        yield option if option.why_not else step_options.stepping(option, paths, stances)
    yield from _in_reach(state, fighter, ways)


def _anywhere(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield what can be done wherever one stands."""
    for item in fighter.items.values():
        title = state.weapon(item).title
        for deed in _possible(state, fighter, item):
            yield _option(fighter, deed, TITLES[deed].format(weapon=title), item=item.id)
        yield from _barred(state, fighter, item, title)
    yield from _others(state, fighter)


def _in_reach(
    state: State, fighter: Fighter, ways: tuple[step_options.Way, ...]
) -> Iterator[Option]:
    """Yield what must be at hand, here or a step away, each with the steps that lead there."""
    lies = any(item.at == "ground" for item in fighter.items.values())
    others = [one for one in state.present() if _concerns(fighter, one)]
    if not others and not lies:
        return
    here = {_key(option): option for option in _near(state, fighter, others)}
    there: dict[str, list[Choice]] = {}
    found = dict(here)
    for way in ways:
        for option in _near(state, way.fighter, others):
            found.setdefault(_key(option), option)
            there.setdefault(_key(option), []).append(way.choice)
    for key, option in found.items():
        paths = there.get(key, [])
        if key in here:
            yield step_options.stepping(option, tuple(paths), ())
        else:
            step = Pick(path=("path",), title="step", choices=tuple(paths))
            yield replace(option, fields=(step,))


def _key(option: Option) -> str:
    return repr(option.fixed)


def _option(fighter: Fighter, deed: str, title: str, **named: str) -> Option:
    fixed: dict[str, Any] = {"fighter": fighter.id, "deed": deed, **named}
    return Option(command="ready", title=f"{fighter.title}: {title}", rule="S-2.2", fixed=fixed)


def _possible(state: State, fighter: Fighter, item: Item) -> Iterator[str]:
    """Yield the deeds that this weapon allows now."""
    weapon, line = state.weapon(item), state.weapon(item).line
    if item.at == "belt" and fighter.free_hands:
        yield "draw"
    if item.unready:
        yield "gather"
    if item.condition == "undiagnosed" and item.at != "gone":
        yield "diagnose"
    alone = not any(one.id != item.id for one in fighter.held())
    two = fighter.hands > 1 and not fighter.shield and alone
    if item.condition in {"misfire", "stoppage"} and two:
        yield "clear"
    if item.at != "hand":
        return
    if line.kind == "grenade" and not item.armed:
        yield "arm_grenade"
    if line.kind == "incendiary" and not item.lit and "lighter" in fighter.numbers.traits:
        yield "light_bottle"
    if weapon.st.bipod:
        yield "bipod"
    if weapon.st.mount:
        yield "mount"
    yield from _loading(state, fighter, item)


def _loading(state: State, fighter: Fighter, item: Item) -> Iterator[str]:
    weapon = state.weapon(item)
    loaded = known(item.loaded, "what is loaded")
    if item.key == "crossbow" and not item.cocked and _cockable(state, fighter, item):
        yield "cock"
    if weapon.line.kind == "muscle_missile" and not loaded:
        if not item.bolt:
            yield "ready_bolt"
        ready = item.bolt or handling.has_fast_draw(fighter)
        if ready and (item.cocked or item.key != "crossbow"):
            yield "load_bolt"
    if weapon.line.skill == "Bow":
        yield "flame"
    room = weapon.shots.capacity + weapon.shots.chambered - loaded
    if weapon.shots.reload_s and room > 0 and item.key != "crossbow" and not weapon.shots.thrown:
        yield "reload"


def _cockable(state: State, fighter: Fighter, item: Item) -> bool:
    try:
        handling.cocking_seconds(state, fighter, item)
    except Refused:
        return False
    return True


def _barred(state: State, fighter: Fighter, item: Item, title: str) -> Iterator[Option]:
    """Yield what a player may look for in vain, and why it cannot be had."""
    if item.key == "crossbow" and not item.cocked:
        try:
            handling.cocking_seconds(state, fighter, item)
        except Refused as refusal:
            yield Option(
                command="ready", title=f"{fighter.title}: cock the {title}",
                rule=refusal.rule.number, why_not=reasons.why_not(refusal),
            )  # fmt: skip


def _bonds(state: State, fighter: Fighter) -> Iterator[Option]:
    bond = fighter.bonds[0]
    taut = bond.taut and bond.kind == "lariat"
    if fighter.free_hands and not bond.must_cut and not taut:
        number = binding.escape_number(state, fighter, bond)
        yield _option(fighter, "escape", f"try to escape ({number})")
    if fighter.free_hands and "Knife" in fighter.numbers.skills:
        yield _option(fighter, "cut_free", "cut the bond", target=fighter.id)


def _others(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield what concerns others from afar: ropes, weapons that stick, and one's own fire."""
    if fighter.blaze is not None:
        yield _option(fighter, "put_out_fire", "put out the fire")
    for one in state.present():
        if any(b.holder == fighter.id and binding.roped(b) for b in one.bonds):
            yield _option(fighter, "keep_taut", f"keep {one.title} on the rope", target=one.id)
        stuck = any(s.holder == fighter.id and not s.forever for s in one.stuck)
        if stuck:
            yield _option(
                fighter, "free_weapon", f"pull the weapon out of {one.title}", target=one.id
            )


def _concerns(fighter: Fighter, one: Fighter) -> bool:
    """Tell whether somebody is a captive, is entangled, or has something lying about."""
    mine = one.seat == fighter.seat and one.id != fighter.id
    helpless = mine and (one.bound or bool(one.bonds))
    return helpless or any(item.at == "ground" for item in one.items.values())


def _near(state: State, fighter: Fighter, others: list[Fighter]) -> Iterator[Option]:
    """Yield what concerns things and people at hand: captives, bonds, what lies there."""
    for item in fighter.items.values():
        lies_here = item.at == "ground" and item.lies_at in {None, fighter.at}
        if lies_here and fighter.free_hands:
            title = TITLES["draw"].format(weapon=state.weapon(item).title)
            yield _option(fighter, "draw", title, item=item.id)
    for one in others:
        near = distance(one.at, fighter.at) <= 1 and one.id != fighter.id
        if near and one.bound and one.seat == fighter.seat:
            yield _option(fighter, "release", f"free {one.title}", target=one.id)
        tied = near and one.bonds and one.seat == fighter.seat and fighter.free_hands
        if tied:
            yield _option(fighter, "cut_free", f"cut {one.title} free", target=one.id)
        yield from _lying(state, fighter, one)


def _lying(state: State, fighter: Fighter, owner: Fighter) -> Iterator[Option]:
    low = fighter.posture in {"kneeling", "prone", "crawling", "face_up"}
    if not fighter.free_hands or (not low and state.on("grenade_kneel_costs_turn")):
        return
    for item in owner.items.values():
        if item.at == "ground" and distance(item.lies_at or owner.at, fighter.at) <= 1:
            title = f"pick up the {state.weapon(item).title}"
            yield _option(fighter, "pick_up", title, item=item.id)


def frees(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield the free actions that are left this turn."""
    for item in fighter.held():
        weapon = state.weapon(item)
        for deed, title in (("laser", "switch the laser sight of"), ("drop", "drop")):
            able = deed != "laser" or lasers.sense_of(item) == ""
            if able and not weapon.line.natural and f"{deed} {item.id}" not in fighter.frees:
                yield Option(
                    command="free_action", title=f"{fighter.title}: {title} the {weapon.title}",
                    rule="LS-05", fixed={"fighter": fighter.id, "deed": deed, "item": item.id},
                )  # fmt: skip
        if lasers.sense_of(item) and f"laser {item.id}" not in fighter.frees:
            dots = (Choice(value=True, title="on"), Choice(value=False, title="off"))
            yield Option(
                command="switch_dot", title=f"{fighter.title}: the dot of the {weapon.title}",
                rule="LS-05", fixed={"fighter": fighter.id, "item": item.id},
                fields=(Pick(path=("on",), title="which others may not see", choices=dots),),
            )  # fmt: skip
    for item in fighter.items.values():
        held = any(b.item == item.id and b.taut for f in state.present() for b in f.bonds)
        if held and f"let_go {item.id}" not in fighter.frees:
            yield Option(
                command="free_action", title=f"{fighter.title}: let go of the rope", rule="LA-11",
                fixed={"fighter": fighter.id, "deed": "let_go", "item": item.id},
            )  # fmt: skip
