"""F33, F34: pairs of games that differ in a secret alone: no byte, size or time tells it."""

import asyncio
import math
import sys
import time
from collections.abc import Sequence

import aiohttp

from domain.record import Head
from projections.messages import Recorded, Update
from projections.viewer import SPECTATOR, Viewer
from projections.wire import MSGPACK
from server.bootstrap import Server, running
from server.settings import Settings
from tests.chaos.campaign import Campaign, Figures, Run, percentile
from tests.chaos.pennies_table import ROUND, Noting, Table, answer_to
from tests.chaos.servers import ROOT
from tests.chaos.zygote import ROUNDS, UNHURRIED
from tests.pennies import Guess, Pennies, Stake
from tests.playing import Playing
from tests.projections.watching import Watching, masked

SECRETS = (0, 9)
PAIRS_OF_A_SYSTEM = 1_000
SYSTEMS = ("knight_hawks", "ranged")
"""Those with secrets of their own, whose pairs are played by modules of their own."""
READ = ("view", "events", "record", "steps?at=1&until=8")


async def by_sequence(run: Run) -> Figures:
    """Compare what others are sent of two games, byte by byte."""
    pairs = run.length(20, 1_000)
    for done in range(pairs):
        await asyncio.to_thread(_pair, run)
        run.progress(done + 1, pairs)
    figures: Figures = {"pairs of pennies": pairs, "of them differ": 0}
    for system in SYSTEMS if run.long else ():  # in short they have tests of their own
        figures[system] = await _pairs_of(system, PAIRS_OF_A_SYSTEM, run.seed)
    return figures


def _pair(run: Run) -> None:
    chance = run.chance
    stakes, guesses = chance.sample(range(10), 2), chance.sample(range(1, 7), 2)
    other = chance.randrange(10)
    told = [_told(stake, guess, other) for stake, guess in zip(stakes, guesses, strict=True)]
    both = [playing for playing, _ in told]
    frames = [masked(frames, *both) for _, frames in told]
    assert frames[0] == frames[1], f"stakes {stakes}, guesses {guesses} can be told apart"


def _told(stake: int, guess: int, other: int) -> tuple[Playing, list[bytes]]:
    """Return what opponent and spectators are sent of a game until the guess is opened."""
    playing = Playing().begun()
    watching = [Watching(playing, viewer) for viewer in (Viewer("player", 2), SPECTATOR)]  # type: ignore[arg-type]
    for seat, command in ((1, Stake(pennies=stake)), (2, Stake(pennies=other))):
        playing.declare(seat, command)
        for one in watching:
            one.look()
    playing.declare(1, Guess(face=guess))
    return playing, [frame for one in watching for frame in (one.look(), *one.frames)]


async def _pairs_of(system: str, pairs: int, seed: int) -> str:
    words = (f"tests.domain.systems.{system}_pairs", "--pairs", str(pairs), "--seed", str(seed))
    played = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *words), stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    said, _ = await played.communicate()
    assert played.returncode == 0, said.decode()
    return said.decode().strip().removeprefix(f"{system}: ")


async def by_size_and_time(run: Run) -> Figures:
    """Stake one of two secrets, again and again: sizes are the same, and times as good as."""
    samples, least_p = run.length(25, 2_000), 0.01 if run.long else 1e-4
    settings = Settings(port=0, data=run.folder / "data")
    systems = {"pennies": Pennies({"rounds.json": ROUNDS})}
    async with running(settings, UNHURRIED, systems) as server:  # type: ignore[arg-type]
        pairs = run.length(2, 50)
        sizes = [await _sizes(server, secret) for secret in SECRETS for _ in range(pairs)]
        assert len({tuple(one) for one in sizes}) == 1, f"sizes differ: {sizes}"
        table = await Table.made(server.url)
        delays: dict[int, list[float]] = {secret: [] for secret in SECRETS}
        async with table.at(server.url, 1) as one, table.at(server.url, 2) as other:
            for done in range(2 * samples):
                secret = run.chance.choice(SECRETS)
                delays[secret].append(await _delay(one, other, secret))
                run.progress(done + 1, 2 * samples)
    p = same_distribution(*delays.values())
    assert p > least_p, f"the times of two secrets differ, p {p:.4f}"
    return {
        "pairs of games": pairs,
        "sizes of each": len(sizes[0]),
        "sizes that differ": 0,
        "samples of time": 2 * samples,
        "p50 ms of one secret": round(percentile(delays[SECRETS[0]], 50) * 1000, 3),
        "of the other": round(percentile(delays[SECRETS[1]], 50) * 1000, 3),
        "p that the times are alike (Kolmogorov, Smirnov)": round(p, 4),
    }


async def _sizes(server: Server, secret: int) -> list[int]:
    """Return how long everything is that an opponent or spectator gets of a fresh game."""
    table = await Table.made(server.url)
    game, sizes = f"{server.url}/api/games/{table.watch.game.hex()}", list[int]()
    async with (
        table.at(server.url, 1) as one,
        table.at(server.url, 2) as other,
        table.at(server.url, None) as spectator,
    ):
        assert isinstance(await one.declare("stake", {"pennies": secret}), Recorded)
        sizes += [await _update(viewer) for viewer in (other, spectator)]
    async with aiohttp.ClientSession() as session:
        for token in ("", table.seats[1].token):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            for what in READ:
                async with session.get(f"{game}/{what}", headers=headers) as answer:
                    assert answer.status == 200, await answer.text()
                    sizes += [len(await answer.read()), len(str(sorted(answer.headers)))]
    return sizes


async def _update(viewer: Noting) -> int:
    """Take the next update; return how long it is."""
    while True:
        data = await viewer.socket.recv()
        assert isinstance(data, bytes)
        if isinstance(message := MSGPACK.to_viewer(data), Update):
            viewer.head = Head(message.position, message.hash)
            return len(data)


async def _delay(one: Noting, other: Noting, secret: int) -> float:
    """Stake *secret*; return after how many seconds the opponent was told that it is sealed.

    Then play the round to its end, which tells nothing of it.
    """
    await one.caught_up()
    await other.caught_up()
    made = one.declaration("stake", {"pennies": secret})
    sent = time.perf_counter()
    await one.send(made)
    await _update(other)
    delay = time.perf_counter() - sent
    await answer_to(one, made)
    for turn in ROUND[1:]:
        seat = (one, other)[turn.seat - 1]
        await seat.caught_up()
        assert isinstance(await seat.declare(turn.do, turn.secret, fields=turn.fields), Recorded)
    return delay


def same_distribution(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the p-value that two samples are of one distribution (Kolmogorov, Smirnov)."""
    ordered = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    seen, furthest = [0, 0], 0.0
    for _, which in ordered:
        seen[which] += 1
        furthest = max(furthest, abs(seen[0] / len(one) - seen[1] / len(other)))
    n = math.sqrt(len(one) * len(other) / (len(one) + len(other)))
    far = (n + 0.12 + 0.11 / n) * furthest
    tail = 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * far) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, tail)) if far > 0.2 else 1.0


SEQUENCE = Campaign("F33", "secrets by sequence: pairs of games, byte by byte", by_sequence)
SIZE_AND_TIME = Campaign("F34", "secrets by size and time", by_size_and_time)
