"""Star Frontiers Knight Hawks: starship battles with secret mines and seeker missiles."""

from domain.systems.knight_hawks.book import printed_files
from domain.systems.knight_hawks.system import KnightHawks

SYSTEM = KnightHawks(printed_files())
