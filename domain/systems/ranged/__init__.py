"""Ranged: one-second skirmishes with firearms, odd weapons, missiles, areas and cones."""

from domain.systems.ranged.book import printed_files
from domain.systems.ranged.system import Ranged

SYSTEM = Ranged(printed_files())
