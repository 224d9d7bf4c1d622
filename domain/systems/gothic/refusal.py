"""Whether something is refused, and how that is said."""

from collections.abc import Callable

from domain.refusals import Refused


def legal(check: Callable[..., object], *asked: object) -> bool:
    """Tell whether *check* refuses nothing of what is *asked*."""
    return why_not(check, *asked) is None


def why_not(check: Callable[..., object], *asked: object) -> Refused | None:
    """Return what *check* refuses, or None."""
    try:
        check(*asked)
    except Refused as refusal:
        return refusal
    return None
