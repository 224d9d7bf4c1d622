"""All that a seat may declare now, as far as it can know."""

from collections.abc import Iterator

from domain.decider import Command
from domain.names import SeatId
from domain.options import Amount, Limit, Option, Orders
from domain.systems.knight_hawks import repair, responses, rules, setup
from domain.systems.knight_hawks.commands import (
    AllocateRepairs,
    ChooseEdge,
    DeclareFire,
    MoveShips,
    PlaceFleet,
    PrepareMovement,
    Respond,
)
from domain.systems.knight_hawks.fire_options import fire_option
from domain.systems.knight_hawks.move_options import move_option
from domain.systems.knight_hawks.prepare_options import prepare_option
from domain.systems.knight_hawks.setup_options import edge_option, place_option
from domain.systems.knight_hawks.state import Phase, State
from domain.systems.knight_hawks.waiting import waiting
from domain.systems.knight_hawks.words import system_title


def options(state: State, seat: SeatId) -> tuple[Option, ...]:
    """Return what *seat* may declare now; nothing while it is not waited for."""
    if seat not in waiting(state):
        return ()
    if state.answering:
        return (_respond_option(state, seat),)
    match state.phase:
        case Phase.SETUP:
            edge = setup.task(state) == "edge"
            return (edge_option(state) if edge else place_option(state, seat),)
        case Phase.PREPARE:
            return (prepare_option(state, seat),)
        case Phase.MOVES:
            return (move_option(state, seat),)
        case Phase.DEFENSIVE | Phase.OFFENSIVE:
            return (fire_option(state, seat),)
        case _:
            return (_repair_option(state, seat),)


def default(state: State, seat: SeatId) -> Command:
    """Return what a seat declares by not declaring in time: nothing out of the ordinary."""
    if seat in state.answering:
        return Respond(answers=())
    match state.phase:
        case Phase.SETUP:
            edge = setup.task(state) == "edge"
            return ChooseEdge(edge="west") if edge else PlaceFleet(vessels={}, laid=())
        case Phase.PREPARE:
            return PrepareMovement(activate={})
        case Phase.MOVES:
            return MoveShips(moves=(), drops=())
        case Phase.DEFENSIVE | Phase.OFFENSIVE:
            return DeclareFire(shots=(), drops=())
        case _:
            return AllocateRepairs(blocks=())


# --- answers --------------------------------------------------------------------------------


def _respond_option(state: State, seat: SeatId) -> Option:
    own = [v for v in state.own(seat) if v.icm]
    limits = {f"{v.id} icm": Limit(f"{v.title}: interceptor missiles", v.icm) for v in own}
    limits |= {
        f"evade {one.number}": Limit(f"attack {one.number}: evaded once", 1)
        for one in state.attacks
    }
    return Option(
        command="respond",
        title="Answer the attacks",
        rule=rules.P_39_ICM.number,
        fields=(Orders(path=("answers",), title="answers", kinds=tuple(_answers(state, seat))),),
        limits=limits,
    )


def _answers(state: State, seat: SeatId) -> Iterator[Option]:
    for one in state.attacks:
        target = state.vessels[one.target]
        shot = f"attack {one.number} ({state.weapon(one.weapon).title})"
        for vessel in responses.launchers(state, one):
            if vessel.seat == seat:
                yield Option(
                    command="icm",
                    title=f"{vessel.title}: interceptor missiles against {shot} at {target.title}",
                    rule=rules.P_39_ICM.number,
                    fixed={"attack": one.number, "ship": vessel.id},
                    fields=(
                        Amount(
                            path=("number",),
                            title="missiles",
                            low=1,
                            high=vessel.icm,
                            default=1,
                            uses={f"{vessel.id} icm": 1},
                        ),
                    ),
                )
        if target.seat == seat and responses.may_evade(state, one):
            yield Option(
                command="evade",
                title=f"{target.title} evades {shot}",
                rule=rules.P_38_EVASION.number,
                fixed={"attack": one.number},
                uses={f"evade {one.number}": 1},
            )


# --- repair ---------------------------------------------------------------------------------


def _repair_option(state: State, seat: SeatId) -> Option:
    own = [v for v in state.own(seat) if v.dcr and repair.open_systems(v)]
    kinds, limits = [], {}
    for vessel in own:
        limits[f"{vessel.id} dcr"] = Limit(f"{vessel.title}: damage control", vessel.dcr)
        systems = repair.open_systems(vessel)
        for system, blocks in systems.items():
            title = f"{vessel.title}: {system_title(state, vessel.id, system)}"
            limits[f"{vessel.id} {system}"] = Limit(f"{title}, a block an item", blocks)
            share = max(1, vessel.dcr // sum(systems.values()))
            points = Amount(
                path=("points",),
                title="points",
                low=1,
                high=vessel.dcr,
                default=share,
                uses={f"{vessel.id} dcr": 1},
            )
            kinds.append(
                Option(
                    command="block",
                    title=title,
                    rule=rules.P_61_POINTS.number,
                    fixed={"ship": vessel.id, "system": system},
                    uses={f"{vessel.id} {system}": 1},
                    fields=(points,),
                )
            )
    return Option(
        command="allocate_repairs",
        title=f"Repairs after turn {state.turn}",
        rule=rules.P_61_POINTS.number,
        fields=(Orders(path=("blocks",), title="blocks", kinds=tuple(kinds)),),
        limits=limits,
    )
