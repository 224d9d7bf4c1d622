"""What is said of ordnance, teleport attacks and boarding."""

from collections.abc import Iterator

from domain.decider import Event
from domain.plane import distance
from domain.scene import Sentence
from domain.systems.gothic import events as e
from domain.systems.gothic import rules
from domain.systems.gothic.state import State
from domain.systems.gothic.words import cm, degrees, faces, listed, ordnance_title, place, say

REMOVED = {
    "turrets": "{marker} is shot down by turrets.",
    "spent": "{marker} is spent.",
    "gunfire": "{marker} is shot down.",
    "blast": "{marker} is lost in the blast markers.",
    "ordnance": "{marker} is destroyed by other ordnance.",
    "fighters": "{marker} is lost against fighters.",
    "off_board": "{marker} is off the table.",
    "planet": "{marker} is lost at the planet.",
    "low_orbit": "{marker} has left low orbit and is lost.",
    "area": "{marker} is lost in the field.",
    "explosion": "{marker} is lost in the explosion.",
}
FACINGS = {"front": "front", "rear": "rear", "port": "port side", "starboard": "starboard side"}


def ordnance_told(state: State, event: Event) -> Iterator[Sentence]:
    """Say what belongs to ordnance and to boarding."""
    match event:
        case e.OrdnanceLaunched():
            yield _launched(state, event)
        case e.MineLaid(id=name, at=at):
            yield say("Mine {mine} is laid at {at}.", rules.MI_4, mine=name, at=place(at))
        case e.OrdnanceTurned(marker=marker, old_heading=old, heading=new):
            yield say(
                "{marker} turns from {old}° to {heading}°.",
                rules.BT_4,
                marker=state.title(marker),
                old=degrees(old),
                heading=degrees(new),
            )
        case e.OrdnanceMoved(marker=marker, length=length, at=at) if length:
            template = "{marker} flies {length} cm to {at}."
            yield say(
                template, rules.BT_3, marker=state.title(marker), length=cm(length), at=place(at)
            )
        case _:
            yield from _at_base(state, event)
            yield from _reduced(state, event)
            yield from _boarding(state, event)


def _launched(state: State, event: e.OrdnanceLaunched) -> Sentence:
    units = listed([state.title(one) for one in event.launchers])
    if event.kind == "craft":
        return say(
            "{marker} is launched by {units}: fighters {fighters}, bombers {bombers}, "
            "assault boats {boats}.",
            rules.OR_8,
            units=units,
            marker=ordnance_title(event.kind, event.marker),
            fighters=event.fighters,
            bombers=event.bombers,
            boats=event.boats,
        )
    boarding = event.kind == "boarding_torpedo"
    return say(
        "{marker} is launched by {units}: strength {strength}, heading {heading}°.",
        rules.BT_1 if boarding else rules.OR_2,
        units=units,
        marker=ordnance_title(event.kind, event.marker),
        strength=event.strength,
        heading=degrees(event.heading),
    )


def _at_base(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.OrdnanceContact(marker=marker, unit=unit, at=at, facing=facing):
            stem = state.units[unit].at
            yield say(
                "{marker} at {at} touches {unit} at {stem}: {apart} cm apart, bearing {bearing}°, "
                "{facing}.",
                rules.BT_5,
                marker=state.title(marker),
                unit=state.title(unit),
                at=place(at),
                stem=place(stem),
                apart=cm(distance(at, stem)),
                bearing=degrees(event.bearing),
                facing=FACINGS[facing],
            )
        case e.OrdnanceBlastTest(marker=marker, die=die):
            template = "{marker} flies through blast markers: {die}."
            yield say(template, rules.OR_13, marker=state.title(marker), die=die)
        case e.TurretsFired(unit=unit, dice=dice, kills=kills):
            template = "Turrets of {unit}: {dice}, shot down {kills}."
            yield say(template, rules.BT_6, unit=state.title(unit), dice=faces(dice), kills=kills)
        case e.TurretsHeld(unit=unit):
            yield say("The turrets of {unit} hold their fire.", rules.OR_6, unit=state.title(unit))
        case e.BomberRunsRolled(marker=marker, unit=unit, attacks=attacks):
            template = "{marker} attacks {unit}: attacks {attacks}."
            names = {"marker": state.title(marker), "unit": state.title(unit)}
            yield say(template, rules.OR_11, **names, attacks=attacks)
        case e.MinefieldSearched(field=field, unit=unit, die=die, needed=needed):
            template = "{field} looks for {unit}: {die}, needed {needed} or more."
            names = {"field": state.title(field), "unit": state.title(unit)}
            yield say(template, rules.MI_4, **names, die=die, needed=needed)
        case _:
            return


def _reduced(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.OrdnanceReduced(marker=marker, strength=strength) if state.markers[marker].torpedo:
            template = "{marker} has strength {strength} left."
            yield say(template, rules.BT_8, marker=state.title(marker), strength=strength)
        case e.OrdnanceReduced(marker=marker, fighters=f, bombers=b, boats=a):
            template = (
                "{marker} has left: fighters {fighters}, bombers {bombers}, assault boats {boats}."
            )
            yield say(
                template, rules.OR_9, marker=state.title(marker), fighters=f, bombers=b, boats=a
            )
        case e.OrdnanceRemoved(marker=marker, reason=reason):
            yield say(REMOVED[reason], rules.OR_5, marker=state.title(marker))
        case e.PatrolSet(marker=marker, unit=unit) if unit is not None:
            template = "{marker} patrols with {unit}."
            yield say(template, rules.OR_10, marker=state.title(marker), unit=state.title(unit))
        case e.PatrolSet(marker=marker):
            yield say("{marker} ends its patrol.", rules.OR_10, marker=state.title(marker))
        case _:
            return


def _boarding(state: State, event: Event) -> Iterator[Sentence]:
    match event:
        case e.TeleportDeclared(unit=unit, target=target):
            template = "{unit} makes a teleport attack on {target}."
            yield say(template, rules.TP_11, unit=state.title(unit), target=state.title(target))
        case e.BoardingResolved(units=units, target=target, attacker=ours, defender=theirs):
            yield say(
                "{units} against {target}: {attacker} to {defender}.",
                rules.BO_1,
                units=listed([state.title(one) for one in units]),
                target=state.title(target),
                attacker=ours,
                defender=theirs,
            )
        case e.Grappled(units=units, target=target, held=True):
            names = {
                "units": listed([state.title(one) for one in units]),
                "target": state.title(target),
            }
            yield say("{units} and {target} hold each other fast.", rules.BO_3, **names)
        case _:
            return
