"""Sprays and suppression zones on offer (3.8, 3.9)."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import comb

from domain.hexes import Hex, distance
from domain.options import Choice, Option, Pick
from domain.refusals import Refused
from domain.systems.ranged import attacks, bursts, modifiers, sight
from domain.systems.ranged.attack_options import MANOEUVRES, enemies, suspected
from domain.systems.ranged.forms import FACINGS, Attack
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon
from domain.systems.ranged.words import count, hex_title


def sprays(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield sprays over neighbouring enemies."""
    for item in _automatic(state, fighter):
        yield from _sprays(state, fighter, item, state.weapon(item))


def zones(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield suppression zones before each enemy."""
    for item in _automatic(state, fighter):
        yield from _zones(state, fighter, item, state.weapon(item))


def _automatic(state: State, fighter: Fighter) -> Iterator[Item]:
    """Yield the weapons in hand that can fire five shots in this second."""
    for item in fighter.held():
        weapon = state.weapon(item)
        if weapon.rof.shots >= 5 and not weapon.deferred and (item.loaded or 0) >= 5:
            try:
                attacks.usable(state, fighter, item.id)
            except Refused:
                continue
            if item.condition == "ok":
                yield item


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
            if spread <= bursts.SPRAY_ANGLE:
                yield from _spray(state, fighter, item, weapon, group)
                yield from _spray(state, fighter, item, weapon, group[::-1])


def _spray(
    state: State, fighter: Fighter, item: Item, weapon: Weapon, group: list[Fighter]
) -> Iterator[Option]:
    """Yield one sweep at the full rate, with every way to share out its shots."""
    gap = sum(
        max(0, bursts.wasted_between(state, weapon, one.at, other.at))
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
    attack = attacks.with_rate(state, attack, weapon)
    most = weapon.most.yards_for(fighter.numbers.st, 0)
    if modifiers.range_yards(state, attack) > most:
        return False
    hidden = sight.shelter_from(state, fighter, one).concealed
    return not hidden and modifiers.effective_skill(state, attack) >= attacks.LEAST_SKILL


def _zones(state: State, fighter: Fighter, item: Item, weapon: Weapon) -> Iterator[Option]:
    loaded = item.loaded or 0
    most = min(weapon.rof.shots, loaded)
    low = max(5, attacks.least_shots(weapon, loaded))
    if most < low:
        return
    reach = weapon.most.yards_for(fighter.numbers.st, 0)
    choices: list[Choice] = []
    places = [(enemy.at, enemy.title) for enemy in enemies(state, fighter)]
    places += [(at, "whoever may hide") for at in suspected(state, fighter)]
    for at, title in places:
        pair = (at, _beside(fighter.at, at))
        if at == fighter.at or max(distance(fighter.at, end) for end in pair) > reach:
            continue
        value = [{"centre": [list(end) for end in pair], "shots": most}]
        choices.append(Choice(value, f"{title} at {hex_title(at)}, {most} shots"))
        if weapon.rof.shots >= 10 and most >= 10:
            aside = FACINGS[(sight.facing_to(fighter.at, at) + 2) % 6]
            other = [Hex(end.q + 2 * aside.q, end.r + 2 * aside.r) for end in pair]
            if max(distance(fighter.at, end) for end in other) <= reach:
                half = most // 2
                two = [
                    {"centre": [list(end) for end in pair], "shots": most - half},
                    {"centre": [list(end) for end in other], "shots": half},
                ]
                beside = f"{title}, and a zone beside it, {most - half} and {half} shots"
                choices.append(Choice(two, beside))
    if choices:
        yield Option(
            command="suppress", title=f"{fighter.title}: suppression fire, {weapon.title}",
            rule="SU-02", fixed={"fighter": fighter.id, "weapon": item.id},
            fields=(Pick(path=("zones",), title="zone", choices=tuple(choices)),),
        )  # fmt: skip


def _beside(start: Hex, at: Hex) -> Hex:
    facing = sight.facing_to(start, at)
    return at.plus(FACINGS[facing])
