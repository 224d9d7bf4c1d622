"""The bounds on what people ask of the server; those on the store: server/store/limits.py."""

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much, how long, how often; seconds, bytes and counts as the names say."""

    hello_s: float = 8.0
    """A socket that has not said who it is by then is closed; within ten seconds in all."""
    close_s: float = 1.0
    """How long a peer may take to agree that a socket is closed, or that a body is unwanted."""
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
    read_entries: int = 100
    """How many entries are read from the store, and folded, at a time: some 5 ms, in which nobody
    else is served."""
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
    idle_s: float = 8.0
    """How long a connection may be silent, or take over the head of a request. Under ten seconds: a
    thousand slow ones are gone before they are many; programs that come back connect anew."""
    body_s: float = 8.0
    """How long the body of an HTTP request may take to arrive."""
    record_bytes: int = 4 * 1024 * 1024
    """The largest record of a game that is sent here, to fork it or to bring it back: some 20,000
    events, seven times the longest game of bots; to decide each again takes half a millisecond."""
    steps: int = 250
    """How many steps of a game are shown at a time."""
    body_bytes: int = 16 * 1024
    """The largest body of an HTTP request, as of a frame (projections.wire: no message has more);
    that of a record: `record_bytes`."""
    requests_per_s: float = 100.0
    """Messages of one seat (or one spectator's socket) for long. Bots play as fast as that; a
    person needs two, and a server records some thousands."""
    requests_at_once: int = 200
    """How many of them may come at once before that."""
    refused_per_s: float = 2.0
    """Refused declarations of one seat for long, 120 a minute. What is recorded moves the game on,
    and is bounded by it; what the rules refuse is only work, and may be repeated for ever."""
    refused_at_once: int = 30
    """How many of them may come at once before that: a person who looks for what is allowed."""
    address_requests_per_s: float = 50.0
    """HTTP requests of one address for long: a page is ten, and a club has one address."""
    address_requests_at_once: int = 300
    """How many of them may come at once before that: thirty pages that are opened together."""
    joins_per_s: float = 1.0
    """Seats taken from one address for long; each costs signatures and a commit."""
    joins_at_once: int = 30
    """How many of them may come at once before that: a club's evening begins."""
    games_per_s: float = 0.2
    """Games made or brought from one address for long; each costs 50 ms and stays for ever."""
    games_at_once: int = 20
    """How many of them may come at once before that."""
    address_open: int = 200
    """Requests of one address under way at a time, sockets and streams included; connections as
    well. A browser has seven, a school a hundred people."""
    connections: int = 20_000
    """Connections in all: some 40 KiB each (docs/performance.md). Fewer, if descriptors are."""
    spare_descriptors: int = 96
    """Descriptors that connections leave over: for the store, marks, files, the shelf."""
    paced: int = 20_000
    """Seats and addresses whose pace is remembered; those that are quiet are forgotten first."""
    look_s: float = 1.0
    """How often a viewer that says it lost track is sent a snapshot."""
    stop_s: float = 5.0
    """How long requests under way may take when the server stops."""
    frame_bytes: int = 16 * 1024
    """The largest frame that a viewer may send."""


LIMITS = Limits()


def for_any_address(limits: Limits) -> Limits:
    """Return *limits* that bound what a seat may ask, and not what an address may.

    For a hall of people behind one address, and behind a proxy that bounds addresses itself.
    """
    return msgspec.structs.replace(
        limits,
        address_requests_per_s=_ANY,
        address_requests_at_once=_ANY,
        joins_per_s=_ANY,
        joins_at_once=_ANY,
        games_per_s=_ANY,
        games_at_once=_ANY,
        address_open=_ANY,
    )


_ANY = 10**9
