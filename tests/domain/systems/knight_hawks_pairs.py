"""Pairs of random games of Knight Hawks that differ only in mines and seekers (non-interference).

    .venv/bin/python -m tests.domain.systems.knight_hawks_pairs [--pairs 1000] [--seed 1]

Both games of a pair get the same public commands and the same dice; what one side (the owner) seals
is drawn anew for each. Until one of its secrets is public by the rules, the enemy and a spectator
must read the same bytes, know the same state, be offered the same, and be refused alike. Exit code
1 if any pair differs.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.codec import Codec
from domain.decider import Command, Event
from domain.names import SeatId, ShipId
from domain.options import Filled, Option, fill
from domain.refusals import Refused
from domain.rule_system import Outcome, RuleSystem
from domain.systems.knight_hawks import SYSTEM
from domain.systems.knight_hawks.commands import (
    Aim,
    AllocateRepairs,
    DeclareFire,
    DropMine,
    MoveShips,
    PrepareMovement,
    Shot,
)
from domain.systems.knight_hawks.events import MinesDetonated, SeekerActivated, SeekerFound
from domain.systems.knight_hawks.state import State
from tests.domain.random_play import RandomDice, folded, redacted

CODEC = Codec(SYSTEM.events, SYSTEM.commands)
KINDS = {kind.__name__: kind for kind in SYSTEM.commands}
REVEALED = (MinesDetonated, SeekerActivated, SeekerFound)
MOST = 400
PROCESSES = 2


class Differs(AssertionError):  # noqa: N818  names what is wrong
    """What somebody may read differs with what they may not know."""


class Figures(NamedTuple):
    """What was compared: declarations, events, and how many things were laid in both games."""

    declarations: int
    events: int
    laid: int


class Side:
    """One game of a pair: the truth, and what the enemy and a spectator know of it."""

    def __init__(self, system: RuleSystem[Any], options: dict[str, int | str], seed: int) -> None:
        self.system = system
        self.truth: State = system.initial()
        self.seen: dict[SeatId | None, State] = {}
        self.take(tuple(system.begin("the_stand", options, RandomDice(Random(seed)))), ())

    def take(self, outcomes: tuple[Outcome, ...], viewers: tuple[SeatId | None, ...]) -> None:
        """Fold a commit into the truth and into what the viewers know."""
        for viewer in viewers or (None, SeatId(1), SeatId(2)):
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


def read(outcomes: tuple[Outcome, ...], viewer: SeatId | None) -> Iterator[bytes]:
    """Yield the bytes of a commit that *viewer* may read, and whether there is a seal."""
    for one in outcomes:
        if not isinstance(one, Event):
            yield repr(one).encode()
            continue
        open_part, sealed = CODEC.encode(one)
        yield open_part
        own = getattr(one, "seat", None) == viewer
        yield b"no seal" if sealed is None else sealed if own else b"seal"


def filled(option: Option, chance: Random, seat: SeatId) -> dict[str, Any]:
    """Return a random declaration as plain fields; what is hidden is seldom activated."""
    fields = Filled(option=option, values=fill(option, chance.randrange).values).fields()
    if "activate" in fields and chance.random() < 0.97:
        fields["activate"] = dict.fromkeys(fields["activate"], False)
    return fields


def command(option: Option, fields: dict[str, Any]) -> Command:
    """Return the command of plain fields."""
    name = "".join(word.title() for word in option.command.split("_"))
    made: Command = msgspec.convert(fields, KINDS[name], str_keys=True)
    return made


def pair(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures:
    """Play a pair of games; Differs says what differs."""
    chance = Random(seed)
    scenario = next(one for one in system.scenarios() if one.name == "the_stand")
    options = {option.name: chance.choice(option.values) for option in scenario.options}
    owner = SeatId(chance.choice((1, 2)))
    viewers: tuple[SeatId | None, ...] = (SeatId(3 - owner), None)
    one, two = Side(system, options, seed), Side(system, options, seed)
    declarations = events = laid = 0
    while system.result(one.truth) is None and declarations < MOST:
        seat = min(system.waiting(one.truth))
        roll = chance.randrange(2**32)
        offered = system.options(one.truth, seat)[0]
        fields = filled(offered, chance, seat)
        first = command(offered, fields)
        second = first
        if seat == owner:
            twin = system.options(two.truth, seat)[0]
            other = filled(twin, chance, seat)
            sealed = CODEC.sealed_names(offered.command)
            keeps = isinstance(first, AllocateRepairs)
            second = first if keeps else command(twin, {**fields, **{n: other[n] for n in sealed}})
            laid += first != second
        outcomes = (one.decided(seat, first, roll), two.decided(seat, second, roll))
        if any(isinstance(event, REVEALED) for commit in outcomes for event in commit):
            break
        for viewer in viewers:
            if list(read(outcomes[0], viewer)) != list(read(outcomes[1], viewer)):
                raise Differs(f"seed {seed}, declaration {declarations}: bytes for {viewer}")
        one.take(outcomes[0], ())
        two.take(outcomes[1], ())
        compare(system, one, two, viewers, f"seed {seed}, declaration {declarations}")
        declarations += 1
        events += len(outcomes[0])
    return Figures(declarations, events, laid)


def compare(
    system: RuleSystem[Any], one: Side, two: Side, viewers: tuple[SeatId | None, ...], where: str
) -> None:
    """Raise Differs unless state, scene, offers, steps and refusals are the same for viewers."""
    public = [
        (system.step(side.truth, SeatId(1)), system.waiting(side.truth), system.owed(side.truth))
        for side in (one, two)
    ]
    if public[0] != public[1]:
        raise Differs(f"{where}: step, waiting or owed")
    for viewer in viewers:
        here, there = one.seen[viewer], two.seen[viewer]
        if here != there:
            raise Differs(f"{where}: what {viewer} knows")
        if msgspec.msgpack.encode(system.scene(here)) != msgspec.msgpack.encode(
            system.scene(there)
        ):
            raise Differs(f"{where}: the scene of {viewer}")
        if viewer is not None:
            offers = [system.options(side.truth, viewer) for side in (one, two)]
            if offers[0] != offers[1]:
                raise Differs(f"{where}: what {viewer} is offered")
            for probe in probes(one, two, viewer):
                if refusal(one, viewer, probe) != refusal(two, viewer, probe):
                    raise Differs(f"{where}: how {viewer} is refused {probe}")


def probes(one: Side, two: Side, viewer: SeatId) -> Iterator[Command]:
    """Yield declarations by which a viewer might feel for what is hidden in either game."""
    names = {
        name for s in (one, two) for side in s.truth.sides.values() for name in side.laid or ()
    }
    for name in sorted(names)[:3]:
        yield PrepareMovement(activate={name: True})
        own = next(iter(one.truth.own(viewer)), None)
        if own is not None:
            aim = Aim(target=ShipId(name))
            mount = next(iter(own.mounts), "LB")
            yield DeclareFire(shots=(Shot(ship=own.id, mount=mount, aim=aim),), drops=())
    for vessel in one.truth.own(viewer)[:3]:
        yield MoveShips(moves=(), drops=(DropMine(ship=vessel.id, index=0),), ends=False)


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
    total, failed = Figures(0, 0, 0), 0
    seeds = range(asked.seed, asked.seed + asked.pairs)
    with ProcessPoolExecutor(PROCESSES) as pool:
        for number, figures in enumerate(pool.map(tried, seeds), start=1):
            if isinstance(figures, str):
                failed += 1
                sys.stderr.write(f"DIFFERS: {figures}\n")
                continue
            total = Figures(*(a + b for a, b in zip(total, figures, strict=True)))
            if time.monotonic() - told > 5:
                told = time.monotonic()
                sys.stderr.write(f"{number} of {asked.pairs} pairs, {told - started:.0f} s\n")
    sys.stdout.write(
        f"knight_hawks: {asked.pairs} pairs from seed {asked.seed}, {failed} differ, "
        f"{total.declarations:,} declarations and {total.events:,} events compared, "
        f"{total.laid:,} of them sealed otherwise, {time.monotonic() - started:.1f} s\n"
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
