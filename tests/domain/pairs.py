"""Pairs of games that differ only in what one side seals: nobody else may tell them apart.

Both games get the same public commands and the same dice. Until a secret is public by the rules, to
the very event, every viewer must read the same bytes, be told the same sentences, know the same
state, see the same scene, be offered the same, and be refused alike (non-interference).
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from domain.codec import Codec
from domain.decider import Command, Event
from domain.names import SeatId
from domain.refusals import Refused
from domain.rule_system import Outcome, RuleSystem
from tests.domain.random_play import RandomDice, folded, redacted

F = TypeVar("F")
Viewers = tuple[SeatId | None, ...]
PROCESSES = 2
PROGRESS_S = 5.0


class Differs(AssertionError):  # noqa: N818  names what is wrong
    """What somebody may read differs with what they may not know."""


class Begun(NamedTuple):
    """How both games of a pair begin, who looks on, and by which events a secret is public."""

    system: RuleSystem[Any]
    scenario: str
    options: dict[str, int | str]
    seed: int
    viewers: Viewers
    revealing: tuple[type[Event], ...]
    codec: Codec


class Side:
    """One game of a pair: the truth, and what each viewer knows of it."""

    def __init__(self, begun: Begun) -> None:
        self._begun, self.system = begun, begun.system
        self.truth: Any = self.system.initial()
        self.seen: dict[SeatId | None, Any] = {}
        dice = RandomDice(Random(begun.seed))
        self.take(tuple(self.system.begin(begun.scenario, begun.options, dice)))

    def take(self, outcomes: tuple[Outcome, ...]) -> None:
        """Fold a commit into the truth and into what the viewers know."""
        for viewer in self._begun.viewers:
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
            if isinstance(one, self._begun.revealing):
                return
            if not isinstance(one, Event):
                yield repr(msgspec.structs.replace(one, faces=()) if one.hidden else one).encode()
                continue
            open_part, sealed = self._begun.codec.encode(one)
            yield open_part
            own = getattr(one, "seat", None) == viewer
            yield b"no seal" if sealed is None else sealed if own else b"seal"
            told = redacted(one, viewer)
            yield msgspec.msgpack.encode(list(self.system.sentences(known, told)))
            known = self.system.evolve(known, told)


class Pair:
    """Two games that began alike."""

    def __init__(self, begun: Begun) -> None:
        self._begun, self._system = begun, begun.system
        self.one, self.two = Side(begun), Side(begun)
        self.sides = (self.one, self.two)
        self._where = ""

    def declare(
        self, number: int, seat: SeatId, commands: tuple[Command, Command], roll: int
    ) -> tuple[Outcome, ...] | None:
        """Decide a declaration in both games; None if it makes a secret public. Raises Differs."""
        self._where = f"seed {self._begun.seed}, declaration {number}"
        first, second = (self._begun.codec.encode_command(command)[:2] for command in commands)
        if first != second:
            self._differs("the open part of the declaration")
        commits = [
            side.decided(seat, command, roll)
            for side, command in zip(self.sides, commands, strict=True)
        ]
        revealing = self._begun.revealing
        revealed = any(isinstance(event, revealing) for commit in commits for event in commit)
        for viewer in self._begun.viewers:
            self._compare_read(commits, viewer, cut=revealed)
        if revealed:
            return None
        for side, commit in zip(self.sides, commits, strict=True):
            side.take(commit)
        return commits[0]

    def compare(self, probes: Callable[[SeatId], Iterable[Command]]) -> None:
        """Raise Differs unless state, scene, offers, steps and refusals are the same for viewers.

        *probes* are declarations by which a viewer might feel for what is hidden.
        """
        self._alike("step, waiting, owed or the result", self._public)
        for viewer in self._begun.viewers:
            self._alike(f"what {viewer} knows", lambda side, viewer=viewer: side.seen[viewer])
            self._alike(
                f"the scene of {viewer}",
                lambda side, viewer=viewer: _bytes(self._system.scene(side.seen[viewer])),
            )
            if viewer is not None:
                self._compare_offers(viewer, probes(viewer))

    def _compare_read(
        self, commits: list[tuple[Outcome, ...]], viewer: SeatId | None, *, cut: bool
    ) -> None:
        read = [
            list(side.read(commit, viewer))
            for side, commit in zip(self.sides, commits, strict=True)
        ]
        shorter = min(map(len, read)) if cut else max(map(len, read))
        if read[0][:shorter] != read[1][:shorter]:
            self._differs(f"bytes or words for {viewer}")

    def _compare_offers(self, viewer: SeatId, probes: Iterable[Command]) -> None:
        system = self._system
        self._alike(
            f"what {viewer} is offered", lambda side: _bytes(system.options(side.truth, viewer))
        )
        offers = (_bytes(system.options(known, viewer)) for known in (
            self.one.truth, self.one.seen[viewer]
        ))  # fmt: skip
        if len(set(offers)) > 1:
            self._differs(f"what {viewer} is offered by what {viewer} knows, and by the truth")
        if viewer in system.waiting(self.one.truth):
            self._alike(
                f"what {viewer} declares by default",
                lambda side: system.default(side.truth, viewer),
            )
        for probe in probes:
            self._alike(
                f"how {viewer} is refused {probe}",
                lambda side, probe=probe: _refusal(side, viewer, probe),
            )

    def _public(self, side: Side) -> object:
        system, truth = self._system, side.truth
        steps = [system.step(truth, seat) for seat in (SeatId(1), SeatId(2))]
        return steps, system.waiting(truth), system.owed(truth), system.result(truth)

    def _alike(self, what: str, of: Callable[[Side], object]) -> None:
        if of(self.one) != of(self.two):
            self._differs(what)

    def _differs(self, what: str) -> None:
        raise Differs(f"{self._where}: {what}")


def _bytes(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def _refusal(side: Side, viewer: SeatId, probe: Command) -> str:
    """Return how a probe is refused, or that it is not; nothing comes of it."""
    try:
        side.decided(viewer, probe, 1)
    except Refused as refused:
        return str(refused)
    return "accepted"


def many(
    name: str, words: list[str], play: Callable[[int], F | str], told: Callable[[list[F]], str]
) -> int:
    """Play pairs of the system called *name*, and tell what was compared; 1 if any differ.

    *play* returns what was compared in the pair of a seed, or what differs in it.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.domain.systems.{name}_pairs")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    started = last = time.monotonic()
    same: list[F] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        played = pool.map(play, range(asked.seed, asked.seed + asked.pairs))
        for number, figures in enumerate(played, start=1):
            if isinstance(figures, str):
                sys.stderr.write(f"DIFFERS: {figures}\n")
            else:
                same.append(figures)
            if time.monotonic() - last > PROGRESS_S:
                last = time.monotonic()
                sys.stderr.write(f"{number} of {asked.pairs} pairs, {last - started:.0f} s\n")
    differ = asked.pairs - len(same)
    sys.stdout.write(
        f"{name}: {asked.pairs} pairs from seed {asked.seed}, {differ} differ, {told(same)}, "
        f"{time.monotonic() - started:.1f} s\n"
    )
    return int(bool(differ))
