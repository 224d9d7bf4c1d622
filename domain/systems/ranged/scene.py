"""The table as one viewer may see it: map, fighters, sheets."""

from collections.abc import Iterator

from domain.scene import Box, Gauge, Group, HexBoard, Piece, Scene, Sheet
from domain.systems.ranged.state import Fighter, Item, State
from domain.systems.ranged.tasks import Act, Defending, Diving, Hide, Lurk, Triggered
from domain.systems.ranged.words import condition, count, health, plain, who

FLAMES = {"fire": "fire", "cloud": "a cloud", "smoulder": "a little flame"}
GLYPHS = "▲◆■●"
FACING_A = 2
"""The first facing of the rules is the third direction of the map."""


def scene(state: State) -> Scene:
    """Return the table from what *state* knows."""
    size = None
    if state.scenario:
        sheet = state.set_up
        size = (sheet.high.q - sheet.low.q + 1, sheet.high.r - sheet.low.r + 1)
    return Scene(
        headline=_headline(state),
        board=HexBoard(state.set_up.title if state.scenario else "the field", size),
        pieces=tuple(_pieces(state)),
        sheets=tuple(_sheet(state, one) for one in _people(state)),
    )


def _people(state: State) -> Iterator[Fighter]:
    """Yield who has a sheet: all who fight, and those who may lie concealed."""
    yield from (one for one in state.fighters.values() if one.seat)
    yield from (one.fighter for one in state.lurkers.values())


def _headline(state: State) -> str:
    if state.ended is not None:
        return "The skirmish is over"
    match state.task:
        case Hide():
            now = "some may hide"
        case Lurk(fighter=name):
            now = f"{who(state, name)} may lie hidden"
        case Act(fighter=name):
            now = f"{who(state, name)} acts"
        case Defending(target=name):
            now = f"{who(state, name)} may defend"
        case Diving(fighter=name):
            now = f"{who(state, name)} may dive for cover"
        case Triggered(fighter=name):
            now = f"{who(state, name)} has waited for this"
        case _:
            now = "set-up"
    return f"Second {state.second}: {now}"


def _pieces(state: State) -> Iterator[Piece]:
    for one in state.present():
        notes = [health(one), plain(one.posture), plain(one.manoeuvre)]
        if one.elevation:
            notes.append(f"{count(one.elevation, 'yard', 'yards')} up")
        notes += [word for word, so in _states(one) if so]
        yield Piece(
            id=one.id, title=one.title, glyph=GLYPHS[one.seat % len(GLYPHS)], seat=one.seat or None,
            at=(one.at.q, one.at.r), facing=(one.facing + FACING_A) % 6,
            note=", ".join(note for note in notes if note),
        )  # fmt: skip
    for lurker in state.lurkers.values():
        if (there := lurker.there) is not None:
            yield Piece(
                id=there.id, title=there.title, glyph=GLYPHS[there.seat % len(GLYPHS)],
                seat=there.seat, at=(there.at.q, there.at.r),
                facing=(there.facing + FACING_A) % 6, note=f"concealed, {plain(there.posture)}",
            )  # fmt: skip
    if state.scenario:
        for cover in state.covers():
            for n, at in enumerate(cover.hexes):
                yield Piece(
                    id=f"cover {cover.id} {n}", title=cover.title, glyph="#", at=(at.q, at.r)
                )
    for flames in state.flames.values():
        yield Piece(
            id=flames.id, title=FLAMES[flames.kind], glyph="*", at=(flames.at.q, flames.at.r)
        )
    for zone in state.zones.values():
        for n, at in enumerate(zone.centre):
            note = f"{count(zone.left, 'shot', 'shots')} left"
            yield Piece(
                id=f"{zone.id} {n}", title="suppression", glyph="x", at=(at.q, at.r), note=note
            )
    for owner in state.fighters.values():
        for item in owner.items.values():
            if item.at == "ground" and item.lies_at is not None:
                title = state.weapon(item).title
                lies = (item.lies_at.q, item.lies_at.r)
                yield Piece(id=f"lying {item.id}", title=title, glyph="o", at=lies)


def _states(one: Fighter) -> Iterator[tuple[str, bool]]:
    yield "on fire", one.blaze is not None
    yield "shield on fire", one.shield_burns > 0
    yield "soaked", one.soaked
    yield "entangled", bool(one.bonds)
    yield "cannot breathe", one.choking is not None
    yield "bound", one.bound
    yield "unaware", one.unaware
    yield plain(one.affliction), bool(one.affliction)


def _sheet(state: State, one: Fighter) -> Sheet:
    sheet = one.sheet
    known = sheet is not None and one.lost is not None
    points = Group(
        "points",
        gauges=(
            Gauge("HP", one.hp if known else None, sheet.hp if sheet else None, health(one)),
            Gauge("FP lost", one.fatigue),
        ),
    )
    numbers = (
        (
            ("ST", sheet.st),
            ("DX", sheet.dx),
            ("IQ", sheet.iq),
            ("HT", sheet.ht),
            ("Dodge", sheet.dodge),
        )
        if sheet is not None
        else (("ST", None), ("DX", None), ("IQ", None), ("HT", None), ("Dodge", None))
    )
    gauges = tuple(Gauge(name, value) for name, value in numbers)
    skills = tuple(Gauge(name, level) for name, level in (sheet.skills.items() if sheet else ()))
    weapons = Group(
        "weapons",
        boxes=tuple(_box(state, item) for item in one.items.values() if item.at != "gone"),
        gauges=tuple(
            Gauge(f"{state.weapon(item).title}: loaded", item.loaded)
            for item in one.items.values() if item.at != "gone"
        ),
    )  # fmt: skip
    groups = (points, Group("numbers", gauges=(*gauges, *skills)), weapons)
    return Sheet(id=one.id, title=one.title, seat=one.seat, groups=groups, note=health(one))


def _box(state: State, item: Item) -> Box:
    notes = [item.at, condition(item), "armed" * item.armed, "laser on" * bool(item.laser)]
    note = ", ".join(one for one in notes if one)
    broken = item.condition == "destroyed"
    return Box(state.weapon(item).title, "destroyed" if broken else "ok", note)
