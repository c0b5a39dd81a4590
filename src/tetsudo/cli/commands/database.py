"""Commands for hosts about the site's database: cleanup, backups, upgrades, a check of all games, and an archive."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tetsudo.cli.commands.app import app, examples, screen
from tetsudo.cli.commands.site import Config, Database


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        screen().print(escape(line), soft_wrap=True)


@app.command(epilog=examples("tidy", "tidy --yes", "tidy --database sqlite:///games.db"))
def tidy(
    database: Database = "",
    config: Config = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Remove without asking.")] = False,
) -> None:
    """Show and remove data the site no longer needs: old sessions, empty guest accounts, tables never started.

    At a terminal it asks before removing anything; elsewhere it only shows, unless you add --yes. A running site does
    this daily by itself.
    """
    from tetsudo.web.server.commands import tidying

    for line in tidying.findings(database):
        screen().print(escape(line), soft_wrap=True)
    if yes or (sys.stdin.isatty() and typer.confirm("Remove this?")):
        screen().print(tidying.tidy())


@app.command(epilog=examples("backup copy.db", "backup /var/backups/tetsudo --keep 14"))
def backup(
    target: Annotated[
        Path, typer.Argument(metavar="FILE", help="File of the copy, which must not exist yet; or a folder.")
    ],
    database: Database = "",
    config: Config = "",
    keep: Annotated[int, typer.Option(min=0, help="Number of copies kept in the folder; 0 keeps all.")] = 0,
    verify: Annotated[bool, typer.Option(help="Replay all games of the copy in a scratch database.")] = True,
) -> None:
    """Copy the site's database, even while the site is running."""
    from tetsudo.web.server.commands import backups

    _print(backups.backup(database, target, keeps=keep, verifies=verify))


@app.command(epilog=examples("restore copy.db", "restore copy.db --database sqlite:///games.db"))
def restore(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="Copy made by `tetsudo backup`.")],
    database: Database = "",
    config: Config = "",
) -> None:
    """Put a copy in the database's place, while the site does not run. What was there is kept beside it."""
    from tetsudo.web.server.commands import backups

    _print(backups.restore(database, copy))


@app.command(
    name="copy-database",
    epilog=examples("copy-database postgresql://tetsudo@localhost/tetsudo --database sqlite:///games.db"),
)
def copy_database(
    to: Annotated[
        str, typer.Argument(metavar="TO", help="URL of an empty database: postgresql://… or sqlite:///FILE.")
    ],
    database: Database = "",
    config: Config = "",
) -> None:
    """Copy the site to another kind of database, while neither is served. All games are replayed on both sides."""
    from tetsudo.web.server.commands import transfer

    _print(transfer.transfer(database, to))


@app.command(epilog=examples("upgrade", "upgrade --undo"))
def upgrade(
    database: Database = "",
    config: Config = "",
    undo: Annotated[bool, typer.Option("--undo", help="Put the copy from before the latest upgrade back.")] = False,
) -> None:
    """Bring the database up to date after a newer Tetsudo was installed, while the site does not run.

    A copy is made first, and all games are replayed afterwards.
    """
    from tetsudo.web.server.commands import backups

    if undo:
        _print(backups.undo_upgrade(database))
        return
    _print(backups.upgrade(database))
    verify(database)


@app.command(epilog=examples("verify", "verify --go-on"))
def verify(
    database: Database = "",
    config: Config = "",
    go_on: Annotated[
        bool, typer.Option("--go-on", help="Let running games that differ go on from their kept position.")
    ] = False,
) -> None:
    """Replay all games, and name those whose moves no longer lead to their position. Exit status 1 if there are any."""
    from tetsudo.web.server.commands import verification

    games = differing = 0
    for games, line in verification.verify(database, goes_on=go_on):  # noqa: B007 (the last number counts)
        differing += bool(line)
        _print([line] if line else [])
    _print([f"{games} games replayed, {differing} differ."])
    if differing:
        raise typer.Exit(1)


@app.command(epilog=examples("archive games", "archive games --terms our-terms.txt"))
def archive(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of the archive; an earlier archive there is replaced.")
    ],
    database: Database = "",
    terms: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Text of the terms of use; default: CC BY 4.0.")
    ] = None,
) -> None:
    """Write all public games that have ended into a folder: records, events, a data card and terms.

    It works while the site is running. Players are called by their seat, and no chat or note is in it.
    """
    from tetsudo.web.server.commands import archive as archives

    _print(archives.archive(database, folder, terms))
