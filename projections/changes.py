"""What changed between two views, as paths that a client without rules can set and unset.

Views are compared as the structs they are made of, so that only what changed is ever made plain.
"""

from typing import Any

import msgspec

Change = list[Any]
"""[path, value]: set; [path]: unset. A path is a list of keys and indices; [] is the whole."""


def changes(old: Any, new: Any) -> list[Change]:
    """Return what turns *old* into *new*: maps, lists or tuples, scalars, and structs.

    A struct is a map of its fields, as on the wire; what is found may hold some.
    """
    found: list[Change] = []
    if old != new:
        _compare([], old, new, found)
    return found


def _compare(path: list[str | int], old: Any, new: Any, found: list[Change]) -> None:
    """Note what turns *old* into *new*, which differ: most of them, at the speed of C, does not."""
    if type(old) is dict and type(new) is dict:
        found += [[[*path, key]] for key in old.keys() - new.keys()]
        for key, value in new.items():
            if key not in old:
                found.append([[*path, key], value])
            elif (before := old[key]) != value:
                _compare([*path, key], before, value, found)
    elif isinstance(new, msgspec.Struct) and type(old) is type(new):
        for field in new.__struct_encode_fields__:
            before, after = getattr(old, field), getattr(new, field)
            if before is not after and before != after:
                _compare([*path, field], before, after, found)
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after and before != after:
                _compare([*path, index], before, after, found)
    else:
        found.append([path, new])


def apply(view: Any, made: list[Change]) -> Any:
    """Return *view* with the changes *made* to it; maps and lists in it are changed in place."""
    for change in made:
        path = change[0]
        if not path:
            view = change[1]
            continue
        inner = view
        for step in path[:-1]:
            inner = inner[step]
        if len(change) == 1:
            del inner[path[-1]]
        else:
            inner[path[-1]] = change[1]
    return view
