"""F38: who knows all that is public predicts no roll better than by chance."""

import asyncio

from tests.chaos.campaign import Campaign, Figures, Run
from tests.domain.test_prediction import PREDICTORS, ROLLS, rolled_game

DEVIATION = (ROLLS * 5 / 36) ** 0.5
DEVIATIONS = 4.0


async def run(run: Run) -> Figures:
    """Let every predictor guess every roll of some long games."""
    games, furthest, which = run.length(1, 20), 0.0, ""
    for done in range(games):
        rolled = await asyncio.to_thread(rolled_game, run.seed + done)
        for name, predict in PREDICTORS.items():
            hits = sum(predict(known) == face for known, face in rolled)
            if (off := abs(hits - ROLLS / 6) / DEVIATION) > furthest:
                furthest, which = off, name
        run.progress(done + 1, games)
    assert furthest < DEVIATIONS, f"{which} is {furthest:.1f} deviations from chance"
    return {
        "games": games,
        "rolls": games * ROLLS,
        "predictors": len(PREDICTORS),
        "furthest from chance, in deviations": round(furthest, 2),
    }


CAMPAIGN = Campaign("F38", "a predictor scores at chance", run)
