"""What a player may ask for, in the imperative. Nothing is declared in secret.

Lengths that players give are whole millimetres, angles whole degrees, clockwise.
"""

from typing import ClassVar, Literal

import msgspec

from domain.decider import Command
from domain.names import ShipId
from domain.refusals import Rule
from domain.systems.gothic import rules
from domain.systems.gothic.tables import Order
from domain.systems.gothic.tasks import Gun


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a command."""


class SquadronForm(Form, frozen=True, kw_only=True, tag_field="order", tag="squadron"):
    """Units that are to fight as one squadron, and what it is called."""

    first: ShipId
    second: ShipId
    third: ShipId | None = None
    fourth: ShipId | None = None
    label: Literal["squadron", "formation", "flotilla", "force"] = "squadron"

    @property
    def members(self) -> tuple[ShipId, ...]:
        """The units, in their order."""
        four = (self.first, self.second, self.third, self.fourth)
        return tuple(one for one in four if one is not None)


class DeclareSquadrons(Command):
    """Say which capital ships and defences fight in squadrons; none is an answer, too."""

    rule: ClassVar[Rule] = rules.SQ_2

    squadrons: tuple[SquadronForm, ...] = ()


class ChooseTurn(Command):
    """Take the first turn, or leave it."""

    rule: ClassVar[Rule] = rules.SETUP

    first: bool


class IssueOrder(Command):
    """Give a special order to a unit or squadron."""

    rule: ClassVar[Rule] = rules.MV_7

    subject: str
    order: Order


class Way(Form, frozen=True, kw_only=True):
    """How a ship moves: straight, a turn, straight; under Come to New Heading once more.

    *leave*: it may lead off the table, and so out of the battle (MV-5).
    """

    ahead_mm: int = 0
    turn: int = 0
    then_mm: int = 0
    second_turn: int = 0
    finally_mm: int = 0
    leave: bool = False


class Course(Form, frozen=True, kw_only=True, tag_field="order", tag="course"):
    """A ship's move."""

    unit: ShipId
    way: Way = Way()


class MoveUnit(Command):
    """Move one ship."""

    rule: ClassVar[Rule] = rules.MV_1

    unit: ShipId
    way: Way = Way()


class MoveFleet(Command):
    """Move ships by their courses, and all others straight ahead as little as they may."""

    rule: ClassVar[Rule] = rules.MV_1

    courses: tuple[Course, ...] = ()


class DeclareBoarding(Command):
    """Board a ship whose base is touched; it is fought out in the end phase."""

    rule: ClassVar[Rule] = rules.BO_1

    unit: ShipId
    target: ShipId


class DeclareRam(Command):
    """Try to ram a ship in this move."""

    rule: ClassVar[Rule] = rules.RA_1

    unit: ShipId
    target: ShipId


class Detonate(Command):
    """Blow up a fire ship."""

    rule: ClassVar[Rule] = rules.FIRE_SHIP

    unit: ShipId


class Disengage(Command):
    """Try to leave the battle."""

    rule: ClassVar[Rule] = rules.MV_10

    subject: str


class EndStep(Command):
    """Be done with this step."""

    rule: ClassVar[Rule] = rules.SEQUENCE


class TestPriority(Command):
    """Test whether a unit or squadron may choose its targets."""

    __test__: ClassVar[bool] = False
    rule: ClassVar[Rule] = rules.SH_2

    shooter: str


class Fire(Command):
    """Fire mounts at a unit, squadron, marker or minefield."""

    rule: ClassVar[Rule] = rules.SH_1

    shooter: str
    guns: tuple[Gun, ...]
    target: str
    aspect: str = ""


class FireNova(Command):
    """Fire a nova cannon at a place."""

    rule: ClassVar[Rule] = rules.SH_8

    unit: ShipId
    x_mm: int
    y_mm: int


class LandTroops(Command):
    """Land troops instead of firing."""

    rule: ClassVar[Rule] = rules.LANDING

    unit: ShipId


class Salvo(Form, frozen=True, kw_only=True):
    """A torpedo salvo: its strength (None: all), and its direction relative to the ship."""

    bearing: int = 0
    strength: int | None = None


class LaunchTorpedoes(Command):
    """Launch torpedoes of one kind; several units only as one combined salvo."""

    rule: ClassVar[Rule] = rules.OR_1

    units: tuple[ShipId, ...]
    boarding: bool = False
    salvoes: tuple[Salvo, ...] = (Salvo(),)


class LaunchCraft(Command):
    """Launch attack craft from all bays: as one wave, or each marker for itself."""

    rule: ClassVar[Rule] = rules.OR_8

    unit: ShipId
    fighters: int = 0
    bombers: int = 0
    boats: int = 0
    wave: bool = True


class TurnTorpedoes(Command):
    """Turn a boarding torpedo marker before it moves."""

    rule: ClassVar[Rule] = rules.BT_4

    marker: str
    degrees: int


class MoveOrdnance(Command):
    """Move a marker: attack craft along legs, torpedoes straight without any.

    *hulks*: torpedoes strike hulks on their way, which they pass over else (BT-10, DM-7).
    """

    rule: ClassVar[Rule] = rules.OR_8

    marker: str
    legs: tuple[tuple[int, int], ...] = ()
    hulks: bool = False


class SetPatrol(Command):
    """Let fighters go with a friendly ship that they touch, or no longer."""

    rule: ClassVar[Rule] = rules.OR_10

    marker: str
    unit: ShipId | None


class TeleportAttack(Command):
    """Make a teleport attack."""

    rule: ClassVar[Rule] = rules.TP_1

    unit: ShipId
    target: ShipId


class ResolveBoarding(Command):
    """Fight out a boarding action."""

    rule: ClassVar[Rule] = rules.BO_1

    units: tuple[ShipId, ...]
    target: ShipId


class React(Command):
    """Brace for impact or not, fire turrets or hold them.

    *standing*: this is what the seat's silence means from now on.
    """

    rule: ClassVar[Rule] = rules.REACTIONS

    brace: bool = False
    turrets: bool = True
    standing: bool = False


class UseReRoll(Command):
    """Use a commander's re-roll on the test that just failed, or keep it."""

    rule: ClassVar[Rule] = rules.MV_9

    use: bool


class AllocateRepairs(Command):
    """Say which criticals are repaired."""

    rule: ClassVar[Rule] = rules.EN_1

    criticals: tuple[str, ...]


class RemoveBlasts(Command):
    """Say which blast markers are removed."""

    rule: ClassVar[Rule] = rules.EN_3

    markers: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (
    DeclareSquadrons, ChooseTurn, IssueOrder, MoveUnit, MoveFleet, DeclareBoarding, DeclareRam,
    Detonate, Disengage, EndStep, TestPriority, Fire, FireNova, LandTroops, LaunchTorpedoes,
    LaunchCraft, TurnTorpedoes, MoveOrdnance, SetPatrol, TeleportAttack, ResolveBoarding, React,
    UseReRoll, AllocateRepairs, RemoveBlasts,
)  # fmt: skip
