"""Simulation and perft at the terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tetsudo.cli import table_style
from tetsudo.cli.menu import describe
from tetsudo.core.errors import BadInput
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.lab.arena import Entrant, entrants
from tetsudo.lab.clusters import kind_of
from tetsudo.lab.perft import by_undo, divide
from tetsudo.lab.record_files import Records
from tetsudo.lab.results import Results
from tetsudo.lab.simulate import Summary, simulate, summarize
from tetsudo.lab.table_spec import Table
from tetsudo.titles.loader import name_of_title

END_WORDS = {
    "bank": "bank broken",
    "bankrupt": "bankruptcy",
    "turns": "last turn",
    "price": "price reached",
    "": "given up",
}


def run_simulation(
    console: Console,
    table: Table,
    games: int,
    seed: int,
    jobs: int,
    out: Path | None,
    address: str,
    bots: Sequence[Entrant] = (),
    folder: Path | None = None,
) -> None:
    """Play many games, random or with bots, and print statistics. `folder`: for their records."""
    if address:
        kind_of(address)  # report a bad address before playing
    results = None if out is None else Results(out, table, seed, [str(bot) for bot in bots])
    records = None if folder is None else Records(folder, table, seed)
    kept = {} if results is None else {n: each for n, each in results.outcomes.items() if n < games}
    if records:
        kept = {n: each for n, each in kept.items() if records.has(n)}
    began = time.perf_counter()
    with results.adding() if results else nullcontext():
        playing = simulate(
            table, games, seed, jobs, played=kept, address=address, bots=bots, recorded=records is not None
        )
        if records:
            playing = records.keeping(playing)
        played = table_style.watched(playing, games, len(kept), results.keep if results else None)
    seconds = time.perf_counter() - began
    if played:
        actions = sum(outcome.actions for outcome in played)
        console.print(
            f"{len(played)} games, {actions} actions in {seconds:.2f} s: "
            f"[bold]{len(played) / seconds:.1f} games/s, {actions / seconds:,.0f} actions/s[/]"
        )
    if kept:
        console.print(f"{len(kept)} games of {out} were played before")
    _print(console, summarize([*kept.values(), *played]), bots)


def players_of(bots: str, budget: str, table: Table) -> tuple[Entrant, ...]:
    """Bots by seat, repeated in order; raise BadInput for more bots than seats."""
    found = entrants(bots, budget) if bots else ()
    if budget and not bots:
        raise BadInput("is for bots", "--budget")
    if len(found) > table.players:
        raise BadInput(f"there are {table.players} seats", "--bots")
    return found


def _print(console: Console, summary: Summary, bots: Sequence[Entrant]) -> None:
    lengths = ", ".join(f"{name} {summary.length(percent)}" for name, percent in LENGTHS.items())
    console.print(f"Actions a game: {lengths}; {summary.turns:.1f} stock rounds on average")
    ends = ", ".join(f"{END_WORDS[end]} {count}" for end, count in summary.ends.items())
    console.print(f"Ends: {ends}")
    columns = table_style.table("seat", "wins", "worth-on-average")
    for seat, (wins, worth) in enumerate(zip(summary.wins, summary.worth, strict=True)):
        who = f"{seat + 1} {bots[seat % len(bots)].name}" if bots else str(seat + 1)
        columns.add_row(who, f"{wins:.4g} ({100 * wins / summary.games:.0f} %)", f"{worth:,.0f}")
    console.print(columns)


LENGTHS = {"least": 0, "a tenth up to": 10, "median": 50, "nine tenths up to": 90, "most": 100}


def run_perft(console: Console, game: Game, depth: int, divided: bool) -> None:
    """Count sequences, by depth or by first action."""
    if divided:
        counts = divide(game, depth)
        for offer, count in counts:
            console.print(f"{count:12,}  {escape(describe(game, offer))}")
        console.print(f"{sum(count for _, count in counts):12,}")
        return
    for n in range(1, depth + 1):
        began = time.perf_counter()
        count = by_undo(game, n)
        console.print(f"depth {n}: {count:,}  [dim]({time.perf_counter() - began:.2f} s)[/]")


def start_of(table: Table, text: str | None) -> Game:
    """Start of counting: the table's first position, or a position given as text or in a file."""
    if not text:
        return table.game()
    if text.startswith(position.MARK):
        game = position.read(text)
    else:
        try:
            game = position.read(Path(text).read_text("utf-8"))
        except (OSError, ValueError):
            raise BadInput("must be the text of a position, or a file with one", "--from") from None
    if game.setup.title != name_of_title(table.title):
        raise BadInput(f"this is a position of {game.setup.title}", "--from")
    return game
