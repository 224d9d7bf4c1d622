"""Bolas, lariats and nets: what they wrap, what it does, and how to get out (3.10, 3.16, 3.17)."""

from collections.abc import Generator, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from domain.dice import Ask, Dice
from domain.hexes import distance
from domain.refusals import Refused, known
from domain.rule_system import Outcome
from domain.systems.ranged import grammar, injuries, rules, wounds
from domain.systems.ranged.attack_events import Contested
from domain.systems.ranged.events import FighterChanged, PostureChanged, TaskAdded, TaskDone
from domain.systems.ranged.forms import Attack, Bond, BondKind
from domain.systems.ranged.hampered import hampered
from domain.systems.ranged.modifiers import skill_with
from domain.systems.ranged.rolls import contest, critical_failure, success, three
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import AnyTask
from domain.systems.ranged.thing_events import Entangled, WeaponChanged, WeaponFreed, WeaponLanded
from domain.systems.ranged.weapons import Weapon

LEGS = ("leg", "foot", "foreleg", "hind_leg")


def wrapped(
    state: State, attack: Attack, weapon: Weapon, target: Fighter, location: str, dice: Dice,
    then: tuple[AnyTask, ...] = (), before: int = 0,
) -> Iterator[Outcome]:  # fmt: skip
    """Wrap a weapon round its target, with what follows; *before* are points lost just now."""
    kind = _kind(weapon)
    place = {"hand": "arm", "skull": "torso", "face": "torso"}.get(wounds.short(location))
    side = "left_" if location.startswith("left_") else "right_"
    where = location if place is None else side + "arm" if place == "arm" else place
    bond = Bond(
        kind=kind, item=attack.weapon, holder=attack.attacker, location=where,
        taut=kind == "lariat" or attack.melee, hp=weapon.line.hp or 2, melee=attack.melee,
    )  # fmt: skip
    yield Entangled(fighter=target.id, bonds=(*target.bonds, bond), why="wrapped")
    legs = wounds.short(where) in LEGS
    if kind == "bolas" and wounds.short(where) == "arm":
        yield from _disarmed(state, attack, weapon, target, where, dice)
    if legs and (kind == "lariat" or (kind == "bolas" and target.running)):
        hurt = replace(target, lost=known(target.lost, "wounds") + before)
        then += yield from _tripped(state, hurt, lariat=kind == "lariat", dice=dice)
    if kind == "bolas" and wounds.short(where) == "neck" and target.choking is None:
        yield FighterChanged(fighter=target.id, change="choking", number=state.second)
    yield TaskDone(then=then)


def _kind(weapon: Weapon) -> BondKind:
    kinds: dict[str, BondKind] = {
        "net_large": "net_large", "net_small": "net_small", "lariat": "lariat"
    }  # fmt: skip
    return kinds.get(weapon.key, "bolas")


def _disarmed(
    state: State, attack: Attack, weapon: Weapon, target: Fighter, where: str, dice: Dice
) -> Iterator[Outcome]:
    """What the wrapped hand holds is contested; a strapped shield is not (BO-07)."""
    left = where.startswith("left")
    held = next((one for one in target.held() if _in_arm(state.weapon(one), one, left=left)), None)
    if held is not None and not (left and target.shield):
        yield from torn_away(state, attack, weapon, target, held, dice)


def _in_arm(weapon: Weapon, item: Item, *, left: bool) -> bool:
    """Tell whether an arm holds a weapon: its own hand, or both hands."""
    return not weapon.line.natural and (weapon.st.two_handed or item.off_hand == left)


def torn_away(
    state: State, attack: Attack, weapon: Weapon, target: Fighter, held: Item, dice: Dice
) -> Iterator[Outcome]:
    """A contest of skill against ST for what a hand holds; a tie keeps it (BO-07, R-34)."""
    thrower = state.fighters[attack.attacker]
    skill = skill_with(thrower, weapon) + hampered(state, thrower, "dx")
    strength = target.numbers.st + hampered(state, target, "st")
    winner = ""
    for outcome in contest(dice, "what the hand holds", thrower, skill, target, strength):
        winner = outcome.winner if isinstance(outcome, Contested) else winner
        yield outcome
    if winner == thrower.id:
        yield WeaponLanded(fighter=target.id, item=held.id, at=target.at)


def _tripped(
    state: State, target: Fighter, *, lariat: bool, dice: Dice
) -> Generator[Outcome, None, tuple[AnyTask, ...]]:
    """DX or fall: at -4 if a lariat catches a runner (BO-08, LA-09); return what a fall demands."""
    running = target.running
    yield (rolled := three(dice, f"{target.title}: staying up"))
    number = target.numbers.dx + hampered(state, target, "dx") - 4 * (lariat and running)
    event = success(target, "DX, to stay up", rolled.total, number)
    yield event
    if not event.success:
        demanded = yield from _fallen(target, "1d-2 cr" if running else "1d-4 cr", dice)
        yield from broken_bottles(state, target, dice)
        return demanded
    return ()


def _fallen(
    target: Fighter, damage: str, dice: Dice
) -> Generator[Outcome, None, tuple[AnyTask, ...]]:  # fmt: skip
    """Fall, with crushing damage to the torso (R-35)."""
    yield PostureChanged(fighter=target.id, posture="prone", fell=True)
    read = grammar.damage(damage)
    yield (rolled := dice.roll(Ask(f"{target.title}: the fall", read.dice, 6)))
    dr = target.numbers.dr_at("torso").dr
    points = max(0, rolled.total + read.adds - dr)
    yield from injuries.injured(target, "torso", dr, points, points)
    return tuple(injuries.consequences(target, "torso", points))


def broken_bottles(state: State, target: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Bottles on the belt of who falls break on 1 to 4, and soak him (MO-15)."""
    bottles = [
        one for one in target.items.values()
        if one.at == "belt" and state.weapon(one).line.kind == "incendiary"
    ]  # fmt: skip
    if not bottles:
        return
    yield (rolled := dice.roll(*(Ask("a bottle in the fall", 1, 6) for _ in bottles)))
    for bottle, (face,) in zip(bottles, rolled.faces, strict=True):
        if face <= 4:
            yield from bottle_broken(target, bottle)


def bottle_broken(target: Fighter, bottle: Item) -> Iterator[Outcome]:
    """A bottle breaks on its bearer: he is soaked."""
    yield WeaponChanged(fighter=target.id, item=bottle.id, change="gone")
    yield FighterChanged(fighter=target.id, change="soaked")


# --- getting out ----------------------------------------------------------------------------


def escape(state: State, fighter: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Try to get out of the first bond: three DX rolls (BO-05, LA-14, NE-04 to NE-06)."""
    if not fighter.bonds:
        raise Refused("not_entangled", rules.BO_05)
    bond = fighter.bonds[0]
    if bond.must_cut:
        raise Refused("must_be_cut_free", rules.NE_06)
    if bond.taut and bond.kind == "lariat":
        raise Refused("taut_must_cut", rules.LA_13)
    if fighter.free_hands < 1:
        raise Refused("no_free_hand", rules.BO_05)
    yield (rolled := three(dice, f"{fighter.title}: escape"))
    number = escape_number(state, fighter, bond)
    event = success(fighter, "DX, to escape", rolled.total, number)
    yield event
    net = bond.kind.startswith("net") and not bond.melee
    good = bond.successes + event.success
    bad = 0 if event.success else bond.failures + 1
    if good >= 3:
        yield from freed(fighter, bond)
        return
    changed = replace(
        bond,
        successes=good,
        failures=bad,
        must_cut=net and bad >= 3,
    )
    why = "must_be_cut" if changed.must_cut else "escape"
    yield Entangled(fighter=fighter.id, bonds=(changed, *fighter.bonds[1:]), why=why)


def escape_number(state: State, fighter: Fighter, bond: Bond) -> int:
    """Return the number to escape a bond (BO-06, NE-04, NE-05, NE-08)."""
    dx = fighter.numbers.dx + hampered(state, fighter, "dx")
    animal = {"paws": -3, "hooves": -6}.get(fighter.body.limbs, 0)
    if not bond.kind.startswith("net") or bond.melee:
        return dx + animal
    penalty = -4 + (3 if bond.kind == "net_small" else 0)
    if animal:
        return dx + penalty - 2
    return dx + penalty - (2 if fighter.free_hands == 1 else 0)


def freed(fighter: Fighter, bond: Bond) -> Iterator[Outcome]:
    """A bond is off; the neck breathes again."""
    left = tuple(one for one in fighter.bonds if one != bond)
    yield Entangled(fighter=fighter.id, bonds=left, why="freed")
    if bond.location == "neck" and fighter.choking is not None:
        yield FighterChanged(fighter=fighter.id, change="breathes")


def cut_free(fighter: Fighter, victim: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Cut a bond: from within with reach C, which hits by itself (LA-13, NE-07)."""
    if not victim.bonds or distance(fighter.at, victim.at) > 1:
        raise Refused("not_entangled", rules.NE_07)
    if fighter.free_hands < 1:
        raise Refused("no_free_hand", rules.NE_07)
    if fighter.id == victim.id and "Knife" not in fighter.numbers.skills:
        raise Refused("reach_c_only", rules.NE_07)
    bond = victim.bonds[0]
    yield (rolled := dice.roll(Ask("cutting the bond", 1, 6)))
    points = cut(max(1, rolled.total - 2), diffuse=bond.kind.startswith("net"))
    if points >= bond.hp:
        yield from freed(victim, bond)
        return
    changed = replace(bond, hp=bond.hp - points)
    yield Entangled(fighter=victim.id, bonds=(changed, *victim.bonds[1:]), why="cut")


def cut(basic: int, *, diffuse: bool) -> int:
    """Return what a cut does to cords of DR 1: a diffuse net loses 2 at most (NE-02, LA-03)."""
    points = int(max(0, basic - 1) * 1.5)
    return min(points, 2) if diffuse else points


# --- the rope's other end -------------------------------------------------------------------


def keep_taut(state: State, fighter: Fighter, victim: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Pull: a Quick Contest of ST; a trained mount pulls instead (LA-06 to LA-12)."""
    at = next(
        (n for n, b in enumerate(victim.bonds) if b.holder == fighter.id and roped(b)),
        None,
    )
    if at is None:
        raise Refused("not_ensnared", rules.LA_06)
    bond = victim.bonds[at]
    strength = pulling_st(state, fighter)
    against = victim.numbers.st + hampered(state, victim, "st")
    against -= 5 if bond.location == "neck" else 0
    winner = "?"
    for outcome in contest(dice, "the rope", fighter, strength, victim, against):
        winner = outcome.winner if isinstance(outcome, Contested) else winner
        yield outcome
    held = winner == fighter.id
    changed = replace(bond, taut=winner != victim.id, immobilised=held)
    bonds = (*victim.bonds[:at], changed, *victim.bonds[at + 1 :])
    why = "immobilised" if held else "rope_lost" if winner == victim.id else "kept_taut"
    yield Entangled(fighter=victim.id, bonds=bonds, why=why)
    if held and bond.location == "neck" and victim.choking is None:
        yield FighterChanged(fighter=victim.id, change="choking", number=state.second)
    if winner == victim.id:
        yield WeaponChanged(fighter=fighter.id, item=bond.item, change="gone")
        if bond.location == "neck" and victim.choking is not None:
            yield FighterChanged(fighter=victim.id, change="breathes")


def roped(bond: Bond) -> bool:
    """Tell whether a bond has an end that somebody pulls: a lariat, or a net that struck."""
    return bond.kind == "lariat" or bond.melee


def pulling_st(state: State, fighter: Fighter) -> int:
    """Return the ST at the end of a rope: an anchor's, a trained mount's, or one's own."""
    if fighter.id in state.rulings.anchors:
        return state.rulings.anchors[fighter.id]
    mount = state.fighters.get(fighter.mount)
    if mount is not None and "trained_mount" in fighter.numbers.traits and mount.acts:
        return max(mount.numbers.st, fighter.numbers.st)
    return fighter.numbers.st + hampered(state, fighter, "st")


def slackened(state: State, fighter: Fighter) -> Iterator[Outcome]:
    """Whoever does not pull lets the rope go limp (LA-11)."""
    for victim in state.present():
        mine = [b for b in victim.bonds if b.holder == fighter.id and b.taut]
        if not mine:
            continue
        bonds = tuple(
            replace(b, taut=False, immobilised=False) if b in mine else b for b in victim.bonds
        )
        yield Entangled(fighter=victim.id, bonds=bonds, why="limp")
        if victim.choking is not None and any(b.location == "neck" for b in mine):
            yield FighterChanged(fighter=victim.id, change="breathes")


def free_weapon(state: State, fighter: Fighter, victim: Fighter, dice: Dice) -> Iterator[Outcome]:
    """Pull a harpoon out by ST, through its tether (HP-02, HP-03)."""
    stuck = next(
        (one for one in victim.stuck if one.holder == fighter.id or victim is fighter), None
    )
    if stuck is None or stuck.forever:
        raise Refused("not_stuck", rules.HP_02)
    yield (rolled := three(dice, "pulling the weapon free"))
    target = fighter.numbers.st + hampered(state, fighter, "st")
    event = success(fighter, "ST, to free the weapon", rolled.total, target)
    yield event
    if event.success:
        yield WeaponFreed(fighter=victim.id, item=stuck.item, how="freed")
        yield from barbed(state, victim, stuck.injury, stuck.item)
    elif critical_failure(rolled.total, target):
        yield WeaponFreed(fighter=victim.id, item=stuck.item, how="stuck_for_good")


def barbed(state: State, victim: Fighter, injury: int | None, item: str) -> Iterator[Outcome]:
    """Barbs inflict half of the first injury again (HP-03, R-43)."""
    found = state.item(item)
    if found is None:
        return
    points = 0
    if state.weapon(found[1]).line.barbed:
        points = known(injury, "the injury that it did") // 2
    if points:
        yield from injuries.injured(victim, "torso", 0, points, points)
        if demanded := tuple(injuries.consequences(victim, "torso", points)):
            yield TaskAdded(first=demanded)
    yield WeaponLanded(fighter=found[0].id, item=item, at=victim.at)


class Tether(NamedTuple):
    """The weapon that sticks in somebody, who or what holds its other end, and its length."""

    item: Item
    thrower: Fighter
    holder: Fighter
    yards: int


def tether_of(state: State, fighter: Fighter) -> Tether | None:
    """Return the tether that keeps a fighter (HP-04)."""
    for stuck in fighter.stuck:
        found = state.item(stuck.item)
        holder = state.fighters.get(stuck.holder)
        if found is not None and holder is not None:
            return _tether(state, found[1], holder)
    return None


def _tether(state: State, item: Item, thrower: Fighter) -> Tether:
    """Return a tether: the thing that it is tied to holds it, else who threw it."""
    end = state.fighters.get(state.set_up.posts.get(thrower.id, ""), thrower)
    return Tether(item, thrower, end, state.weapon(item).line.tether or 0)


def tear_loose(state: State, fighter: Fighter, tether: Tether, dice: Dice) -> Iterator[Outcome]:
    """To go farther than the tether: a Quick Contest of ST (HP-05, HP-06)."""
    winner, holder = "", tether.holder
    tied = holder is not tether.thrower and tether.thrower.id not in state.rulings.anchors
    strength = holder.numbers.st if tied else pulling_st(state, tether.thrower)
    own = fighter.numbers.st + hampered(state, fighter, "st")
    for outcome in contest(dice, "the tether", fighter, own, holder, strength):
        winner = outcome.winner if isinstance(outcome, Contested) else winner
        yield outcome
    if winner == fighter.id:
        yield WeaponFreed(fighter=fighter.id, item=tether.item.id, how="tether_lost")
