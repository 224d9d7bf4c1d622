"""python -m server: the same as `broadside serve`."""

import typer

from server.commands import serve

typer.run(serve)
