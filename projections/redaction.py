"""An event as one viewer may read it: the open part, and those sealed parts that are theirs.

The only place where it is decided who reads what.
"""

from domain.decider import Event
from domain.record import Entry
from projections.viewer import Viewer


def redact(viewer: Viewer, entry: Entry, event: Event, *, opened: bool = False) -> Entry:
    """Return *entry*, whose event is *event*, as *viewer* may read it.

    *opened* says that a later event has opened its sealed part: then everybody may read it.
    """
    owner = getattr(event, "seat", None)
    if entry.sealed is None or opened or viewer.may_read(event.audience, owner):
        return entry
    return entry.redacted()
