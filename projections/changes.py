"""What changed between two views, as paths that a client without rules can set and unset.

Views are compared as the structs they are made of, so that only what changed is ever made plain.
"""

from typing import Any

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
    kind = type(new)  # isinstance would take as long as all the rest
    if kind is dict and type(old) is dict:
        found += [[[*path, key]] for key in old.keys() - new.keys()]
        for key, value in new.items():
            if key not in old:
                found.append([[*path, key], value])
            elif (before := old[key]) != value:
                _compare([*path, key], before, value, found)
    elif kind is type(old) and (fields := getattr(kind, "__struct_encode_fields__", None)):
        for field in fields:
            before, after = getattr(old, field), getattr(new, field)
            if before is not after and before != after:
                _compare([*path, field], before, after, found)
    elif kind in _ROWS and type(old) in _ROWS and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after and before != after:
                _compare([*path, index], before, after, found)
    else:
        found.append([path, new])


_ROWS = frozenset({list, tuple})


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
