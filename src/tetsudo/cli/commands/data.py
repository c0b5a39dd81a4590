"""Commands for those who count: games as tables for data frames."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tetsudo.cli.commands.app import app, examples, screen


@app.command(
    epilog=examples(
        "dataset games --out data",
        "dataset games/*.json --out data --table runs --table trades",
        "dataset archive --out data --title 1889",
    )
)
def dataset(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES",
            help="Records, 18xx.games files, an archive (its folder, or its games), or folders of .json files.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder for the Parquet files.")],
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Table: games, players, rounds, runs, trades, holdings, events; repeatable; default: all but events.",
        ),
    ] = None,
    title: Annotated[str | None, typer.Option(help="Only games of this title.")] = None,
) -> None:
    """Write games as Parquet tables with names, round and player on each row: rounds, runs, trades, holdings ..."""
    from tetsudo.cli.lab.dataset import run_dataset

    run_dataset(screen(), files, out, table or (), title)
