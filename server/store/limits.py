"""How long, and how much at once, the store is asked before it counts as silent or full."""

import msgspec


class StoreLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds on talking to the store; times in seconds."""

    connect_s: float = 0.5
    reply_s: float = 0.8
    """For all replies of one pipeline; longer means that their fate is unknown."""
    settle_s: float = 1.8
    """For one append in all, with every attempt to learn what became of it: so that who declared
    has an answer within two seconds, whatever became of the store (F20)."""
    pause_s: float = 0.05
    """Between two attempts to learn it, and before a broken connection is tried again."""
    check_s: float = 0.3
    """For the question whether it is there, which is asked twice: health.py."""
    read_s: float = 5.0
    listen_s: float = 5.0
    """Silence after which the line that brings hints is asked whether it still lives."""
    connections: int = 32
    """Connections for questions; who asks when all are taken waits up to read_s."""
    batch: int = 256
    """Commits in one pipeline."""
    waiting: int = 4096
    """Commits that may wait for a pipeline; more are refused at once."""
    redirects: int = 16
    """How often a command follows a cluster's slot that moves: while its keys are on their way it
    is sent back and forth, for some tens of milliseconds a slot."""
