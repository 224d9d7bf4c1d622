"""Attacks on offer, with the number to roll: it is the very sum that the roll will use."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.hexes import Hex, distance
from domain.options import Amount, Choice, Option, Pick
from domain.refusals import Refused, known
from domain.systems.ranged import attacks as rules_of_attack
from domain.systems.ranged import locations, modifiers, reasons, sight
from domain.systems.ranged.commands import AttackWith
from domain.systems.ranged.forms import Attack
from domain.systems.ranged.sheets import Body
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon
from domain.systems.ranged.words import hex_title, plain

RARELY = frozenset({"left_hand", "left_foot"})
"""These are not offered: as hard to hit as those of the other side, and no worse for it."""
MANOEUVRES = (Choice("attack", "Attack"), Choice("determined", "All-Out Attack (Determined)"))
NEAREST = 2
"""Against so many enemies attacks on the move are offered."""


def enemies(state: State, fighter: Fighter) -> Iterator[Fighter]:
    """Yield whom a fighter may want to attack: enemies that are not plainly dead."""
    for one in state.present():
        if one.seat not in {fighter.seat, 0} and not one.dead:
            yield one


def suspected(state: State, fighter: Fighter) -> tuple[Hex, ...]:
    """Return where enemies may lie hidden by the set-up, whether anybody does or not (2.4)."""
    hiding = {one.fighter.id for one in state.lurkers.values() if one.fighter.seat != fighter.seat}
    people = (one for one in state.set_up.ambush if one.person in hiding)
    return tuple(dict.fromkeys(place.at for one in people for place in one.places))


def nearest(state: State, fighter: Fighter) -> list[Fighter]:
    """Return the enemies against whom attacks on the move are offered."""
    near = sorted(enemies(state, fighter), key=lambda one: (distance(one.at, fighter.at), one.id))
    return near[:NEAREST]


def chance(effective: int) -> str:
    """Return a number to roll and the chance of a success roll, in percent (4.20)."""
    good = sum(_WAYS[n] for n in range(3, 19) if n <= 4 or (n <= effective and n < 17))
    return f"{effective}, {round(100 * good / 216)}%"


_WAYS = {
    n: sum(1 for a in range(1, 7) for b in range(1, 7) if 1 <= n - a - b <= 6) for n in range(3, 19)
}


class Armed(NamedTuple):
    """A fighter with a weapon that may attack now."""

    state: State
    fighter: Fighter
    item: Item
    weapon: Weapon

    @property
    def least(self) -> int:
        """The fewest shots that can be declared."""
        return max(1, rules_of_attack.least_shots(self.weapon, self.item.loaded or 1))

    def against(self, target: str = "", at: Hex | None = None) -> AttackWith:
        """Return the plainest attack on somebody, or on a piece of ground."""
        shots = self.least if target else 1
        return AttackWith(
            fighter=self.fighter.id, weapon=self.item.id, target=target, at=at, shots=shots
        )


def attacks(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield an attack with each weapon in hand on each enemy, and on the ground."""
    if fighter.netted:
        return
    for item in fighter.held():
        armed = Armed(state, fighter, item, state.weapon(item))
        for enemy in enemies(state, fighter):
            yield from _on(armed, enemy)
        if armed.weapon.area and not armed.weapon.deferred:
            yield from _ground(armed)


def _on(armed: Armed, enemy: Fighter) -> Iterator[Option]:
    """Yield the options against one enemy: what is exposed, at random, through the cover."""
    state, fighter, item, weapon = armed
    title = f"{fighter.title}: attack {enemy.title} with the {weapon.title}"
    command = armed.against(enemy.id)
    try:
        if weapon.deferred:
            found = rules_of_attack.declared(state, fighter, command)
            yield _option(armed, f"{title} ({chance(found.effective)})", found.attack)
            return
        rules_of_attack.fit(state, fighter, item.id, command.shots)
        base = rules_of_attack.prepared(state, fighter, item, weapon, command)
    except Refused as refusal:
        if not weapon.deferred:
            yield _barred(title, command, refusal)
        return
    aimed = _Aimed(armed, base, modifiers.wherever(state, base))
    shelter = sight.shelter_from(state, fighter, enemy)
    if not shelter.concealed:
        yield from _in_sight(aimed, title)
    dark = not (shelter.concealed or sight.sees(state, fighter, enemy))
    if not weapon.blade and (dark or shelter.cover is not None):
        how = f"through {shelter.cover.title}" if shelter.cover is not None else "blind"
        through = replace(base, cover="through", location="random" if dark else base.location)
        yield aimed.option(f"{title}, {how}", through)
    if weapon.key == "net_small" and distance(fighter.at, enemy.at) <= rules_of_attack.STRIKE_YARDS:
        blow = replace(base, melee=True)
        strikes = _Aimed(armed, blow, modifiers.wherever(state, blow))
        yield from _in_sight(
            strikes, f"{fighter.title}: strike {enemy.title} with the {weapon.title}"
        )
    for thing in enemy.items.values():
        line = state.weapon(thing).line
        if thing.at == "belt" and line.kind == "incendiary":  # MO-16
            what = f"the bottle on {enemy.title}'s belt"
        elif thing.at == "hand" and not line.natural and not weapon.area:
            what = f"the {line.title} in {enemy.title}'s hand"
        else:
            continue
        title = f"{fighter.title}: attack {what} with the {weapon.title}"
        option = aimed.option(title, replace(base, belt=thing.id))
        yield from () if option.why_not else (option,)


class _Aimed(NamedTuple):
    """An attack on one enemy that is judged but for its place, and its number without that."""

    armed: Armed
    base: Attack
    wherever: int

    def number(self, attack: Attack) -> int:
        """Return the number to roll for an attack aimed elsewhere; refuse what is out of sight."""
        state, fighter, _, weapon = self.armed
        rules_of_attack.check_target(state, attack, fighter, weapon)
        return self.wherever + modifiers.there(state, attack)

    def option(self, title: str, attack: Attack) -> Option:
        """Return the option of one attack, or why it cannot be had."""
        try:
            number = rules_of_attack.enough(self.number(attack))
        except Refused as refusal:
            return _barred(title, self.armed.against(attack.target), refusal)
        return _option(self.armed, f"{title} ({chance(number)})", attack)


def _offered(body: Body) -> tuple[str, ...]:
    """Return the locations of a body that are offered, the torso first."""
    others = (one for one in locations.of_body(body) if one not in RARELY and one != "torso")
    return ("torso", *others)


def _in_sight(aimed: _Aimed, title: str) -> Iterator[Option]:
    """Yield the attack on each location that is exposed, and the one at random (CV-06, CV-07)."""
    exposed: list[Choice] = []
    body = aimed.armed.state.fighters[aimed.base.target].body
    for place in _offered(body):
        try:
            number = aimed.number(replace(aimed.base, location=place))
        except Refused:
            continue
        if number >= rules_of_attack.LEAST_SKILL:
            exposed.append(Choice(place, f"{plain(place)}: {chance(number)}"))
    if exposed:
        yield _option(aimed.armed, title, aimed.base, places=tuple(exposed))
    at_random = replace(aimed.base, location="random", cover="random")
    option = aimed.option(f"{title}, at random" if exposed else title, at_random)
    if not (exposed and option.why_not):
        yield option


def _barred(title: str, command: AttackWith, refusal: Refused) -> Option:
    fixed = {"fighter": command.fighter, "weapon": command.weapon, "target": command.target}
    return Option(
        command="attack_with", title=title, rule=refusal.rule.number, fixed=fixed,
        why_not=reasons.why_not(refusal),
    )  # fmt: skip


def _option(armed: Armed, title: str, attack: Attack, *, places: tuple[Choice, ...] = ()) -> Option:
    """Return the option of a legal attack; what is still to be chosen are its fields."""
    fixed: dict[str, Any] = {
        "fighter": attack.attacker, "weapon": attack.weapon, "target": attack.target,
        "cover": attack.cover, "belt": attack.belt, "melee": attack.melee,
    }  # fmt: skip
    fields: list[Pick | Amount] = []
    if places:
        fields.append(Pick(path=("location",), title="location", choices=places))
    else:
        fixed["location"] = attack.location
    least, most = armed.least, _most(armed, attack)
    if most > least:
        fields.append(
            Amount(path=("shots",), title="shots", low=least, high=most, default=most, unit="shots")
        )
    else:
        fixed["shots"] = max(1, most)
    fields.append(Pick(path=("manoeuvre",), title="manoeuvre", choices=MANOEUVRES))
    return Option(
        command="attack_with", title=title, rule="S-2.3", fixed=fixed, fields=tuple(fields)
    )


def _most(armed: Armed, attack: Attack) -> int:
    """Return the most shots that can be declared."""
    _, _, item, weapon = armed
    if attack.projectile:
        return 1
    if weapon.shots.thrown or weapon.line.natural:
        return weapon.rof.shots
    loaded = known(item.loaded, "what is loaded") - (item.condition == "undiagnosed")
    return min(weapon.rof.shots, loaded)


def _ground(armed: Armed) -> Iterator[Option]:
    state, fighter, item, weapon = armed
    choices: list[Choice] = []
    places = [(enemy.at, enemy.title) for enemy in enemies(state, fighter)]
    places += [(at, "somebody may hide there") for at in suspected(state, fighter)]
    for at, title in places:
        try:
            number = rules_of_attack.declared(state, fighter, armed.against(at=at)).effective
        except Refused:
            continue
        choices.append(Choice(list(at), f"{hex_title(at)} ({title}): {chance(number)}"))
    if choices:
        verb = "throw" if weapon.shots.thrown else "fire"
        yield Option(
            command="attack_with",
            title=f"{fighter.title}: {verb} the {weapon.title} at the ground",
            rule="AA-02",
            fixed={"fighter": fighter.id, "weapon": item.id},
            fields=(Pick(path=("at",), title="hex", choices=tuple(choices)),),
        )
