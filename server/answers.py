"""Why a request was not carried out, as an answer for a person and a program.

An answer to a declaration has one of three openings: "Recorded as event N", "Not recorded", "Not
known yet". What is told unasked (frozen, restarting) has none, nor that there is no such game.
"""

from math import ceil
from typing import TypeAlias

from domain.refusals import Refused
from projections.messages import Problem
from server.store.event_store import NotRecorded, StoreDown, Unsettled


class Frozen(Exception):  # noqa: N818  names the state of the game
    """The game cannot go on until a person has looked at it; *why* says why."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def frozen(why: str) -> Problem:
    """Return what every viewer of a frozen game is told, asked or not."""
    return Problem(id=None, code="frozen", text=f"This game is frozen: {why}.")


RESTARTING = Problem(
    id=None,
    code="restarting",
    text="The server restarts; you come back by yourself. While no server is up, no clock runs.",
)
"""What every viewer is told when the server is about to stop."""

Failure: TypeAlias = Refused | Frozen | NotRecorded | Unsettled | StoreDown


def problem(request: int | None, why: Failure) -> Problem:
    """Return the answer to a request that failed for the reason *why*."""
    match why:
        case Refused(code="not_allowed"):
            return not_allowed(request)
        case Refused():
            return _refused(request, why)
        case Frozen():
            text = f"Not recorded: this game is frozen; {why.why}."
            return Problem(id=request, code="frozen", text=text)
        case NotRecorded():
            return Problem(id=request, code=why.code, text=f"Not recorded: {why.sentence}")
        case StoreDown():
            return Problem(id=request, code="storage", text=f"Not recorded: {why.sentence}")
        case Unsettled():
            text = "Not known yet: asking the log (retry is safe)."
            return Problem(id=request, code="not_known_yet", text=text, recorded=None)


def _refused(request: int | None, why: Refused) -> Problem:
    facts = ", ".join(f"{name.replace('_', ' ')} {fact}" for name, fact in why.facts.items())
    said = f"{why.code.replace('_', ' ')} ({facts})" if facts else why.code.replace("_", " ")
    text = f"Not recorded: {said}. Rule {why.rule}."
    return Problem(id=request, code=why.code, text=text, rule=why.rule.number, facts=why.facts)


def not_allowed(request: int | None) -> Problem:
    """Return the one answer to a wrong game, token or seat: it tells nothing."""
    text = "Not recorded: there is no such game or seat for you."
    return Problem(id=request, code="not_allowed", text=text)


def not_found(request: int | None) -> Problem:
    """Return the answer to who asks, without a token, for a game that does not exist."""
    return Problem(id=request, code="not_found", text="There is no such game here.")


def too_fast(request: int | None, wait_s: float) -> Problem:
    """Return the answer to who asks for too much at a time: what it asked for was not looked at."""
    again_s = max(1, ceil(wait_s))
    text = f"Not recorded: too much at a time; try again in {again_s} s."
    return Problem(id=request, code="too_fast", text=text, facts={"retry_after_s": again_s})
