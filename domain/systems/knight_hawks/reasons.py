"""Why something cannot be had now, in plain English."""

from domain.names import ShipId
from domain.refusals import Refused
from domain.systems.knight_hawks.state import State

REASONS = {
    "wrong_phase": "this does not belong to the phase {phase}",
    "not_a_player": "seat {seat} does not play",
    "unknown_unit": "there is no {unit} here",
    "not_your_unit": "{unit} is not yours",
    # set-up
    "not_there": "{ship} may not begin there",
    "not_that_speed": "{ship} begins at speed {speed}",
    "not_defender": "the defending side alone lays anything before the game",
    "planet_hex": "hex {hex} is the planet",
    # screens, docks, seekers
    "screen_not_fitted": "{ship} has no {screen}",
    "screen_destroyed": "the {screen} of {ship} is destroyed",
    "power_short": "{ship} has no power for it",
    "no_charges": "{ship} has no masking charge left",
    "already_active": "that is so already",
    "not_in_orbit": "{ship} is not in orbit",
    "not_docked": "{ship} is not docked",
    # movement
    "already_moved": "{ship} does not move now",
    "speed_limit": "{ship}, step {step}: the ADF does not allow it",
    "turn_limit": "{ship}, step {step}: the MR does not allow it",
    "must_turn": "{ship}, step {step}: it must turn, {way}",
    "must_move": "{ship}, step {step}: it must fly {at_least} or more",
    "no_rotation": "{ship}, step {step}: it cannot rotate",
    "planet_ahead": "{ship}, step {step}: a planet is in the way",
    "left_map": "{ship}, step {step}: it has left the map",
    "convoy": "{ship}, step {step}: it flies straight on at speed {hexes}",
    "not_adjacent_to_body": "{ship} is not beside it",
    "drifting": "{ship} drifts",
    "cannot_dock": "{ship} must end in its host's hex after {at_most} hexes at most",
    # mines and seekers
    "hex_already_mined": "hex {hex} is mined by your side already",
    "not_a_minelayer": "{ship} carries no mines",
    "no_seekers": "{ship} carries no seekers",
    "hex_not_on_path": "{ship} was not there: its path has no hex {index}",
    "out_of_ammo": "none are left",
    # attacks
    "unknown_mount": "{ship} has no {mount}",
    "mount_destroyed": "the {weapon} is destroyed",
    "mpo_not_moving": "the {weapon} fires in its owner's own turn alone",
    "docked_restriction": "no {weapon} is fired from a dock",
    "already_fired": "the {weapon} has fired in this phase",
    "bad_target": "{target} cannot be fired at",
    "out_of_range": "range {range_hexes} is more than {at_most}",
    "out_of_arc": "{target} is not in the forward field",
    "line_blocked": "a planet is in the line of fire",
    "unknown_attack": "there is no attack {attack}",
    "icm_not_available": "{ship} cannot launch so many",
    "evasion_not_allowed": "{ship} cannot evade it",
    # repair
    "dcr_exceeded": "{ship} has {at_most} points of damage control",
    "repair_locked": "{system} of {ship} is beyond repair",
    "nothing_to_repair": "{system} of {ship} needs no repair",
}


def why_not(state: State, refused: Refused) -> str:
    """Return a refusal as a plain sentence with its rule."""
    facts = {name: _title(state, fact) for name, fact in refused.facts.items()}
    reason = REASONS[refused.code].format_map(facts)
    if refused.code == "out_of_ammo" and "weapon" in facts:
        reason = f"no {facts['weapon']} is left"
    return f"{reason} ({refused.rule.number})"


def _title(state: State, fact: int | str) -> int | str:
    """Return a fact as people write it: vessels go by their titles."""
    vessel = state.vessels.get(ShipId(str(fact)))
    return fact if vessel is None else vessel.title
