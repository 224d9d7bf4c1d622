"""What lies on the line of fire (DW-12.54 to DW-12.56), and the ECM that it makes."""

from domain.hexes import Hex, distance, line_of_fire
from domain.refusals import Refused
from domain.systems.scorpead import rules
from domain.systems.scorpead.forms import Feature, FeatureKind
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.targets import Target

EXCLUSION_HEXES = 2
"""How near to a black hole or a pulsar a hyperspace detonator's line may not come."""

LENSING_HEXES, LENSING_ECM = 10, 2
NEBULA_ECM = 9
ZONE_RANGE_HEXES = 25

Line = tuple[tuple[Hex, ...], ...]


def covers(feature: Feature, at: Hex) -> bool:
    """Tell whether a feature lies in a hex."""
    return distance(feature.at, at) <= feature.radius


def of_kind(state: State, *kinds: FeatureKind) -> list[Feature]:
    """Return the features of these kinds."""
    return [feature for feature in state.features.values() if feature.kind in kinds]


def _there(features: list[Feature], step: tuple[Hex, ...]) -> bool:
    """Tell whether features lie in a step of a line: of a hexside, in both its hexes."""
    return all(any(covers(feature, at) for feature in features) for at in step)


def check_line(state: State, ship: Ship, target: Target) -> None:
    """Refuse a hyperspace detonator's shot that terrain or the target itself forbids."""
    feature = state.features.get(target.id)
    if feature is not None and feature.kind == "mine":
        raise Refused("mine_target", rules.DW_12_55_MINES, target=target.id)
    if not state.features:
        return
    line = line_of_fire(ship.at, target.at)
    _check_web(state, line)
    _check_holes(state, line, target)
    nebulae = of_kind(state, "nebula")
    if any(_there(nebulae, step) for step in ((ship.at,), *line)):
        raise Refused("nebula", rules.DW_12_564_NEBULA)
    zones, range_hexes = of_kind(state, "radiation_zone"), distance(ship.at, target.at)
    if range_hexes > ZONE_RANGE_HEXES and any(_there(zones, step) for step in ((ship.at,), *line)):
        raise Refused(
            "radiation_zone",
            rules.DW_12_565_RADIATION,
            range_hexes=range_hexes,
            at_most=ZONE_RANGE_HEXES,
        )


def _check_web(state: State, line: Line) -> None:
    """Refuse a line through a web: neither out of the firer's hex nor into the target's."""
    webs = [web for web in of_kind(state, "web") if web.strength]
    for step in line[:-1]:
        if _there(webs, step):
            raise Refused("web", rules.DW_12_541_WEB, at=f"({step[0].q}, {step[0].r})")


def _check_holes(state: State, line: Line, target: Target) -> None:
    for hole in of_kind(state, "black_hole", "pulsar"):
        for step in line:
            if all(distance(hole.at, at) <= hole.radius + EXCLUSION_HEXES for at in step):
                raise Refused(
                    "black_hole", rules.DW_12_563_BLACK_HOLE, feature=hole.id, target=target.id
                )


def atmosphere_hexes(state: State, ship: Ship, target: Target) -> int:
    """Return how many hexes of atmosphere a line crosses, the target's included (DW-12.561)."""
    air = of_kind(state, "atmosphere")
    return sum(_there(air, step) for step in line_of_fire(ship.at, target.at)) if air else 0


def ecm(state: State, ship: Ship, target: Target) -> dict[str, int]:
    """Return the ECM that the terrain between firer and target makes, by what makes it."""
    if not state.features:
        return {}
    line = line_of_fire(ship.at, target.at)
    ends = ((ship.at,), *line)
    rocks = of_kind(state, "asteroids", "large_asteroid")
    nebulae = of_kind(state, "nebula")
    holes = of_kind(state, "black_hole", "pulsar")
    near = any(
        all(distance(hole.at, at) <= LENSING_HEXES for at in step)
        for hole in holes
        for step in line
    )
    return {
        "asteroids": sum(_there(rocks, step) for step in ends) if rocks else 0,
        "atmosphere": atmosphere_hexes(state, ship, target),
        "nebula": NEBULA_ECM if any(_there(nebulae, step) for step in ends) else 0,
        "black hole or pulsar": LENSING_ECM if near else 0,
    }
