"""What the text leaves to a referee, as values (2.6); see `rulings` and `ruled`."""

from typing import Annotated, Literal

import msgspec

from domain.systems.ranged.forms import Name


class Ruling(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ruling",
    tag=lambda name: "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_"),
):  # fmt: skip
    """Something that the text leaves to a referee; in force until changed."""


class AdjustMalf(Ruling, frozen=True, kw_only=True):
    """A weapon's Malf., lowered for mistreatment (MF-06)."""

    fighter: Name
    item: Name
    by: Annotated[int, msgspec.Meta(ge=-12, le=12)]


class Candidates(Ruling, frozen=True, kw_only=True):
    """Who stands behind a target, for overpenetration (OP-08)."""

    behind: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)]


class BlindPenalty(Ruling, frozen=True, kw_only=True):
    """The penalty against who is completely concealed (CV-09)."""

    penalty: Literal[-4, -6, -10]


class HearingModifier(Ruling, frozen=True, kw_only=True):
    """How loud guns and surroundings are (SI-02)."""

    modifier: Annotated[int, msgspec.Meta(ge=-4, le=4)]


class MountTime(Ruling, frozen=True, kw_only=True):
    """Ready manoeuvres to mount or dismount a weapon (BP-05)."""

    readies: Annotated[int, msgspec.Meta(ge=3, le=60)]


class CockingDevice(Ruling, frozen=True, kw_only=True):
    """A slow mechanical device for a crossbow that is too strong (XB-02)."""

    fighter: Name
    seconds: Annotated[int, msgspec.Meta(ge=1, le=600)]


class AnchorSt(Ruling, frozen=True, kw_only=True):
    """What a tether or a lariat is tied to: the ST that must be beaten (HP-06)."""

    fighter: Name
    st: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Ignition(Ruling, frozen=True, kw_only=True):
    """Whether flames catch on a surface (or on all): by the table, yes, no, by a roll (FA-05)."""

    spreads: Literal["table", "yes", "no", "roll"]
    surface: Name = ""
    number: Annotated[int, msgspec.Meta(ge=3, le=18)] = 9


class Ground(Ruling, frozen=True, kw_only=True):
    """Whether the ground breaks a bottle (R-46)."""

    hard: bool


class JamPenalty(Ruling, frozen=True, kw_only=True):
    """Electronic countermeasures against a projectile (GU-09, HO-08)."""

    target: Name
    penalty: Annotated[int, msgspec.Meta(ge=-20, le=0)]


class LargeTarget(Ruling, frozen=True, kw_only=True):
    """The one body part of a very large victim that lies in an area (R-66)."""

    victim: Name
    location: Name


class LockWithoutSight(Ruling, frozen=True, kw_only=True):
    """Whether homing weapons may lock on to what cannot be seen (HO-03)."""

    allowed: bool


class NarrowSlit(Ruling, frozen=True, kw_only=True):
    """Whether a cover has a narrow slit (CV-04)."""

    cover: Name
    slit: bool


class Extinguish(Ruling, frozen=True, kw_only=True):
    """A fire is put out, on the ground or on somebody (R-47)."""

    thing: Name


class TotallyImmobile(Ruling, frozen=True, kw_only=True):
    """Somebody entangled counts as completely restrained, or no longer (R-26)."""

    fighter: Name
    immobile: bool


class EntangleEffect(Ruling, frozen=True, kw_only=True):
    """What the bonds of somebody do: by the rule, both arms bound, no penalty (R-36)."""

    fighter: Name
    effect: Literal["rule", "arms", "none"]


class MeleeObstacle(Ruling, frozen=True, kw_only=True):
    """Which locations a cover hides from blows across it (CV-12)."""

    cover: Name
    locations: Annotated[tuple[Name, ...], msgspec.Meta(max_length=16)]


class HourOfRepair(Ruling, frozen=True, kw_only=True):
    """Between two fights somebody works for an hour on a weapon (MF-10)."""

    fighter: Name
    item: Name


class SpeedCounts(Ruling, frozen=True, kw_only=True):
    """A target's speed in yards a second that counts with the range; 0: by the rule."""

    fighter: Name
    yards: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Smoke(Ruling, frozen=True, kw_only=True):
    """A target is out of everybody's sight, or seen again."""

    fighter: Name
    hidden: bool


class Wind(Ruling, frozen=True, kw_only=True):
    """Clouds drift: toward a facing (0 to 5), so many yards a second; none: the air is still."""

    toward: Annotated[int, msgspec.Meta(ge=0, le=5)]
    yards: Annotated[int, msgspec.Meta(ge=0, le=10)]


class Note(Ruling, frozen=True, kw_only=True):
    """A remark on what happened; it changes nothing that is recorded."""


AnyRuling = (
    AdjustMalf | Candidates | BlindPenalty | HearingModifier | MountTime | CockingDevice | AnchorSt
    | Ignition | Ground | JamPenalty | LargeTarget | LockWithoutSight | NarrowSlit | Extinguish
    | TotallyImmobile | EntangleEffect | MeleeObstacle | HourOfRepair | SpeedCounts | Smoke | Wind
    | Note
)  # fmt: skip
