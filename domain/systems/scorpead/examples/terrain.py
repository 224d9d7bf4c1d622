"""Terrain and features on the line of fire (DW-12.54 to DW-12.56)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.hexes import Hex
from domain.names import SeatId, ShipId
from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import MoveShip, RefereeSet
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    ONE,
    accepted,
    armed,
    changed,
    duel,
    fire,
    judged,
    moment,
    refused,
)
from domain.systems.scorpead.examples.shots import burst, burst_resolved, burst_shot
from domain.systems.scorpead.fire_events import ShieldDamaged
from domain.systems.scorpead.forms import Feature, FeatureKind, PlaceFeature, SetStasis
from domain.systems.scorpead.map_events import (
    DamageNullified,
    RulingMade,
    TargetDamaged,
    TargetDestroyed,
    TerrainStruck,
)
from domain.systems.scorpead.state import Phase, State

REFEREE = SeatId(3)
Place = tuple[FeatureKind, int, int]


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of what forbids a shot, weakens it, or makes it useless."""
    yield from _webs(initial)
    yield from _ranges(initial)
    yield from _forbidden(initial)
    yield from _weakened(initial)
    yield from _rocks(initial)
    yield from _collisions(initial)
    yield from _rulings(initial)


def with_features(state: State, *places: Place, radius: int = 0, strength: int = 5) -> State:
    """Return *state* with features on its map."""
    features = (
        Feature(id=f"{kind}_{n}", kind=kind, q=q, r=r, radius=radius, strength=strength)
        for n, (kind, q, r) in enumerate(places, 1)
    )
    return replace(state, features={feature.id: feature for feature in features})


def _line(initial: State, start: tuple[int, int], end: tuple[int, int]) -> State:
    state = armed(duel(initial), FULL, ARMED)
    return changed(changed(state, at=Hex(*start)), CA2, at=Hex(*end))


def _webs(initial: State) -> Iterator[Example]:
    web: Place = ("web", 0, -3)
    cases: tuple[tuple[tuple[int, int], tuple[int, int], tuple[Place, ...], str], ...] = (
        ((0, 0), (0, -6), (web,), "web"),
        ((0, 0), (0, -3), (web,), ""),
        ((0, -3), (0, -6), (web,), ""),
        ((0, 0), (1, -2), (("web", 0, -1),), ""),
        ((0, 0), (1, -2), (("web", 0, -1), ("web", 1, -1)), "web"),
    )
    for start, end, places, code in cases:
        title = f"H-19: from {start} to {end}, web at {', '.join(str(p[1:]) for p in places)}"
        state = with_features(_line(initial, start, end), *places)
        dice = () if end == (1, -2) else (6, 6)
        yield judged(rules.DW_12_541_WEB, title, state, fire(burst()), code, dice)
    yield judged(
        rules.DW_12_541_WEB,
        "H-19: a web of strength 0 stops nothing",
        with_features(_line(initial, (0, 0), (0, -6)), web, strength=0),
        fire(burst()),
        "",
    )


def _ranges(initial: State) -> Iterator[Example]:
    for range_hexes, code in ((25, ""), (26, "radiation_zone")):
        state = with_features(_line(initial, (0, 0), (0, -range_hexes)), ("radiation_zone", 0, -9))
        title = f"H-10: in a radiation zone range {range_hexes}"
        yield judged(rules.DW_12_565_RADIATION, title, state, fire(burst()), code)
    for q, r, code in ((2, -6, "black_hole"), (3, -6, ""), (0, 2, "")):
        state = with_features(_line(initial, (0, 0), (0, -10)), ("black_hole", q, r))
        title = f"H-18: a black hole at ({q}, {r}) beside the line to (0, -10)"
        yield judged(rules.DW_12_563_BLACK_HOLE, title, state, fire(burst()), code)
    yield refused(
        rules.DW_12_563_BLACK_HOLE,
        "a pulsar is like a black hole",
        with_features(_line(initial, (0, 0), (0, -10)), ("pulsar", 2, -6)),
        fire(burst()),
        "black_hole",
    )


def _forbidden(initial: State) -> Iterator[Example]:
    for q, r in ((0, 0), (0, -3), (0, -5)):
        yield refused(
            rules.DW_12_564_NEBULA,
            f"no fire in a nebula: one at ({q}, {r}) lies on the line to (0, -5)",
            with_features(_line(initial, (0, 0), (0, -5)), ("nebula", q, r)),
            fire(burst()),
            "nebula",
        )
    mined = with_features(_line(initial, (0, 0), (0, -5)), ("mine", 0, -3))
    yield refused(
        rules.DW_12_55_MINES,
        "a mine is no target",
        mined,
        fire(replace(burst(), target=ShipId("mine_1"))),
        "mine_target",
    )
    yield accepted(
        rules.DW_12_55_MINES,
        "and is not triggered by fire across it",
        mined,
        fire(burst()),
        burst_resolved(burst_shot(), 5, 1, (3, 4), hit=True, damage=6),
        dice=(3, 4),
    )
    yield accepted(
        rules.DW_12_543_ESG,
        "an ESG neither hinders nor weakens a burst",
        with_features(_line(initial, (0, 0), (0, -5)), ("esg", 0, -5), radius=3),
        fire(burst()),
        burst_resolved(burst_shot(), 5, 1, (3, 4), hit=True, damage=6),
        dice=(3, 4),
    )


def _weakened(initial: State) -> Iterator[Example]:
    yield accepted(
        rules.DW_12_542_STASIS,
        "H-13: a burst at a ship in stasis is rolled and paid, and does nothing",
        changed(_line(initial, (0, 0), (0, -4)), CA2, stasis=True),
        fire(burst()),
        burst_resolved(burst_shot(), 4, 1, (2, 2), hit=True, damage=6),
        DamageNullified(ship=CA, target=CA2, reason="stasis"),
        dice=(2, 2),
    )
    air = with_features(
        _line(initial, (0, 0), (0, -5)), ("atmosphere", 0, -4), ("atmosphere", 0, -5)
    )
    yield accepted(
        rules.DW_12_561_ATMOSPHERE,
        "two hexes of atmosphere have 2 ECM and take 2 of 6 points",
        air,
        fire(burst()),
        replace(
            burst_resolved(burst_shot(), 5, 1, (3, 4), hit=True, damage=6),
            ecm=2,
            shift=1,
            damage=4,
            natural={"atmosphere": 2},
            atmosphere_loss=2,
        ),
        ShieldDamaged(ship=CA2, shield=1, damage=4, general=0, specific=0, boxes=4, internal=0),
        dice=(3, 4),
    )
    near = with_features(_line(initial, (0, 0), (0, -5)), ("black_hole", 8, -8))
    yield accepted(
        rules.DW_12_560_TERRAIN,
        "a black hole within ten hexes of the line has 2 ECM",
        near,
        fire(burst()),
        replace(
            burst_resolved(burst_shot(), 5, 1, (3, 4), hit=True, damage=6),
            ecm=2,
            shift=1,
            natural={"black hole or pulsar": 2},
        ),
        dice=(3, 4),
    )


def _rocks(initial: State) -> Iterator[Example]:
    places: list[Place] = [("asteroids", 0, -r) for r in (0, 2, 5, 9)]
    field = with_features(_line(initial, (0, 0), (0, -5)), *places)
    yield accepted(
        rules.DW_12_562_ASTEROIDS,
        "each hex of asteroids on the line has 1 ECM, those at both ends included",
        field,
        fire(burst()),
        replace(
            burst_resolved(burst_shot(), 5, 1, (3, 3), hit=True, damage=6),
            ecm=3,
            shift=1,
            natural={"asteroids": 3},
        ),
        dice=(3, 3),
    )
    rock = ShipId("asteroids_1")
    alone = with_features(_line(initial, (0, 0), (0, -9)), ("asteroids", 0, -4))
    yield accepted(
        rules.DW_12_562_ASTEROIDS,
        "a hex of asteroids may be the target: what it takes clears the path",
        alone,
        fire(replace(burst(), target=rock)),
        TargetDamaged(target=rock, firer=CA, damage=6),
        dice=(3, 3),
    )
    great = ShipId("large_asteroid_1")
    large = with_features(_line(initial, (0, 0), (0, -9)), ("large_asteroid", 0, -4), strength=6)
    yield accepted(
        rules.DW_12_562_ASTEROIDS,
        "a large asteroid is destroyed by as many points as it is strong",
        large,
        fire(replace(burst(), target=great)),
        TargetDamaged(target=great, firer=CA, damage=6),
        TargetDestroyed(target=great),
        dice=(3, 3),
    )


def _collisions(initial: State) -> Iterator[Example]:
    state = with_features(duel(initial, 20, moment=(1, 7)), ("asteroids", 0, -1))
    flying = replace(state, phase=Phase.FIRE)
    inside = changed(flying, CA2, speed=0)
    entered = replace(
        changed(inside, at=Hex(0, -1), moved=moment(1, 8)), impulse=8, phase=Phase.MOVEMENT
    )
    entering = replace(changed(entered, at=Hex(0, 0)), movers=((CA,),))
    straight = {ONE: _straight()}
    yield accepted(
        rules.P3_ASTEROIDS,
        "a ship at speed 8 that flies into asteroids takes 3 points by a 4",
        entering,
        straight,
        TerrainStruck(ship=CA, feature="asteroids_1", die=4, credit=0, damage=3),
        ShieldDamaged(ship=CA, shield=1, damage=3, general=0, specific=0, boxes=3, internal=0),
        dice=(4,),
    )
    yield accepted(
        rules.P3_ASTEROIDS,
        "less what its own fire has cleared",
        replace(entering, cleared={(CA, "asteroids_1"): 2}),
        straight,
        TerrainStruck(ship=CA, feature="asteroids_1", die=4, credit=2, damage=1),
        dice=(4,),
    )


def _straight() -> MoveShip:
    return MoveShip(ship=CA, move="straight")


def _rulings(initial: State) -> Iterator[Example]:
    web = PlaceFeature(feature=Feature(id="web_1", kind="web", q=0, r=-3, strength=4))
    for title, setting in (
        ("the referee puts a web on the map", web),
        ("the referee puts a ship into stasis", SetStasis(ship=CA2, on=True)),
    ):
        yield accepted(
            rules.REFEREE,
            title,
            duel(initial),
            {REFEREE: RefereeSet(setting=setting)},
            RulingMade(setting=setting),
        )
    yield refused(
        rules.REFEREE,
        "a player does not",
        duel(initial),
        {ONE: RefereeSet(setting=web)},
        "referee_only",
    )
