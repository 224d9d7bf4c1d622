"""Connections that redis-py lets go without closing them: of a cancelled connect, of lost nodes."""

import gc
import warnings


def let_go() -> None:
    """Collect them here and now: tests that come after must not be told of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
