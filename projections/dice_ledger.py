"""Every roll of a game and its proof, in order: what an audit of a disputed roll starts from."""

import msgspec

from domain.decider import Event
from domain.dice import Ask
from domain.game_events import DiceRolled, DiceRolledHidden


class RollProof(msgspec.Struct, frozen=True, kw_only=True):
    """A roll: where it stands, what led to it, what was asked, what came up, with which link.

    *faces* and *link* are None while the roll is hidden.
    """

    position: int
    i: int
    by: int
    dice: tuple[Ask, ...]
    ctx: bytes
    link: bytes | None
    faces: tuple[tuple[int, ...], ...] | None


def roll_proof(position: int, event: Event) -> RollProof | None:
    """Return the proof that *event* holds, or None if it is no roll."""
    link: bytes | None
    faces: tuple[tuple[int, ...], ...] | None
    match event:
        case DiceRolled():
            link, faces = event.link, event.faces
        case DiceRolledHidden():
            link = event.seed if isinstance(event.seed, bytes) else None
            faces = event.faces if isinstance(event.faces, tuple) else None
        case _:
            return None
    return RollProof(
        position=position,
        i=event.i,
        by=event.by,
        dice=event.dice,
        ctx=event.ctx,
        link=link,
        faces=faces,
    )
