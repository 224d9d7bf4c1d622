"""Gothic fleets: orders, gunnery, ordnance, boarding, planetary defences, squadrons."""

from domain.systems.gothic.book import printed_files
from domain.systems.gothic.system import Gothic

SYSTEM = Gothic(printed_files())
