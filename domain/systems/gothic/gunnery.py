"""Direct fire: who may fire what at whom, columns and shifts, batteries and lances (3.7, 4.1)."""

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from domain.dice import Ask
from domain.plane import nearest_in
from domain.rule_system import Outcome
from domain.systems.gothic.aiming import (
    checked,
    left,
)
from domain.systems.gothic.commands import Fire
from domain.systems.gothic.damage import strike
from domain.systems.gothic.events import (
    LanceSilent,
    OrdnanceRemoved,
    VolleyDeclared,
    VolleyRolled,
)
from domain.systems.gothic.play import Play
from domain.systems.gothic.reactions import asked, reacted
from domain.systems.gothic.sight import (
    armour,
)
from domain.systems.gothic.state import State
from domain.systems.gothic.tasks import Volley
from domain.systems.gothic.volleys import ORDNANCE_HIT, planned

LANCE_HIT = 4
CERTAIN = 7
"""What a hit is worth that no armour turns."""


# --- the volley -----------------------------------------------------------------------------


def declared(play: Play, command: Fire) -> Iterator[Outcome]:
    """Declare a volley that is legal: its guns are spent, its target may react."""
    state, aimed = play.state, checked(play.state, command)
    volley = planned(state, command, aimed)
    spent: dict[str, dict[str, int]] = {}
    for unit, mount, gun, _ in aimed:
        used = left(state, unit, mount) if gun.strength is None else gun.strength
        spent.setdefault(unit.id, {})[mount.id] = used
    yield play.happens(
        VolleyDeclared(
            shooter=command.shooter,
            target=command.target,
            spent=spent,
            groups=volley.groups,
            lances=sum(strength for _, _, strength in volley.lances),
            aspect=command.aspect,
        )
    )
    play.push(volley)


def fired(play: Play, task: Volley) -> Iterator[Outcome]:
    """Resolve a volley: the target's reaction, the dice, the hits."""
    state = play.state
    victims = [state.units[one] for one in task.victims if state.units[one].on_table]
    if victims:
        if task.stage == 0 and (
            yield from asked(play, replace(task, stage=1), victims[0], "volley")
        ):
            return
        if task.stage == 1 and (yield from reacted(play, task, victims[0])):
            return
    lances = yield from _lances(play, task)
    faces, shots = yield from _rolled(play, task, lances)
    if victims:
        yield from _hits(play, task, faces, shots)
    else:
        yield from _hits_on_marker(play, task, faces, shots)


def _lances(play: Play, task: Volley) -> Generator[Outcome, None, int]:
    """Roll for lances in low orbit (6.5); return how many shots are left."""
    state, shots = play.state, 0
    for name, mount, strength in task.lances:
        low = state.in_band(state.units[name].at) or _aimed_low(state, task)
        if low and sum((yield from play.d6("lance in low orbit", 1))) < LANCE_HIT:
            yield play.happens(LanceSilent(unit=name, mount=mount))
        else:
            shots += strength
    return shots


def _aimed_low(state: State, task: Volley) -> bool:
    """Tell whether the target of a volley is in low orbit."""
    if task.victims:
        return state.in_band(state.units[task.victims[0]].at)
    if task.target in state.markers:
        return state.in_band(state.markers[task.target].at)
    return state.in_band(nearest_in(task.source, state.areas[task.target].bounds))


Faces = tuple[tuple[int, ...], ...]


def _rolled(
    play: Play, task: Volley, lances: int
) -> Generator[Outcome, None, tuple[Faces, tuple[int, ...]]]:
    """Roll batteries and lances together; under Lock On what missed is rolled again (SH-6)."""
    counts = [*(group.dice for group in task.groups), lances]
    labels = [*("gunnery" for _ in task.groups), "lance"]
    asks = [Ask(label, n, 6) for label, n in zip(labels, counts, strict=True) if n]
    if not asks:
        return tuple(() for _ in task.groups), ()
    yield (rolled := play.dice.roll(*asks))
    faces = iter(rolled.faces)
    found = [next(faces) if n else () for n in counts]
    if task.lock_on:
        found = yield from _again(play, task, found)
    return tuple(found[:-1]), found[-1]


def _again(
    play: Play, task: Volley, found: list[tuple[int, ...]]
) -> Generator[Outcome, None, list[tuple[int, ...]]]:
    marker = not task.victims
    needed = [*(group.armour for group in task.groups), ORDNANCE_HIT if marker else LANCE_HIT]
    kept = [tuple(f for f in faces if f >= n) for faces, n in zip(found, needed, strict=True)]
    missed = [len(faces) - len(hit) for faces, hit in zip(found, kept, strict=True)]
    asks = [Ask("lock on re-roll", n, 6) for n in missed if n]
    if not asks:
        return found
    yield (rolled := play.dice.roll(*asks))
    more = iter(rolled.faces)
    return [(*hit, *(next(more) if n else ())) for hit, n in zip(kept, missed, strict=True)]


def _hits(play: Play, task: Volley, faces: Faces, shots: tuple[int, ...]) -> Iterator[Outcome]:
    if task.target in play.state.squadrons:
        least = min(armour(play.state.units[one], task.source) for one in task.victims)
        hits = sum(face >= least for rolled in faces for face in rolled)
    else:
        least = min((group.armour for group in task.groups), default=0)
        hits = sum(
            face >= group.armour
            for group, rolled in zip(task.groups, faces, strict=True)
            for face in rolled
        )
    hits += sum(face >= LANCE_HIT for face in shots)
    told = _told(task, faces, shots, least, hits)
    yield play.happens(told)
    if task.target not in play.state.squadrons:
        yield from strike(play, task.victims[0], hits, task.source)
        return
    for value in falling(play.state, told):
        yield from fallen(play, task, value)


def _told(
    task: Volley, faces: Faces, shots: tuple[int, ...], armour_hit: int, hits: int
) -> VolleyRolled:
    batteries = tuple(face for rolled in faces for face in rolled)
    return VolleyRolled(
        shooter=task.shooter,
        target=task.target,
        batteries=batteries,
        lances=shots,
        armour=armour_hit,
        hits=hits,
    )


def falling(state: State, told: VolleyRolled) -> tuple[int, ...]:
    """Return what falls on a unit or squadron, dice the lowest first, lances last (SQ-10, 11)."""
    if told.target not in state.squadrons:
        return (CERTAIN,) * told.hits
    values = sorted(face for face in told.batteries if face >= told.armour)
    return (*values, *(CERTAIN for face in told.lances if face >= LANCE_HIT))


def fallen(play: Play, task: Volley, value: int) -> Iterator[Outcome]:
    """Let a hit fall on the nearest member that it can hurt (SQ-10)."""
    for name in task.victims:
        unit = play.state.units[name]
        if unit.active and value >= armour(unit, task.source):
            yield from strike(play, name, 1, task.source)
            return


def _hits_on_marker(
    play: Play, task: Volley, faces: Faces, shots: tuple[int, ...]
) -> Iterator[Outcome]:
    hits = sum(face >= ORDNANCE_HIT for rolled in (*faces, shots) for face in rolled)
    yield play.happens(_told(task, faces, shots, ORDNANCE_HIT, hits))
    state = play.state
    if task.target in state.areas:
        at = nearest_in(task.source, state.areas[task.target].bounds)
        for _ in range(hits):
            yield play.blast(at)
    elif hits and task.target in state.markers:
        yield play.happens(OrdnanceRemoved(marker=task.target, reason="gunfire"))
