"""What of somebody behind cover is in sight, location by location (3.3)."""

from typing import Literal, NamedTuple

from domain.systems.ranged.sheets import Cover

Exposure = Literal["exposed", "half", "covered"]
LOCATIONS = (
    "skull", "face", "eye", "neck", "right_arm", "left_arm", "right_hand", "left_hand", "torso",
    "vitals", "groin", "right_leg", "left_leg", "right_foot", "left_foot",
)  # fmt: skip
BEAST = (
    "skull", "face", "eye", "neck", "torso", "vitals", "groin", "right_foreleg", "left_foreleg",
    "right_hind_leg", "left_hind_leg", "right_foot", "left_foot", "tail",
)  # fmt: skip
"""The locations of a beast (4.8)."""
_AS_A_MANS = {
    "right_foreleg": "right_leg", "left_foreleg": "left_leg", "right_hind_leg": "right_leg",
    "left_hind_leg": "left_leg", "tail": "groin",
}  # fmt: skip
SEEING = frozenset({"skull", "face", "eye", "neck"})
ARMS = frozenset({"right_arm", "left_arm", "right_hand", "left_hand"})
LEGS = frozenset({"right_leg", "left_leg", "right_foot", "left_foot"})
MIDDLE = frozenset({"torso", "vitals"})


class Shelter(NamedTuple):
    """The cover between two, and what of the target it leaves in sight."""

    cover: Cover | None
    exposure: dict[str, Exposure]

    @property
    def concealed(self) -> bool:
        """Whether nothing of the target can be seen."""
        return self.cover is not None and set(self.exposure.values()) == {"covered"}

    def at(self, location: str) -> Exposure:
        """Return how a location stands; without cover it is exposed."""
        return self.exposure.get(_AS_A_MANS.get(location, location), "exposed")


OPEN = Shelter(None, {})


def peeking(how: str) -> dict[str, Exposure]:
    """Return what somebody behind full cover shows to see and shoot (CV-02 to CV-05, R-12)."""
    shown: dict[str, Exposure] = dict.fromkeys(LOCATIONS, "covered")
    if how == "slit":
        shown["eye"] = shown["face"] = "half"
        return shown
    if how:
        shown.update(dict.fromkeys(SEEING, "exposed"))
    if how == "one_handed":
        shown["right_arm"] = shown["right_hand"] = "exposed"
    if how == "two_handed":
        shown.update(dict.fromkeys(ARMS, "exposed"))
        shown.update(dict.fromkeys(MIDDLE, "half"))
    return shown
