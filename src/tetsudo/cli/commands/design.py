"""The command for designers: the workbench for the map and the tiles of a title."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tetsudo.cli.commands.app import app, examples, screen


@app.command(
    epilog=examples(
        "design ./valley",
        "design ./valley --port 8100 --no-browser",
        "design ./theirs --import game.json",
        "design ./valley --export valley.json",
    )
)
def design(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of a title; an empty or new one gets a new title.")
    ],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
    imported: Annotated[
        Path | None,
        typer.Option("--import", metavar="FILE", help="Make a title from a game file of 18xx-maker, and end."),
    ] = None,
    exported: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the title as a game file of 18xx-maker, and end."),
    ] = None,
) -> None:
    """Draw a title's map and tiles in a browser on this computer, with the loader's errors beside them."""
    if imported is None and exported is None:
        from tetsudo.web.server.commands.design import serve

        serve(folder, port, opens_browser=browser)
        return
    from tetsudo.lab.design.maker import export_file, import_file

    left_out = import_file(imported, folder) if imported else ()
    left_out += export_file(folder, exported) if exported else ()
    for loss in left_out:
        screen().print(f"Left out: {escape(str(loss))}", soft_wrap=True)
    screen().print(f"Written: {escape(str(exported or folder))}", soft_wrap=True)
