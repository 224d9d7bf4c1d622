"""The rules of play, pure: no input or output, no clock, no chance of its own."""
