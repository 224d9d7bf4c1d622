"""What the page does as Python does it: options, changes, links, pauses, chains."""

import copy
import itertools
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clients.sdk.links import Link, read_link
from clients.sdk.resume import pauses
from domain.dice import chain
from domain.names import GameId, SeatId
from domain.options import Amount, Choice, Field, Filled, Option, Pick, defaults, fill
from domain.registry import rule_systems
from domain.rule_system import RuleSystem
from projections.changes import apply, changes
from projections.game_view import plain
from tests.clients.web.built import NODE, built
from tests.domain.random_play import Player

OPTIONS = 400


def in_the_page(what: str, given: list[Any]) -> list[Any]:
    """Return what the page makes of each one *given*."""
    ran = subprocess.run(
        [NODE, Path(__file__).with_name("shared.mjs"), built("shared")],
        input=msgspec.json.encode({"do": what, "given": given}),
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    made: list[Any] = json.loads(ran.stdout)
    return made


# --- options ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rule_systems())
def test_options_are_filled_in_as_ours(name: str) -> None:
    """Of random play: what is declared, what it uses, and which limit it breaks if it does."""
    chance = random.Random(8)
    offered = list(itertools.islice(_offered(rule_systems()[name], chance), OPTIONS))
    filled = [fill(option, chance.randrange) for option in offered]
    filled += [_at_will(option, chance) for option in offered]
    made = in_the_page("filled", [_told(one) for one in filled])
    for ours, theirs in zip(filled, made, strict=True):
        assert theirs["fields"] == plain(ours.fields())
        assert theirs["used"] == ours.used()
        assert theirs["exceeded"] == ours.exceeded()
    assert any(one["exceeded"] for one in made), "some break a limit"
    values = in_the_page("defaults", [plain(option) for option in offered])
    assert values == [_told(defaults(option))["values"] for option in offered]


def _offered(system: RuleSystem[Any], chance: random.Random) -> Iterator[Option]:
    """Yield what seats are offered in random play, some of it."""
    for seed in itertools.count():
        player = Player(system, seed)
        game = player.play(chance.choice(system.scenarios()), 60)
        for decision in game.decisions:
            for seat in sorted(system.waiting(decision.before)):
                options = [one for one in system.options(decision.before, seat) if one.fields]
                yield from chance.sample(options, min(2, len(options)))


def _at_will(option: Option, chance: random.Random) -> Filled:
    """Fill it in without a look at the limits."""
    return Filled(option=option, values=tuple(_value(field, chance) for field in option.fields))


def _value(field: Field, chance: random.Random) -> Choice | int | tuple[Filled, ...]:
    match field:
        case Pick():
            return chance.choice(field.choices)
        case Amount():
            return chance.randint(field.low, field.high)
        case _:
            kinds = chance.choices(field.kinds, k=chance.randrange(4)) if field.kinds else []
            return tuple(_at_will(kind, chance) for kind in kinds)


def _told(filled: Filled) -> dict[str, Any]:
    """Return it as the page has it: a choice by its number."""
    values: list[Any] = []
    for field, value in zip(filled.option.fields, filled.values, strict=True):
        if isinstance(field, Pick):
            assert isinstance(value, Choice)
            values.append(field.choices.index(value))
        elif isinstance(value, tuple):
            values.append([_told(order) for order in value])
        else:
            values.append(value)
    return {"option": plain(filled.option), "values": values}


# --- changes ------------------------------------------------------------------------------------


def test_changes_are_applied_as_we_apply_them() -> None:
    """Whatever changed between two views, the page ends with the same; the old one stays."""
    chance = random.Random(1805)
    pairs = [(_any(chance, 4), _any(chance, 4)) for _ in range(300)]
    pairs += [(old, _altered(chance, old)) for old, _ in pairs]
    made = in_the_page("applied", [[old, changes(old, new)] for old, new in pairs])
    for (old, new), got in zip(pairs, made, strict=True):
        assert got == new == apply(copy.deepcopy(old), changes(old, new))


def _any(chance: random.Random, depth: int) -> Any:
    match chance.randrange(9 if depth else 5):
        case 0:
            return chance.randrange(-9, 10)
        case 1:
            return chance.choice(["", "Ж", "a.b", "\u202e", "0"])
        case 2:
            return chance.choice([None, True, False])
        case 3:
            return chance.choice([[], {}])
        case 4:
            return chance.randrange(100) / 4
        case 5 | 6:
            return [_any(chance, depth - 1) for _ in range(chance.randrange(4))]
        case _:
            keys = chance.sample(["a", "b", "0", "__proto__", "constructor", "length"], 3)
            return {key: _any(chance, depth - 1) for key in keys}


def _altered(chance: random.Random, old: Any) -> Any:
    """Return *old* with a little of it changed, so that changes go deep."""
    if isinstance(old, dict) and old:
        key = chance.choice(list(old))
        if chance.random() < 0.2:
            return {name: value for name, value in old.items() if name != key} | {"new": 1}
        return old | {key: _altered(chance, old[key])}
    if isinstance(old, list) and old:
        at = chance.randrange(len(old))
        return [*old[:at], _altered(chance, old[at]), *old[at + 1 :]]
    return _any(chance, 2)


def test_changes_that_do_not_fit_are_refused() -> None:
    """A path that is not there is no change of this view; no path leads out of it."""
    given = [
        [{}, [[["a", "b"], 1]]],
        [{"a": 1}, [[["a", "b"], 1]]],
        [{}, [[["a"]]]],
        [{}, [[["__proto__", "polluted"], 1]]],
        [{}, [[["constructor", "prototype", "polluted"], 1]]],
        [[], [[["length", "x"], 1]]],
    ]
    assert in_the_page("applied", given) == ["refused"] * len(given)


# --- the rest -----------------------------------------------------------------------------------

GAME = bytes(range(16))
AT = "https://host:8750/g/" + GAME.hex()


def test_links_are_read_as_ours() -> None:
    invited = str(Link(server="https://host:8750", game=GameId(GAME), seat=2, code=bytes(32)))
    texts = [AT, f"  {AT}\n", invited, f"{AT}#41", f"{AT}#seat=0&code=00", "http://host"]
    texts += [AT.upper(), AT[:-1], AT.replace("https", "ftp"), "javascript:alert(1)", ""]
    for text, found in zip(texts, in_the_page("link", texts), strict=True):
        try:
            ours = read_link(text)
        except ValueError:
            assert found is None, text
            continue
        assert (found["server"], found["game"]) == (ours.server, ours.game.hex())
        if "=" not in text or text == invited:
            assert found["again"] == text.strip()
            code = ours.code.hex() if ours.code else None
            assert (found["seat"], found["code"]) == (ours.seat, code)
    assert in_the_page("link", [f"{AT}#41"])[0]["at"] == 41


def test_it_waits_between_attempts_as_our_clients() -> None:
    made = in_the_page("pauses", [0, 0.5, 1])
    for chance, waits in zip([0, 0.5, 1], made, strict=True):
        assert waits == pytest.approx(list(itertools.islice(pauses(lambda c=chance: c), 12)))


def test_chains_of_links_are_ours() -> None:
    seed = bytes(range(32))
    made = in_the_page("chain", [[list(GAME), 7, list(seed), 300]])
    assert made == [b"".join(chain(GameId(GAME), SeatId(7), seed, 300)).hex()]
