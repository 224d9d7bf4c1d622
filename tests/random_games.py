"""Random games of one rule system to their ends, each decided again with the dice it recorded.

By the whole record, and by what each seat may read of it.

    .venv/bin/python -m tests.random_games SYSTEM [--games 2000] [--seed 1] [--scenario NAME]

The scenarios take turns. Whatever goes wrong is told with system, scenario and seed, with which the
same game is played again (`--games 1 --seed N --scenario NAME`). Exit code 1 if anything did.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import msgspec

from domain.dice import ScriptedDice
from domain.registry import rule_systems
from domain.rule_system import RuleSystem
from tests.domain.random_play import Game, Player, check_as, decided, faces, folded

MOST_DECISIONS = 20_000
PROCESSES = 2
PROGRESS_S = 5.0


class Played(NamedTuple):
    """What came of one game: its figures, or in *trouble* what went wrong in it."""

    scenario: str
    seed: int
    decisions: int = 0
    events: int = 0
    dice: int = 0
    drawn: bool = False
    trouble: str = ""


def played(system: RuleSystem[Any], scenario_name: str, seed: int) -> Played:
    """Play one game to its end and decide all of it again; whatever is raised is its trouble."""
    try:
        scenario = next(one for one in system.scenarios() if one.name == scenario_name)
        game = Player(system, seed).play(scenario, MOST_DECISIONS)
        result = system.result(game.after)
        assert result is not None, f"no end after {MOST_DECISIONS} decisions"
        assert not system.waiting(game.after), "the game is over and still waits for somebody"
        check_again(system, game)
    except Exception:  # noqa: BLE001  a game must not stop the others: its trouble is told
        return Played(scenario_name, seed, trouble=traceback.format_exc())
    return Played(
        scenario_name,
        seed,
        decisions=len(game.decisions),
        events=len(game.events),
        dice=len(faces(game.outcomes)),
        drawn=not result.winners,
    )


def check_again(system: RuleSystem[Any], game: Game) -> None:
    """Assert that the recorded dice lead to the same events, and that their fold is the state."""
    state = folded(system, system.initial(), game.begun)
    for number, decision in enumerate(game.decisions, start=1):
        again = msgspec.structs.replace(decision, before=state)
        dice = ScriptedDice(faces(decision.outcomes))
        outcomes = decided(system, again, dice)
        assert outcomes == decision.outcomes, f"decision {number} is decided otherwise again"
        assert not dice.left, f"decision {number} leaves dice: {dice.left}"
        state = folded(system, state, outcomes)
    assert state == game.after, "the fold of all events is not the state at the end"
    for seat in {seat for decision in game.decisions for seat in decision.commands}:
        check_as(system, game, seat)


def _job(job: tuple[str, str, int]) -> Played:
    name, scenario, seed = job
    return played(rule_systems()[name], scenario, seed)


def _jobs(name: str, scenarios: list[str], games: int, seed: int) -> Iterator[tuple[str, str, int]]:
    for number in range(games):
        yield name, scenarios[number % len(scenarios)], seed + number


def main(words: list[str]) -> int:
    """Play, tell how it goes on stderr, and print one line of figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_games")
    parser.add_argument("system", choices=sorted(rule_systems()))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument(
        "--seed", type=int, default=1, help="the first game's; the next have the next"
    )
    parser.add_argument("--scenario", help="this one alone")
    asked = parser.parse_args(words)
    names = [one.name for one in rule_systems()[asked.system].scenarios()]
    if asked.scenario is not None and asked.scenario not in names:
        parser.error(f"{asked.system} has the scenarios {', '.join(names)}")
    scenarios = names if asked.scenario is None else [asked.scenario]
    started = told = time.monotonic()
    done: list[Played] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        jobs = _jobs(asked.system, scenarios, asked.games, asked.seed)
        for one in pool.map(_job, jobs, chunksize=1):
            done.append(one)
            if one.trouble:
                where = f"{asked.system}, scenario {one.scenario}, seed {one.seed}"
                sys.stderr.write(f"FAILED: {where}\n{one.trouble}\n")
            if time.monotonic() - told >= PROGRESS_S:
                told = time.monotonic()
                sys.stderr.write(f"{len(done)} of {asked.games} games, {told - started:.0f} s\n")
    failed = sum(bool(one.trouble) for one in done)
    sys.stdout.write(
        f"{asked.system}: {len(done)} games of {len(scenarios)} scenarios from seed {asked.seed}, "
        f"{failed} failed, {sum(one.drawn for one in done)} drawn, "
        f"{sum(one.decisions for one in done):,} decisions, "
        f"{sum(one.events for one in done):,} events, {sum(one.dice for one in done):,} dice, "
        f"{time.monotonic() - started:.1f} s\n"
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
