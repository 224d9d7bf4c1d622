"""Hidden positions and unlit parts of the map (2.4, 4.18)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.dice import Rolled
from domain.hexes import distance
from domain.rule_system import Example
from domain.systems.ranged import rules
from domain.systems.ranged.commands import (
    NOT_HERE,
    AttackWith,
    HideAway,
    LieLow,
    Lying,
    MoveAlong,
    SpringUp,
)
from domain.systems.ranged.events import TurnBegan
from domain.systems.ranged.examples.setups import (
    TWO,
    accepted,
    attack,
    hex_at,
    mods,
    refused,
    rolled,
    sheet,
    shot,
    skirmish,
    somebody,
    three,
    thrown,
    with_fighter,
)
from domain.systems.ranged.secret_events import Hid, Revealed
from domain.systems.ranged.sheets import Place
from domain.systems.ranged.state import Aim, Hiding, Lurker, Rulings, State
from domain.systems.ranged.tasks import Hide, Lurk
from domain.systems.ranged.thing_events import AmmoSpent

RIFLE, PISTOL = "assault_rifle_556", "revolver_38"
GALLERY = Place(at=hex_at(12, -4), elevation=3, facing=3)
CORNER = Place(at=hex_at(5, 3), facing=3)


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of who lies hidden, and of the dark."""
    yield from _hiding(initial)
    yield from _found(initial)
    yield from _dark(initial)
    yield from _smoke(initial)


def ambush(initial: State, place: Place | None = CORNER, aim: Aim | None = None) -> State:
    """Return a fight in the stairwell in which Rook may lie hidden; he does, or stayed away."""
    sheets = {"skills": {"Guns (Rifle)": 15, "Guns (Pistol)": 14}, "iq": 11, "dodge": 9}
    rook = somebody(initial, "rook", (-6, -8), RIFLE, seat=2, numbers=sheet(**sheets))
    lurker = Lurker(fighter=rook, hiding=Hiding(place=place, aim=aim))
    given = skirmish(
        initial,
        somebody(initial, "a", (0, 0), PISTOL, numbers=sheet(**sheets)),
        somebody(initial, "b", (0, 8), RIFLE, seat=2, facing=3),
        scenario="stairwell", choices={"ambush": "on"},
    )  # fmt: skip
    return replace(given, lurkers={"rook": lurker}, order=("a", "b", "rook"))


def turn(given: State) -> State:
    """Return the state in the turn of who may lie hidden."""
    return replace(given, agenda=(Lurk(fighter="rook"),), turn=3)


def _hiding(initial: State) -> Iterator[Example]:
    given = ambush(initial)
    begins = replace(
        given, agenda=(Hide(seat=TWO),), turn=0, second=0,
        lurkers={"rook": replace(given.lurkers["rook"], hiding=None)},
    )  # fmt: skip
    for where, place in ((0, GALLERY), (NOT_HERE, None)):
        yield accepted(
            rules.S_2_4, "not here: nobody else can tell" if place is None else "in the gallery",
            begins, HideAway(places={"rook": where}),
            Hid(seat=TWO, fighter="rook", hiding=Hiding(place=place)), seat=TWO, dice=three(18),
        )  # fmt: skip
    yield refused(
        rules.S_2_4, "no such place", begins, HideAway(places={"rook": 9}), "no_place", seat=TWO
    )
    waits = turn(given)
    aims = Lying(weapon=f"rook {RIFLE}", target="a")
    yield accepted(
        rules.S_2_4, "he aims from hiding, sealed", waits, LieLow(fighter="rook", doing=aims),
        Hid(seat=TWO, fighter="rook", hiding=Hiding(
            place=CORNER, aim=Aim(item=f"rook {RIFLE}", target="a"),
        )), seat=TWO, dice=three(18),
    )  # fmt: skip
    creeps = Lying(path=(hex_at(5, 4),))
    crept = Hiding(place=replace(CORNER, at=hex_at(5, 4)), crept=True)
    yield accepted(
        rules.S_2_4, "he creeps in the dark, sealed", waits, LieLow(fighter="rook", doing=creeps),
        Hid(seat=TWO, fighter="rook", hiding=crept), seat=TWO, dice=three(18),
    )  # fmt: skip
    yield refused(
        rules.S_2_4, "but not into the light", waits,
        LieLow(fighter="rook", doing=Lying(path=(hex_at(4, 3),))), "no_path", seat=TWO,
    )  # fmt: skip
    prone = turn(ambush(initial, replace(CORNER, posture="prone")))
    crawls = Lying(path=(hex_at(5, 4), hex_at(5, 5)))
    yield refused(
        rules.S_2_4, "who lies down creeps a yard a second", prone,
        LieLow(fighter="rook", doing=crawls), "no_path", seat=TWO,
    )  # fmt: skip
    away = turn(ambush(initial, None))
    yield accepted(
        rules.S_2_4, "who stayed away has his turn all the same", away,
        LieLow(fighter="rook", doing=Lying()),
        Hid(seat=TWO, fighter="rook", hiding=Hiding(place=None)), seat=TWO, dice=three(18),
    )  # fmt: skip
    yield accepted(
        rules.S_2_4, "until his side says so", away, SpringUp(fighter="rook"),
        Revealed(fighter="rook", how="nobody"), seat=TWO,
    )  # fmt: skip
    ready = turn(ambush(initial, aim=Aim(item=f"rook {RIFLE}", target="a", seconds=2)))
    yield accepted(
        rules.S_2_4, "he springs up, aiming still", ready, SpringUp(fighter="rook"),
        Revealed(
            fighter="rook", how="sprang", place=CORNER,
            aim=Aim(item=f"rook {RIFLE}", target="a", seconds=2),
        ), seat=TWO,
    )  # fmt: skip
    sprung = skirmish(
        initial,
        somebody(
            initial, "a", (0, 0), PISTOL, seat=2, springs=True,
            numbers=sheet(skills={"Guns (Pistol)": 14}),
        ),
        somebody(initial, "b", (4, 0), RIFLE, facing=3, numbers=sheet(hp=60)),
    )  # fmt: skip
    yield accepted(
        rules.S_4_7, "no defence against him who was not seen", sprung, attack("a", PISTOL, "b"),
        AmmoSpent(seat=TWO, fighter="a", item=f"a {PISTOL}", rounds=1), dice=(*three(10), 1, 1),
        seat=TWO,
    )  # fmt: skip


def _noticing(roll: int) -> Rolled:
    return thrown("a: noticing", *three(roll), hidden=True)


def _found(initial: State) -> Iterator[Example]:
    """Perception, range, darkness; whoever comes near; whatever bursts there."""
    waits = LieLow(fighter="rook", doing=Lying())
    for where, number in ((hex_at(10, 2), 11 - 5 - 2), (hex_at(3, 0), 11 - 1 - 2)):
        for roll, found in ((number, True), (number + 1, False)):
            lies = replace(GALLERY, at=where, elevation=0)
            state = turn(ambush(initial, lies))
            how = f"{roll} {'finds' if found else 'misses'} him"
            yield accepted(
                rules.S_2_4, f"Per 11 at {distance(where, hex_at(0))} yards, at dusk: {how}",
                state, waits, TurnBegan(fighter="a"), _noticing(roll),
                *((Revealed(fighter="rook", how="found", place=lies),) if found else ()),
                dice=three(roll), seat=TWO,
            )  # fmt: skip
    near = ambush(initial)
    yield accepted(
        rules.S_2_4, "who comes next to him finds him",
        with_fighter(near, "a", at=hex_at(3, 3)),
        MoveAlong(fighter="a", path=(hex_at(4, 3),)),
        Revealed(fighter="rook", how="found", place=CORNER),
    )  # fmt: skip
    gunner = somebody(
        initial, "a", (0, 3), "grenade_launcher_40",
        numbers=sheet(st=12, skills={"Guns (Grenade Launcher)": 14}),
    )  # fmt: skip
    fires = AttackWith(fighter="a", weapon="a grenade_launcher_40", at=hex_at(8, 3))
    yield accepted(
        rules.S_2_4, "what bursts near him strikes him: all see him then",
        near.with_fighter(gunner), fires, Revealed(fighter="rook", how="struck", place=CORNER),
        dice=three(10),
    )  # fmt: skip


def _dark(initial: State) -> Iterator[Example]:
    """The corner is -7 dark, the boiler room totally; who sees infra-red sees in both."""
    for sense, dark in ((0, -7), (3, -4)):
        given = _lit(initial, (5, 3), night=sense)
        listed = mods(("range 8 yd", -4, "S-4.1"), ("darkness", dark, "S-4.18"))
        made = shot("a", PISTOL, "b")
        yield accepted(
            rules.S_4_18, f"into the unlit corner, night vision {sense}: {dark}", given,
            attack("a", PISTOL, "b"),
            rolled(given, made, 17 - 4 + dark, 17, listed), dice=three(17 - 4 + dark),
        )  # fmt: skip
    pitch = _lit(initial, (14, 4))
    yield refused(
        rules.S_4_18, "in total darkness nothing is seen", pitch, attack("a", PISTOL, "b"),
        "cannot_see_target",
    )  # fmt: skip
    blind = attack("a", PISTOL, "b", cover="through", location="random")
    listed = mods(("range 10 yd", -4, "S-4.1"), ("darkness", -10, "S-4.18"))
    near = _lit(initial, (14, 4), at=(6, 2), skill=20)
    made = shot("a", PISTOL, "b", cover="through", location="random")
    yield refused(
        rules.S_4_18, "blind no location can be aimed at", near,
        attack("a", PISTOL, "b", cover="through"), "location_not_targetable",
    )  # fmt: skip
    yield accepted(
        rules.S_4_18, "blind it is -10, once", near, blind, rolled(near, made, 6, 20, listed),
        dice=three(6),
    )  # fmt: skip


def _smoke(initial: State) -> Iterator[Example]:
    """Only the foe unseen: -6, or -4 if the referee says that his hex is known for sure."""
    for ruled, penalty in ((-10, -6), (-4, -4)):
        given = with_fighter(_lit(initial, (5, 0)), "b", hidden=True)
        given = replace(given, scenario="range", rulings=Rulings(blind=ruled))
        listed = mods(("range 5 yd", -2, "S-4.1"), ("concealed: firing blind", penalty, "CV-09"))
        made = shot("a", PISTOL, "b", cover="through", location="random")
        yield accepted(
            rules.S_4_18, f"into smoke: {penalty}", given,
            attack("a", PISTOL, "b", cover="through", location="random"),
            rolled(given, made, 9, 17, listed), dice=three(9),
        )  # fmt: skip


def _lit(
    initial: State, target: tuple[int, int], *, night: int = 0, at: tuple[int, int] = (0, 0),
    skill: int = 17,
) -> State:  # fmt: skip
    numbers = sheet(night=night, skills={"Guns (Pistol)": skill})
    return skirmish(
        initial, somebody(initial, "a", at, PISTOL, numbers=numbers),
        somebody(initial, "b", target, RIFLE, seat=2, facing=3, numbers=sheet(hp=60)),
        scenario="stairwell", choices={"ambush": "on"},
    )  # fmt: skip
