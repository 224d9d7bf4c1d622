"""Scorpead: phaser magnifiers (ER-12) and hyperspace detonators (DW-12), in a duel of ships."""

from domain.systems.scorpead.book import printed_files
from domain.systems.scorpead.system import Scorpead

SYSTEM = Scorpead(printed_files())
