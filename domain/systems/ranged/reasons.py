"""Why something cannot be had now, in plain English."""

from domain.languages import PLACE
from domain.refusals import Refused
from domain.systems.ranged.words import count

REASONS = {
    "skill_too_low": "an effective skill of {effective} is below 3",
    "cannot_see_target": "{target} cannot be seen",
    "location_covered": "{location} is behind cover",
    "out_of_range": "it reaches {yards_at_most} at most",
    "out_of_reach": "it reaches {yards_at_most} at most",
    "exceeds_rof": "no more shots than the rate of fire, {rof}",
    "not_enough_ammo": "{loaded} loaded",
    "weapon_not_functional": "the {weapon} does not work",
    "not_in_hand": "the {weapon} is not in hand",
    "not_ready": "not ready yet",
    "entangled": "entangled",
    "not_cocked": "it is not cocked",
    "not_lit": "it is not lit",
    "grenade_not_armed": "it is not armed",
    "flame_expired": "the flame has burnt out",
    "two_hands_required": "it takes two free hands",
    "no_free_hand": "no hand is free",
    "needs_goats_foot": "ST {st} needs a goat's foot",
    "too_strong_to_cock": "ST {st} is too strong to cock by hand",
    "location_not_targetable": "{location} cannot be aimed at with this",
    "below_full_auto_minimum": "it fires {min} at least",
}


def why_not(refusal: Refused) -> str:
    """Return the reason for a refusal as people read it."""
    template = REASONS.get(refusal.code, refusal.code.replace("_", " "))
    most = int(refusal.facts.get("at_most", 0))
    facts = {**refusal.facts, "yards_at_most": count(most, "yard", "yards")}
    return PLACE.sub(lambda place: str(facts.get(place[1], place[0])), template)
