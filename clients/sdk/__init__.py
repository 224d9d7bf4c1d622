"""A seat at a table, for programs."""
