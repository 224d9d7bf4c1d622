"""All that a player may do now, as far as that player can know."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.options import Choice, Limit, Option, Pick
from domain.systems.ranged import (
    aim_options,
    attack_options,
    burst_options,
    defence,
    diving,
    lurking_options,
    movement,
    moving_options,
    ready_options,
    rules,
    ruling_options,
    step_options,
)
from domain.systems.ranged.commands import Posture
from domain.systems.ranged.forms import FACINGS, Defence
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Act, Defending, Diving, Hide, Lurk, Triggered
from domain.systems.ranged.turns import waiting
from domain.systems.ranged.words import hex_title, plain

POSTURES: tuple[Posture, ...] = (
    "standing",
    "crouching",
    "kneeling",
    "sitting",
    "crawling",
    "prone",
)


def options(state: State, seat: SeatId) -> tuple[Option, ...]:
    """Return what *seat* may declare now; nothing while the play waits for others.

    The referee may decide at any time.
    """
    if state.scenario and state.ended is None and state.is_referee(seat):
        return ruling_options.rulings(state)
    if seat not in waiting(state):
        return ()
    match state.task:
        case Hide():
            return (lurking_options.hide_away(state, seat),)
        case Lurk(fighter=name):
            return tuple(lurking_options.lurks(state, state.lurkers[name]))
        case Act(fighter=name):
            return tuple(_manoeuvres(state, state.fighters[name]))
        case Triggered(fighter=name):
            return tuple(_awaited(state, state.fighters[name]))
        case Defending():
            return (_defences(state, state.task),)
        case Diving(fighter=name):
            return tuple(_dives(state, state.task, state.fighters[name]))
        case _:
            return ()


def _awaited(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield what a Wait may become: an Attack, All-Out or not, or a Ready (S-2.2)."""
    yield Option(
        command="do_nothing", title="Let it pass", rule="S-2.5", fixed={"fighter": fighter.id}
    )
    yield from attack_options.attacks(state, fighter)
    yield from burst_options.sprays(state, fighter)
    yield from ready_options.deeds(state, fighter, steps=False)


def _manoeuvres(state: State, fighter: Fighter) -> Iterator[Option]:
    fixed = {"fighter": fighter.id}
    yield from attack_options.attacks(state, fighter)
    yield from moving_options.moving(state, fighter)
    yield from burst_options.sprays(state, fighter)
    yield from burst_options.zones(state, fighter)
    yield from aim_options.aims(state, fighter)
    yield from ready_options.deeds(state, fighter)
    yield from ready_options.frees(state, fighter)
    yield from _moves(state, fighter)
    postures = tuple(Choice(name, plain(name)) for name in _postures(fighter))
    if postures:
        yield Option(
            command="change_posture", title=f"{fighter.title}: change posture", rule="S-4.6",
            fixed=fixed, fields=(Pick(path=("posture",), title="posture", choices=postures),),
        )  # fmt: skip
    yield from _careful(state, fighter)
    triggers = (Choice("moves", "an enemy moves"), Choice("attacks", "an enemy attacks"))
    if not fighter.netted and any(True for _ in fighter.held()):
        yield Option(
            command="wait_for", title=f"{fighter.title}: Wait", rule="S-2.5", fixed=fixed,
            fields=(Pick(path=("trigger",), title="until", choices=triggers),),
        )  # fmt: skip
    yield Option(
        command="do_nothing", title=f"{fighter.title}: do nothing", rule="S-2.2", fixed=fixed
    )


def _postures(fighter: Fighter) -> Iterator[str]:
    low = fighter.posture in {"prone", "face_up"} or fighter.legs_tied
    for name in POSTURES:
        if name != fighter.posture and not (low and name in {"standing", "crouching"}):
            yield name


def _careful(state: State, fighter: Fighter) -> Iterator[Option]:
    """Yield an All-Out Defence with a step, and one that dodges along half a Move (S-2.2)."""
    kinds = tuple(Choice(kind, kind) for kind in ("dodge", "block", "parry"))
    paths = tuple(way.choice for way in step_options.ways(state, fighter))
    plain_one = Option(
        command="all_out_defence", title=f"{fighter.title}: All-Out Defence", rule="S-2.2",
        fixed={"fighter": fighter.id},
        fields=(Pick(path=("defence",), title="+2 to", choices=kinds),),
    )  # fmt: skip
    yield step_options.stepping(plain_one, paths, movement.stances(fighter))
    half = movement.move_points(state, fighter) // 2
    far = tuple(step_options.path_choice(way) for way in movement.paths(state, fighter, half))
    if half > movement.step_yards(state, fighter) and far:
        yield Option(
            command="all_out_defence", title=f"{fighter.title}: dodge along half a Move",
            rule="S-2.2", fixed={"fighter": fighter.id, "defence": "dodge"},
            fields=(Pick(path=("path",), title="path", choices=far),),
        )  # fmt: skip


# --- movement -------------------------------------------------------------------------------


def _moves(state: State, fighter: Fighter) -> Iterator[Option]:
    points = movement.move_points(state, fighter)
    ways = tuple(movement.paths(state, fighter, points))
    if not ways:
        return
    choices = tuple(Choice([list(at) for at in way], f"to {hex_title(way[-1])}") for way in ways)
    yield Option(
        command="move_along", title=f"{fighter.title}: move", rule="S-2.2",
        fixed={"fighter": fighter.id},
        fields=(Pick(path=("path",), title="path", choices=choices),),
    )  # fmt: skip


# --- reactions ------------------------------------------------------------------------------


def _defences(state: State, task: Defending) -> Option:
    fighter = state.fighters[task.target]
    found = state.item(task.attack.weapon)
    assert found is not None
    weapon = state.weapon(found[1])
    choices: list[Choice] = []
    kinds: tuple[Defence, ...] = ("dodge", "block", "parry", "none")
    for kind in kinds:
        if defence.may(fighter, weapon, kind) is None:
            parts = defence.listed(state, fighter, task.attack, kind, drop=False)
            number = defence.number(fighter, kind, parts)
            title = "no defence" if kind == "none" else f"{kind} ({number})"
            dodges = kind == "dodge"
            uses = {"drop": int(not dodges or fighter.posture == "prone"), "leap": int(not dodges)}
            choices.append(Choice(kind, title, uses))
    fields = [Pick(path=("defence",), title="defence", choices=tuple(choices))]
    if fighter.posture not in {"prone", "face_up"} and not task.attack.melee:
        drops = (
            Choice(value=False, title="stay"),
            Choice(value=True, title="drop prone: +3", uses={"drop": 1}),
        )
        fields.append(Pick(path=("drop",), title="drop", choices=drops))
    if defence.ACROBATICS in fighter.numbers.skills:
        leap = defence.acrobatics(state, fighter)
        leaps = (
            Choice(value=False, title="no"),
            Choice(value=True, title=f"yes ({leap}): +2, or else -2", uses={"leap": 1}),
        )
        fields.append(Pick(path=("acrobatics",), title="Acrobatics", choices=leaps))
    return Option(
        command="defend", title=f"{fighter.title} defends", rule="S-4.7", fields=tuple(fields),
        limits={
            "drop": Limit("dropping goes with a dodge, while not prone", 1),
            "leap": Limit("Acrobatics go with a dodge", 1),
        },
    )  # fmt: skip


def _dives(state: State, task: Diving, fighter: Fighter) -> Iterator[Option]:
    number = diving.dive_number(state, fighter)
    around = [
        at for way in FACINGS if state.set_up.enterable(at := fighter.at.plus(way))
    ]  # fmt: skip
    choices = (
        Choice(None, "stay"),
        *(Choice(list(at), f"dive to {hex_title(at)} ({number})") for at in around),
    )
    yield Option(
        command="dive_for_cover", title=f"{fighter.title} may dive", rule=rules.AR_05.number,
        fields=(Pick(path=("to",), title="where", choices=choices),),
    )  # fmt: skip
    if diving.may_cover(state, task, fighter):
        yield Option(
            command="dive_for_cover", rule=rules.S_4_15.number,
            title=f"{fighter.title} throws himself on what is about to burst ({number})",
            fixed={"to": list(task.point), "on_it": True},
        )  # fmt: skip
