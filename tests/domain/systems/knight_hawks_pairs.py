"""Pairs of random games of Knight Hawks that differ only in mines and seekers (non-interference).

    .venv/bin/python -m tests.domain.systems.knight_hawks_pairs [--pairs 1000] [--seed 1]

Both games of a pair get the same public commands and the same dice; what one side (the owner) seals
is drawn anew for each, from nothing to all it has. Until one of its secrets is public by the rules,
to the very event, the enemy and a spectator must read the same bytes, be told the same sentences,
know the same state, see the same scene, be offered the same, and be refused alike. Exit code 1 if
any pair differs.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.codec import Codec
from domain.decider import Command, Event, kind_of
from domain.names import SeatId, ShipId
from domain.options import Option, Orders, fill, put
from domain.refusals import Refused
from domain.rule_system import Outcome, RuleSystem
from domain.systems.knight_hawks import SYSTEM
from domain.systems.knight_hawks.commands import (
    Aim,
    DeclareFire,
    DropMine,
    DropSeeker,
    Fly,
    Launch,
    MoveShips,
    PrepareMovement,
    Respond,
    Shot,
)
from domain.systems.knight_hawks.secret_events import MinesDetonated, SeekerActivated, SeekerFound
from domain.systems.knight_hawks.state import State
from tests.domain.random_play import RandomDice, folded, redacted

CODEC = Codec(SYSTEM.events, SYSTEM.commands)
KINDS = {kind_of(kind): kind for kind in SYSTEM.commands}
REVEALED = (MinesDetonated, SeekerActivated, SeekerFound)
MOST = 400
PROCESSES = 2
ACTIVATED = 0.003
"""How often a hidden seeker is activated at a chance: it ends the pair."""


class Differs(AssertionError):  # noqa: N818  names what is wrong
    """What somebody may read differs with what they may not know."""


class Figures(NamedTuple):
    """What was compared: declarations, events; how many were sealed otherwise in the two games.

    *apart* counts the declarations after which mines or seekers lie elsewhere in the two games,
    *most* the most by which the numbers of what is laid differed.
    """

    declarations: int
    events: int
    sealed: int
    apart: int
    most: int


class Side:
    """One game of a pair: the truth, and what the enemy and a spectator know of it."""

    def __init__(self, system: RuleSystem[Any], options: dict[str, int | str], seed: int) -> None:
        self.system = system
        self.truth: State = system.initial()
        self.seen: dict[SeatId | None, State] = {}
        self.take(tuple(system.begin("the_stand", options, RandomDice(Random(seed)))))

    def take(self, outcomes: tuple[Outcome, ...]) -> None:
        """Fold a commit into the truth and into what the viewers know."""
        for viewer in (None, SeatId(1), SeatId(2)):
            known = self.seen.get(viewer, self.system.initial())
            for event in outcomes:
                if isinstance(event, Event):
                    known = self.system.evolve(known, redacted(event, viewer))
            self.seen[viewer] = known
        self.truth = folded(self.system, self.truth, outcomes)

    def decided(self, seat: SeatId, command: Command, seed: int) -> tuple[Outcome, ...]:
        """Decide a command with the dice of *seed*."""
        dice = RandomDice(Random(seed))
        if command.simultaneous:
            self.system.check(self.truth, seat, command)
            owed = self.system.owed(self.truth)
            sealed = {one: self.system.default(self.truth, one) for one in owed}
            return tuple(self.system.resolve(self.truth, {**sealed, seat: command}, dice))
        return tuple(self.system.decide(self.truth, seat, command, dice))

    def read(self, outcomes: tuple[Outcome, ...], viewer: SeatId | None) -> Iterator[bytes]:
        """Yield the bytes of a commit that *viewer* may read, whether there is a seal, the words.

        It ends before the first event by which the rules reveal a secret.
        """
        known = self.seen[viewer]
        for one in outcomes:
            if isinstance(one, REVEALED):
                return
            if not isinstance(one, Event):
                yield repr(one).encode()
                continue
            open_part, sealed = CODEC.encode(one)
            yield open_part
            own = getattr(one, "seat", None) == viewer
            yield b"no seal" if sealed is None else sealed if own else b"seal"
            told = redacted(one, viewer)
            yield msgspec.msgpack.encode(list(self.system.sentences(known, told)))
            known = self.system.evolve(known, told)

    def hidden(self) -> list[tuple[frozenset[Any], frozenset[Any]]]:
        """Return where mines and inactive seekers lie."""
        sides = self.truth.sides.values()
        return [(s.mines or frozenset(), frozenset((s.laid or {}).values())) for s in sides]


# --- what is declared -------------------------------------------------------------------------


def filled(option: Option, chance: Random) -> dict[str, Any]:
    """Return a random declaration as plain fields."""
    changes = chance.choice((0, 1, 4, 12))
    return fill(option, chance.randrange, changes).fields()


def secret(option: Option, chance: Random, fields: dict[str, Any]) -> dict[str, Any]:
    """Return *fields* with what is sealed drawn anew: nothing, a few, or as much as there is.

    What is hidden is seldom activated: that would end the pair.
    """
    names = CODEC.sealed_names(option.command)
    drawn: dict[str, Any] = deepcopy({name: option.fixed.get(name, {}) for name in names})
    for field in option.fields:
        if field.path[0] not in names:
            continue
        if isinstance(field, Orders):
            most = chance.choice((0, 1, 3, 40))
            drawn[field.path[0]] = _orders(option, field, chance, most)
        else:
            put(drawn, field.path, chance.random() < ACTIVATED)
    return {**fields, **drawn}


def _orders(option: Option, field: Orders, chance: Random, most: int) -> list[dict[str, Any]]:
    """Return up to *most* orders that keep the limits of *option* together."""
    used: dict[str, int] = {}
    chosen: list[dict[str, Any]] = []
    for _ in range(min(most, field.at_most) if field.kinds else 0):
        kind = chance.choice(field.kinds)
        order = fill(kind, chance.randrange)
        both = {n: used.get(n, 0) + order.used().get(n, 0) for n in {*used, *order.used()}}
        if all(n not in option.limits or both[n] <= option.limits[n].at_most for n in both):
            used = both
            chosen.append({"order": kind.command, **order.fields()})
    return chosen


def command(option: Option, fields: dict[str, Any]) -> Command:
    """Return the command of plain fields."""
    made: Command = msgspec.convert(fields, KINDS[option.command], str_keys=True)
    return made


def twins(one: Side, two: Side, seat: SeatId, chance: Random) -> tuple[Command, Command]:
    """Return a declaration of the owner for each of the games: alike but for what it seals."""
    offered = [side.system.options(side.truth, seat)[0] for side in (one, two)]
    fields = filled(offered[0], chance)
    first, second = (command(option, secret(option, chance, fields)) for option in offered)
    return first, second


# --- pairs ------------------------------------------------------------------------------------


def pair(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures:
    """Play a pair of games; Differs says what differs."""
    chance = Random(seed)
    scenario = next(one for one in system.scenarios() if one.name == "the_stand")
    options = {option.name: chance.choice(option.values) for option in scenario.options}
    options["rules_level"] = "advanced"  # the basic game has neither mines nor seekers
    owner = SeatId(chance.choice((1, 1, 2)))
    viewers: tuple[SeatId | None, ...] = (SeatId(3 - owner), None)
    one, two = Side(system, options, seed), Side(system, options, seed)
    declarations = events = sealed = apart = most = 0
    while system.result(one.truth) is None and declarations < MOST:
        where = f"seed {seed}, declaration {declarations}"
        seat = min(system.waiting(one.truth))
        roll = chance.randrange(2**32)
        offered = system.options(one.truth, seat)[0]
        if seat == owner and not KINDS[offered.command].simultaneous:
            first, second = twins(one, two, seat, chance)
        else:
            first = second = command(offered, filled(offered, chance))
        if CODEC.encode_command(first)[:2] != CODEC.encode_command(second)[:2]:
            raise Differs(f"{where}: the open part of the declaration")
        sealed += first != second
        outcomes = (one.decided(seat, first, roll), two.decided(seat, second, roll))
        revealed = any(isinstance(event, REVEALED) for commit in outcomes for event in commit)
        for viewer in viewers:
            read = [list(s.read(o, viewer)) for s, o in zip((one, two), outcomes, strict=True)]
            if revealed:
                shorter = min(map(len, read))
                read = [bytes_[:shorter] for bytes_ in read]
            if read[0] != read[1]:
                raise Differs(f"{where}: bytes or words for {viewer}")
        if revealed:
            break
        one.take(outcomes[0])
        two.take(outcomes[1])
        compare(system, one, two, viewers, where)
        declarations += 1
        events += len(outcomes[0])
        apart += one.hidden() != two.hidden()
        most = max(most, abs(laid(one) - laid(two)))
    return Figures(declarations, events, sealed, apart, most)


def laid(side: Side) -> int:
    """Return how many mines and inactive seekers lie on the map."""
    return sum(len(mines) + len(seekers) for mines, seekers in side.hidden())


def compare(
    system: RuleSystem[Any], one: Side, two: Side, viewers: tuple[SeatId | None, ...], where: str
) -> None:
    """Raise Differs unless state, scene, offers, steps and refusals are the same for viewers."""
    public = [_public(system, side.truth) for side in (one, two)]
    if public[0] != public[1]:
        raise Differs(f"{where}: step, waiting, owed or the result")
    for viewer in viewers:
        here, there = one.seen[viewer], two.seen[viewer]
        if here != there:
            raise Differs(f"{where}: what {viewer} knows")
        scenes = [msgspec.msgpack.encode(system.scene(known)) for known in (here, there)]
        if scenes[0] != scenes[1]:
            raise Differs(f"{where}: the scene of {viewer}")
        if viewer is not None:
            _compare_offers(system, one, two, viewer, where)


def _public(system: RuleSystem[Any], truth: State) -> object:
    seats = (SeatId(1), SeatId(2))
    steps = [system.step(truth, seat) for seat in seats]
    return steps, system.waiting(truth), system.owed(truth), system.result(truth)


def _compare_offers(
    system: RuleSystem[Any], one: Side, two: Side, viewer: SeatId, where: str
) -> None:
    offers = [msgspec.msgpack.encode(system.options(side.truth, viewer)) for side in (one, two)]
    if offers[0] != offers[1]:
        raise Differs(f"{where}: what {viewer} is offered")
    if viewer in system.waiting(one.truth):
        late = [system.default(side.truth, viewer) for side in (one, two)]
        if late[0] != late[1]:
            raise Differs(f"{where}: what {viewer} declares by default")
    for probe in probes(one, two, viewer):
        if refusal(one, viewer, probe) != refusal(two, viewer, probe):
            raise Differs(f"{where}: how {viewer} is refused {probe}")


def probes(one: Side, two: Side, viewer: SeatId) -> Iterator[Command]:
    """Yield declarations by which a viewer might feel for what is hidden in either game."""
    names = {
        name for s in (one, two) for side in s.truth.sides.values() for name in side.laid or ()
    }
    own = one.truth.own(viewer)[:3]
    for name in sorted(names)[:3]:
        yield PrepareMovement(activate={name: True})
        yield PrepareMovement(activate={}, order=(name,))
        for vessel in own[:1]:
            aim = Aim(target=ShipId(name))
            mount = next(iter(vessel.mounts), "LB")
            yield DeclareFire(shots=(Shot(ship=vessel.id, mount=mount, aim=aim),), drops=())
            yield MoveShips(moves=(Fly(ship=vessel.id, plan="F", dock=ShipId(name)),), drops=())
    for vessel in own:
        yield MoveShips(moves=(), drops=(DropMine(ship=vessel.id, index=0),), ends=False)
        yield DeclareFire(shots=(), drops=(DropSeeker(ship=vessel.id),))
        yield Respond(answers=(Launch(attack=one.truth.number, ship=vessel.id, number=1),))
    for vessel in one.truth.afloat:
        if vessel.seat != viewer and vessel.hidden_stores:
            yield MoveShips(moves=(), drops=(DropMine(ship=vessel.id, index=0),), ends=False)
            yield DeclareFire(shots=(), drops=(DropSeeker(ship=vessel.id),))


def refusal(side: Side, viewer: SeatId, probe: Command) -> str:
    """Return how a probe is refused, or that it is not; nothing comes of it."""
    try:
        side.decided(viewer, probe, 1)
    except Refused as refused:
        return str(refused)
    return "accepted"


def tried(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures | str:
    """Play a pair; return what was compared, or what differs."""
    try:
        return pair(seed, system)
    except Differs as difference:
        return str(difference)


def main(words: list[str]) -> int:
    """Play pairs and tell what was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.domain.systems.knight_hawks_pairs")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    started = told = time.monotonic()
    every: list[Figures] = []
    failed = 0
    seeds = range(asked.seed, asked.seed + asked.pairs)
    with ProcessPoolExecutor(PROCESSES) as pool:
        for number, figures in enumerate(pool.map(tried, seeds), start=1):
            if isinstance(figures, str):
                failed += 1
                sys.stderr.write(f"DIFFERS: {figures}\n")
                continue
            every.append(figures)
            if time.monotonic() - told > 5:
                told = time.monotonic()
                sys.stderr.write(f"{number} of {asked.pairs} pairs, {told - started:.0f} s\n")
    sys.stdout.write(
        f"knight_hawks: {asked.pairs} pairs from seed {asked.seed}, {failed} differ, "
        f"{sum(one.declarations for one in every):,} declarations and "
        f"{sum(one.events for one in every):,} events compared, "
        f"{sum(one.sealed for one in every):,} sealed otherwise, "
        f"{sum(one.apart for one in every):,} times with mines or seekers elsewhere "
        f"(in {sum(one.apart > 0 for one in every):,} pairs, by up to "
        f"{max((one.most for one in every), default=0)} more), {time.monotonic() - started:.1f} s\n"
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
