"""The skirmish as it stands, as far as one viewer (or the referee) knows; and questions about it.

What a viewer may not know is None: an enemy's sheet, points, ammunition.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.hexes import Hex, distance
from domain.names import SeatId
from domain.refusals import known
from domain.systems.ranged.book import Book
from domain.systems.ranged.decisions import Ignition
from domain.systems.ranged.forms import Band, BlazeKind, Bond, Flames, Projectile, Zone
from domain.systems.ranged.sheets import Body, Cover, Place, SetUp, Sheet
from domain.systems.ranged.shelter import Shelter
from domain.systems.ranged.tasks import AnyTask
from domain.systems.ranged.weapons import Weapon

Condition = Literal["ok", "undiagnosed", "mechanical", "misfire", "stoppage", "dud", "destroyed"]
NEVER = 1_000_000
"""The second in which a grenade without a fuse (HG-02), or a dud (MF-15), bursts by itself."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon that somebody carries. *fault* is what is wrong with it, for who may know.

    *laser*: whether its dot is on; None for who may not know.
    """

    id: str
    key: str
    at: Literal["hand", "belt", "ground", "gone"] = "hand"
    loaded: int | None = None
    condition: Condition = "ok"
    fault: str | None = None
    work: str = ""
    progress: int = 0
    laser: bool | None = False
    bipod_open: bool = False
    mounted: bool = False
    armed: bool = False
    due: int | None = None
    lit: bool = False
    cocked: bool = False
    bolt: bool = False
    flame_until: int = 0
    unready: int = 0
    malf_adjust: int = 0
    accessories: tuple[str, ...] = ()
    lies_at: Hex | None = None
    armer: str = ""
    off_hand: bool = False
    lost: int = 0


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody aims at, with what, for how many seconds."""

    item: str
    target: str = ""
    at: Hex | None = None
    seconds: int = 1
    braced: bool = False
    code: int = 0
    both_hands: bool = False


class Stuck(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon that sticks in somebody, and the injury that it did."""

    item: str
    holder: str
    injury: int | None
    forever: bool = False


class Blaze(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on fire: part of the clothes, all, or burning fuel; until which second."""

    kind: BlazeKind
    until: int
    progress: int = 0


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """A combatant. Points and the sheet are None for who may not know them."""

    id: str
    title: str
    seat: SeatId
    body: Body
    at: Hex
    elevation: int = 0
    facing: int = 0
    posture: str = "standing"
    items: dict[str, Item] = {}
    sheet: Sheet | None = None
    lost: int | None = None
    fatigue: int | None = None
    shock: int | None = 0
    band: Band = "unhurt"
    shield: str = ""
    shield_lost: int | None = 0
    shield_ruined: bool = False
    shield_burns: int = 0
    mount: str = ""
    unaware: bool = False
    bound: bool = False
    restrained: bool = False
    hidden: bool = False
    aim: Aim | None = None
    stunned: bool = False
    unconscious: bool = False
    dead: bool = False
    off_balance: bool = False
    manoeuvre: str = ""
    defenceless: bool = False
    careful: str = ""
    peeks: str = ""
    running: bool = False
    moved: int = 0
    parries: int = 0
    blocks: int = 0
    dived: bool = False
    wait: str | None = ""
    frees: tuple[str, ...] = ()
    crippled: tuple[str, ...] = ()
    numbed: dict[str, int] = {}
    blaze: Blaze | None = None
    soaked: bool = False
    choking: int | None = None
    affliction: str = ""
    affliction_until: int = 0
    bonds: tuple[Bond, ...] = ()
    bond_effect: str = "rule"
    stuck: tuple[Stuck, ...] = ()
    left: bool = False
    springs: bool = False
    covers_blast: bool = False

    @property
    def acts(self) -> bool:
        """Whether the fighter can still do anything."""
        return not (self.dead or self.unconscious or self.left)

    @property
    def there(self) -> bool:
        """Whether the fighter is still on the map, dead or alive."""
        return not self.left

    @property
    def numbers(self) -> Sheet:
        """The sheet, for who may know it."""
        return known(self.sheet, f"the sheet of {self.title}")

    @property
    def hp(self) -> int:
        """Hit points left, for who may know them."""
        return self.numbers.hp - known(self.lost, f"the wounds of {self.title}")

    @property
    def free_hands(self) -> int:
        """Hands that hold nothing, are not bound and not crippled."""
        return max(0, self.hands - sum(1 for one in self.items.values() if one.at == "hand"))

    @property
    def hands(self) -> int:
        """Hands that can be used at all."""
        gone = {*self.useless, *(bond.location for bond in self.bonds)}
        sides = ("left", "right")
        useless = sum(1 for side in sides if gone & {f"{side}_arm", f"{side}_hand"})
        none = self.bound or (self.bond_effect == "arms" and self.bonds)
        return 0 if none else max(0, 2 - useless - bool(self.shield))

    @property
    def right_taken(self) -> bool:
        """Whether the right hand holds something already, or can hold nothing."""
        useless = {*self.useless, *(bond.location for bond in self.bonds)}
        full = any(not item.off_hand for item in self.held())
        return full or bool(useless & {"right_arm", "right_hand"})

    @property
    def useless(self) -> frozenset[str]:
        """The limbs that are crippled, or numb for some seconds (4.8, 4.14)."""
        return frozenset((*self.crippled, *self.numbed))

    @property
    def immobile(self) -> bool:
        """Totally immobile: inanimate, completely restrained or unconscious (CS-04)."""
        inanimate = self.body.nature == "homogenous"
        return self.dead or self.unconscious or self.bound or self.restrained or inanimate

    @property
    def netted(self) -> bool:
        """Whether a net or a taut rope keeps the fighter from moving and attacking."""
        return any((b.kind.startswith("net") and not b.melee) or b.immobilised for b in self.bonds)

    @property
    def legs_tied(self) -> bool:
        """Whether the legs are entangled."""
        return any("leg" in b.location or "foot" in b.location for b in self.bonds)

    def held(self) -> Iterator[Item]:
        """Yield the weapons in hand."""
        return (item for item in self.items.values() if item.at == "hand")


class Hiding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where somebody lies concealed (None: he stayed away), at whom he aims, whether he crept."""

    place: Place | None
    aim: Aim | None = None
    crept: bool = False


class Lurker(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who may lie concealed; *hiding* is his seat's secret, None for who may not know."""

    fighter: Fighter
    hiding: Hiding | None = None

    @property
    def there(self) -> Fighter | None:
        """The fighter as he lies there, for who knows; None if he stayed away, or unknown."""
        if self.hiding is None or self.hiding.place is None:
            return None
        return placed(self.fighter, self.hiding.place, self.hiding.aim)


def placed(fighter: Fighter, place: Place, aim: Aim | None) -> Fighter:
    """Return a fighter as he lies in a place."""
    return replace(
        fighter, at=place.at, elevation=place.elevation, facing=place.facing,
        posture=place.posture, aim=aim,
    )  # fmt: skip


class Rulings(msgspec.Struct, frozen=True, kw_only=True):
    """What the referee has decided; the defaults where there is none (2.6)."""

    behind: tuple[str, ...] = ()
    blind: int = -10
    hearing: int = 0
    mount_readies: int = 3
    cocking: dict[str, int] = {}
    anchors: dict[str, int] = {}
    ignition: dict[str, Ignition] = {}
    hard_ground: bool = True
    jam: dict[str, int] = {}
    large: dict[str, str] = {}
    lock_unseen: bool = False
    slits: dict[str, bool] = {}
    obstacles: dict[str, tuple[str, ...]] = {}
    speeds: dict[str, int] = {}
    wind: tuple[int, int] = (0, 0)


class Damaged(msgspec.Struct, frozen=True, kw_only=True):
    """What a cover has lost in one of its hexes, and whether there is a hole by now (4.16)."""

    lost: int = 0
    breached: bool = False


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How it ended."""

    winners: tuple[SeatId, ...]
    reason: str


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A skirmish. *agenda* is what is still to be done, *moment* counts what happened."""

    book: Book
    scenario: str = ""
    choices: dict[str, int | str] = {}
    second: int = 0
    order: tuple[str, ...] = ()
    turn: int = 0
    agenda: tuple[AnyTask, ...] = ()
    moment: int = 0
    fighters: dict[str, Fighter] = {}
    lurkers: dict[str, Lurker] = {}
    projectiles: dict[str, Projectile] = {}
    zones: dict[str, Zone] = {}
    flames: dict[str, Flames] = {}
    locked: dict[str, bool | None] = {}
    damaged: dict[tuple[str, Hex], Damaged] = {}
    rulings: Rulings = Rulings()
    held_bluff: int = 0
    freed: bool = False
    ended: Ended | None = None

    @property
    def set_up(self) -> SetUp:
        """The set-up that is played."""
        return self.book.scenarios[self.scenario]

    @property
    def task(self) -> AnyTask | None:
        """What is to be done next."""
        return self.agenda[0] if self.agenda else None

    def on(self, option: str) -> bool:
        """Tell whether an option of the table is on."""
        return self.choices.get(option, "on") == "on"

    def weapon(self, item: Item) -> Weapon:
        """Return the line of a weapon that somebody carries."""
        return self.book.weapons[item.key]

    def item(self, name: str) -> tuple[Fighter, Item] | None:
        """Return who carries (or threw) an item, and the item."""
        return self._items.get(name)

    @cached_property
    def _items(self) -> dict[str, tuple[Fighter, Item]]:
        return {
            name: (one, item) for one in self.fighters.values() for name, item in one.items.items()
        }

    def is_referee(self, seat: SeatId) -> bool:
        """Tell whether *seat* is none of the set-up's sides."""
        return seat > len(self.set_up.sides)

    @cached_property
    def shelters(self) -> dict[tuple[Hex, int, str], Shelter]:
        """What hides whom from where, as far as it was asked already: see `sight.shelter`."""
        return {}

    @cached_property
    def _present(self) -> tuple[Fighter, ...]:
        return tuple(one for one in self.fighters.values() if one.there)

    def present(self) -> tuple[Fighter, ...]:
        """Return all who are still on the map."""
        return self._present

    def within(self, at: Hex, radius: int) -> Iterator[Fighter]:
        """Yield all whose hex lies at most *radius* from *at*."""
        return (one for one in self.present() if distance(one.at, at) <= radius)

    def covers(self) -> tuple[Cover, ...]:
        """Return what gives cover: all that was there, but what burnt down or was shot away."""
        return self._covers

    @cached_property
    def _covers(self) -> tuple[Cover, ...]:
        holes = {place for place, how in self.damaged.items() if how.breached}
        gone = {one.id for one in self.fighters.values() if one.dead and not one.seat}
        standing = (one for one in self.set_up.cover if one.id not in gone)
        if not holes:
            return tuple(standing)
        left = (
            replace(one, hexes=tuple(at for at in one.hexes if (one.id, at) not in holes))
            for one in standing
        )
        return tuple(one for one in left if one.hexes)

    def cover(self, name: str) -> Cover:
        """Return a cover of the set-up by its name, whether it still stands or not."""
        return next(one for one in self.set_up.cover if one.id == name)

    def with_fighter(self, fighter: Fighter) -> "State":
        """Return this state with a fighter changed."""
        return replace(self, fighters={**self.fighters, fighter.id: fighter})

    def with_item(self, fighter: str, item: Item) -> "State":
        """Return this state with a weapon changed."""
        owner = self.fighters[fighter]
        return self.with_fighter(replace(owner, items={**owner.items, item.id: item}))
