"""Bursts and salvos as kinds of orders."""

from msgspec.structs import replace

from domain.options import Choice, Limit, Option, Pick
from domain.systems.scorpead import detonator, rules
from domain.systems.scorpead.armoury import Armoury, target
from domain.systems.scorpead.ships import DetonatorSheet
from domain.systems.scorpead.targets import Target
from domain.systems.scorpead.words import box_title


def burst(armoury: Armoury, sheet: DetonatorSheet) -> Option:
    """Return the burst of one chamber, with a magnifier or without."""

    def check_arc(foe: Target) -> None:
        detonator.check_burst_arc(armoury.ship, sheet, foe)

    def build(option: Option) -> Option:
        detonator.check_ready(armoury.state, armoury.ship, sheet, "burst")
        foes = armoury.detonator_foes(check_arc)
        armed = (
            Choice(box, armoury.chamber_title(box), {armoury.name(f"{box} armed"): 1})
            for box in armoury.armable(sheet, rules.DW_12_3111_ARMED)
        )
        return replace(
            option,
            rule=rules.DW_12_311_BURSTS.number,
            uses={armoury.name(sheet.id): 1},
            fields=(
                Pick(path=("chamber",), title="chamber", choices=tuple(armed)),
                target(foes, armoury.safe(foes)),
                Pick(path=("magnifier",), title="magnifier tied in", choices=armoury.tied({})),
            ),
        )

    return armoury.kind("burst", f"burst of {box_title(sheet.id)}", {}, build)


def salvo(armoury: Armoury, sheet: DetonatorSheet) -> Option:
    """Return the salvo of all chambers: primary, secondaries, and what is tied to each."""

    def check_arc(foe: Target) -> None:
        detonator.check_salvo_arc(armoury.state.book, armoury.ship, sheet, foe)

    def build(option: Option) -> Option:
        detonator.check_ready(armoury.state, armoury.ship, sheet, "salvo")
        foes = armoury.detonator_foes(check_arc)
        armable = armoury.armable(sheet, rules.DW_12_3123_ARMED_TAKE_PART)
        first = tuple(
            Choice(box, armoury.chamber_title(box), _part(armoury, box)) for box in armable
        )
        return replace(
            option,
            rule=rules.DW_12_3122_ALL_FIRED.number,
            uses={armoury.name(sheet.id): 1},
            fields=(
                Pick(path=("primary",), title="primary chamber", choices=first),
                target(foes, armoury.safe(foes)),
                *(_secondary(armoury, box, primary=box == armable[0]) for box in armable),
                *(_tie(armoury, box) for box in armable),
            ),
            limits={
                **{
                    f"part {box}": Limit(f"{box_title(box)} is primary or secondary, once", 1)
                    for box in armable
                },
                **{f"tie {box}": Limit(f"{box_title(box)} takes part", 0, -1) for box in armable},
            },
        )

    title = f"salvo of {box_title(sheet.id)}"
    return armoury.kind("salvo", title, {"detonator": sheet.id}, build)


def _part(armoury: Armoury, chamber: str) -> dict[str, int]:
    """Return what taking part uses: the chamber, armed, once; a magnifier may be tied to it."""
    return {armoury.name(f"{chamber} armed"): 1, f"tie {chamber}": -1, f"part {chamber}": 1}


def _secondary(armoury: Armoury, chamber: str, *, primary: bool) -> Pick:
    takes_part = Choice(value=True, title="yes", uses=_part(armoury, chamber))
    return Pick(
        path=("secondaries", chamber),
        title=f"{box_title(chamber)} as a secondary",
        choices=(Choice(value=False, title="no"), takes_part),
        default=int(bool(armoury.ship.chambers[chamber].energy) and not primary),
    )


def _tie(armoury: Armoury, chamber: str) -> Pick:
    choices = armoury.tied({f"tie {chamber}": 1})
    return Pick(path=("ties", chamber), title=f"magnifier of {box_title(chamber)}", choices=choices)
