"""All that a seat may do now; everything on offer is legal."""

from domain.decider import Command
from domain.names import SeatId
from domain.options import Choice, Limit, Option, Orders, Pick
from domain.systems.gothic import commands as c
from domain.systems.gothic import end_phase, rules
from domain.systems.gothic.answer_options import answers
from domain.systems.gothic.end_options import end_options
from domain.systems.gothic.forming import can_form
from domain.systems.gothic.movement_options import movement_options
from domain.systems.gothic.movement_phase import must_disengage
from domain.systems.gothic.ordnance_options import launching_options, steering_options, turn_options
from domain.systems.gothic.pieces import Standing, Unit
from domain.systems.gothic.sequence import waiting
from domain.systems.gothic.shooting_options import shooting_options
from domain.systems.gothic.state import Phase, State
from domain.systems.gothic.tasks import Window
from domain.systems.gothic.ways import must_move
from domain.systems.gothic.words import filled, joined

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
        return tuple(answers(state, state.window))
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
            found = tuple(CHAPTERS[state.phase](state, seat))
            leaving = tuple(one for one in found if one.command == "disengage")
            staying = (one for one in found if one.command != "disengage")
            # What is offered first is proposed: nobody is to leave the battle by a mere Enter.
            return (*staying, _end_step(state, seat), *leaving)


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
        case Phase.MOVEMENT if leaving := must_disengage(state, seat):
            return c.Disengage(subject=leaving[0])
        case _:
            return c.EndStep()


def _default_answer(state: State, window: Window) -> Command:
    match window.kind:
        case "react":
            said = state.standing.get(window.seat, Standing())
            return c.React(brace=said.brace and window.brace, turrets=said.turrets)
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
        why = filled("Still to move: {units}.", units=joined(left)) if left else ""
        if not why and (leaving := must_disengage(state, seat)):
            why = filled("Must try to disengage: {unit}.", unit=state.title(leaving[0]))
    return Option(
        command="end_step", title=STEPS[state.phase], rule=rules.SEQUENCE.number, why_not=why
    )


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
        limits={
            unit.id: Limit(filled("{unit}: in one squadron", unit=unit.title), 1) for unit in units
        },
    )


NAMES = {
    "squadron": "Squadron",
    "formation": "Formation",
    "flotilla": "Flotilla",
    "force": "Force",
}
SQUADRONS = {
    "battleship": "Squadron of battleships",
    "cruiser": "Squadron of cruisers",
    "platform": "Squadron of platforms",
    "station": "Squadron of stations",
}


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
    labels = tuple(Choice(label, title) for label, title in NAMES.items())
    fields.append(Pick(path=("label",), title="name", choices=labels))
    return Option(
        command="squadron",
        title=SQUADRONS[kind],
        rule=rules.SQ_2.number,
        fields=tuple(fields),
    )
