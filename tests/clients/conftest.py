"""The real server with the rule system made for tests, as the server's own tests have it."""

from tests.server.conftest import limits, server

__all__ = ["limits", "server"]
