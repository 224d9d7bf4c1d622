"""Chains of dice links are renewed before they are used up (dice/1), between two rolls.

Roll i opens link[i], of a renewed chain as well: so that is longer by the rolls made before it.
"""

from collections.abc import Iterator

from domain.decider import Event
from domain.dice import CHAIN_LINKS, Chain
from domain.game import Game
from domain.game_events import LINKS, AnchorRenewed, RenewChain
from domain.names import SeatId
from domain.refusals import Refused

SPARE_LINKS = CHAIN_LINKS // 64
"""So few links left, and a chain is renewed: far more than one declaration rolls."""


def ends(links: int, rolls: int) -> bool:
    """Tell whether a chain of so many *links* is nearly used up after so many *rolls*."""
    return links - rolls <= SPARE_LINKS


def renewed(game: Game, seat: SeatId, command: RenewChain) -> Iterator[Event]:
    """Renew the chain of a seat, whenever its holder likes. Refused if it is none."""
    if len(command.anchor) != 32:
        raise Refused("malformed", LINKS, field="anchor")
    if ends(command.links, game.rolls) or command.links > game.rolls + CHAIN_LINKS:
        raise Refused("not_so_long", LINKS, links=game.rolls + CHAIN_LINKS)
    yield AnchorRenewed(seat=seat, anchor=command.anchor, links=command.links)


def next_of_server(game: Game) -> Chain:
    """Return the chain with which the server goes on. Refused while the one in use holds."""
    if game.phase != "running" or not ends(game.chain.links, game.rolls):
        raise Refused("chain_holds", LINKS, links=game.chain.links)
    return Chain(game.chain.rotation + 1, game.rolls + CHAIN_LINKS)
