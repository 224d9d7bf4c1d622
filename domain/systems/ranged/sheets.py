"""Combatants and set-ups as data: who fights, with what, where, and when it is over."""

from functools import cached_property

import msgspec

from domain.hexes import Hex
from domain.rule_system import GameOption, Scenario
from domain.systems.ranged.tables import Table


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """DR of one location."""

    dr: int
    flexible: bool = False
    sealed: bool = False


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant's numbers; DR by location ("all" for the rest). Yards, pounds."""

    key: str
    title: str
    st: int
    dx: int
    iq: int
    ht: int
    hp: int
    will: int | None = None
    per: int | None = None
    speed_quarters: int
    move: int
    dodge: int
    skills: dict[str, int] = {}
    iq_skills: dict[str, int] = {}
    senses: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    dr: dict[str, Armour] = {}
    flammable_clothes: bool = True
    parry: int = 0
    cutting_parry: bool = False
    block: int = 0
    telescopic: int = 0
    night: int = 0
    hearing: int = 0

    @property
    def sees(self) -> int:
        """Perception: Per, or IQ."""
        return self.iq if self.per is None else self.per

    @property
    def hears(self) -> int:
        """Hearing: Per and Acute Hearing."""
        return self.sees + self.hearing

    @property
    def wills(self) -> int:
        """Will, or IQ."""
        return self.iq if self.will is None else self.will

    def dr_at(self, location: str) -> Armour:
        """Return the armour of a location."""
        short = location.removeprefix("left_").removeprefix("right_")
        for name in (location, short, "torso" if short == "vitals" else "", "all"):
            if name in self.dr:
                return self.dr[name]
        return Armour(0)


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everybody can see of a combatant."""

    nature: str = "living"
    limbs: str = "hands"
    sm: int = 0
    occupants: int = 0
    flies: bool = False
    speed: int = 0
    bound: bool = False
    unarmed: bool = False


class Person(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant of the book: what can be seen, and the numbers."""

    body: Body
    sheet: Sheet


class People(Table, frozen=True, kw_only=True):
    """The file of all combatants."""

    people: tuple[Person, ...]

    def check(self) -> None:
        """Check the numbers that follow from others, and their bounds."""
        for one in self.people:
            sheet = one.sheet
            if not (1 <= sheet.hp <= 500 and 0 <= sheet.move <= 100 and 1 <= sheet.st <= 200):
                raise ValueError(f"people.{sheet.key}: hp, move or st is out of bounds")
            if one.body.nature == "living" and sheet.speed_quarters != sheet.dx + sheet.ht:
                raise ValueError(f"people.{sheet.key}.speed_quarters: must be DX + HT")


class Cover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that gives cover: where, of what, how high (in tenths of a yard), slab or not."""

    id: str
    title: str
    hexes: tuple[Hex, ...]
    material: str
    top_tenths: int
    slab: bool = True
    slit: bool = False
    open: bool = False


class Carried(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon that somebody carries: its key, where, and how it stands."""

    weapon: str
    at: str = "hand"
    loaded: int | None = None
    bipod_open: bool = False
    mounted: bool = False
    cocked: bool = False


class Placed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant of a set-up: whose (0: nobody's, a thing), where, how, with what.

    The rope of a tethered weapon may be *tied_to* a thing instead of held.
    """

    id: str
    person: str
    side: int
    at: Hex
    elevation: int = 0
    facing: int = 0
    posture: str = "standing"
    weapons: tuple[Carried, ...] = ()
    shield: str = ""
    mount: str = ""
    unaware: bool = False
    tied_to: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place to lie hidden: where, how high, turned where, in which posture."""

    at: Hex
    elevation: int = 0
    facing: int = 0
    posture: str = "kneeling"


class Ambush(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant who may begin concealed (or stay away), and the places to choose from."""

    person: str
    places: tuple[Place, ...]


class Unlit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the map that is darker than the rest: -1 to -9, or -10, total darkness (4.18)."""

    id: str
    title: str
    hexes: tuple[Hex, ...]
    darkness: int


class SetUp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A set-up as printed: map, cover, sides, and how it ends."""

    name: str
    title: str
    summary: str
    tl: int
    low: Hex
    high: Hex
    darkness: int = 0
    sides: tuple[str, ...]
    people: tuple[Placed, ...]
    cover: tuple[Cover, ...] = ()
    ambush: tuple[Ambush, ...] = ()
    unlit: tuple[Unlit, ...] = ()
    river: tuple[int, int] | None = None
    bluff_from: int | None = None
    bluff_elevation: int = 0
    first: str = ""
    frees: str = ""
    holds_bluff: int = 0
    near_bank_of: int = 0
    seconds: tuple[int, ...] = (15, 30, 60)
    second_limit: int = 30
    provenance: dict[str, str]

    @cached_property
    def posts(self) -> dict[str, str]:
        """The things that the ropes of tethered weapons are tied to, by who throws them."""
        return {one.id: one.tied_to for one in self.people if one.tied_to}

    @cached_property
    def dark_hexes(self) -> dict[Hex, int]:
        """The darkness of each hex of the unlit parts (4.18)."""
        return {at: zone.darkness for zone in self.unlit for at in zone.hexes}

    @cached_property
    def walls(self) -> frozenset[Hex]:
        """The hexes of what is taller than a throw, and shut (R-73)."""
        tall = (one for one in self.cover if one.top_tenths >= 20 and not one.open)
        return frozenset(at for one in tall for at in one.hexes)

    def enterable(self, at: Hex) -> bool:
        """Tell whether a hex is on the map, and no wall."""
        inside = self.low.q <= at.q <= self.high.q and self.low.r <= at.r <= self.high.r
        return inside and at not in self.walls

    def check_ambush(self) -> None:
        """Check who may be concealed where, and how dark it is; ValueError says what is wrong."""
        acting = {person.id for person in self.people if person.side}
        for one in self.ambush:
            where = f"scenarios.{self.name}.ambush.{one.person}"
            if one.person not in acting:
                raise ValueError(f"{where}: nobody who acts")
            if not one.places or not all(self.enterable(place.at) for place in one.places):
                raise ValueError(f"{where}.places: none, or one off the map or in a wall")
        for zone in self.unlit:
            if not -10 <= zone.darkness < 0:
                raise ValueError(f"scenarios.{self.name}.unlit.{zone.id}: darkness is -1 to -10")

    def wet(self, at: Hex) -> bool:
        """Tell whether a hex lies in the river."""
        return self.river is not None and self.river[0] <= at.q <= self.river[1]

    def near_bank(self, at: Hex) -> bool:
        """Tell whether a hex lies on the near bank of the river."""
        return self.river is not None and at.q < self.river[0]

    def step_cost(self, at: Hex) -> int:
        """Return the movement points of a hex: two in the river."""
        return 2 if self.wet(at) else 1

    def described(self) -> Scenario:
        """Return the scenario with what a table may choose."""
        hidden = ("ambush", "Some begin concealed, in unlit parts of the map (S-2.4)",
                  ("off", "on"), "off")  # fmt: skip
        switches = (
            *((hidden,) if self.ambush else ()),
            ("malfunctions", "Malfunctions (MF-01)", ("on", "off"), "on"),
            ("damage_to_shields", "Shields help against firearms, and are damaged (R-31)",
             ("on", "off"), "on"),
            ("shotgun_close_inclusive", "10% of 1/2D counts as close (R-17)",
             ("on", "off"), "on"),
            ("spray_fast_from_rof", "RoF from which traversing wastes two shots (R-19)",
             (16, 17), 17),
            ("silencer_damage_penalty", "A silencer takes a point a die (R-55)",
             ("on", "off"), "on"),
            ("grenade_kneel_costs_turn", "Kneeling to a grenade takes a second (R-41)",
             ("on", "off"), "on"),
            ("second_limit", "Seconds, after which the sides are counted",
             self.seconds, self.second_limit),
        )  # fmt: skip
        return Scenario(
            name=self.name,
            title=self.title,
            summary=self.summary,
            seats=self.sides,
            options=tuple(
                GameOption(name=name, title=title, values=values, default=default)
                for name, title, values, default in switches
            ),
        )


class SetUps(Table, frozen=True, kw_only=True):
    """The file of all set-ups."""

    scenarios: tuple[SetUp, ...]

    def check(self) -> None:
        """Check that pieces stand on the map, one name each."""
        for one in self.scenarios:
            ids = [person.id for person in one.people]
            if len(set(ids)) < len(ids):
                raise ValueError(f"scenarios.{one.name}.people: two pieces have one name")
            for person in one.people:
                inside = all(
                    a <= b <= c for a, b, c in zip(one.low, person.at, one.high, strict=True)
                )
                if person.tied_to not in {"", *ids}:
                    raise ValueError(f"scenarios.{one.name}.people.{person.id}.tied_to: not there")
                if not inside or not 0 <= person.side <= len(one.sides):
                    raise ValueError(f"scenarios.{one.name}.people.{person.id}: off the map")
            one.check_ambush()
