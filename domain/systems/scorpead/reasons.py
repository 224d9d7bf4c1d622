"""Why something cannot be had now, in plain English."""

from domain.names import ShipId
from domain.refusals import Refused
from domain.systems.scorpead.state import State
from domain.systems.scorpead.words import box_title

AGAIN = "turn {turn} impulse {impulse}"

REASONS = {
    "wrong_step": "this does not belong to the step {step}",
    "unknown_ship": "there is no ship {ship}",
    "not_your_ship": "{ship} is not yours",
    "ships_differ": "the declaration must be for {ships}",
    "unknown_target": "there is no target {target}",
    "own_side": "{target} is on your side",
    "no_fire_control": "fire control has no power",
    "box_destroyed": "{box} is destroyed",
    # energy
    "energy_short": "{cost_halves} half points are more than {supply_halves}",
    "warp_short": "warp power gives {at_most} hexes at most",
    "impulse_short": "impulse power gives {at_most} hexes at most",
    "acceleration": "speed {at_most} at most after acceleration",
    "capacitor_full": "the capacitor has room for {room_halves} half points",
    "batteries_full": "the batteries have room for {room_halves} half points",
    "unknown_shield": "there is no {shield}",
    "shield_down": "{shield} has no boxes left",
    "sensor_rating": "the sensors carry {at_most} points of ECM and ECCM",
    "reserve_short": "{cost_halves} half points are more than the batteries' {battery_halves}",
    # movement
    "turn_mode": "turn mode {turn_mode}: {hexes_flown} hexes flown since the last turn",
    "sideslip_again": "one hex must lie between two sideslips",
    "not_its_move": "{ship} does not move now",
    # weapons
    "out_of_arc": "{target} is out of the arc of {weapon}",
    "out_of_range": "range {range_hexes} is more than {at_most}",
    "out_of_effective_range": "effective range {range_hexes}{how} is more than {at_most}",
    "minimum_range": "range {range_hexes} is too near",
    "unknown_phaser": "there is no {phaser}",
    "phaser_fired_recently": f"{{phaser}}: again at {AGAIN}",
    "capacitor_short": "{cost_halves} half points are more than the capacitor's {capacitor_halves}",
    "unknown_magnifier": "there is no {magnifier}",
    "not_attached": "{phaser} is not at the conduit line of {magnifier}",
    "magnifier_capacity": "{magnifier} holds {capacity} at most",
    "magnifier_turn_cap": "{magnifier} took {applied} this turn and holds {capacity}",
    "magnifier_energy_short": "{units} units are needed, {magnifier} holds {held}",
    "nothing_magnified": "mode one magnifies one phaser at least",
    "one_unit_per_phaser": "one unit magnifies one phaser",
    "no_energy_in_mode_two": "mode two uses no energy",
    "bank_incomplete": f"mode two needs all phasers that are left: {{phaser}} again at {AGAIN}",
    "bank_too_small": "mode two links two phasers at least, {magnifier} has {undestroyed} left",
    "magnifier_used_recently": f"{{magnifier}}: {{use}} again at {AGAIN}",
    "unknown_chamber": "there is no {chamber}",
    "unknown_detonator": "there is no {detonator}",
    "chamber_max": "{chamber} takes {at_most} points at most",
    "chamber_unarmed": "{chamber} is not armed",
    "chamber_fired_recently": f"{{chamber}}: again at {AGAIN}",
    "reserve_after_fire": "the detonator has fired this turn",
    "detonator_destroyed": "{detonator} is destroyed",
    "detonator_recovering": "the detonator recovers: again in turn {turn}",
    "detonator_mode_locked": "the detonator fired a {mode} this turn",
    "one_shot_per_impulse": "{detonator} has fired in this impulse",
    "narrow_salvo": "a hyperspace detonator fires no narrow salvos",
    "not_in_salvo": "{chamber} takes no part in the salvo",
    "magnifier_shared": "one magnifier cannot serve two chambers",
    "non_violent": "a hyperspace detonator has no place in non-violent combat",
    "erratic_manoeuvres": "{ship} flies erratic manoeuvres",
    "mine_target": "{target} is a mine",
    "web": "the line crosses a web at {at}",
    "black_hole": "the line to {target} comes too near to {feature}",
    "nebula": "the line lies in a nebula",
    "radiation_zone": "range {range_hexes} is more than {at_most} in a radiation zone",
    # manoeuvres, shields, raids, seeking weapons
    "manoeuvres_announced": "{ship} has announced a change in this impulse",
    "manoeuvres_as_they_are": "{ship} flies so already",
    "manoeuvres_not_paid": "no energy is allocated to erratic manoeuvres",
    "manoeuvres_changed": "done in this turn already, again in turn {turn}",
    "no_manoeuvres": "{ship} does not move",
    "shield_as_it_is": "{shield} is so already",
    "shield_set_recently": f"{{shield}}: again at {AGAIN}",
    "shield_up": "{shield} of {ship} is up",
    "unknown_transporter": "there is no {transporter}",
    "transporter_used": "{transporter} was used in this turn",
    "transporters_unpowered": "the transporters have no energy",
    "transporters_powered": "the transporters take {at_most} points at most",
    "no_boarding_party": "of {parties} boarding parties {guards} stand guard, the rest is out",
    "unknown_box": "there is no {box}",
    "raided_recently": f"{{box}}: again at {AGAIN}",
    "one_raid_a_box": "{box} is raided in this impulse already",
    "box_not_raided": "{box} is not open to raids",
    "launches_nothing": "{box} launches nothing",
    "rack_empty": "{box} is empty",
    "rack_launched": "{box} launches once a turn: again in turn {turn}",
    "tube_unarmed": "{box} is armed for {steps} of {needed} turns",
    "tube_arming": "{tube} takes {points} points in this turn, or none",
    "unknown_tube": "there is no {tube}",
    "bay_empty": "the shuttle of {box} is out",
    "shuttle_launched": "a ship launches one shuttle a turn: again in turn {turn}",
    # repair
    "cdr_with_edr": "no continuous repair beside emergency repair",
    "damage_control_spent": "damage control has no box to mark off",
    "damage_control_rating": "the damage control rating is {at_most}",
    "unknown_lab": "there is no {lab}",
    "edr_one_box": "one attempt repairs one box, and a box has one attempt",
    "repairs_used_up": "{at_most} boxes are repaired already",
    "nothing_to_repair": "{box} cannot be repaired",
    "destroyed_this_turn": "{box} was destroyed in this turn",
    "shield_whole": "{shield} lacks {lost} boxes",
    # the referee
    "referee_only": "this is the referee's alone",
    "unknown_thing": "there is no {thing}",
    "name_taken": "{thing} is the name of something else",
    "map_full": "the map holds {at_most} things",
    "under_fire": "{thing} is under fire",
    # damage
    "shield_not_struck": "the fire of {firer} strikes shield {shields} of {ship}",
    "box_not_hit": "the hit on {ship} falls on {boxes}",
}


def why_not(state: State, refused: Refused) -> str:
    """Return a refusal as a plain sentence with its rule."""
    facts = {name: _title(state, fact) for name, fact in refused.facts.items()}
    return f"{REASONS[refused.code].format_map(facts)} ({refused.rule.number})"


def _title(state: State, fact: int | str) -> int | str:
    """Return a fact as people write it: ships and boxes go by their titles."""
    if isinstance(fact, int):
        return fact
    ship = state.ships.get(ShipId(fact))
    return box_title(fact) if ship is None else ship.title
