"""The `tetsudo` command itself, and what its subcommands share: arguments, examples in the help, and screens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from tetsudo import __version__

app = typer.Typer(
    name="tetsudo",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        typer.echo(f"tetsudo {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play 18xx, railway stock-market board games: at the terminal, by the thousand, and from files."""


Title = Annotated[
    str, typer.Argument(help="Name of a title, such as 1889 (`tetsudo titles` lists them), or the path of its folder.")
]
GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A Tetsudo record, or an 18xx.games file.")]
AtOption = Annotated[int | None, typer.Option(min=0, help="Number of actions to replay; default: all.")]
Seats = Annotated[int, typer.Option("--players", "-p", min=1, max=99, help="Number of players.")]
Scenario = Annotated[str | None, typer.Option(help="Scenario of the title.")]
Variants = Annotated[list[str] | None, typer.Option("--variant", metavar="NAME", help="Variant; repeatable.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="House rule; repeatable.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document; docs/playing.md lists its keys.")]


def examples(*lines: str) -> str:
    """Examples at the end of a command's help."""
    return "\n\n".join(("[bold]Examples[/]", *(f"[cyan]tetsudo {escape(line)}[/]" for line in lines)))


def screen() -> Console:
    """Console for results; wide if the output is not a terminal."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 160)


def messages() -> Console:
    """Console for errors."""
    return Console(stderr=True, highlight=False)
