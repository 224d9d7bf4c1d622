"""What a table may choose: the rulings of the specification, and their other readings."""

from domain.rule_system import GameOption


def yes_no(name: str, title: str, default: str) -> GameOption:
    """Return a choice between no and yes."""
    return GameOption(name=name, title=title, values=("no", "yes"), default=default)


RULINGS = (
    GameOption(
        name="bt_turn_mode",
        title="Boarding torpedoes turn up to 45°, or exactly 45° (ruling R3)",
        values=("up_to", "exact"),
        default="up_to",
    ),
    yes_no("bt_turn_in_launch_phase", "Boarding torpedoes turn before their first move (R4)", "no"),
    GameOption(
        name="har_lookup",
        title="Hit-and-run: the critical row is that of the same D6, or 2D6 are rolled (R2)",
        values=("same_d6", "2d6"),
        default="same_d6",
    ),
    GameOption(
        name="har_escort_kill_on",
        title="Hit-and-run destroys an escort on this or more (R13)",
        values=(2, 4),
        default=2,
    ),
    yes_no("teleport_on_lock_on_or_reload", "Teleport under Lock On or Reload Ordnance (R8)", "no"),
    yes_no("teleport_at_satellites", "Teleport attacks may be made on satellites (R9)", "yes"),
    yes_no("defences_brace", "Defences may brace for impact (R14)", "no"),
    GameOption(
        name="defence_critical_table",
        title="Critical table of defences: their own, or that of capital ships (R16)",
        values=("defence", "capital"),
        default="defence",
    ),
    GameOption(
        name="defence_catastrophe_dice",
        title="Dice on the catastrophic table for defences (R1)",
        values=("2d6", "1d6"),
        default="2d6",
    ),
    yes_no("target_priority", "Target priority: the nearest first (SH-2)", "yes"),
    yes_no("ramming", "Ships may ram (RA-1)", "no"),
)
