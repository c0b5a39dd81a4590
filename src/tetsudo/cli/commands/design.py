"""The command for designers: the workbench for the map and the tiles of a title."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tetsudo.cli.commands.app import app, examples


@app.command(epilog=examples("design ./valley", "design ./valley --port 8100 --no-browser"))
def design(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of a title; an empty or new one gets a new title.")
    ],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Draw a title's map and tiles in a browser on this computer, with the loader's errors beside them."""
    from tetsudo.web.server.commands.design import serve

    serve(folder, port, opens_browser=browser)
