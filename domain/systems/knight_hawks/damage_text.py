"""What is said of damage and repairs."""

from collections.abc import Iterator

from domain.refusals import Rule
from domain.scene import Sentence
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.damage_events import (
    AdfLost,
    CombatControlHit,
    DamageTableRolled,
    DcrHalved,
    DefenceDestroyed,
    FireBurned,
    FireStarted,
    HitConvertedToHull,
    HullDamaged,
    MrLost,
    NavigationHit,
    PowerShorted,
    RepairAllocated,
    RepairLocked,
    RepairRolled,
    ShipDestroyed,
    SystemRepaired,
    WeaponDestroyed,
)
from domain.systems.knight_hawks.state import State
from domain.systems.knight_hawks.words import (
    SCREEN_TITLES,
    counted,
    mount_title,
    say,
    ship_title,
    system_title,
)

ROW_TITLES = {
    "hull_double": "double hull damage",
    "hull": "hull",
    "adf_1": "ADF",
    "adf_half": "half the ADF",
    "adf_all": "all ADF",
    "mr_1": "MR",
    "mr_all": "all MR",
    "weapon": "a weapon",
    "power_short": "power short",
    "defence": "a defence",
    "combat_control": "combat control",
    "navigation": "navigation",
    "electrical_fire": "electrical fire",
    "dcr_half": "damage control",
    "disastrous_fire": "disastrous fire",
}

_LOSES_ITS = "{ship} loses its {weapon}."

Repairs = RepairAllocated | RepairRolled | SystemRepaired | RepairLocked
Items = (
    HullDamaged | AdfLost | MrLost | WeaponDestroyed | DefenceDestroyed | PowerShorted
    | CombatControlHit | NavigationHit | FireStarted | DcrHalved
)  # fmt: skip


def damaged(
    state: State,
    event: Items | DamageTableRolled | FireBurned | HitConvertedToHull | ShipDestroyed | Repairs,
) -> Iterator[Sentence]:
    """Say damage, or its repair."""
    match event:
        case DamageTableRolled(target=target, raw=raw, dtm=dtm, modified=modified, row=row):
            yield say(
                "Damage to {ship}: {raw} {dtm} = {modified}: {row}.",
                rules.P_37_HIT,
                ship=ship_title(state, target),
                raw=raw,
                dtm=f"{dtm:+}",
                modified=modified,
                row=ROW_TITLES[row],
            )
        case HitConvertedToHull(target=target, row=row):
            yield say(
                "Nothing is left to damage on {ship} ({row}), so the hull is hit.",
                rules.D_AGAIN,
                ship=ship_title(state, target),
                row=ROW_TITLES[row],
            )
        case FireBurned(ship=ship):
            yield say("{ship} burns.", rules.D_FIRE, ship=ship_title(state, ship))
        case ShipDestroyed(ship=ship):
            yield say("{ship} is destroyed.", rules.R_06_HULL_DICE, ship=ship_title(state, ship))
        case RepairAllocated() | RepairRolled() | SystemRepaired() | RepairLocked():
            yield _repair(state, event)
        case _:
            template, rule, values = _item(state, event)
            yield say(template, rule, ship=ship_title(state, event.target), **values)


def _item(state: State, event: Items) -> tuple[str, Rule, dict[str, int | str]]:
    """Return template, rule and values for one item of damage."""
    match event:
        case HullDamaged(points=points):
            what = counted(points, "hull point")
            return "{ship} loses {points}.", rules.R_06_HULL_DICE, {"points": what}
        case AdfLost(points=points):
            what = counted(points, "point")
            return "{ship} loses {points} of ADF.", rules.D_ADF, {"points": what}
        case MrLost(points=points):
            what = counted(points, "point")
            return "{ship} loses {points} of MR.", rules.D_MR, {"points": what}
        case WeaponDestroyed(target=target, mount=mount):
            weapon = mount_title(state, target, mount)
            supply = state.weapon(state.vessels[target].mounts[mount].type).ltd
            template = "{ship} loses its whole {weapon} system." if supply else _LOSES_ITS
            return template, rules.D_WEAPON, {"weapon": weapon}
        case DefenceDestroyed(defence=code):
            what = SCREEN_TITLES[code]
            return "{ship} loses its {defence}.", rules.D_DEFENCE, {"defence": what}
        case PowerShorted():
            return "{ship} has a power short.", rules.D_POWER, {}
        case CombatControlHit():
            return "{ship}: combat control is damaged.", rules.D_CONTROL, {}
        case NavigationHit():
            return "{ship}: navigation is damaged.", rules.D_NAVIGATION, {}
        case FireStarted(kind="disastrous"):
            return "A disastrous fire breaks out on {ship}.", rules.D_DISASTER, {}
        case FireStarted():
            return "A fire breaks out on {ship}.", rules.D_FIRE, {}
        case DcrHalved():
            return "{ship}: damage control is halved.", rules.D_DCR, {}


def _repair(state: State, event: Repairs) -> Sentence:
    title, what = ship_title(state, event.ship), system_title(state, event.ship, event.system)
    match event:
        case RepairAllocated(points=points):
            return say(
                "{ship} puts {points} into {system}.",
                rules.P_61_POINTS,
                ship=title,
                points=counted(points, "point"),
                system=what,
            )
        case RepairRolled(points=points, roll=roll, repaired=repaired):
            template = "{ship}, {system}: {points}%, roll {roll}: not repaired."
            if repaired:
                template = "{ship}, {system}: {points}%, roll {roll}: repaired."
            return say(template, rules.P_62_ROLL, ship=title, system=what, points=points, roll=roll)
        case SystemRepaired(system="HULL", points=points):
            return say(
                "{ship} regains {points}.",
                rules.P_64_EFFECT,
                ship=title,
                points=counted(points, "hull point"),
            )
        case SystemRepaired(system="ADF" | "MR"):
            template = "{ship} regains a point of {system}."
            return say(template, rules.P_64_EFFECT, ship=title, system=what)
        case SystemRepaired(system="FIRE"):
            return say("{ship} puts its fire out.", rules.P_64_EFFECT, ship=title)
        case SystemRepaired():
            return say("{ship} repairs its {system}.", rules.P_64_EFFECT, ship=title, system=what)
        case RepairLocked():
            return say("{ship}, {system}: beyond repair.", rules.P_62_ROLL, ship=title, system=what)
