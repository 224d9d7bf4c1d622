"""One connection's HTTP, and what is answered to bytes that are no request."""

import structlog
from aiohttp import web
from aiohttp.web_request import BaseRequest

from projections.messages import Problem
from server.api.problems import answered, failed

log = structlog.get_logger()
NO_REQUEST = "Not recorded: this is no request of HTTP/1.1 that could be read."


class Speech(web.RequestHandler):
    """A connection whose faults are answered as problems, without a word of what was sent.

    aiohttp's own answer repeats the bytes that it could not read, and its log does so with a
    traceback: a token in a broken header would be in both, and a crowd could fill the disk.
    """

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002  it repeats what was sent
    ) -> web.StreamResponse:
        """Return what went wrong before a handler could. The connection closes then."""
        if request.writer.output_size > 0:
            raise ConnectionError("an answer is under way already")
        if status < 500:
            found = Problem(id=None, code="malformed", text=NO_REQUEST)
        else:
            log.error("request_failed", status=status, exc_info=exc)
            found = failed()
        answer = answered(found, status)
        answer.headers["Server"] = "broadside"
        answer.force_close()
        return answer
