"""Hiding places, and what one may do in them, on offer (2.4)."""

from collections.abc import Iterator

from domain.names import SeatId
from domain.options import Choice, Option, Pick
from domain.refusals import Refused, Unknown
from domain.systems.ranged import attacks, concealment, sight
from domain.systems.ranged.attack_options import enemies
from domain.systems.ranged.commands import NOT_HERE
from domain.systems.ranged.sheets import Place
from domain.systems.ranged.state import Fighter, Lurker, State
from domain.systems.ranged.words import count, hex_title, plain


def hide_away(state: State, seat: SeatId) -> Option:
    """Return the one declaration of who lies concealed where."""
    picks = tuple(
        Pick(
            path=("places", one.fighter.id), title=one.fighter.title,
            choices=(
                *(
                    Choice(n, _title(place))
                    for n, place in enumerate(concealment.places_of(state, one.fighter.id))
                ),
                Choice(NOT_HERE, "not here"),
            ),
        )
        for one in concealment.of_seat(state, seat)
    )  # fmt: skip
    return Option(command="hide_away", title="Hide", rule="S-2.4", fields=picks)


def _title(place: Place) -> str:
    high = f", {count(place.elevation, 'yard', 'yards')} up" if place.elevation else ""
    return f"at {hex_title(place.at)}{high}, {plain(place.posture)}"


def lurks(state: State, lurker: Lurker) -> Iterator[Option]:
    """Yield what somebody concealed may do; of nobody, to say so or to keep silent."""
    if lurker.hiding is None:
        raise Unknown("who lies there")
    name, title, there = lurker.fighter.id, lurker.fighter.title, lurker.there
    still = {"fighter": name, "doing": {}}
    yield Option(command="lie_low", title=f"{title}: stay hidden", rule="S-2.4", fixed=still)
    show = f"{title}: spring up" if there is not None else f"{title}: say that nobody is there"
    yield Option(command="spring_up", title=show, rule="S-2.4", fixed={"fighter": name})
    if there is None:
        return
    ways = concealment.creeps(state, there)
    if ways:
        choices = tuple(
            Choice({"path": [list(at) for at in way]}, f"to {hex_title(way[-1])}") for way in ways
        )
        yield Option(
            command="lie_low", title=f"{title}: creep in the dark", rule="S-2.4",
            fixed={"fighter": name},
            fields=(Pick(path=("doing",), title="path", choices=choices),),
        )  # fmt: skip
    yield from _aims(state, there)


def _aims(state: State, there: Fighter) -> Iterator[Option]:
    seen = [one for one in enemies(state, there) if sight.sees(state, there, one)]
    for item in there.held():
        try:
            weapon = attacks.usable(state, there, item.id)[1]
        except Refused:
            continue
        if seen and not (weapon.thrown or weapon.deferred or weapon.blade):
            choices = tuple(
                Choice({"weapon": item.id, "target": one.id}, one.title) for one in seen
            )
            yield Option(
                command="lie_low", title=f"{there.title}: aim the {weapon.title} from hiding",
                rule="S-2.4", fixed={"fighter": there.id},
                fields=(Pick(path=("doing",), title="at", choices=choices),),
            )  # fmt: skip
