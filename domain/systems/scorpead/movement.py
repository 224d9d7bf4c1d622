"""Who moves when, and where to: proportional movement, turn modes, sideslips (C1 to C4)."""

from itertools import groupby
from typing import get_args

from domain.hexes import Hex
from domain.names import ShipId
from domain.refusals import Refused
from domain.systems.scorpead import rules
from domain.systems.scorpead.book import Book
from domain.systems.scorpead.commands import Move
from domain.systems.scorpead.state import IMPULSES, Ship, State

MOVES: tuple[Move, ...] = get_args(Move)


def scheduled(speed: int, impulse: int) -> bool:
    """Tell whether a unit of this speed moves in this impulse (4.7)."""
    return speed * impulse // IMPULSES > speed * (impulse - 1) // IMPULSES


def movers(state: State, impulse: int) -> tuple[tuple[ShipId, ...], ...]:
    """Return who moves in *impulse*: slower first, then the worse turn mode; ties together."""
    modes = tuple(state.book.movement.turn_modes)

    def order(ship: Ship) -> tuple[int, int]:
        return ship.speed, -modes.index(ship.plan.turn_mode)

    moving = sorted((s for s in state.afloat if scheduled(s.speed, impulse)), key=order)
    return tuple(tuple(ship.id for ship in tied) for _, tied in groupby(moving, order))


def moved(ship: Ship, move: Move) -> tuple[Hex, int]:
    """Return the hex and the facing that *move* leads to."""
    side = {"straight": 0, "turn_left": -1, "turn_right": 1, "slip_left": -1, "slip_right": 1}[move]
    facing = ship.facing if move.startswith("slip") else (ship.facing + side) % 6
    return ship.at.neighbour(ship.facing + side), facing


def turn_mode(book: Book, ship: Ship) -> int:
    """Return a ship's turn mode now: one more under erratic manoeuvres (C10)."""
    return book.movement.turn_mode(ship.plan.turn_mode, ship.speed) + ship.manoeuvres.on


def check_move(book: Book, ship: Ship, move: Move) -> None:
    """Refuse a turn before its turn mode, and a sideslip right after another."""
    mode = turn_mode(book, ship)
    if move.startswith("turn") and ship.hexes_since_turn < mode:
        raise Refused(
            "turn_mode", rules.C3_TURN_MODE, turn_mode=mode, hexes_flown=ship.hexes_since_turn
        )
    if move.startswith("slip") and ship.hexes_since_slip < 1:
        raise Refused("sideslip_again", rules.C4_SIDESLIP)


def legal_moves(book: Book, ship: Ship) -> list[Move]:
    """Return the moves that `check_move` lets pass; straight ahead is always one of them."""
    legal: list[Move] = []
    for move in MOVES:
        try:
            check_move(book, ship, move)
        except Refused:
            continue
        legal.append(move)
    return legal
