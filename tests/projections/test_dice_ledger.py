"""Every roll with its proof, and nothing of what is hidden."""

from domain.dice import faces, roll_key
from projections.dice_ledger import RollProof, roll_proof
from projections.redaction import redact
from projections.viewer import SPECTATOR
from tests.pennies import Guess, Listen, Stake
from tests.playing import Playing


def ledger(playing: Playing) -> list[RollProof]:
    codec = playing.table.codec
    proofs = []
    for entry in playing.entries:
        shown = redact(SPECTATOR, entry, codec.decode(entry.open, entry.secret))
        if proof := roll_proof(entry.position, codec.decode(shown.open, shown.secret)):
            proofs.append(proof)
    return proofs


def test_a_roll_can_be_made_again_from_its_proof_and_a_hidden_one_cannot() -> None:
    playing = Playing().begun()
    for seat in (1, 2):
        playing.declare(seat, Stake(pennies=1))
    for seat in (1, 2):
        playing.declare(seat, Guess(face=seat))
    playing.declare(1, Listen(times=2))
    rolled, hidden = ledger(playing)
    assert rolled.link is not None
    assert faces(roll_key(rolled.link, rolled.ctx), rolled.dice) == rolled.faces
    assert (hidden.i, hidden.link, hidden.faces) == (2, None, None)
