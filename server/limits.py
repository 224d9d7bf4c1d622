"""Every bound of the server in one place."""

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much, how long, how often; seconds, bytes and counts as the names say."""

    hello_s: float = 10.0
    """A socket that has not said who it is by then is closed."""
    write_s: float = 10.0
    """A viewer that takes longer to take one frame is cut off."""
    sweep_s: float = 0.1
    """How often it is looked who has fallen behind, and has room again."""
    tick_s: float = 0.005
    """How long spectators wait for more, so that it comes in one piece; players never do."""
    beat_s: float = 10.0
    """How often the head is told to a viewer, if it changed."""
    silence_s: float = 20.0
    """A peer that answers no ping for half of this again is gone."""
    queue_bytes: int = 512 * 1024
    """What may wait for one viewer; beyond it, one fresh snapshot takes its place."""
    conflicts: int = 8
    """How often a declaration is decided again because another process was faster."""
    read_entries: int = 2_000
    """How many entries are read from the store at a time."""
    poll_s: float = 1.0
    """How long a lost hint may stay unnoticed."""
    holder_s: float = 0.5
    """How long a deadline is left to a process that holds its game, before others pick it up."""
    claim_s: float = 10.0
    """How long a picked-up game is one process's alone: to load a long one takes some seconds."""
    picked_up: int = 16
    """Games picked up at a time: loading one takes 50 ms, most of it for its chain of links."""
    look_again_s: float = 600.0
    """How often a game with a time limit is looked at while nothing runs out. It need not be: but a
    process may die between a commit and the note of the deadline that follows from it."""
    idle_game_s: float = 60.0
    """How long a game that nobody watches is held: longer than any request takes, shorter than it
    takes to be asked for by many; loading it again costs 50 ms."""
    lobby_lines: int = 1_000
    """Lines of the lobby that are remembered between two questions, some 500 bytes each."""
    lobby_page: int = 200
    """The most lines of the lobby in one answer; half of it, if nobody says how many."""
    missing_s: float = 5.0
    """How long there may be no sign of a server before players' clocks stand still for it."""
    joining_s: float = 10.0
    """How long a seat that was just taken counts as connected: its client connects next."""
    idle_s: float = 30.0
    """How long a connection may be silent, or take over the head of a request."""
    body_s: float = 10.0
    """How long the body of an HTTP request may take to arrive."""
    record_bytes: int = 16 * 1024 * 1024
    """The largest record of a game that is sent here, to fork it or to bring it back."""
    steps: int = 250
    """How many steps of a game are shown at a time."""
    body_bytes: int = 64 * 1024
    """The largest body of an HTTP request."""
    requests_per_s: float = 100.0
    """How fast one socket is read for long; who sends faster waits, and nobody else does."""
    requests_at_once: int = 200
    """How many requests a socket may send at once before that."""
    look_s: float = 1.0
    """How often a viewer that says it lost track is sent a snapshot."""
    stop_s: float = 5.0
    """How long requests under way may take when the server stops."""
    frame_bytes: int = 16 * 1024
    """The largest frame that a viewer may send."""


LIMITS = Limits()
