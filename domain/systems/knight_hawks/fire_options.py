"""The fire that a seat may declare: an order for each mount, with the best aim at each foe."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.hexes import Hex, distance
from domain.names import SeatId
from domain.options import Choice, Limit, Option, Orders, Pick
from domain.refusals import Refused, known
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.attack_events import Attack
from domain.systems.knight_hawks.attacks import aimed, check_mount, rolled
from domain.systems.knight_hawks.commands import Aim
from domain.systems.knight_hawks.fire import targets
from domain.systems.knight_hawks.reasons import why_not
from domain.systems.knight_hawks.setup_options import FACING_CHOICES
from domain.systems.knight_hawks.state import Mount, Phase, State, Vessel
from domain.systems.knight_hawks.words import counted, mount_title


class Best(NamedTuple):
    """The best that a mount can do against a target: its chance, range and hexes of the paths."""

    chance: int
    range_hexes: int
    aim: Aim
    head_on: bool


def fire_option(state: State, seat: SeatId) -> Option:
    """Return the fire of *seat* in this combat phase."""
    own = state.own(seat)
    stores = [vessel for vessel in own if "S" in vessel.mounts]
    kinds = tuple(kind for vessel in own for kind in _mounts(state, vessel))
    drops = tuple(kind for vessel in stores for kind in _drops(vessel))
    fixed: dict[str, Any] = {} if stores else {"drops": []}
    if not kinds:
        fixed["shots"] = []
    title = "offensive" if state.phase is Phase.OFFENSIVE else "defensive"
    return Option(
        command="declare_fire",
        title=f"Turn {state.turn}: {title} fire",
        rule=rules.P_30_DECLARE.number,
        fixed=fixed,
        fields=(
            *((Orders(path=("shots",), title="shots", kinds=kinds, at_most=200),) if kinds else ()),
            *((Orders(path=("drops",), title="drops", kinds=drops),) if stores else ()),
        ),
        limits=dict(_limits(state, own)),
    )


def _limits(state: State, own: tuple[Vessel, ...]) -> Iterator[tuple[str, Limit]]:
    for vessel in own:
        for name, mount in vessel.mounts.items():
            if mount.type == "S":
                left = known(mount.ammo, "what is left of it")
                yield f"{vessel.id} S", Limit(f"{vessel.title}: seekers", left)
            elif mount.type != "M":
                title = f"{vessel.title}: {mount_title(state, vessel.id, name)} once"
                yield f"{vessel.id} {name}", Limit(title, 1)


def _mounts(state: State, vessel: Vessel) -> Iterator[Option]:
    foes = targets(state, vessel.side)
    found: dict[str, tuple[Choice, ...]] = {}
    for name, mount in vessel.mounts.items():
        if mount.type in {"M", "S"}:
            continue
        title = f"{vessel.title}: {mount_title(state, vessel.id, name)}"
        try:
            check_mount(state, vessel, name)
        except Refused as refused:
            yield Option(
                command="shot",
                title=title,
                rule=refused.rule.number,
                why_not=why_not(state, refused),
            )
            continue
        if mount.type not in found:
            found[mount.type] = tuple(_choices(state, vessel, name, mount, foes))
        if choices := found[mount.type]:
            yield Option(
                command="shot",
                title=title,
                rule=rules.P_30_DECLARE.number,
                fixed={"ship": vessel.id, "mount": name},
                uses={f"{vessel.id} {name}": 1},
                fields=(Pick(path=("aim",), title="target", choices=choices),),
            )


def _choices(
    state: State, vessel: Vessel, name: str, mount: Mount, foes: tuple[Vessel, ...]
) -> Iterator[Choice]:
    bests = (best(state, vessel, name, mount, foe) for foe in foes)
    for one in sorted((b for b in bests if b is not None), key=lambda b: (-b.chance, b.aim.target)):
        target = state.vessels[one.aim.target].title
        head_on = ", head-on" if one.head_on else ""
        far = counted(one.range_hexes, "hex", "hexes")
        chance = state.book.combat.within(one.chance)
        yield Choice(value=_plain(one.aim), title=f"{target} at {far}{head_on}: {chance}%")


def _plain(aim: Aim) -> dict[str, Any]:
    return {
        "target": aim.target,
        "shooter_index": aim.shooter_index,
        "target_index": aim.target_index,
    }


def best(state: State, shooter: Vessel, name: str, mount: Mount, foe: Vessel) -> Best | None:
    """Return the aim with the highest chance at a foe, the nearest of them; None: there is none."""
    weapon = state.weapon(mount.type)
    offensive = state.phase is Phase.OFFENSIVE
    free = offensive and state.options.get("offensive_fire_position") != "final_hex"
    mine: list[tuple[int | None, Hex]] = [(None, shooter.at)]
    if free:
        mine += [(n, at) for n, (at, _) in enumerate(shooter.path[:-1])]
    theirs: list[tuple[int | None, Hex]] = [(None, foe.at)]
    if not offensive:
        theirs += [(n, at) for n, (at, _) in enumerate(foe.path[:-1])]
    pairs = sorted(
        ((distance(a, b), i, j) for i, a in mine for j, b in theirs), key=lambda pair: pair[0]
    )
    found: Best | None = None
    for far, i, j in pairs:
        if far > weapon.range_hexes or (found is not None and not weapon.ff):
            break
        aim = Aim(target=foe.id, shooter_index=i, target_index=j)
        try:
            range_hexes, head_on = aimed(state, shooter, name, aim)
        except Refused:
            continue
        attack = Attack(
            number=0,
            weapon=mount.type,
            target=foe.id,
            range_hexes=range_hexes,
            seat=shooter.seat,
            ship=shooter.id,
            mount=name,
            head_on=head_on,
        )
        chance = rolled(state, attack, None).chance
        if found is None or chance > found.chance:
            found = Best(chance, range_hexes, aim, head_on)
    return found


def _drops(vessel: Vessel) -> Iterator[Option]:
    if known(vessel.mounts["S"].ammo, "what is left of it"):
        yield Option(
            command="seeker",
            title=f"{vessel.title}: drop a seeker where it is",
            rule=rules.R_30_PLACEMENT.number,
            fixed={"ship": vessel.id},
            uses={f"{vessel.id} S": 1},
            fields=(Pick(path=("facing",), title="facing", choices=FACING_CHOICES),),
        )
