"""What the small changes are called: their sentences and their rules."""

from domain.refusals import Rule
from domain.systems.ranged import rules

FIGHTER: dict[str, tuple[str, Rule]] = {
    "stunned": ("{who} is stunned.", rules.S_4_11),
    "recovered": ("{who} recovers.", rules.S_4_11),
    "unconscious": ("{who} is unconscious.", rules.S_4_11),
    "dead": ("{who} is dead.", rules.S_4_11),
    "aim_lost": ("{who} loses the aim.", rules.S_4_4),
    "off_balance": ("{who} loses balance.", rules.S_4_14),
    "crippled": ("{who} is crippled: {word}.", rules.S_4_8),
    "numbed": ("{who} feels nothing in the {word}.", rules.S_4_14),
    "feels_again": ("{who} feels the {word} again.", rules.S_4_14),
    "covers_blast": ("{who} lies on what is about to burst!", rules.S_4_15),
    "runs": ("{who} runs.", rules.S_2_2),
    "soaked": ("{who} is soaked.", rules.MO_15),
    "on_fire": ("{who} is on fire.", rules.S_4_12),
    "beating_flames": ("{who} beats the flames.", rules.S_4_12),
    "fire_out": ("{who} is on fire no more.", rules.S_4_12),
    "choking": ("{who} cannot breathe.", rules.S_4_13),
    "breathes": ("{who} breathes again.", rules.S_4_13),
    "afflicted": ("{who}: {word}.", rules.S_4_22),
    "well": ("{who} is well again.", rules.S_4_22),
    "aware": ("{who} is alert.", rules.SI_04),
    "wait_over": ("{who} has waited for this.", rules.S_2_5),
    "dived": ("{who} dives.", rules.AR_05),
    "careful": ("{who} does nothing but {word}.", rules.S_2_2),
}

WEAPON: dict[str, tuple[str, Rule]] = {
    "drawn": ("{who} has the {weapon} in hand.", rules.HG_01),
    "lit": ("{who} lights the {weapon}.", rules.MO_01),
    "laser": ("{who} switches the laser sight.", rules.LS_05),
    "bipod": ("{who} works the bipod.", rules.BP_02),
    "mount": ("{who} works the mount.", rules.BP_05),
    "bolt": ("{who} handles a bolt.", rules.XB_04),
    "cleared": ("{who} clears the {weapon}.", rules.MF_14),
    "fires_again": ("{who}'s {weapon} turns past the dud.", rules.MF_13),
    "stoppage": ("{who}'s {weapon} is jammed.", rules.MF_16),
    "mechanical": ("{who}'s {weapon} is broken inside.", rules.MF_10),
    "destroyed": ("{who}'s {weapon} is destroyed.", rules.MF_20),
    "reloaded": ("{who} reloads the {weapon}.", rules.S_2_2),
}

EFFECTS = {
    "-": "nothing more", "maximum": "full damage", "maximum_no_dr": "full damage past all DR",
    "double": "twice the damage", "triple": "three times the damage", "half_dr": "half the DR",
    "half_dr_up": "half the DR", "half_dr_major": "half the DR, and any wound is a major one",
    "major": "any wound is a major one", "double_shock": "twice the shock", "eye": "in the eye",
    "off_balance": "off balance", "drop": "what is in hand is dropped", "break": "it breaks",
    "hit_self": "the own leg", "hit_self_half": "the own leg, half the damage",
    "turn": "the weapon turns in the hand", "strain": "a strained shoulder",
}  # fmt: skip
"""What the tables of critical hits and misses do, in words (4.14)."""
