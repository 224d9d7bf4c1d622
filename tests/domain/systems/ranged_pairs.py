"""Pairs of random ambushes of Ranged that differ only in who lies hidden where (non-interference).

    .venv/bin/python -m tests.domain.systems.ranged_pairs [--pairs 500] [--seed 1]

Both games of a pair get the same public commands and the same dice; what Red seals is drawn anew
for each: who lies where or stayed away, who creeps, aims, or lies still. Until somebody is revealed
by the rules, to the very event, Blue and a spectator must read the same bytes, be told the same
sentences, know the same state, see the same scene, be offered the same, and be refused alike. Exit
code 1 if any pair differs.
"""

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.codec import Codec
from domain.decider import Command, Event, kind_of
from domain.names import SeatId
from domain.options import Option, fill
from domain.refusals import Refused
from domain.rule_system import Outcome, RuleSystem
from domain.systems.ranged import SYSTEM
from domain.systems.ranged.commands import AimAt, AttackWith, HideAway, LieLow, Ready, SpringUp
from domain.systems.ranged.secret_events import Revealed
from domain.systems.ranged.state import State
from domain.systems.ranged.tasks import Hide, Lurk
from tests.domain.random_play import RandomDice, folded, redacted

CODEC = Codec(SYSTEM.events, SYSTEM.commands)
KINDS = {kind_of(kind): kind for kind in SYSTEM.commands}
BLUE, RED = SeatId(1), SeatId(2)
VIEWERS: tuple[SeatId | None, ...] = (BLUE, None)
MOST = 150
SPRINGS = 0.02
"""How often somebody hidden shows himself: it ends the pair."""


class Differs(AssertionError):  # noqa: N818  names what is wrong
    """What somebody may read differs with what they may not know."""


class Figures(NamedTuple):
    """What was compared; how often something sealed differed between the two games."""

    declarations: int
    events: int
    apart: int


class Side:
    """One game of a pair: the truth, and what Blue and a spectator know of it."""

    def __init__(self, system: RuleSystem[Any], options: dict[str, int | str], seed: int) -> None:
        self.system = system
        self.truth: State = system.initial()
        self.seen: dict[SeatId | None, State] = {}
        self.take(tuple(system.begin("stairwell", options, RandomDice(Random(seed)))))

    def take(self, outcomes: tuple[Outcome, ...]) -> None:
        for viewer in VIEWERS:
            known = self.seen.get(viewer, self.system.initial())
            for event in outcomes:
                if isinstance(event, Event):
                    known = self.system.evolve(known, redacted(event, viewer))
            self.seen[viewer] = known
        self.truth = folded(self.system, self.truth, outcomes)

    def decided(self, seat: SeatId, command: Command, seed: int) -> tuple[Outcome, ...]:
        return tuple(self.system.decide(self.truth, seat, command, RandomDice(Random(seed))))

    def read(self, outcomes: tuple[Outcome, ...], viewer: SeatId | None) -> Iterator[bytes]:
        """Yield what *viewer* may read and is told of a commit, up to the first who is revealed."""
        known = self.seen[viewer]
        for one in outcomes:
            if isinstance(one, Revealed):
                return
            if not isinstance(one, Event):
                yield repr(msgspec.structs.replace(one, faces=()) if one.hidden else one).encode()
                continue
            open_part, sealed = CODEC.encode(one)
            yield open_part
            own = getattr(one, "seat", None) == viewer
            yield b"no seal" if sealed is None else sealed if own else b"seal"
            told = redacted(one, viewer)
            yield msgspec.msgpack.encode(list(self.system.sentences(known, told)))
            known = self.system.evolve(known, told)


# --- what is declared -------------------------------------------------------------------------


def command(option: Option, chance: Random) -> Command:
    fields = fill(option, chance.randrange, chance.choice((0, 1, 4))).fields()
    made: Command = msgspec.convert(fields, KINDS[option.command], str_keys=True)
    return made


def hidden_turn(side: Side, seat: SeatId, chance: Random) -> Command:
    """Return what is done in hiding in one of the games, from what may be done there."""
    offered = [one for one in side.system.options(side.truth, seat) if one.command == "lie_low"]
    return command(chance.choice(offered), chance)


def declared(one: Side, two: Side, seat: SeatId, chance: Random) -> tuple[Command, Command]:
    """Return a declaration for each of the games: alike but for what Red seals."""
    offered = one.system.options(one.truth, seat)
    match one.truth.task:
        case Hide():
            return command(offered[0], chance), command(offered[0], chance)
        case Lurk(fighter=name):
            if chance.random() < SPRINGS:
                return SpringUp(fighter=name), SpringUp(fighter=name)
            return hidden_turn(one, seat, chance), hidden_turn(two, seat, chance)
        case _:
            usual = [option for option in offered if not option.why_not]
            public = command(chance.choice(usual), chance)
            return public, public


# --- pairs ------------------------------------------------------------------------------------


def pair(seed: int, system: RuleSystem[Any] = SYSTEM) -> Figures:
    """Play a pair of ambushes; Differs says what differs."""
    chance = Random(seed)
    scenario = next(one for one in system.scenarios() if one.name == "stairwell")
    options = {option.name: chance.choice(option.values) for option in scenario.options}
    options["ambush"] = "on"
    one, two = Side(system, options, seed), Side(system, options, seed)
    declarations = events = apart = 0
    while system.result(one.truth) is None and declarations < MOST:
        where = f"seed {seed}, declaration {declarations}"
        seat = min(system.waiting(one.truth))
        roll = chance.randrange(2**32)
        first, second = declared(one, two, seat, chance)
        if CODEC.encode_command(first)[:2] != CODEC.encode_command(second)[:2]:
            raise Differs(f"{where}: the open part of the declaration")
        outcomes = (one.decided(seat, first, roll), two.decided(seat, second, roll))
        revealed = any(isinstance(event, Revealed) for commit in outcomes for event in commit)
        for viewer in VIEWERS:
            read = [list(s.read(o, viewer)) for s, o in zip((one, two), outcomes, strict=True)]
            if revealed:
                shorter = min(map(len, read))
                read = [told[:shorter] for told in read]
            if read[0] != read[1]:
                raise Differs(f"{where}: bytes or words for {viewer}")
        if revealed:
            break
        one.take(outcomes[0])
        two.take(outcomes[1])
        compare(system, one, two, where)
        declarations += 1
        events += len(outcomes[0])
        apart += one.truth.lurkers != two.truth.lurkers
    return Figures(declarations, events, apart)


def compare(system: RuleSystem[Any], one: Side, two: Side, where: str) -> None:
    """Raise Differs unless state, scene, offers, steps and refusals are the same for viewers."""
    public = [_public(system, side.truth) for side in (one, two)]
    if public[0] != public[1]:
        raise Differs(f"{where}: step, waiting or the result")
    for viewer in VIEWERS:
        here, there = one.seen[viewer], two.seen[viewer]
        if here != there:
            raise Differs(f"{where}: what {viewer} knows")
        scenes = [msgspec.msgpack.encode(system.scene(known)) for known in (here, there)]
        if scenes[0] != scenes[1]:
            raise Differs(f"{where}: the scene of {viewer}")
    offers = [msgspec.msgpack.encode(system.options(side.truth, BLUE)) for side in (one, two)]
    if offers[0] != offers[1]:
        raise Differs(f"{where}: what Blue is offered")
    if msgspec.msgpack.encode(system.options(one.seen[BLUE], BLUE)) != offers[0]:
        raise Differs(f"{where}: what Blue is offered by what Blue knows, and by the truth")
    for probe in probes(one):
        if refusal(one, probe) != refusal(two, probe):
            raise Differs(f"{where}: how Blue is refused {probe}")


def _public(system: RuleSystem[Any], truth: State) -> object:
    steps = [system.step(truth, seat) for seat in (BLUE, RED)]
    return steps, system.waiting(truth), system.owed(truth), system.result(truth)


def probes(side: Side) -> Iterator[Command]:
    """Yield declarations by which Blue might feel for who is hidden."""
    for name in ("terrorist_3", "rook"):
        yield AttackWith(fighter="kelly", weapon="kelly pdw_46 1", target=name, cover="through")
        yield AimAt(fighter="kelly", weapon="kelly pdw_46 1", target=name)
        yield Ready(fighter="kelly", deed="release", target=name)
        yield LieLow(fighter=name, doing=msgspec.UNSET)
        yield SpringUp(fighter=name)
        yield HideAway(places={name: 0})


def refusal(side: Side, probe: Command) -> str:
    """Return how a probe is refused, or that it is not; nothing comes of it."""
    try:
        side.decided(BLUE, probe, 1)
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
    parser = argparse.ArgumentParser(prog="python -m tests.domain.systems.ranged_pairs")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    every = [tried(seed) for seed in range(asked.seed, asked.seed + asked.pairs)]
    differ = [one for one in every if isinstance(one, str)]
    same = [one for one in every if not isinstance(one, str)]
    for one in differ:
        sys.stderr.write(f"DIFFERS: {one}\n")
    sys.stdout.write(
        f"ranged: {asked.pairs} pairs from seed {asked.seed}, {len(differ)} differ, "
        f"{sum(one.declarations for one in same):,} declarations and "
        f"{sum(one.events for one in same):,} events compared, "
        f"{sum(one.apart for one in same):,} times with somebody hidden otherwise\n"
    )
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
