"""What an attack and its harm are called: one sentence for each event; see `text`."""

from msgspec import UNSET

from domain.scene import Sentence
from domain.systems.ranged import rules
from domain.systems.ranged.attack_events import (
    AttackRolled,
    Contested,
    CoverPassed,
    CriticalRolled,
    DamageRolled,
    DefenceRolled,
    Diagnosed,
    FatigueApplied,
    HitLocated,
    InjuryApplied,
    OccupantStruck,
    Overpenetrated,
    Rolled3d,
    ShieldDamaged,
    StrayChecked,
    WeaponMalfunctioned,
)
from domain.systems.ranged.change_text import EFFECTS
from domain.systems.ranged.events import (
    Aimed,
    BattleEvent,
)
from domain.systems.ranged.forms import Modifier
from domain.systems.ranged.state import State
from domain.systems.ranged.thing_events import (
    LockRolled,
    ShotHeard,
)
from domain.systems.ranged.words import count, plain, say, what, who

KINDS = {"mechanical": "a mechanical problem", "misfire": "a misfire", "dud": "a dud"}


OUTCOMES = {
    "hit": "a hit", "miss": "a miss", "critical_hit": "a critical hit",
    "critical_miss": "a critical miss", "malfunction": "the weapon fails",
}  # fmt: skip


def listed(modifiers: tuple[Modifier, ...]) -> str:
    """Return modifiers as "range 12 yd -5, aimed 2 s +1"."""
    return ", ".join(f"{one.name} {one.value:+d}" for one in modifiers) or "no modifiers"


def attack(state: State, event: BattleEvent) -> Sentence | None:
    """Say an event of an attack, or None for any other."""
    match event:
        case Aimed(fighter=name, item=item, target=target, seconds=seconds):
            return say(
                "{who} aims the {weapon} at {target}: {seconds}.",
                rules.S_4_4,
                who=who(state, name),
                weapon=what(state, item),
                seconds=count(seconds, "second", "seconds"),
                target=who(state, target) if target else "the ground",
            )
        case AttackRolled():
            return _rolled(state, event)
        case CriticalRolled(fighter=name, effect=effect, roll=roll):
            return say(
                "Critical, {roll}: {effect} ({who}).",
                rules.S_4_14,
                roll=roll,
                who=who(state, name),
                effect=EFFECTS.get(effect, plain(effect)),
            )
        case WeaponMalfunctioned(fighter=name, item=item, roll=roll, malf=malf):
            return say(
                "{who}'s {weapon} fails: {roll} against Malf. {malf}.", rules.MF_07,
                who=who(state, name), weapon=what(state, item), roll=roll, malf=malf,
            )  # fmt: skip
        case Diagnosed(fighter=name, item=item, kind=kind):
            template = "{who} finds what is wrong with the {weapon}: {kind}." if kind else (
                "{who} does not find what is wrong with the {weapon}."
            )  # fmt: skip
            return say(
                template,
                rules.MF_09,
                who=who(state, name),
                weapon=what(state, item),
                kind=KINDS.get(kind, kind),
            )
        case DefenceRolled():
            return _defended(state, event)
        case StrayChecked(fighter=name, roll=roll, number=number, hit=hit):
            if number is UNSET:
                template = "A stray shot hits {who}." if hit else "A stray shot misses {who}."
                return say(template, rules.S_4_19, who=who(state, name))
            template = (
                "A stray shot hits {who}: {roll} against {number}." if hit
                else "A stray shot misses {who}: {roll} against {number}."
            )  # fmt: skip
            return say(template, rules.S_4_19, who=who(state, name), roll=roll, number=number)
        case ShotHeard(fighter=name, how=how):
            template = {
                "located": "{who} hears the shot, and from where it came.",
                "heard": "{who} hears the shot, but not from where it came.",
                "unheard": "{who} hears nothing.",
            }[how]
            return say(template, rules.SI_04, who=who(state, name))
        case LockRolled(fighter=name, locked=locked):
            told = (
                {True: "locked on", False: "no lock"}.get(bool(locked), "")
                if locked is not UNSET
                else "?"
            )
            return say(
                "{who} tries to lock on: {told}.", rules.HO_04, who=who(state, name), told=told
            )
        case _:
            return None


def _rolled(state: State, event: AttackRolled) -> Sentence:
    attack = event.attack
    target = who(state, attack.target) if attack.target else "the ground"
    known = (
        event.effective is not UNSET and event.modifiers is not UNSET and event.skill is not UNSET
    )
    values: dict[str, int | str] = {
        "who": who(state, attack.attacker), "weapon": what(state, attack.weapon), "target": target,
        "shots": count(attack.shots, "shot", "shots"), "roll": event.roll,
        "outcome": OUTCOMES[event.outcome], "hits": count(event.hits, "hit", "hits"),
    }  # fmt: skip
    if not known:
        template = (
            "{who} attacks {target} with the {weapon}, {shots}: rolls {roll}, {outcome}, {hits}."
        )
        return Sentence(template, values, rules.S_2_3.number)
    assert event.modifiers is not UNSET
    assert event.effective is not UNSET
    assert event.skill is not UNSET
    values |= {
        "skill": event.skill,
        "listed": listed(event.modifiers),
        "effective": event.effective,
    }
    template = (
        "{who} attacks {target} with the {weapon}, {shots}: skill {skill}, {listed}, so "
        "{effective}; rolls {roll}, {outcome}, {hits}."
    )
    return Sentence(template, values, rules.S_4_5.number)


def _defended(state: State, event: DefenceRolled) -> Sentence:
    values: dict[str, int | str] = {
        "who": who(state, event.fighter), "kind": event.kind, "roll": event.roll,
        "how": "succeeds" if event.success else "fails",
        "avoided": count(event.avoided, "hit", "hits"),
    }  # fmt: skip
    if event.target is UNSET or event.modifiers is UNSET:
        return Sentence(
            "{who}: {kind}, rolls {roll} and {how}; {avoided} avoided.", values, "S-4.7"
        )
    values |= {"target": event.target, "listed": listed(event.modifiers)}
    template = "{who}: {kind} at {target} ({listed}), rolls {roll} and {how}; {avoided} avoided."
    return Sentence(template, values, rules.S_4_7.number)


def harm(state: State, event: BattleEvent) -> Sentence | None:
    """Say an event of harm, or None for any other."""
    match event:
        case HitLocated(target=name, passes=True):
            return say("It passes over {who}, who lies low.", rules.S_4_6, who=who(state, name))
        case HitLocated(target=name, location=location, cover=cover):
            if cover:
                title = state.cover(cover).title
                return say("The shot strikes {cover}.", rules.CV_07, cover=title)
            return say(
                "It strikes {who}: {location}.",
                rules.S_4_8,
                who=who(state, name),
                location=plain(location),
            )
        case DamageRolled(basic=basic, type=kind, halved=halved):
            template = (
                "Basic damage {basic} {kind}, halved by range."
                if halved
                else "Basic damage {basic} {kind}."
            )
            return say(template, rules.S_4_9, basic=basic, kind=kind)
        case InjuryApplied():
            return _hurt(state, event)
        case FatigueApplied(fighter=name):
            return say("{who} has no breath.", rules.S_4_13, who=who(state, name))
        case OccupantStruck(fighter=name, basic=basic, roll=roll, number=number):
            template = (
                "Somebody in {who} is struck for {basic}: {roll} against {number}." if basic
                else "Nobody in {who} is struck: {roll} against {number}."
            )  # fmt: skip
            return say(
                template, rules.S_4_17, who=who(state, name), basic=basic, roll=roll, number=number
            )
        case CoverPassed(cover_dr=dr, breached=True):
            return say("Cover DR {dr}: it makes a hole.", rules.S_4_16, dr=dr)
        case CoverPassed(cover_dr=dr, through=through):
            template = (
                "Cover DR {dr}: it goes through." if through else "Cover DR {dr}: it stops there."
            )
            return say(template, rules.CV_11, dr=dr)
        case Overpenetrated(fighter=name, behind=behind):
            template = (
                "It goes through {who}, toward {behind}." if behind else "It goes through {who}."
            )
            return say(template, rules.OP_04, who=who(state, name), behind=who(state, behind))
        case ShieldDamaged(fighter=name, ruined=ruined):
            template = "{who}'s shield is ruined." if ruined else "{who}'s shield takes the blow."
            return say(template, rules.OP_09, who=who(state, name))
        case Rolled3d(fighter=name, what=roll_of, roll=roll, success=good):
            template = (
                "{who}, {what}: rolls {roll} and succeeds."
                if good
                else "{who}, {what}: rolls {roll} and fails."
            )
            return say(template, rules.S_4_20, who=who(state, name), what=roll_of, roll=roll)
        case Contested(what=of, rolls=rolls, fighters=pair, winner=winner):
            template = "A contest, {what}: {one} {a}, {other} {b}; {winner} wins." if winner else (
                "A contest, {what}: {one} {a}, {other} {b}; nobody wins."
            )  # fmt: skip
            return say(
                template, rules.S_4_20, what=of, one=who(state, pair[0]), a=rolls[0],
                other=who(state, pair[1]), b=rolls[1], winner=who(state, winner),
            )  # fmt: skip
        case _:
            return None


def _hurt(state: State, event: InjuryApplied) -> Sentence:
    values: dict[str, int | str] = {
        "who": who(state, event.fighter),
        "band": event.band,
        "location": plain(event.location),
    }
    if event.injury is UNSET or event.dr is UNSET:
        return Sentence("{who} is {band}.", values, rules.S_4_9.number)
    values |= {"injury": count(event.injury, "point", "points"), "dr": event.dr}
    template = "{who} loses {injury} ({location}, DR {dr}) and is {band}."
    return Sentence(template, values, rules.S_4_9.number)
