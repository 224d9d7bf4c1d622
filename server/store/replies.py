"""What the store's own error replies mean, in sentences for a person."""

from redis.exceptions import RedisError

_SENTENCES = {
    "oom": "The store's memory is full: raise maxmemory, or export and move finished games.",
    "misconf": "The store cannot write to its disk: look at its free space and its log.",
    "readonly": "The store is a replica and takes no writes: connect to the primary.",
    "loading": "The store has just started and is still reading its data.",
    "noperm": "The store's user may not do this: it needs the commands and keys of the manual.",
    "noauth": "The store asks for a password: put it into BROADSIDE_REDIS_URL.",
    "wrongpass": "The store does not accept this user and password.",
    "busy": "The store is busy with somebody's long-running script.",
    "clusterdown": "The store is a cluster that has lost a part, and refuses until it is back.",
    "noreplicas": "The store lacks the replicas that it was told to wait for.",
    "masterdown": "The store is a replica that has lost its primary.",
}


def code_of(error: BaseException) -> str | None:
    """Return the first word of an error reply in lower case, or None if *error* is not a reply.

    redis-py wraps a reply to its handshake into a broken connection: the cause tells.
    """
    while isinstance(error, RedisError):
        if error.status_code:
            return error.status_code.lower()
        word = str(error).split(" ", 1)[0]
        if word.isupper() and word.isalpha():
            return word.lower()
        if error.__cause__ is None:
            return None
        error = error.__cause__
    return None


def sentence_of(error: BaseException) -> str:
    """Return what went wrong between us and the store, for a person."""
    code = code_of(error)
    if isinstance(error, TimeoutError):
        return "The store does not answer in time."
    if code is None:
        return f"The store cannot be reached ({str(error) or type(error).__name__})."
    return _SENTENCES.get(code, f"The store refused ({error}).")
