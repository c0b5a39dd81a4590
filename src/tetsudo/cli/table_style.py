"""Style of output at the terminal: tables, progress, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

T = TypeVar("T")

NUMBER_COLUMNS: Final = (
    "cash",
    "owes",
    "price",
    "par",
    "treasury",
    "worth",
    "income",
    "IPO",
    "market",
    "cost",
    "shares",
)
"""Right-aligned columns of numbers."""


def table(*columns: str) -> Table:
    """Create a table without lines; a hyphen in a column name becomes a space."""
    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        right = column in NUMBER_COLUMNS or column in ("wins", "last-run", "worth-on-average")
        made.add_column(column.replace("-", " "), justify="right" if right else "left")
    return made


def print_json(console: Console, data: Any) -> None:
    """Print JSON without formatting by the console."""
    console.file.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def collect_with_progress(played: Iterable[T], games: int, before: int, keep: Callable[[T], object] | None) -> list[T]:
    """Collect the results of games with a progress bar; `before` were played earlier. Each result is kept."""
    columns = ("[progress.description]{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Console(stderr=True)
    found: list[T] = []
    with Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal) as progress:
        task = progress.add_task("Games", total=games, completed=before)
        for each in played:
            found.append(each)
            if keep is not None:
                keep(each)
            progress.advance(task)
    return found
