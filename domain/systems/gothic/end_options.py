"""What may be done in the end phase: boarding, teleport attacks."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.options import Option
from domain.systems.gothic import rules
from domain.systems.gothic.boarding import boarders
from domain.systems.gothic.possible import teleports
from domain.systems.gothic.state import State
from domain.systems.gothic.words import filled


def end_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield boarding actions to be fought out, and teleport attacks."""
    for target, units in boarders(state, state.side).items():
        ours = [unit for unit in units if unit.seat == seat]
        if ours:
            yield Option(
                command="resolve_boarding",
                title=filled("Fight for {unit}", unit=state.title(target)),
                rule=rules.BO_1.number,
                fixed={"units": [unit.id for unit in ours], "target": target},
            )
    for unit, raided in teleports(state, seat):
        yield Option(
            command="teleport_attack",
            title=filled(
                "{unit} makes a teleport attack on {target}", unit=unit.title, target=raided.title
            ),
            rule=rules.TP_1.number,
            fixed={"unit": unit.id, "target": raided.id},
        )
