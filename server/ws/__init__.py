"""Live games over websockets."""
