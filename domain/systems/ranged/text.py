"""One sentence for each event, from what a viewer may know; each cites its rule."""

from collections.abc import Iterable

from domain.scene import Sentence
from domain.systems.ranged import attack_text, rules, ruling_text, secret_text
from domain.systems.ranged.change_text import FIGHTER, WEAPON
from domain.systems.ranged.events import (
    BattleBegan,
    BattleEnded,
    BattleEvent,
    BluffHeld,
    CaptiveFreed,
    FighterChanged,
    ManoeuvreChosen,
    Moved,
    PostureChanged,
    RulingMade,
    SecondBegan,
)
from domain.systems.ranged.state import Ended, State
from domain.systems.ranged.thing_events import (
    AreaStruck,
    Entangled,
    Exploded,
    FlamesDrifted,
    FlamesEnded,
    FlamesStarted,
    FuseStarted,
    ProjectileEnded,
    ProjectileFlew,
    Scattered,
    WeaponChanged,
    WeaponFreed,
    WeaponLanded,
    WeaponStruck,
    WeaponStuck,
    WeaponTaken,
    ZoneEnded,
    ZoneSet,
)
from domain.systems.ranged.words import count, hex_title, plain, say, what, who

ENDS = {
    "down": "one side is down",
    "freed": "the captive is free",
    "bluff": "the bluff is held",
    "bank": "the attackers are driven off the near bank",
    "time": "time is up",
}


MANOEUVRES = {
    "determined": "All-Out Attack (Determined)", "suppression": "All-Out Attack (Suppression Fire)",
    "move_and_attack": "Move and Attack", "all_out_defence": "All-Out Defence",
}  # fmt: skip


def ended(end: Ended) -> Sentence:
    """Say why the skirmish is over."""
    return say("The skirmish is over: {why}.", rules.S_2_1, why=ENDS[end.reason])


def sentences(state: State, event: BattleEvent) -> Iterable[Sentence]:
    """Say *event*, which is about to be folded into *state*."""
    found = (
        _flow(state, event)
        or attack_text.attack(state, event)
        or attack_text.harm(state, event)
        or secret_text.secret(state, event)
        or _weapons(state, event)
        or _things(state, event)
    )
    return () if found is None else (found,)


def _flow(state: State, event: BattleEvent) -> Sentence | None:
    match event:
        case BattleBegan():
            return say("The skirmish begins.", rules.S_2_1)
        case SecondBegan(second=second):
            return say("Second {second}.", rules.S_2_1, second=second)
        case ManoeuvreChosen(fighter=name, manoeuvre=manoeuvre):
            return say(
                "{who}: {manoeuvre}.", rules.S_2_2, who=who(state, name),
                manoeuvre=MANOEUVRES.get(manoeuvre, plain(manoeuvre)),
            )  # fmt: skip
        case Moved(fighter=name, at=at, yards=yards) if yards:
            return say("{who} moves to {at}.", rules.S_2_2, who=who(state, name), at=hex_title(at))
        case PostureChanged(fighter=name, posture=posture, fell=fell):
            template = "{who} falls: {posture}." if fell else "{who} is now {posture}."
            return say(template, rules.S_4_6, who=who(state, name), posture=plain(posture))
        case FighterChanged(fighter=name, change=change, word=word) if change in FIGHTER:
            template, rule = FIGHTER[change]
            return say(template, rule, who=who(state, name), word=plain(word))
        case FighterChanged(fighter=name, change="shield_on_fire", number=until):
            template = "{who}'s shield burns." if until else "{who}'s shield burns no more."
            return say(template, rules.MO_07, who=who(state, name))
        case RulingMade(decision=decision, reason=reason):
            ruling = ruling_text.decided(state, decision)
            template = "The referee decides: {ruling}; {reason}." if ruling else (
                "The referee decides: {reason}."
            )  # fmt: skip
            return say(template, rules.S_2_6, reason=reason, ruling=ruling)
        case CaptiveFreed(fighter=name):
            return say("{who} is free.", rules.S_2_2, who=who(state, name))
        case BluffHeld(seconds=seconds):
            held = count(seconds, "second", "seconds")
            return say("The bluff is held: {seconds}.", rules.S_2_1, seconds=held)
        case BattleEnded(winners=winners, reason=reason):
            return ended(Ended(winners=winners, reason=reason))
        case _:
            return None


def _weapons(state: State, event: BattleEvent) -> Sentence | None:
    match event:
        case WeaponChanged(fighter=name, item=item, change=change):
            if change not in WEAPON:
                return None
            template, rule = WEAPON[change]
            return say(template, rule, who=who(state, name), weapon=what(state, item))
        case WeaponStruck(fighter=name, item=item, points=points):
            return say(
                "{who}'s {weapon} is struck: {points}.", rules.S_4_16, who=who(state, name),
                weapon=what(state, item), points=count(points, "point", "points"),
            )  # fmt: skip
        case WeaponLanded(item=item, at=at):
            return say(
                "The {weapon} lies at {at}.",
                rules.HG_04,
                weapon=what(state, item),
                at=hex_title(at),
            )
        case WeaponTaken(item=item, by=by):
            return say(
                "{who} picks up the {weapon}.",
                rules.HG_04,
                who=who(state, by),
                weapon=what(state, item),
            )
        case FuseStarted(fighter=name, item=item):
            return say(
                "{who} arms the {weapon}.",
                rules.HG_02,
                who=who(state, name),
                weapon=what(state, item),
            )
        case Entangled(fighter=name, why=why):
            return say("{who}: {why}.", rules.BO_04, who=who(state, name), why=_BONDS[why])
        case WeaponStuck(fighter=name, item=item):
            return say(
                "The {weapon} sticks in {who}.",
                rules.HP_01,
                weapon=what(state, item),
                who=who(state, name),
            )
        case WeaponFreed(fighter=name, item=item, how=how):
            return say(
                "The {weapon} in {who}: {how}.",
                rules.HP_02,
                weapon=what(state, item),
                who=who(state, name),
                how=plain(how),
            )
        case _:
            return None


def _things(state: State, event: BattleEvent) -> Sentence | None:
    match event:
        case Scattered(yards=yards, at=at):
            return say(
                "It scatters {yards} to {at}.",
                rules.ST_02,
                yards=count(yards, "yard", "yards"),
                at=hex_title(at),
            )
        case Exploded(weapon=weapon, at=at):
            return say(
                "The {weapon} bursts at {at}.",
                rules.S_4_15,
                weapon=state.book.weapons[weapon].title,
                at=hex_title(at),
            )
        case AreaStruck(fighter=name, kind=kind):
            return say(
                "{who} is caught: {kind}.", rules.AR_02, who=who(state, name), kind=plain(kind)
            )
        case FlamesStarted(flames=flames):
            template = {
                "fire": "{at} is on fire.",
                "cloud": "A cloud hangs at {at}.",
                "smoulder": "A little flame smoulders at {at}.",
            }[flames.kind]
            return say(template, rules.MO_08, at=hex_title(flames.at))
        case FlamesDrifted(at=at):
            return say("The cloud drifts to {at}.", rules.AR_02, at=hex_title(at))
        case FlamesEnded():
            return say("It burns no more.", rules.MO_12)
        case ZoneSet(zone=zone):
            return say(
                "{who} suppresses {at}: {left} left.", rules.SU_03, who=who(state, zone.by),
                at=hex_title(zone.centre[0]), left=count(zone.left, "shot", "shots"),
            )  # fmt: skip
        case ZoneEnded():
            return say("The suppression ends.", rules.SU_06)
        case ProjectileFlew(projectile=one):
            return say(
                "The {weapon} has flown {yards} toward {who}.", rules.TT_02,
                weapon=state.book.weapons[one.weapon].title, who=who(state, one.target),
                yards=count(one.travelled, "yard", "yards"),
            )  # fmt: skip
        case ProjectileEnded(reason=reason):
            return say("The missile: {reason}.", rules.TT_03, reason=reason)
        case _:
            return None


_BONDS = {
    "wrapped": "entangled",
    "freed": "free again",
    "escape": "struggling",
    "cut": "being cut free",
    "must_be_cut": "so entangled that only cutting helps",
    "limp": "the rope is limp",
    "immobilised": "held fast",
    "rope_lost": "the rope is torn away",
    "kept_taut": "still on the rope",
}
