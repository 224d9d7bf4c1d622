"""What a ship's weapons can do now, as its owner knows: the ground of the fire options."""

from collections.abc import Callable, Container
from typing import TypeVar

from domain.names import ShipId
from domain.options import Choice, Option, Pick
from domain.refusals import Refused, Rule, known
from domain.systems.scorpead import detonator, energy, magnifier, phasers, rules, targets
from domain.systems.scorpead.reasons import why_not
from domain.systems.scorpead.ships import DetonatorSheet
from domain.systems.scorpead.state import Ship, State
from domain.systems.scorpead.targets import Target, foes
from domain.systems.scorpead.words import box_title


class Armoury:
    """A ship's weapons, its stores, and the enemies they bear on."""

    def __init__(self, state: State, ship: Ship) -> None:
        self.state, self.ship = state, ship
        self.foes = foes(state, ship.seat)
        self.battery = known(ship.battery_halves, "what the batteries hold")
        self.held = known(ship.capacitor_halves, "what the capacitor holds")
        self.room = ship.capacitor_capacity_halves(state.book) - self.held

    def name(self, thing: str) -> str:
        """Return the name under which the option's limits know a thing of this ship."""
        return f"{self.ship.id} {thing}"

    def kind(
        self, command: str, title: str, fixed: dict[str, str], build: Callable[[Option], Option]
    ) -> Option:
        """Return the kind of order that *build* makes, or the reason why it cannot be had now."""
        title = f"{self.ship.title}: {title}"
        option = Option(command=command, title=title, fixed={"ship": self.ship.id, **fixed})
        try:
            self._check_fire_control()
            return build(option)
        except Refused as refused:
            rule = refused.rule.number
            return Option(
                command=command, title=title, rule=rule, why_not=why_not(self.state, refused)
            )

    def _check_fire_control(self) -> None:
        if not self.ship.fire_control:
            raise Refused("no_fire_control", rules.B3_FIXED_COSTS, ship=self.ship.id)

    # --- phasers ----------------------------------------------------------------------------

    def cost(self, phaser: str) -> int:
        """Return what a phaser takes from the capacitor, in half points."""
        return phasers.table_of(self.state.book, self.ship, phaser).energy_halves

    def check_capacitor(self, cost: int) -> None:
        """Refuse what the capacitor cannot give even with reserve power."""
        if cost > self.held + min(self.room, self.battery):
            raise Refused(
                "capacitor_short",
                rules.H6_CAPACITOR,
                cost_halves=cost,
                capacitor_halves=self.held,
            )

    def check_phaser(self, phaser: str) -> None:
        """Refuse a phaser that is not ready, has no energy to come, or bears on nobody."""
        phasers.check_ready(self.state, self.ship, phaser)
        self.check_capacitor(self.cost(phaser))
        if not self.bearing(phaser):
            phasers.check_bearing(self.state.book, self.ship, phaser, self.foes[0])

    def is_ready(self, phaser: str) -> bool:
        """Tell whether `check_phaser` lets a phaser pass."""
        return passes(self.check_phaser, phaser)

    def bearing(self, phaser: str) -> list[Target]:
        """Return the enemies that a phaser can fire at."""

        def check(foe: Target) -> None:
            phasers.check_bearing(self.state.book, self.ship, phaser, foe)

        return [foe for foe in self.foes if passes(check, foe)]

    # --- magnifiers and detonators ----------------------------------------------------------

    def magnifier_room(self, name: str) -> int:
        """Return how much reserve power a magnifier may still take in this turn."""
        applied = known(self.ship.magnifiers[name].applied, f"what {name} took")
        return max(0, self.ship.capacity(name) - applied)

    def chamber_room(self, name: str) -> int:
        """Return how much reserve power a chamber may still take in this turn."""
        if energy.has_fired(self.ship, name, self.state.turn):
            return 0
        held = known(self.ship.chambers[name].energy, f"what {name} holds")
        return energy.chamber_room(self.state.book, self.ship, name, held, self.state.turn)

    def detonator_foes(self, check_arc: Callable[[Target], None]) -> list[Target]:
        """Return the enemies in range and arc, or raise the reason against the first."""

        def check(foe: Target) -> None:
            detonator.check_range(self.state, self.ship, foe)
            check_arc(foe)

        return passing(check, list(self.foes))

    def safe(self, foes: list[Target]) -> frozenset[ShipId]:
        """Return those that a detonator cannot damage (DW-12.53, DW-12.542)."""
        ships = self.state.ships
        return frozenset(
            foe.id
            for foe in foes
            if targets.immune(self.state, foe.id) or (foe.id in ships and ships[foe.id].stasis)
        )

    def armable(self, sheet: DetonatorSheet, rule: Rule) -> list[str]:
        """Return the chambers that may fire and are armed, or can be by reserve power."""

        def check(chamber: str) -> None:
            held = known(self.ship.chambers[chamber].energy, f"what {chamber} holds")
            chargeable = min(self.chamber_room(chamber), self.battery // 2)
            if held or not self.ship.has(chamber) or not chargeable:
                detonator.check_chamber(self.state, self.ship, chamber, rule)
            else:
                detonator.check_clock(self.state, self.ship, chamber)

        return passing(check, list(sheet.chambers))

    def chamber_title(self, chamber: str) -> str:
        """Return a chamber with what it holds."""
        return f"{box_title(chamber)} ({self.ship.chambers[chamber].energy} points)"

    def tied(self, uses: dict[str, int]) -> tuple[Choice, ...]:
        """Return the choices of a magnifier to tie in: none, or one whose clock is clear."""

        def check(name: str) -> None:
            magnifier.check_use(self.state, self.ship, name, "hsd")

        choices = [Choice(None, "none")]
        for name, one in self.ship.magnifiers.items():
            if passes(check, name):
                title = f"{box_title(name)} ({one.energy} points)"
                choices.append(Choice(name, title, {**uses, self.name(name): 1}))
        return tuple(choices)


def target(foes: list[Target], warned: Container[ShipId] = ()) -> Pick:
    """Return the choice of a target; of those *warned* of it says that fire does nothing."""
    warnings = {True: " (cannot be damaged by it)", False: ""}
    choices = tuple(Choice(foe.id, f"{foe.title}{warnings[foe.id in warned]}") for foe in foes)
    return Pick(path=("target",), title="target", choices=choices)


T = TypeVar("T", Target, str)


def passes(check: Callable[[T], None], one: T) -> bool:
    """Tell whether *check* refuses nothing."""
    try:
        check(one)
    except Refused:
        return False
    return True


def passing(check: Callable[[T], None], all_of: list[T]) -> list[T]:
    """Return those that *check* lets pass, or raise the first refusal if it lets none."""
    found = [one for one in all_of if passes(check, one)]
    if not found and all_of:
        check(all_of[0])
    return found
