"""What steadies an Aim: a mount, an open bipod, a rest, both hands on a pistol (4.4, 3.27)."""

from domain.hexes import Hex, crosses, distance
from domain.refusals import Refused
from domain.systems.ranged import rules, sight
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.weapons import Weapon

REST_TENTHS = 8
"""A weapon rests on what is at most so many tenths of a yard lower than the eyes."""
HELD = ("firearm", "beam")
"""Of these the one-handed ones are pistols, which both hands brace."""


def braced(
    state: State, shooter: Fighter, item: Item, towards: Hex, *, both_hands: bool = False
) -> bool:
    """Tell whether a weapon is braced now, aimed toward a hex (4.4)."""
    weapon = state.weapon(item)
    if item.mounted or (item.bipod_open and shooter.posture == "prone"):
        return True
    if not weapon.st.two_handed:
        return both_hands and _free_hand(shooter, item)
    return weapon.line.kind != "cone" and rests(state, shooter, towards)


def rests(state: State, shooter: Fighter, towards: Hex) -> bool:
    """Tell whether a cover at hand, toward the target, is of a height to rest a weapon on."""
    eye = 10 * shooter.elevation + sight.eye_tenths(state, shooter)
    return any(
        eye - REST_TENTHS <= cover.top_tenths <= eye
        and any(
            at != towards and distance(at, shooter.at) == 1 and crosses(shooter.at, towards, at)
            for at in cover.hexes
        )
        for cover in state.covers() if not cover.open
    )  # fmt: skip


def check_both_hands(shooter: Fighter, item: Item, weapon: Weapon) -> None:
    """Refuse both hands on what is no pistol, or with a hand that is not free."""
    if weapon.st.two_handed or weapon.line.kind not in HELD:
        raise Refused("not_a_pistol", rules.S_4_4, weapon=weapon.title)
    if not _free_hand(shooter, item):
        raise Refused("no_free_hand", rules.S_4_4)


def _free_hand(shooter: Fighter, item: Item) -> bool:
    others = sum(1 for one in shooter.held() if one.id != item.id)
    return shooter.hands - others >= 2
