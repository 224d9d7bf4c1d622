"""Answers that are no success, as HTTP: application/problem+json with code, rule, recorded."""

import msgspec
from aiohttp import web

from projections.messages import Problem

STATUSES = {
    "malformed": 400,
    "not_allowed": 403,
    "not_found": 404,
    "conflict": 409,
    "forked": 409,
    "too_fast": 429,
    "storage": 503,
    "not_known_yet": 503,
    "unreachable": 503,
    "overloaded": 503,
    "frozen": 503,
    "server": 500,
}
"""The status of each code; of every other, 422 if it cites a rule, else 503: storage trouble."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A problem as HTTP tells it (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    rule: str
    facts: dict[str, int | str]
    recorded: bool | None


def answered(found: Problem, status: int | None = None) -> web.Response:
    """Return *found* as a response, with the status of its code if no other is given."""
    if status is None:
        status = STATUSES.get(found.code, 422 if found.rule else 503)
    body = Told(
        title=found.code.replace("_", " "),
        status=status,
        detail=found.text,
        code=found.code,
        rule=found.rule,
        facts=found.facts,
        recorded=found.recorded,
    )
    again_s = found.facts.get("retry_after_s")
    return web.Response(
        body=msgspec.json.encode(body),
        status=status,
        content_type="application/problem+json",
        headers={} if again_s is None else {"Retry-After": str(again_s)},
    )


def failed() -> Problem:
    """Return the answer to a request at which the server failed: it may have been recorded."""
    text = (
        "Not known yet: the server failed at this request. Look before you try again; a "
        "declaration may be sent again as it was."
    )
    return Problem(id=None, code="server", text=text, recorded=None)
