"""Checks a record without the server."""
