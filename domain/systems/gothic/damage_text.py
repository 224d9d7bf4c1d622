"""What is said of fire, hits, criticals and wrecks."""

from collections.abc import Iterator

from domain.decider import Event
from domain.scene import Sentence
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.scene import CRITICALS
from domain.systems.gothic.state import State
from domain.systems.gothic.words import cm, faces, listed, place, say

COLUMNS = {
    "defences": "defences",
    "closing": "closing",
    "moving_away": "moving away",
    "abeam": "abeam",
    "ordnance": "ordnance",
}
SOURCES = {
    "hull": "Hits lost by {unit}: {hits}.",
    "critical": "Hits lost by {unit} to the critical damage: {hits}.",
    "fire": "Hits lost by {unit} to the fire on board: {hits}.",
    "boarding": "Hits lost by {unit} in the boarding action: {hits}.",
    "blast": "Hits lost by {unit} to the blast: {hits}.",
}
CAUSES = {
    "hits": "{unit} is destroyed.",
    "critical": "{unit} takes critical damage and is destroyed.",
    "plasma_overload": "{unit} is torn apart: plasma drive overload.",
    "warp_implosion": "{unit} is torn apart: warp drive implosion.",
    "off_board": "The hulk of {unit} is off the table.",
    "planet": "{unit} falls to the planet.",
    "fire": "{unit} is destroyed by fire.",
    "area": "The hulk of {unit} is lost in the field.",
}
RESULTS = {
    "drifting": "Catastrophic damage of {unit}, {total}: a drifting hulk.",
    "blazing": "Catastrophic damage of {unit}, {total}: a blazing hulk.",
    "plasma_overload": "Catastrophic damage of {unit}, {total}: "
    "plasma drive overload, {radius} cm.",
    "warp_implosion": "Catastrophic damage of {unit}, {total}: warp drive implosion, {radius} cm.",
}


def damage_told(state: State, event: Event) -> Iterator[Sentence]:
    """Say what belongs to fire and damage."""
    match event:
        case e.VolleyDeclared():
            yield from _volley(state, event)
        case e.VolleyRolled():
            yield from _rolled(state, event)
        case e.LanceSilent(unit=unit):
            yield say(
                "In low orbit a lance of {unit} cannot fire.", rules.LANDING, unit=state.title(unit)
            )
        case e.NovaFired(unit=unit, at=at, touched=touched):
            titles = listed([state.title(one) for one in touched], "nobody")
            yield say(
                "The nova shell of {unit} bursts at {at} and touches: {units}.",
                rules.SH_8,
                unit=state.title(unit),
                at=place(at),
                units=titles,
            )
        case _:
            yield from _hit(state, event)
            yield from _critical(state, event)
            yield from _wreck(state, event)


def _volley(state: State, event: e.VolleyDeclared) -> Iterator[Sentence]:
    names = {"unit": state.title(event.shooter), "target": state.title(event.target)}
    for group in event.groups:
        yield say(
            "{unit} fires at {target}: firepower {firepower}, {aspect}, "
            "column {column}, dice {dice}.",
            rules.SH_3,
            **names,
            firepower=group.firepower,
            aspect=COLUMNS[group.aspect],
            column=group.column + 1,
            dice=group.dice,
        )
    if event.lances:
        yield say(
            "{unit} fires lances at {target}: dice {dice}.", rules.SH_4, **names, dice=event.lances
        )


def _rolled(state: State, event: e.VolleyRolled) -> Iterator[Sentence]:
    values: dict[str, int | str] = {"target": state.title(event.target), "hits": event.hits}
    if event.batteries and event.lances:
        yield say(
            "Batteries {dice} against armour {armour}, lances {lances}: hits on {target} {hits}.",
            rules.SH_3,
            dice=faces(event.batteries),
            armour=event.armour,
            lances=faces(event.lances),
            **values,
        )
    elif event.batteries:
        template = "Batteries {dice} against armour {armour}: hits on {target} {hits}."
        dice = faces(event.batteries)
        yield say(template, rules.SH_3, dice=dice, armour=event.armour, **values)
    elif event.lances:
        template = "Lances {lances}: hits on {target} {hits}."
        yield say(template, rules.SH_4, lances=faces(event.lances), **values)
    else:
        yield say("The volley at {target} has no dice.", rules.SH_3, target=values["target"])


def _hit(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.ShieldAbsorbed(unit=unit):
            yield say("The shields of {unit} absorb a hit.", rules.DM_1, unit=state.title(unit))
        case e.BlastPlaced(at=at):
            yield say("A blast marker is placed at {at}.", rules.DM_1, at=place(at))
        case e.BlastsRemoved(markers=markers):
            yield say("Blast markers removed: {count}.", rules.EN_3, count=len(markers))
        case e.BraceSaved(unit=unit, die=die, saved=saved):
            template = (
                "{unit} is braced, {die}: the hit is cancelled."
                if saved
                else "{unit} is braced, {die}: the hit counts."
            )
            yield say(template, rules.DM_2, unit=state.title(unit), die=die)
        case e.DamageTaken(unit=unit, hits=hits, source=source):
            rule = {"critical": rules.DM_5, "fire": rules.EN_2}.get(source, rules.DM_3)
            yield say(SOURCES[source], rule, unit=state.title(unit), hits=hits)
        case e.UnitCrippled(unit=unit):
            yield say("{unit} is crippled.", rules.PD_11, unit=state.title(unit))
        case e.AttackRolled(by=by, unit=unit, dice=dice, armour=armour, hits=hits):
            yield say(
                "{marker} against armour {armour} of {unit}: {dice}, hits {hits}.",
                rules.OR_4,
                marker=state.title(by),
                armour=armour,
                unit=state.title(unit),
                dice=faces(dice),
                hits=hits,
            )
        case _:
            return


def _critical(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.CriticalChecked(unit=unit, die=die):
            yield say(
                "Critical check of {unit}: {die}.", rules.DM_3, unit=state.title(unit), die=die
            )
        case e.CriticalApplied(unit=unit, rolled=rolled, row=row, title=title):
            template = "Critical damage of {unit}, {rolled}: {critical}."
            if rolled != row:
                template = "Critical damage of {unit}, {rolled}, moved on to {row}: {critical}."
            values: dict[str, int | str] = {"row": row} if rolled != row else {}
            yield say(
                template,
                rules.DM_4,
                unit=state.title(unit),
                rolled=rolled,
                critical=title,
                **values,
            )
        case e.HitAndRunRolled(unit=unit, die=die, failed=failed):
            template = (
                "Hit-and-run attack on {unit}, {die}: it fails."
                if failed
                else "Hit-and-run attack on {unit}, {die}: it succeeds."
            )
            yield say(template, rules.HR_1, unit=state.title(unit), die=die)
        case e.RepairRolled(unit=unit, dice=dice, repairs=repairs):
            template = "Damage control of {unit}: {dice}, repairs {repairs}."
            yield say(
                template, rules.EN_1, unit=state.title(unit), dice=faces(dice), repairs=repairs
            )
        case e.CriticalRepaired(unit=unit, effect=effect):
            template = "{unit} has repaired: {critical}."
            yield say(template, rules.EN_1, unit=state.title(unit), critical=CRITICALS[effect])
        case e.BlastRoll(unit=None, die=die):
            yield say("Blast markers that may be removed: {die}.", rules.EN_3, die=die)
        case e.BlastRoll(unit=unit, die=die) if unit is not None:
            template = "Blast markers that may be removed from {unit}: {die}."
            yield say(template, rules.PD_8, unit=state.title(unit), die=die)
        case _:
            return


def _wreck(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.UnitDestroyed(unit=unit, cause=cause):
            yield say(CAUSES[cause], rules.DM_6, unit=state.title(unit))
        case e.UnitTaken(unit=unit):
            yield say("{unit} is taken and drifts.", rules.BO_3, unit=state.title(unit))
        case e.CatastropheRolled(unit=unit, total=total, result=result, radius=radius):
            values: dict[str, int | str] = {"radius": cm(radius)} if radius else {}
            yield say(
                RESULTS[result], rules.CATASTROPHE, unit=state.title(unit), total=total, **values
            )
        case e.ExplosionStruck(unit=unit, shots=shots, hits=hits):
            template = "The explosion reaches {unit}: {dice}, hits {hits}."
            yield say(
                template, rules.CATASTROPHE, unit=state.title(unit), dice=faces(shots), hits=hits
            )
        case _:
            return
