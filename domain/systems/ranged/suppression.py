"""Suppression fire: zones and swaths, and who comes into them (3.9)."""

from collections.abc import Iterator
from math import hypot

from domain.hexes import Hex
from domain.systems.ranged import sight
from domain.systems.ranged.forms import Attack, Zone
from domain.systems.ranged.state import Fighter, State
from domain.systems.ranged.tasks import Shoot


def inside(state: State, zone: Zone, at: Hex) -> bool:
    """Tell whether a hex lies in a zone, or in the swath to it (R-77)."""
    if sight.off_middle(zone.centre, at) < 1:
        return True
    beside = sight.swath_yards(state.fighters[zone.by].at, sight.middle(zone.centre), at)
    return beside is not None and beside <= 1


def entered(state: State, fighter: Fighter, start: Hex, end: Hex) -> tuple[Shoot, ...]:
    """Return the attacks on somebody who comes into a zone or a swath (SU-06, R-23)."""
    done = {zone.by for zone in state.zones.values() if fighter.id in zone.attacked}
    zones = [
        zone for zone in state.zones.values()
        if zone.by != fighter.id and zone.left > 0 and zone.by not in done
        and inside(state, zone, end) and not inside(state, zone, start)
    ]  # fmt: skip
    if not zones:
        return ()
    zone = max(zones, key=lambda one: (one.left, one.id))
    return (shot(zone, fighter),)


def shot(zone: Zone, fighter: Fighter) -> Shoot:
    """Return the attack of a zone on somebody: random location, no declared one (SU-09)."""
    attack = Attack(
        attacker=zone.by, weapon=zone.item, target=fighter.id, location="random", cover="random",
        shots=zone.shots, rof=zone.shots, zone=zone.id, aimed=zone.aimed, manoeuvre="suppression",
    )  # fmt: skip
    return Shoot(attack=attack)


def already_there(state: State, zones: tuple[Zone, ...]) -> Iterator[Shoot]:
    """Yield the attacks on those inside when the fire starts, each once (R-23)."""
    for fighter in state.present():
        mine = [z for z in zones if z.by != fighter.id and inside(state, z, fighter.at)]
        if mine and fighter.body.nature != "homogenous":
            yield shot(max(mine, key=lambda one: (one.left, one.id)), fighter)


def adjacent(one: Zone | tuple[Hex, Hex], other: tuple[Hex, Hex]) -> bool:
    """Tell whether two zones lie side by side: centres two yards apart at most (R-77)."""
    centre = one.centre if isinstance(one, Zone) else one
    (x, y), (u, v) = sight.middle(centre), sight.middle(other)
    return hypot(u - x, v - y) <= 2 + 1e-9
