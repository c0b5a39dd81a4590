"""Search for the moments of a game at the terminal, with its progress, kept in the user's cache folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.workers import jobs
from tetsudo.language.labels import Labels
from tetsudo.review.moments import DEFAULT_BUDGET, Moments, Search
from tetsudo.review.moments.kept import Known, name_of, pack, playouts_of, some, unpack
from tetsudo.review.moments.trials import Results, Trial
from tetsudo.review.report.moments import ContinuationData, MomentsData
from tetsudo.review.report.sentences import labels_of

PART_PLAYOUTS: Final = 200
"""Number of playouts after which results are kept."""


class Wish(NamedTuple):
    """Playouts of a search (None: the default number), and its processes."""

    playouts: int | None
    jobs: int


def search(console: Console, game: Game, wish: Wish) -> Moments:
    """Moments of a game. Shows the progress where the output is a terminal, and goes on from kept results."""
    budget = wish.playouts or DEFAULT_BUDGET
    written = record.write(game)
    content, file = written.to_json(), _folder() / f"{name_of(written, budget)}.review"
    found = _search(content, budget)
    known = unpack(file.read_bytes()) if file.is_file() else {}
    with Progress(console=Console(stderr=True), transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing on from each decision", total=budget)
        while trials := found.pending(known):
            part = list(some(trials, PART_PLAYOUTS * wish.jobs))
            work = partial(_play, content, budget, part)
            results = jobs.results(work, range(len(part)), wish.jobs, batch=max(1, len(part) // (4 * wish.jobs)))
            known |= {trial.key: result for trial, result in zip(part, results, strict=True)}
            _keep(file, known)
            progress.update(task, completed=playouts_of(known))
    return found.result(known)


def _play(content: bytes, budget: int, trials: Sequence[Trial], number: int) -> Results:
    """Results of a trial, in any process."""
    return _search(content, budget).play(trials[number])


@lru_cache(maxsize=1)
def _search(content: bytes, budget: int) -> Search:
    """Search in a record: each process makes its own, since a game cannot be sent to it."""
    return Search(record.read(content), budget)


def _folder() -> Path:
    """Folder for kept results; they can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tetsudo" / "reviews"


def _keep(file: Path, known: Known) -> None:
    """Keep results. A folder that cannot be written only means that a stopped search begins again."""
    made = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(pack(known))
        made.replace(file)
    except OSError:
        return


# What is printed


def print_moments(console: Console, game: Game, found: MomentsData) -> None:
    """Print the moments of each player, the richest first, what kinds of decisions cost, and the changes by round."""
    labels = labels_of(game)
    console.print(f"[bold]Moments[/] [dim]{found['playouts']} playouts; amounts are parts of the final worth of all[/]")
    for standing in game.standings():
        console.print(f"[bold]{escape(game.names[standing.player])}[/]")
        _print_moments_of(console, found, standing.player, labels)
        console.print(_errors_table(found, standing.player, labels))
        console.print(_changes_table(found, standing.player, labels))


def _print_moments_of(console: Console, found: MomentsData, player: int, labels: Labels) -> None:
    """Print a player's moments."""
    those = [each for each in found["moments"] if each["player"] == player]
    if not those:
        console.print("  No decision that surely cost much.")
    for each in those:
        loss = f"{escape(labels.money(each['loss']))} ± {escape(labels.money(each['error']))}"
        console.print(f"  [dim]{each['move']:5}[/]  [cyan]{escape(each['kind_name'])}[/] cost {loss}", soft_wrap=True)
        console.print(f"         played: {_continuation(each['played'], labels)}", soft_wrap=True)
        for better in each["better"]:
            console.print(f"         or:     {_continuation(better, labels)}", soft_wrap=True)


def _continuation(each: ContinuationData, labels: Labels) -> str:
    return f"{escape(each['text'])} [dim]→ {escape(labels.money(each['expected']))}[/]"


def _errors_table(found: MomentsData, player: int, labels: Labels) -> Table:
    """Table of what a player's free decisions of each kind cost on average."""
    table = Table("Decisions", "Number", "Cost of one", "Likely range", box=None, pad_edge=True)
    for each in found["errors"]:
        if each["player"] == player:
            interval = each["interval"]
            said = " to ".join(labels.money(amount) for amount in interval) if interval else ""
            table.add_row(each["kind_name"], str(each["decisions"]), labels.money(each["loss"]), said)
    return table


def _changes_table(found: MomentsData, player: int, labels: Labels) -> Table:
    """Table of the changes of what a player could expect, by round."""
    table = Table("Round", "Own decisions", "Others' decisions", "Anyway", "Standard error", box=None, pad_edge=True)
    for each in found["changes"]:
        if each["player"] == player:
            amounts = (each["own"], each["others"], each["anyway"], each["error"])
            table.add_row(each["round"], *(labels.money(amount) for amount in amounts))
    return table
