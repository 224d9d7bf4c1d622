"""What ships may drop on the paths that they flew: mines and seekers, as far as they have any."""

from collections.abc import Iterator

from domain.options import Choice, Limit, Option, Pick
from domain.refusals import known
from domain.systems.knight_hawks import rules
from domain.systems.knight_hawks.setup_options import FACING_CHOICES
from domain.systems.knight_hawks.state import State, Vessel
from domain.systems.knight_hawks.words import hex_title


def drops(state: State, vessel: Vessel) -> Iterator[Option]:
    """Yield what a ship may drop: a pattern, a seeker, each in a hex of its path."""
    hexes_there = list(dict.fromkeys(at for at, _ in vessel.path))
    index = {at: n for n, (at, _) in reversed(list(enumerate(vessel.path)))}
    mines, seekers = vessel.mounts.get("M"), vessel.mounts.get("S")
    if mines is not None and known(mines.ammo, "what is left of it"):
        mined = known(state.sides[vessel.side].mines, "where mines lie")
        free = [at for at in hexes_there if at not in mined and at not in state.bodies.values()]
        if free:
            choices = tuple(
                Choice(value=index[at], title=hex_title(at), uses={f"mine {hex_title(at)}": 1})
                for at in free
            )
            yield Option(
                command="mine",
                title=f"{vessel.title}: drop a mine pattern",
                rule=rules.R_21_IN_PLAY.number,
                fixed={"ship": vessel.id},
                uses={f"{vessel.id} M": 1},
                fields=(Pick(path=("index",), title="hex", choices=choices),),
            )
    if seekers is not None and known(seekers.ammo, "what is left of it"):
        places = tuple(Choice(value=index[at], title=hex_title(at)) for at in hexes_there)
        yield Option(
            command="seeker",
            title=f"{vessel.title}: drop a seeker",
            rule=rules.R_30_PLACEMENT.number,
            fixed={"ship": vessel.id},
            uses={f"{vessel.id} S": 1},
            fields=(
                Pick(path=("index",), title="hex", choices=places),
                Pick(path=("facing",), title="facing", choices=FACING_CHOICES),
            ),
        )


def drop_limits(stores: list[Vessel]) -> Iterator[tuple[str, Limit]]:
    """Yield how much of it: what is left, and one pattern a hex."""
    for vessel in stores:
        for code in ("M", "S"):
            mount = vessel.mounts.get(code)
            if mount is not None:
                left = known(mount.ammo, "what is left of it")
                yield f"{vessel.id} {code}", Limit(f"{vessel.title}: what it has left", left)
        for at, _ in vessel.path:
            yield f"mine {hex_title(at)}", Limit(f"hex {hex_title(at)}: one pattern", 1)
