"""Every error reply has a code and a sentence."""

import pytest
from redis.exceptions import BusyLoadingError, OutOfMemoryError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.replies import code_of, sentence_of


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OutOfMemoryError("command not allowed", status_code="OOM"), "oom"),
        (ResponseError("MISCONF Errors writing to the AOF file"), "misconf"),
        (BusyLoadingError("loading", status_code="LOADING"), "loading"),
        (RedisConnectionError("Connection closed by server."), None),
        (OSError("no such file"), None),
    ],
)
def test_a_reply_is_told_from_a_broken_line(error: Exception, code: str | None) -> None:
    assert code_of(error) == code
    assert ("cannot be reached" in sentence_of(error)) == (code is None)


def test_a_reply_to_the_handshake_is_found_in_its_wrapping() -> None:
    wrapped = RedisConnectionError("something")
    wrapped.__cause__ = BusyLoadingError("loading", status_code="LOADING")
    assert code_of(wrapped) == "loading"


def test_what_nobody_foresaw_is_quoted() -> None:
    assert sentence_of(ResponseError("ODD thing")) == "The store refused (ODD thing)."
    assert sentence_of(TimeoutError()) == "The store does not answer in time."
