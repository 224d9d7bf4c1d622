"""The sequence, the basic game, secrecy and the set-ups (2.1 to 2.5, 6.5, 6.6, H-13)."""

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from domain.decider import Event
from domain.dice import ScriptedDice
from domain.hexes import Hex
from domain.names import ShipId
from domain.rule_system import Example
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.commands import (
    ChooseEdge,
    DropMine,
    DropSeeker,
    Fly,
    LayMine,
    PlaceFleet,
    Placement,
)
from domain.systems.knight_hawks.damage_events import HullDamaged, ShipDestroyed
from domain.systems.knight_hawks.decide import begin
from domain.systems.knight_hawks.events import (
    BattleEnded,
    BattleEvent,
    EdgeChosen,
    HalfTurnBegan,
    PhaseBegan,
    SetUpDone,
    ShipPlaced,
    TurnBegan,
)
from domain.systems.knight_hawks.evolve import evolve
from domain.systems.knight_hawks.examples.mining import flown
from domain.systems.knight_hawks.examples.setups import (
    A,
    B,
    Yard,
    along,
    example,
    fire,
    fly,
    line,
    plan,
    played,
    prepare,
    shot,
    with_laid,
    with_mines,
    with_options,
)
from domain.systems.knight_hawks.move_events import (
    Flight,
    MovesOrdered,
    SecretDrop,
    ShipLeftMap,
    ShipMoved,
)
from domain.systems.knight_hawks.secret_events import SecretsKept, SeekerLaid
from domain.systems.knight_hawks.space import hex_at
from domain.systems.knight_hawks.state import Phase, State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of the sequence and of the set-ups."""
    yard = Yard(initial)
    yield from _turn(yard)
    yield from _basic(yard)
    yield from _secrets(yard)
    yield from _probed(yard)
    yield from _escort(initial)
    yield from _stand(initial)


def opened(initial: State, scenario: str, *faces: int) -> State:
    """Return a scenario as it begins, with its default options."""
    sheet = initial.book.scenarios[scenario]
    options = {option.name: option.default for option in sheet.described().options}
    for outcome in begin(initial, scenario, options, ScriptedDice(faces)):
        if isinstance(outcome, Event):
            initial = evolve(initial, cast("BattleEvent", outcome))
    return initial


# --- 2.1 to 2.5 -----------------------------------------------------------------------------


def _turn(yard: Yard) -> Iterator[Example]:
    mover = yard.ship("frigate", "a", (0, 0), speed=2)
    foe = yard.ship("frigate", "b", (5, 0), facing=3)
    yield example(
        rules.S_2_1_SEQUENCE,
        "after the moves come mines, fires and the other side's fire",
        yard.battle(mover, foe),
        fly(plan(mover, "FF")),
        then=(
            flown(mover, 2),
            PhaseBegan(phase="mines", side="a"),
            PhaseBegan(phase="fires", side="a"),
            PhaseBegan(phase="defensive", side="b"),
        ),
    )
    there = along(mover, *line((0, 0), 2))
    yield example(
        rules.S_2_1_SEQUENCE,
        "a mover destroyed in defensive fire does not fire; the other side moves next",
        yard.battle(replace(there, hp=1), foe, phase=Phase.DEFENSIVE, acting="b"),
        fire(shot(foe, "LB", there), seat=B),
        dice=(1, 45, 9),
        then=(ShipDestroyed(ship=mover.id), HalfTurnBegan(side="b")),
    )
    yield example(
        rules.S_2_1_SEQUENCE,
        "a ship moves once",
        yard.battle(replace(mover, moved=True), yard.ship("destroyer", "a", (9, 9))),
        fly(plan(mover, "FF")),
        refused="already_moved",
    )
    yield example(
        rules.S_2_1_SEQUENCE,
        "another side's ship",
        yard.battle(mover, foe),
        fly(plan(foe, "FF")),
        refused="not_your_unit",
    )
    yield example(
        rules.S_2_2_WHO_FIRES,
        "a mount that has fired in this phase",
        yard.battle(replace(mover, fired=frozenset({"LB"})), foe, phase=Phase.OFFENSIVE),
        fire(shot(mover, "LB", foe)),
        refused="already_fired",
    )


def _basic(yard: Yard) -> Iterator[Example]:
    ship, target = yard.ship("frigate", "a", (0, 0)), yard.ship("frigate", "b", (3, 0))
    given = with_options(yard.battle(ship, target, phase=Phase.OFFENSIVE), rules_level="basic")
    yield example(
        rules.S_2_4_BASIC,
        "a torpedo hits at 70, and takes its dice from the hull: no damage table",
        given,
        fire(shot(ship, "T", target)),
        dice=(70, 1, 2, 3, 4),
        then=(HullDamaged(target=target.id, points=10),),
    )


def _secrets(yard: Yard) -> Iterator[Example]:
    layer = yard.ship("minelayer", "b", (0, 0), speed=3, name="layer")
    given = yard.battle(layer, moving="b", acting="b")
    drops = (
        DropMine(ship=layer.id, index=1),
        DropMine(ship=layer.id, index=2),
        DropSeeker(ship=layer.id, index=3, facing=2),
    )
    yield example(
        rules.S_2_5_SECRETS,
        "H-13: two patterns and a seeker are sealed parts of events that come anyway",
        given,
        fly(plan(layer, "FFF"), drops=drops, seat=B),
        then=(
            MovesOrdered(
                seat=B,
                moves=(Flight(ship=layer.id, plan="FFF"),),
                ends=True,
                drops=(
                    SecretDrop(ship=layer.id, weapon="M", index=1),
                    SecretDrop(ship=layer.id, weapon="M", index=2),
                    SecretDrop(ship=layer.id, weapon="S", index=3, facing=2),
                ),
            ),
            ShipMoved(
                ship=layer.id,
                path=tuple((Hex(*at), 0) for at in line((0, 0), 3)),
                hexes=3,
                turns=0,
                done=True,
            ),
            SecretsKept(
                seat=B,
                ship=layer.id,
                mines=(Hex(1, 0), Hex(2, 0)),
                seekers=(SeekerLaid(id="layer_4", at=Hex(3, 0), facing=2),),
                mines_left=18,
                seekers_left=3,
            ),
        ),
    )


def _probed(yard: Yard) -> Iterator[Example]:
    layer = yard.ship("minelayer", "b", (0, 0), speed=3, name="layer")
    enemy = yard.ship("minelayer", "a", (1, 0), speed=2)
    hidden = with_laid(
        with_mines(yard.battle(enemy, layer, phase=Phase.PREPARE), "b", (1, 0)),
        "b",
        ("layer_4", (3, 0), 2),
    )
    yield example(
        rules.S_2_5_SECRETS,
        "H-13: the enemy activates the seeker by its right name: no such unit",
        hidden,
        prepare("layer_4"),
        refused="unknown_unit",
    )
    yield example(
        rules.S_2_5_SECRETS,
        "H-13: and so for a name that nobody has",
        hidden,
        prepare("layer_9"),
        refused="unknown_unit",
    )
    yield example(
        rules.S_2_5_SECRETS,
        "H-13: the enemy's own mines in a mined hex are accepted",
        replace(hidden, phase=Phase.MOVES),
        fly(plan(enemy, "FF"), drops=[DropMine(ship=enemy.id, index=0)]),
        then=(
            SecretsKept(
                seat=A,
                ship=enemy.id,
                mines=(Hex(1, 0),),
                seekers=(),
                mines_left=19,
                seekers_left=4,
            ),
        ),
    )


# --- 6.5 and 6.6 ----------------------------------------------------------------------------


def _escort(initial: State) -> Iterator[Example]:
    given = opened(initial, "close_escort", 5, 5, 9, 3)
    names = {ship: ShipId(ship) for ship in ("courageous", "nemesis")}
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "UPF place along their edge, at speed 5",
        given,
        {
            A: PlaceFleet(
                vessels={names["courageous"]: Placement(column=0, row=10, speed=5)}, laid=()
            )
        },
        then=(
            ShipPlaced(ship=names["courageous"], at=hex_at(0, 10), facing=0, speed=5),
            SetUpDone(side="upf"),
        ),
    )
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "not at another speed",
        given,
        {
            A: PlaceFleet(
                vessels={names["courageous"]: Placement(column=0, row=10, speed=6)}, laid=()
            )
        },
        refused="not_that_speed",
    )
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "nor off their edge",
        given,
        {
            A: PlaceFleet(
                vessels={names["courageous"]: Placement(column=1, row=10, speed=5)}, laid=()
            )
        },
        refused="not_there",
    )
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "nobody lays mines here",
        given,
        {A: PlaceFleet(vessels={}, laid=(LayMine(ship=names["courageous"], at=(9, 9)),))},
        refused="not_defender",
    )
    placed = played(given, {A: PlaceFleet(vessels={}, laid=())})
    quick = {names["nemesis"]: Placement(column=54, row=12, facing=3, speed=9)}
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "the Sathar choose their speed; the higher die moves first",
        placed,
        {B: PlaceFleet(vessels=quick, laid=())},
        then=(
            ShipPlaced(ship=names["nemesis"], at=hex_at(54, 12), facing=3, speed=9),
            TurnBegan(turn=1),
            HalfTurnBegan(side="upf"),
        ),
    )
    yield from _convoy(played(placed, {B: PlaceFleet(vessels={}, laid=())}))


def _convoy(begun: State) -> Iterator[Example]:
    moves = played(begun, prepare())
    freighter = moves.vessels[ShipId("megasaurus")]
    for letters in ("FFFF", "FFFFF" + "F", "FFFFRF"):
        yield example(
            rules.S_6_5_CLOSE_ESCORT,
            f"the freighter flies straight on at speed 5, not {letters}",
            moves,
            fly(Fly(ship=freighter.id, plan=letters)),
            refused="convoy",
        )
    at = hex_at(50, 19)
    far = replace(freighter, at=at, path=((at, 0),))
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "its 11th move leads over the far edge: it is safe",
        moves.with_vessels([far]),
        fly(),
        then=(ShipLeftMap(ship=freighter.id, fate="escaped"),),
    )
    yield from _victory(moves)


def _victory(moves: State) -> Iterator[Example]:
    upf = [one for one in moves.fleet("upf") if one.id != "megasaurus"]
    safe = replace(moves.vessels[ShipId("megasaurus")], lost="escaped")
    last = replace(upf[0], hp=1, at=hex_at(10, 10), path=((hex_at(10, 10), 0),), icm=0)
    gone = [replace(one, lost="destroyed") for one in upf[1:]]
    nemesis = moves.vessels[ShipId("nemesis")]
    foe = replace(nemesis, at=hex_at(12, 10), path=((hex_at(12, 10), 3),))
    shown = moves.with_vessels([last, *gone, foe])
    under_fire = replace(shown, phase=Phase.OFFENSIVE, moving="sathar", acting="sathar")
    volley = fire(shot(foe, "LB_1", last), seat=B)
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "the freighter has escaped, all else is destroyed: a draw",
        under_fire.with_vessels([safe]),
        volley,
        dice=(1, 45, 9),
        then=(ShipDestroyed(ship=last.id), BattleEnded(winners=(), reason="escaped")),
    )
    sunk = replace(safe, lost="destroyed")
    yield example(
        rules.S_6_5_CLOSE_ESCORT,
        "all enemies are destroyed: victory",
        under_fire.with_vessels([sunk]),
        volley,
        dice=(1, 45, 9),
        then=(BattleEnded(winners=(B,), reason="destruction"),),
    )


def _stand(initial: State) -> Iterator[Example]:
    given = opened(initial, "the_stand")
    yield example(
        rules.S_6_6_THE_STAND,
        "the Sathar name an edge, openly",
        given,
        {B: ChooseEdge(edge="east")},
        then=(EdgeChosen(side="sathar", edge="east"), SetUpDone(side="sathar")),
    )
    yield example(
        rules.S_6_6_THE_STAND,
        "UPF wait for that",
        given,
        {A: PlaceFleet(vessels={}, laid=())},
        refused="wrong_phase",
    )
    named = played(given, {B: ChooseEdge(edge="east")})
    layer = ShipId("zrakt_zoz")
    place = {layer: Placement(column=40, row=5, facing=2, speed=3)}
    yield example(
        rules.S_6_6_THE_STAND,
        "UPF place anywhere, and lay mines in secret",
        named,
        {A: PlaceFleet(vessels=place, laid=(LayMine(ship=layer, at=(28, 20)),))},
        then=(
            ShipPlaced(ship=layer, at=hex_at(40, 5), facing=2, speed=3),
            SecretsKept(
                seat=A,
                ship=layer,
                mines=(hex_at(28, 20),),
                seekers=(),
                mines_left=19,
                seekers_left=4,
            ),
        ),
    )
    yield example(
        rules.S_6_6_THE_STAND,
        "but none in the planet's hex",
        named,
        {A: PlaceFleet(vessels={}, laid=(LayMine(ship=layer, at=(27, 19)),))},
        refused="planet_hex",
    )
    placed = played(named, {A: PlaceFleet(vessels={}, laid=())})
    yield example(
        rules.S_6_6_THE_STAND,
        "the Sathar enter at their edge, and move first",
        placed,
        {B: PlaceFleet(vessels={}, laid=())},
        then=(TurnBegan(turn=1), HalfTurnBegan(side="sathar")),
    )
