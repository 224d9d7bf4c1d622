"""How often a hyperspace detonator fires bursts (DW-12.31, DW-12.311, DW-12.38)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rule_system import Example
from domain.systems.scorpead import rules
from domain.systems.scorpead.commands import FireBurst, FireSalvo
from domain.systems.scorpead.examples.setups import (
    ARMED,
    CA,
    CA2,
    accepted,
    armed,
    changed,
    duel,
    fire,
    judged,
    moment,
    refused,
)
from domain.systems.scorpead.examples.shots import burst, burst_shot
from domain.systems.scorpead.fire_events import FireDeclared
from domain.systems.scorpead.shipboard import Chamber, Detonator
from domain.systems.scorpead.state import State


def examples(initial: State) -> Iterator[Example]:
    """Yield the examples of rate and arming, and of a chamber's clock."""
    yield from _rate(initial)
    yield from _clock(initial)


def after_burst(state: State, impulse: int, *chambers: str) -> State:
    """Return *state* with bursts of *chambers* fired, the last of them at *impulse* of turn 1."""
    own = state.ships[CA]
    fired = {name: Chamber(fired=moment(1, impulse)) for name in chambers}
    return changed(
        state,
        chambers={**own.chambers, **fired},
        detonators={"detonator_1": Detonator(fired=moment(1, impulse), mode="burst")},
    )


def _rate(initial: State) -> Iterator[Example]:
    loaded = armed(duel(initial, moment=(1, 5)), chambers=ARMED)
    yield accepted(
        rules.DW_12_311_BURSTS,
        "S-16: three armed chambers, the first burst at impulse 5",
        loaded,
        fire(burst("chamber_1")),
        FireDeclared(ship=CA, shot=burst_shot("chamber_1")),
        dice=(6, 6),
    )
    third = after_burst(replace(loaded, impulse=7), 6, "chamber_1", "chamber_2")
    yield accepted(
        rules.DW_12_311_BURSTS,
        "S-16: after bursts at impulses 5 and 6 the third chamber fires at impulse 7",
        third,
        fire(burst("chamber_3")),
        FireDeclared(ship=CA, shot=burst_shot("chamber_3")),
        dice=(6, 6),
    )
    yield refused(
        rules.DW_12_3114_ONE_AN_IMPULSE,
        "S-17, H-6: two bursts in one impulse are refused with the whole commit",
        loaded,
        fire(burst("chamber_1"), burst("chamber_2")),
        "one_shot_per_impulse",
    )
    yield refused(
        rules.DW_12_3111_ARMED,
        "a chamber without energy does not fire",
        armed(duel(initial), chambers={"chamber_1": 3}),
        fire(burst("chamber_2")),
        "chamber_unarmed",
    )
    yield accepted(
        rules.DW_12_3111_ARMED,
        "one point is enough",
        armed(duel(initial), chambers={"chamber_2": 1}),
        fire(burst("chamber_2")),
        FireDeclared(ship=CA, shot=burst_shot("chamber_2", energy=1)),
        dice=(6, 6),
    )
    yield refused(
        rules.DW_12_31_MODES,
        "H-7: after a burst at impulse 4 there is no salvo in this turn",
        after_burst(replace(loaded, impulse=20), 4, "chamber_1"),
        fire(
            FireSalvo(
                ship=CA,
                detonator="detonator_1",
                primary="chamber_2",
                target=CA2,
                secondaries={"chamber_3": True},
            )
        ),
        "detonator_mode_locked",
    )
    narrow = FireBurst(ship=CA, chamber="chamber_1", target=CA2, narrow_salvo=True)
    yield refused(
        rules.DW_12_36_NARROW_SALVO, "no narrow salvos", loaded, fire(narrow), "narrow_salvo"
    )


def _clock(initial: State) -> Iterator[Example]:
    for impulse, code in ((3, "chamber_fired_recently"), (4, "")):
        state = armed(duel(initial, moment=(2, impulse)), chambers=ARMED)
        own = state.ships[CA].chambers
        fired = {**own, "chamber_1": Chamber(energy=3, fired=moment(1, 28))}
        given = changed(state, chambers=fired)
        title = f"chamber 1 fired at turn 1 impulse 28, again at turn 2 impulse {impulse}"
        yield judged(rules.DW_12_38_RATE, title, given, fire(burst()), code)
    state = armed(duel(initial, moment=(1, 30)), chambers=ARMED)
    once = {**state.ships[CA].chambers, "chamber_1": Chamber(energy=3, fired=moment(1, 2))}
    yield refused(
        rules.DW_12_38_RATE,
        "a chamber fires once a turn, however many impulses have passed",
        changed(state, chambers=once),
        fire(burst()),
        "chamber_fired_recently",
    )
