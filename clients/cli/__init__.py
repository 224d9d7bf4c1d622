"""The command broadside."""
