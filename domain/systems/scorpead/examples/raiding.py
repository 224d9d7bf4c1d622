"""Hit-and-run raids, guards, shields and transporters (D7.8, G8, DW-12.133, DW-12.134)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.activity_events import (
    BoxRaided,
    GuardsAssigned,
    RaidDeclared,
    RaidResolved,
    ShieldSet,
)
from domain.systems.scorpead.commands import EnergyForm, ReserveForm
from domain.systems.scorpead.examples.manoeuvres import FLOWN
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    FULL,
    ONE,
    TWO,
    accepted,
    allocate,
    armed,
    changed,
    duel,
    energy_step,
    fire,
    moment,
    refused,
)
from domain.systems.scorpead.fire_events import (
    DetonatorDisabled,
    StoredEnergyLost,
)
from domain.systems.scorpead.forms import HitAndRun, SetShield
from domain.systems.scorpead.shipboard import Crew
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of raids, of guards, and of what stands in a raid's way."""
    yield from _raids(initial)
    yield from _guards(initial)
    yield from _ways(initial)
    yield from _boxes(initial)


def raid(box: str, number: int = 1) -> HitAndRun:
    """Return the order to raid a box of side 2."""
    return HitAndRun(ship=CA, transporter=f"transporter_{number}", target=CA2, box=box)


def opened(initial: State, impulse: int = 9, range_hexes: int = 4) -> State:
    """Return a fire step: energy in the transporters of side 1, both front shields down."""
    state = armed(duel(initial, range_hexes, (1, impulse)), FULL, ARMED, ship=CA2)
    down = frozenset({1})
    raider = changed(state, dropped=down, crew=Crew(parties=12, beams=5))
    return changed(raider, CA2, dropped=down, crew=Crew(parties=12))


def resolved(box: str, result: str, *, lost: bool, **dies: int) -> RaidResolved:
    """Return what became of a raid on side 2 without jamming."""
    raided = RaidResolved(
        ship=CA,
        target=CA2,
        box=box,
        ecm=0,
        eccm=0,
        shift=0,
        beam_die=None,
        guard_die=dies.get("guard"),
        raid_die=dies["die"],
        result="failed",
        party_lost=lost,
    )
    return replace(raided, result=result)


def _raids(initial: State) -> Iterator[Example]:
    state = opened(initial)
    guarded = changed(state, CA2, crew=Crew(parties=12, guards={"chamber_2": 1}))
    yield accepted(
        rules.DW_12_134_GUARDS,
        "H-20: three raids, a guard at chamber 2 alone: 1 destroys, the guard drives off, "
        "2 destroys",
        guarded,
        fire(raid("chamber_1"), raid("chamber_2", 2), raid("chamber_3", 3)),
        RaidDeclared(ship=CA, transporter="transporter_1", target=CA2, box="chamber_1"),
        resolved("chamber_1", "destroyed", lost=False, die=1),
        BoxRaided(ship=CA2, box="chamber_1"),
        StoredEnergyLost(seat=TWO, ship=CA2, store="chamber_1", lost_halves=6),
        resolved("chamber_2", "repelled", lost=False, guard=5, die=1),
        resolved("chamber_3", "destroyed", lost=True, die=2),
        BoxRaided(ship=CA2, box="chamber_3"),
        dice=(1, 5, 1, 2),
    )
    yield accepted(
        rules.DW_12_133_RAIDS,
        "several boarding parties may each raid a chamber of one detonator",
        state,
        fire(raid("chamber_1"), raid("chamber_2", 2), raid("chamber_3", 3)),
        DetonatorDisabled(ship=CA2, detonator="detonator_1"),
        dice=(1, 1, 1),
    )
    yield refused(
        rules.DW_12_133_RAIDS,
        "two in one impulse on the same chamber are refused",
        state,
        fire(raid("chamber_1"), raid("chamber_1", 2)),
        "one_raid_a_box",
    )
    yield accepted(
        rules.D7_RAIDS,
        "a magnifier may be raided; a 6 fails and the party is back",
        state,
        fire(raid("magnifier_A")),
        resolved("magnifier_A", "failed", lost=False, die=6),
        dice=(6,),
    )
    jammed = changed(state, CA2, ecm=4)
    yield accepted(
        rules.G8_TRANSPORTERS,
        "4 ECM shift a transporter's roll by 2: a 5 finds no lock, whatever comes after",
        jammed,
        fire(raid("chamber_1")),
        RaidResolved(
            ship=CA,
            target=CA2,
            box="chamber_1",
            ecm=4,
            eccm=0,
            shift=2,
            beam_die=5,
            guard_die=None,
            raid_die=1,
            result="no_transport",
            party_lost=False,
        ),
        dice=(5, 1),
    )


def _guards(initial: State) -> Iterator[Example]:
    state = opened(initial)
    posts = {"chamber_1": 1, "chamber_2": 1, "chamber_3": 1}
    yield accepted(
        rules.DW_12_134_GUARDS,
        "three chambers take three guards, whose posts their owner alone knows",
        energy_step(initial),
        allocate(EnergyForm(guards=posts)),
        GuardsAssigned(seat=ONE, ship=CA, guards=posts),
    )
    yield refused(
        rules.DW_12_134_GUARDS,
        "no more guards than boarding parties",
        energy_step(initial),
        allocate(EnergyForm(guards={"chamber_1": 13})),
        "no_boarding_party",
    )
    guarded = changed(state, CA2, crew=Crew(parties=12, guards={"chamber_1": 1}))
    yield accepted(
        rules.D7_RAIDS,
        "a guard who rolls 3 stops the raid, and its party is lost",
        guarded,
        fire(raid("chamber_1")),
        resolved("chamber_1", "stopped", lost=True, guard=3, die=1),
        dice=(3, 1),
    )
    yield accepted(
        rules.D7_RAIDS,
        "a guard who rolls 6 lets it through",
        guarded,
        fire(raid("chamber_1")),
        resolved("chamber_1", "destroyed", lost=False, guard=6, die=1),
        dice=(6, 1),
    )
    out = changed(state, crew=Crew(parties=2, beams=5, guards={"chamber_1": 1}))
    yield refused(
        rules.D7_RAIDS,
        "who stands guard goes on no raid",
        out,
        fire(raid("chamber_1"), raid("chamber_2", 2)),
        "no_boarding_party",
    )


def _ways(initial: State) -> Iterator[Example]:
    rule, state = rules.G8_TRANSPORTERS, opened(initial)
    wanted = fire(raid("chamber_1"))
    idle = changed(state, crew=Crew(parties=12))
    for title, given, code in (
        ("transporters reach five hexes", opened(initial, range_hexes=6), "out_of_range"),
        ("the target's facing shield must be down", changed(state, CA2, dropped=frozenset()), ""),
        ("and so must the raider's own", changed(state, dropped=frozenset()), ""),
        ("they need energy", idle, "transporters_unpowered"),
    ):
        yield refused(rule, title, given, wanted, code or "shield_up")
    yield accepted(
        rule,
        "which reserve power can give",
        idle,
        fire(raid("chamber_1"), reserve=ReserveForm(transporters=1)),
        dice=(6,),
    )
    yield refused(
        rule,
        "each one is used once a turn",
        state,
        fire(raid("chamber_1"), raid("chamber_2")),
        "transporter_used",
    )
    yield refused(
        rules.C10_MANOEUVRES,
        "no transporters under erratic manoeuvres",
        changed(state, manoeuvres=FLOWN),
        wanted,
        "erratic_manoeuvres",
    )
    lowered = changed(state, dropped=frozenset())
    yield accepted(
        rule,
        "a shield is dropped for the impulses to come",
        lowered,
        fire(SetShield(ship=CA, shield=1, up=False)),
        ShieldSet(ship=CA, shield=1, up=False),
    )
    yield refused(
        rule,
        "and stays down for eight impulses",
        changed(state, shield_set={"shield_1": moment(1, 2)}),
        fire(SetShield(ship=CA, shield=1, up=True)),
        "shield_set_recently",
    )


def _boxes(initial: State) -> Iterator[Example]:
    for impulse, code in ((12, "raided_recently"), (13, "")):
        state = opened(initial, impulse)
        crew = Crew(parties=12, raided={"1 chamber_1": moment(1, 9)})
        given = changed(state, CA2, crew=crew)
        if code:
            yield refused(
                rules.D7_81_SPACING,
                "H-20: raided at impulse 9, the chamber is not raided again at impulse 12",
                given,
                fire(raid("chamber_1")),
                code,
            )
        else:
            yield accepted(
                rules.D7_81_SPACING,
                "and may be at impulse 13, if it still stands",
                given,
                fire(raid("chamber_1")),
                dice=(6,),
            )
            yield refused(
                rules.D7_RAIDS,
                "H-20: a destroyed chamber is not raided",
                changed(given, CA2, destroyed=frozenset({"chamber_1"})),
                fire(raid("chamber_1")),
                "box_destroyed",
            )
    yield refused(
        rules.D7_RAIDS,
        "damage control is not raided",
        opened(initial),
        fire(raid("damcon_1")),
        "box_not_raided",
    )
