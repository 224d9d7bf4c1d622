"""Vessels as they come from their sheets."""

from msgspec.structs import replace

from domain.names import SeatId, ShipId
from domain.systems.knight_hawks.book import Book
from domain.systems.knight_hawks.scenarios import Side, VesselSheet
from domain.systems.knight_hawks.ships import LTD, Figures, ShipClass
from domain.systems.knight_hawks.state import Mount, Orbit, Vessel
from domain.systems.knight_hawks.tables import SCREENS, Level


def mounts(figures: Figures) -> dict[str, Mount]:
    """Return a mount for each beam, one system for each limited supply, by its name."""
    found: dict[str, Mount] = {}
    for kind, count in figures.mounts.items():
        if kind in LTD:
            found[kind] = Mount(type=kind, ammo=count, ammo_max=count)
        elif count == 1:
            found[kind] = Mount(type=kind)
        else:
            found |= {f"{kind}_{number}": Mount(type=kind) for number in range(1, count + 1)}
    return found


def vessel(
    kind: ShipClass, figures: Figures, sheet: VesselSheet, side: str, seat: SeatId
) -> Vessel:
    """Return a vessel of a class, as fresh from the yard."""
    defences = figures.defences
    return Vessel(
        id=ShipId(sheet.id),
        title=sheet.title,
        ship_class=kind.name,
        side=side,
        seat=seat,
        kind=kind.kind,
        evades=kind.evades,
        capacity=kind.capacity,
        hp_max=figures.hp,
        hp=figures.hp,
        adf_max=figures.adf,
        adf=figures.adf,
        mr_max=figures.mr,
        mr=figures.mr,
        dcr_max=figures.dcr,
        at=sheet.at,
        facing=sheet.facing,
        speed=sheet.speed,
        path=((sheet.at, sheet.facing),),
        mounts=mounts(figures),
        reflective="RH" in defences,
        screens={code: True for code in SCREENS if code in defences},
        masks=defences.get("MS", 0),
        masks_max=defences.get("MS", 0),
        masks_ok="MS" in defences,
        icm=defences.get("ICM", 0),
        icm_max=defences.get("ICM", 0),
        icm_ok="ICM" in defences,
        orbit=Orbit(body=sheet.orbits, direction=1) if sheet.orbits else None,
        docked_at=sheet.docked_at,
        convoy=sheet.convoy,
    )


def fleet(book: Book, side: Side, seat: SeatId, level: Level) -> dict[ShipId, Vessel]:
    """Return the vessels of a scenario's side; who is docked stands where its host does."""
    found: dict[ShipId, Vessel] = {}
    at = {sheet.id: sheet for sheet in side.vessels}
    for sheet in side.vessels:
        kind = book.classes[sheet.ship]
        stands = at[sheet.docked_at] if sheet.docked_at else sheet
        one = vessel(kind, kind.figures(level), sheet, side.id, seat)
        place = ((stands.at, stands.facing),)
        one = replace(one, at=stands.at, facing=stands.facing, path=place)
        found[one.id] = one
    return found
