"""The attacks on offer, with the number to roll: it is the very sum that the roll will use."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import comb
from typing import Any

from msgspec.structs import replace

from domain.hexes import Hex, distance
from domain.options import Amount, Choice, Option, Pick
from domain.refusals import Refused, known
from domain.systems.ranged import attacks as rules_of_attack
from domain.systems.ranged import decide, missiles, modifiers, reasons, sight
from domain.systems.ranged.areas import FACINGS
from domain.systems.ranged.commands import AttackManoeuvre, AttackWith
from domain.systems.ranged.forms import Attack
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon
from domain.systems.ranged.words import count, hex_title, plain

OFFERED = (
    "torso", "vitals", "skull", "face", "eye", "neck", "groin", "right_arm", "left_arm",
    "right_hand", "right_leg", "left_leg", "right_foot",
)  # fmt: skip


MANOEUVRES = (Choice("attack", "Attack"), Choice("determined", "All-Out Attack (Determined)"))


def enemies(state: State, fighter: Fighter) -> Iterator[Fighter]:
    """Yield whom a fighter may want to attack: enemies that are not plainly dead."""
    for one in state.present():
        if one.seat not in {fighter.seat, 0} and not one.dead:
            yield one


def chance(effective: int) -> str:
    """Return the chance of a success roll, in percent (4.20)."""
    good = sum(_WAYS[n] for n in range(3, 19) if n <= 4 or (n <= effective and n < 17))
    return f"{round(100 * good / 216)}%"


_WAYS = {
    n: sum(1 for a in range(1, 7) for b in range(1, 7) if 1 <= n - a - b <= 6) for n in range(3, 19)
}


def attacks(state: State, fighter: Fighter, *, reacting: bool = False) -> Iterator[Option]:
    """Yield an attack with each weapon in hand on each enemy, and on the ground."""
    if fighter.netted:
        return
    for item in fighter.held():
        weapon = state.weapon(item)
        least = rules_of_attack.least_shots(weapon, item.loaded or 1)
        for enemy in enemies(state, fighter):
            command = AttackWith(
                fighter=fighter.id, weapon=item.id, target=enemy.id, shots=max(1, least)
            )
            yield from _on(state, fighter, item, weapon, enemy, command, reacting=reacting)
            yield from _bottles(state, fighter, item, enemy, command, reacting=reacting)
        if weapon.area and not weapon.deferred:
            yield from _ground(state, fighter, item, weapon)


def _on(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, enemy: Fighter,
    command: AttackWith, *, reacting: bool,
) -> Iterator[Option]:  # fmt: skip
    """Yield the options against one enemy: what is exposed, at random, through the cover."""
    title = f"{fighter.title}: attack {enemy.title} with the {weapon.title}"
    if weapon.deferred:
        plainly = _legal(state, fighter, command)
        if isinstance(plainly, Attack):
            yield _option(state, item, weapon, title, command, plainly, reacting=reacting)
        return
    shelter = sight.shelter_from(state, fighter, enemy)
    through = replace(command, cover="through")
    if shelter.cover is None or not shelter.concealed:
        exposed: list[Choice] = []
        base: Attack | None = None
        for place in OFFERED:
            aimed = replace(command, location=place)
            found = (
                _legal(state, fighter, aimed)
                if base is None
                else _elsewhere(state, fighter, weapon, base, place)
            )
            if isinstance(found, Attack):
                base = base or found
                number = modifiers.effective_skill(state, found)
                if number >= 3:
                    exposed.append(Choice(place, f"{plain(place)}: {number}, {chance(number)}"))
        if base is not None:
            yield _option(state, item, weapon, title, command, base, places=tuple(exposed),
                reacting=reacting,
            )  # fmt: skip
        at_random = replace(command, location="random", cover="random")
        found = _legal(state, fighter, at_random)
        if isinstance(found, Attack):
            more = f"{title}, at random"
            yield _option(state, item, weapon, more, at_random, found, reacting=reacting)
        elif base is None:
            yield _barred(title, command, found)
    if shelter.cover is not None:
        found = _legal(state, fighter, through)
        more = f"{title}, through {shelter.cover.title}"
        if isinstance(found, Attack):
            yield _option(state, item, weapon, more, through, found, reacting=reacting)
        else:
            yield _barred(more, through, found)


def _bottles(
    state: State, fighter: Fighter, item: Item, enemy: Fighter, command: AttackWith, *,
    reacting: bool,
) -> Iterator[Option]:  # fmt: skip
    """Yield an attack on each bottle on an enemy's belt (MO-16)."""
    for bottle in enemy.items.values():
        if bottle.at != "belt" or state.weapon(bottle).line.kind != "incendiary":
            continue
        aimed = replace(command, belt=bottle.id)
        found = _legal(state, fighter, aimed)
        if isinstance(found, Attack):
            title = f"{fighter.title}: attack the bottle on {enemy.title}'s belt"
            weapon = state.weapon(item)
            yield _option(state, item, weapon, title, aimed, found, reacting=reacting)


def moving(state: State, fighter: Fighter, steps: int, points: int) -> Iterator[Option]:
    """Yield attacks on the nearest enemies after a step, and after a run straight ahead."""
    near = sorted(enemies(state, fighter), key=lambda one: (distance(one.at, fighter.at), one.id))
    for item in fighter.held():
        weapon = state.weapon(item)
        if weapon.deferred or item.mounted:
            continue
        for enemy in near[:NEAREST]:
            yield from _moving(state, fighter, item, weapon, enemy, "attack", steps)
            yield from _moving(state, fighter, item, weapon, enemy, "move_and_attack", points)


NEAREST = 2


def _moving(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, enemy: Fighter,
    manoeuvre: AttackManoeuvre, yards: int,
) -> Iterator[Option]:  # fmt: skip
    least = rules_of_attack.least_shots(weapon, item.loaded or 1)
    ways: list[Choice] = []
    for facing in FACINGS:
        path = tuple(
            Hex(fighter.at.q + facing.q * n, fighter.at.r + facing.r * n)
            for n in range(1, yards + 1)
        )
        command = AttackWith(
            fighter=fighter.id, weapon=item.id, target=enemy.id, shots=max(1, least),
            location="random", cover="random", manoeuvre=manoeuvre, path=path,
        )  # fmt: skip
        try:
            decide.check_path(state, fighter, path, yards)
            attack = rules_of_attack.declared(state, fighter, command, path[-1])[1]
        except Refused:
            continue
        there = replace(fighter, at=path[-1])
        number = modifiers.effective_skill(state.with_fighter(there), attack)
        title = f"to {hex_title(path[-1])}: {number}, {chance(number)}"
        ways.append(Choice([list(at) for at in path], title))
    if ways:
        how = "step" if manoeuvre == "attack" else "Move"
        yield Option(
            command="attack_with",
            title=f"{fighter.title}: {how} and attack {enemy.title} with the {weapon.title}",
            rule="S-2.2",
            fixed={
                "fighter": fighter.id, "weapon": item.id, "target": enemy.id,
                "shots": max(1, least), "location": "random", "cover": "random",
                "manoeuvre": manoeuvre,
            },
            fields=(Pick(path=("path",), title="path", choices=tuple(ways)),),
        )  # fmt: skip


def _legal(state: State, fighter: Fighter, command: AttackWith) -> Attack | Refused:
    try:
        return rules_of_attack.declared(state, fighter, command)[1]
    except Refused as refusal:
        return refusal


def _elsewhere(
    state: State, fighter: Fighter, weapon: Weapon, base: Attack, place: str
) -> Attack | Refused:
    """Return a legal attack aimed elsewhere; all but the place has been judged already."""
    attack = replace(base, location=place)
    try:
        rules_of_attack.check_target(state, attack, fighter, weapon)
    except Refused as refusal:
        return refusal
    return attack


def _barred(title: str, command: AttackWith, refusal: Refused) -> Option:
    fixed = {"fighter": command.fighter, "weapon": command.weapon, "target": command.target}
    return Option(
        command="attack_with", title=title, rule=refusal.rule.number, fixed=fixed,
        why_not=reasons.why_not(refusal),
    )  # fmt: skip


def _option(
    state: State, item: Item, weapon: Weapon, title: str, command: AttackWith,
    attack: Attack, *, places: tuple[Choice, ...] = (), reacting: bool = False,
) -> Option:  # fmt: skip
    fixed: dict[str, Any] = {
        "fighter": command.fighter, "weapon": command.weapon, "cover": command.cover
    }  # fmt: skip
    if command.belt:
        fixed["belt"] = command.belt
    if command.target:
        fixed["target"] = command.target
    number = modifiers.effective_skill(state, attack)
    fields: list[Pick | Amount] = []
    if places:
        fields.append(Pick(path=("location",), title="location", choices=places))
    else:
        fixed["location"] = command.location
        title = f"{title} ({number}, {chance(number)})"
    most = weapon.rof.shots
    if not weapon.shots.thrown and not weapon.line.natural:
        loaded = known(item.loaded, "what is loaded") - (item.condition == "undiagnosed")
        most = min(most, loaded) if not attack.projectile else 1
    least = min(command.shots, most)
    if most > least:
        fields.append(
            Amount(path=("shots",), title="shots", low=least, high=most, default=most, unit="shots")
        )
    else:
        fixed["shots"] = max(1, least)
    if not reacting:
        fields.append(Pick(path=("manoeuvre",), title="manoeuvre", choices=MANOEUVRES))
    return Option(
        command="attack_with", title=title, rule="S-2.3", fixed=fixed, fields=tuple(fields)
    )


def _ground(state: State, fighter: Fighter, item: Item, weapon: Weapon) -> Iterator[Option]:
    choices: list[Choice] = []
    for enemy in enemies(state, fighter):
        command = AttackWith(fighter=fighter.id, weapon=item.id, at=enemy.at)
        found = _legal(state, fighter, command)
        if isinstance(found, Attack):
            number = modifiers.effective_skill(state, found)
            choices.append(
                Choice(
                    list(enemy.at),
                    f"{hex_title(enemy.at)} ({enemy.title}): {number}, {chance(number)}",
                )
            )
    if choices:
        verb = "throw" if weapon.shots.thrown else "fire"
        yield Option(
            command="attack_with",
            title=f"{fighter.title}: {verb} the {weapon.title} at the ground",
            rule="AA-02",
            fixed={"fighter": fighter.id, "weapon": item.id},
            fields=(Pick(path=("at",), title="hex", choices=tuple(choices)),),
        )


# --- spraying and suppression ---------------------------------------------------------------


def bursts(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield sprays over neighbouring enemies, and suppression zones before each enemy."""
    for item in fighter.held():
        weapon = state.weapon(item)
        ready = item.condition == "ok" and not fighter.netted and not item.unready
        if weapon.rof.shots >= 5 and not weapon.deferred and ready and (item.loaded or 0) >= 5:
            try:
                rules_of_attack.usable(state, fighter, item.id)
            except Refused:
                continue
            yield from _sprays(state, fighter, item, weapon)
            yield from _zones(state, fighter, item, weapon)


def _sprays(state: State, fighter: Fighter, item: Item, weapon: Weapon) -> Iterator[Option]:
    """Yield sprays over two, three or four neighbours, from either side (SP-03, SP-04)."""
    seen = [
        one
        for one in enemies(state, fighter)
        if one.at != fighter.at and _clear(state, fighter, item, one)
    ]
    seen.sort(key=lambda one: (sight.bearing(fighter.at, one.at), one.id))
    for n, first in enumerate(seen):
        for last in range(n + 1, min(n + 4, len(seen))):
            group = seen[n : last + 1]
            spread = sight.bearing(fighter.at, group[-1].at) - sight.bearing(fighter.at, first.at)
            if spread <= rules_of_attack.SPRAY_ANGLE:
                yield from _spray(state, fighter, item, weapon, group)
                yield from _spray(state, fighter, item, weapon, group[::-1])


def _spray(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, group: list[Fighter]
) -> Iterator[Option]:
    """Yield one sweep at the full rate, with every way to share out its shots."""
    gap = sum(
        max(0, rules_of_attack.wasted_between(state, weapon, one.at, other.at))
        for one, other in pairwise(group)
    )
    whole = min(weapon.rof.shots, item.loaded or 0)
    room = whole - gap
    if whole < 5 or room < len(group):
        return
    *but_last, last = (one.title for one in group)
    yield Option(
        command="spray",
        title=f"{fighter.title}: spray {', '.join(but_last)} and {last}"
        + (f", {count(gap, 'shot', 'shots')} wasted" if gap else ""),
        rule="SP-01",
        fixed={"fighter": fighter.id, "weapon": item.id},
        fields=(
            Pick(path=("bursts",), title="shots", choices=tuple(
                Choice(
                    [
                        {"target": one.id, "shots": part}
                        for one, part in zip(group, parts, strict=True)
                    ],
                    ", ".join(map(str, parts)),
                )
                for parts in shares(room, len(group))
            )),
            Pick(path=("manoeuvre",), title="manoeuvre", choices=MANOEUVRES),
        ),
    )  # fmt: skip


MOST_SHARES = 60


def shares(shots: int, among: int) -> list[tuple[int, ...]]:
    """Return the ways to share out shots, the most even first; of very many only a few."""
    if comb(shots - 1, among - 1) > MOST_SHARES:
        ways = [(*(1,) * k, shots - among + 1, *(1,) * (among - k - 1)) for k in range(among)]
        each, more = divmod(shots, among)
        return [tuple(each + (k < more) for k in range(among)), *ways]
    cuts = combinations(range(1, shots), among - 1)
    found = [tuple(b - a for a, b in pairwise((0, *cut, shots))) for cut in cuts]
    return sorted(found, key=lambda parts: (max(parts) - min(parts), parts))


def _clear(state: State, fighter: Fighter, item: Item, one: Fighter) -> bool:
    """Tell whether one burst at somebody is legal at all."""
    weapon = state.weapon(item)
    attack = Attack(
        attacker=fighter.id, weapon=item.id, target=one.id, location="torso", cover="random",
        manoeuvre="attack",
    )  # fmt: skip
    attack = rules_of_attack.with_rate(state, attack, weapon)
    most = weapon.most.yards_for(fighter.numbers.st, 0)
    if modifiers.range_yards(state, attack) > most:
        return False
    hidden = sight.shelter_from(state, fighter, one).concealed
    return not hidden and modifiers.effective_skill(state, attack) >= 3


def _zones(state: State, fighter: Fighter, item: Item, weapon: Weapon) -> Iterator[Option]:
    loaded = item.loaded or 0
    most = min(weapon.rof.shots, loaded)
    low = max(5, rules_of_attack.least_shots(weapon, loaded))
    if most < low:
        return
    reach = weapon.most.yards_for(fighter.numbers.st, 0)
    choices: list[Choice] = []
    for enemy in enemies(state, fighter):
        pair = (enemy.at, _beside(fighter.at, enemy.at))
        if enemy.at != fighter.at and max(distance(fighter.at, at) for at in pair) <= reach:
            value = [{"centre": [list(at) for at in pair], "shots": most}]
            choices.append(Choice(value, f"{enemy.title} at {hex_title(enemy.at)}, {most} shots"))
            if weapon.rof.shots >= 10 and most >= 10:
                aside = FACINGS[(sight.facing_to(fighter.at, enemy.at) + 2) % 6]
                other = [Hex(at.q + 2 * aside.q, at.r + 2 * aside.r) for at in pair]
                if max(distance(fighter.at, at) for at in other) <= reach:
                    half = most // 2
                    two = [
                        {"centre": [list(at) for at in pair], "shots": most - half},
                        {"centre": [list(at) for at in other], "shots": half},
                    ]
                    title = f"{enemy.title}, and a zone beside it, {most - half} and {half} shots"
                    choices.append(Choice(two, title))
    if choices:
        yield Option(
            command="suppress", title=f"{fighter.title}: suppression fire, {weapon.title}",
            rule="SU-02", fixed={"fighter": fighter.id, "weapon": item.id},
            fields=(Pick(path=("zones",), title="zone", choices=tuple(choices)),),
        )  # fmt: skip


def _beside(start: Hex, at: Hex) -> Hex:
    facing = sight.facing_to(start, at)
    return at.plus(FACINGS[facing])


# --- aim, missiles --------------------------------------------------------------------------


def aims(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield an Aim with each weapon, and what steers or launches a missile."""
    if fighter.netted:
        return
    for item in fighter.items.values():
        weapon = state.weapon(item)
        projectile = state.projectiles.get(item.id)
        if projectile is not None and projectile.by == fighter.id and weapon.line.kind == "guided":
            if not projectile.arrived:
                yield Option(
                    command="concentrate", title=f"{fighter.title}: steer the {weapon.title}",
                    rule="GU-07", fixed={"fighter": fighter.id, "weapon": item.id},
                )  # fmt: skip
            continue
        if item.at != "hand":
            continue
        try:
            rules_of_attack.usable(state, fighter, item.id)
        except Refused:
            continue
        if weapon.shots.thrown and not item.armed:
            continue
        seen = [one for one in enemies(state, fighter) if sight.sees(state, fighter, one)]
        if seen:
            yield Option(
                command="aim_at", title=f"{fighter.title}: aim the {weapon.title}", rule="S-4.4",
                fixed={"fighter": fighter.id, "weapon": item.id},
                fields=(Pick(path=("target",), title="at", choices=tuple(
                    Choice(one.id, one.title) for one in seen
                )),),
            )  # fmt: skip
        yield from _designations(fighter, item, seen)
        yield from _launches(state, fighter, item, weapon, seen)


BEAM = 1511


def _designations(fighter: Fighter, item: Item, seen: list[Fighter]) -> Iterator[Option]:
    if "Forward Observer" not in fighter.numbers.skills or not seen:
        return
    yield Option(
        command="aim_at", title=f"{fighter.title}: designate with a beam", rule="SA-04",
        fixed={"fighter": fighter.id, "weapon": item.id, "code": BEAM},
        fields=(Pick(path=("target",), title="target", choices=tuple(
            Choice(one.id, one.title) for one in seen
        )),),
    )  # fmt: skip


def _launches(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, seen: list[Fighter]
) -> Iterator[Option]:
    if not weapon.deferred or not item.loaded:
        return
    fixed: dict[str, Any] = {"fighter": fighter.id, "weapon": item.id}
    if weapon.line.kind == "guided":
        far = [
            one for one in seen
            if missiles.speed_of(weapon) < missiles.yards_to(fighter, one) <= weapon.most.yards
        ]  # fmt: skip
        if far:
            yield Option(
                command="concentrate", title=f"{fighter.title}: launch the {weapon.title}",
                rule="GU-07", fixed=fixed,
                fields=(Pick(path=("target",), title="at", choices=tuple(
                    Choice(one.id, one.title) for one in far
                )),),
            )  # fmt: skip
        return
    aim = fighter.aim
    for one in enemies(state, fighter):
        locked = aim is not None and aim.item == item.id and aim.target == one.id
        lit = missiles.designating(state, one.id, BEAM) is not None
        sees = sight.sees(state, fighter, one) or state.rulings.lock_unseen
        homing = weapon.line.kind == "homing"
        if (homing and locked and sees) or (not homing and lit):
            yield Option(
                command="ready", title=f"{fighter.title}: fire the {weapon.title} at {one.title}",
                rule="HO-05",
                fixed={
                    "fighter": fighter.id, "deed": "fire_homing", "item": item.id,
                    "target": one.id, "code": 0 if homing else BEAM,
                },
            )  # fmt: skip
