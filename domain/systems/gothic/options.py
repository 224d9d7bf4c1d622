"""All that a seat may do now; everything on offer is legal."""

from collections.abc import Iterator

from domain.decider import Command
from domain.names import SeatId
from domain.options import Choice, Limit, Option, Orders, Pick
from domain.systems.gothic import commands as c
from domain.systems.gothic import end_phase, leadership, rules
from domain.systems.gothic.end_options import end_options
from domain.systems.gothic.movement import must_move
from domain.systems.gothic.movement_options import movement_options
from domain.systems.gothic.ordnance_options import launching_options, steering_options, turn_options
from domain.systems.gothic.sequence import waiting
from domain.systems.gothic.setup import LABELS, can_form
from domain.systems.gothic.shooting_options import shooting_options
from domain.systems.gothic.state import Phase, State, Unit
from domain.systems.gothic.tasks import Window

STEPS = {
    Phase.MOVEMENT: "End of movement",
    Phase.SHOOTING: "Hold all further fire",
    Phase.LAUNCHING: "Launch nothing more",
    Phase.TURNING: "Turn no more boarding torpedoes",
    Phase.ORDNANCE: "All other ordnance flies on",
    Phase.END: "End the turn",
}


def options(state: State, seat: SeatId) -> tuple[Option, ...]:
    """Return what *seat* may declare now; nothing while the play waits for others."""
    if seat not in waiting(state):
        return ()
    if state.window is not None:
        return tuple(_answers(state, state.window))
    match state.phase:
        case Phase.SETUP:
            return (_squadrons(state, seat),)
        case Phase.FIRST_TURN:
            return tuple(
                Option(
                    command="choose_turn",
                    title=title,
                    rule=rules.SETUP.number,
                    fixed={"first": first},
                )
                for first, title in ((True, "Take the first turn"), (False, "Take the last turn"))
            )
        case _:
            return (*CHAPTERS[state.phase](state, seat), _end_step(state, seat))


CHAPTERS = {
    Phase.MOVEMENT: movement_options,
    Phase.SHOOTING: shooting_options,
    Phase.LAUNCHING: launching_options,
    Phase.TURNING: turn_options,
    Phase.ORDNANCE: steering_options,
    Phase.END: end_options,
}


def default(state: State, seat: SeatId) -> Command:
    """Return what a seat declares by not declaring in time: harmless, and legal."""
    window = state.window
    if window is not None:
        return _default_answer(state, window)
    match state.phase:
        case Phase.SETUP:
            return c.DeclareSquadrons()
        case Phase.FIRST_TURN:
            return c.ChooseTurn(first=True)
        case Phase.MOVEMENT if any(u.seat == seat and must_move(state, u) for u in state.active):
            return c.MoveFleet()
        case _:
            return c.EndStep()


def _default_answer(state: State, window: Window) -> Command:
    match window.kind:
        case "react":
            return c.React()
        case "reroll":
            return c.UseReRoll(use=False)
        case "repair":
            taken = end_phase.first_repairs(window.choices, window.count)
            return c.AllocateRepairs(criticals=taken)
        case _:
            assert window.kind == "blast", state.window
            return c.RemoveBlasts(markers=window.choices[: window.count])


def _end_step(state: State, seat: SeatId) -> Option:
    why = ""
    if state.phase is Phase.MOVEMENT:
        left = [u.title for u in state.active if u.seat == seat and must_move(state, u)]
        why = f"Still to move: {', '.join(left)}." if left else ""
    return Option(
        command="end_step", title=STEPS[state.phase], rule=rules.SEQUENCE.number, why_not=why
    )


# --- answers --------------------------------------------------------------------------------


def _answers(state: State, window: Window) -> Iterator[Option]:
    match window.kind:
        case "react":
            yield from _reactions(state, window)
        case "reroll":
            for use, title in ((True, "Use the re-roll"), (False, "Keep the re-roll")):
                yield Option(
                    command="use_re_roll", title=title, rule=rules.MV_9.number, fixed={"use": use}
                )
        case "repair":
            yield _picks(window, "allocate_repairs", "criticals", "Repair", rules.EN_1.number)
        case _:
            yield _picks(
                window, "remove_blasts", "markers", "Remove blast markers", rules.EN_3.number
            )


def _reactions(state: State, window: Window) -> Iterator[Option]:
    what, who = window.what, state.title(window.subject)
    rule = rules.REACTIONS.number
    turrets = ((True, "fire turrets"), (False, "hold turrets")) if window.turrets else ((True, ""),)
    for brace in (False, True) if window.brace else (False,):
        for fire, words in turrets:
            braced = f"brace for impact (on {leadership.check_target(state, window.subject)})"
            doing = [words] if words else []
            doing = [*([braced] if brace else []), *doing] or ["do nothing"]
            yield Option(
                command="react",
                title=f"{who} against {_against(what)}: {' and '.join(doing)}",
                rule=rule,
                fixed={"brace": brace, "turrets": fire},
            )


AGAINST = {
    "volley": "a volley",
    "torpedo": "torpedoes",
    "boarding_torpedo": "boarding torpedoes",
    "craft": "attack craft",
    "mine": "a mine",
    "explosion": "an explosion",
    "teleport attack": "a teleport attack",
    "ram": "ramming",
    "nova shell": "a nova shell",
}


def _against(what: str) -> str:
    return AGAINST.get(what, "mines")


def _picks(window: Window, command: str, field: str, title: str, rule: str) -> Option:
    """Offer the ways to take so many of the choices: those in order, and each one left out."""
    choices, count = window.choices, window.count
    ways = [choices[:count]]
    ways += [choices[at : at + count] for at in range(1, len(choices) - count + 1)]
    if command == "allocate_repairs":
        ways.insert(0, end_phase.first_repairs(choices, count))
    pick = Pick(
        path=(field,),
        title=title,
        choices=tuple(Choice(list(way), ", ".join(way)) for way in dict.fromkeys(ways)),
    )
    return Option(command=command, title=title, rule=rule, fields=(pick,))


# --- squadrons ------------------------------------------------------------------------------


def _squadrons(state: State, seat: SeatId) -> Option:
    kinds = can_form(state, seat)
    units = [unit for some in kinds.values() for unit in some]
    orders = Orders(
        path=("squadrons",),
        title="Squadrons",
        kinds=tuple(_squadron(kind, some) for kind, some in kinds.items()),
        at_most=4,
    )
    return Option(
        command="declare_squadrons",
        title="Declare squadrons",
        rule=rules.SQ_2.number,
        fields=(orders,) if kinds else (),
        limits={unit.id: Limit(f"{unit.title}: in one squadron", 1) for unit in units},
    )


def _squadron(kind: str, units: tuple[Unit, ...]) -> Option:
    most = {"battleship": 3}.get(kind, 4)
    names = ("first", "second", "third", "fourth")[: max(2, min(most, len(units)))]
    fields: list[Pick] = []
    for at, name in enumerate(names):
        needed = tuple(Choice(unit.id, unit.title, {unit.id: 1}) for unit in units)
        free = () if at < 2 else (Choice(None, "none"),)
        fields.append(
            Pick(path=(name,), title=name, choices=(*free, *needed), default=at if at < 2 else 0)
        )
    labels = tuple(Choice(label, title) for label, title in LABELS.items())
    fields.append(Pick(path=("label",), title="name", choices=labels))
    return Option(
        command="squadron",
        title=f"Squadron of {kind.split(' ', maxsplit=1)[0]}s",
        rule=rules.SQ_2.number,
        fields=tuple(fields),
    )
