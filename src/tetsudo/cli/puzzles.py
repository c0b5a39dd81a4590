"""Puzzles at the terminal: mine, list, and ask one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from tetsudo.core.errors import BadInput

if TYPE_CHECKING:
    from tetsudo.game.game import Game
    from tetsudo.review.puzzles.mining import Progress
    from tetsudo.review.puzzles.puzzle import Puzzle

commands = typer.Typer(name="puzzles", no_args_is_help=True, help="Make or list puzzles; `tetsudo puzzle` asks one.")


@commands.command(
    epilog="[bold]Examples[/]\n\n[cyan]tetsudo puzzles mine 1889 --count 70 --seed 1 --out 1889.json.gz\n\n"
    "tetsudo puzzles mine 1889 --from game.json --from another.json --out mine.json.gz[/]"
)
def mine(
    title: Annotated[str, typer.Argument(help="Title.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="File to write, such as 1889.json.gz.")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=5000, help="Number of puzzles.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed: the same one gives the same puzzles.")] = 1,
    files: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="GAME", help="Game file to search instead of games between bots; repeatable."),
    ] = None,
) -> None:
    """Make puzzles from games between bots, or from game files, and write them to a file."""
    from tetsudo.cli.files import write
    from tetsudo.review.puzzles import mining, shelf

    console = Console(stderr=True, highlight=False)

    def report(progress: Progress) -> None:
        shown = ", ".join(f"{kind} {number}" for kind, number in progress.found.items())
        console.print(f"{progress.games} games: {shown}", soft_wrap=True)

    games = [_positions(file, title) for file in files] if files else None
    found = mining.mine(title, count, seed, report, games)
    packed = shelf.pack(found)
    write(out, packed)
    console.print(f"{len(found)} puzzles, {len(packed):,} bytes: {escape(str(out))}", soft_wrap=True)


def _positions(file: Path, title: str) -> Iterator[Game]:
    """Positions of a game file, before each action; `BadInput` if it is a game of another title."""
    from tetsudo import interop
    from tetsudo.cli.files import readable_file
    from tetsudo.titles.title_names import find_name

    imported = interop.read(readable_file(file))
    if imported.game.setup.title != find_name(title):
        raise BadInput("must be a game of {title}", str(file)[:200], title=title)
    for _ in range(imported.remaining):
        yield imported.game
        imported.step()


@commands.command("list", epilog="[bold]Examples[/]\n\n[cyan]tetsudo puzzles list 1889[/]")
def list_puzzles(title: Annotated[str | None, typer.Argument(help="Title; default: all.")] = None) -> None:
    """List how many puzzles there are of each kind and level; of one title, every puzzle."""
    from tetsudo.review.puzzles import shelf

    console = Console(highlight=False)
    for name in [title] if title else shelf.titles():
        found = shelf.puzzles_of(name)
        counts = Counter((each.kind, each.level) for each in found)
        for (kind, level), number in sorted(counts.items()):
            console.print(f"{found[0].title}  {kind}  level {level}: {number}", soft_wrap=True)
        if title:
            for each in found:
                console.print(f"{each.id}  level {each.level}", soft_wrap=True)


def ask(console: Console, title: str | None, id: str | None, *, shows_position: bool) -> None:
    """Ask a puzzle: the one with an id, or the one of the day. Without a terminal, the question alone is printed."""
    from tetsudo.review.puzzles import shelf, solving
    from tetsudo.review.puzzles.puzzle import render

    asked = shelf.puzzle(id or shelf.daily(datetime.now(UTC).date(), title))
    console.print(escape(f"{asked.id}, level {asked.level}"), soft_wrap=True)
    if shows_position:
        console.print(escape(asked.position), soft_wrap=True)
    _print_position(console, asked)
    console.print(escape(render(solving.question_of(asked))), soft_wrap=True)
    _print_choices(console, asked)
    typed = sys.stdin.readline().strip()
    if not typed:
        return
    right = solving.is_right(asked, solving.parse_answer(asked, typed))
    console.print("Right." if right else "Wrong.")
    for line in solving.solve(asked).lines:
        clauses = f" ({', '.join(line.clauses)})" if line.clauses else ""
        console.print(escape(render(line.sentence) + clauses), soft_wrap=True)


def _print_position(console: Console, asked: Puzzle) -> None:
    """Print the tables of a puzzle's position, as `tetsudo show` does."""
    from tetsudo.cli.position_tables import show
    from tetsudo.game import position

    show(console, position.read(asked.position))


def _print_choices(console: Console, asked: Puzzle) -> None:
    """Print the choices with their numbers, or the amounts to give."""
    from tetsudo.review.puzzles import KINDS
    from tetsudo.review.puzzles.puzzle import AMOUNTS

    if KINDS[asked.kind].form == AMOUNTS:
        console.print(escape(f"Amounts: {', '.join(asked.choices)}"), soft_wrap=True)
        return
    for place, choice in enumerate(asked.choices, start=1):
        console.print(escape(f"{place}  {'none' if choice == '-' else choice}"), soft_wrap=True)
