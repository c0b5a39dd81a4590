"""Tables of many games as Parquet files, written at the terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape

from tetsudo.cli import table_style
from tetsudo.cli.lab.progress import collect, print_interrupt
from tetsudo.lab import datasets
from tetsudo.titles.loader import name_of_title, title_info

KILOBYTE: Final = 1000


def run_dataset(console: Console, files: Sequence[Path], out: Path, tables: Sequence[str], title: str | None) -> None:
    """Write tables of the games in files into a folder, and print what was written."""
    name = None if title is None else title_info(name_of_title(title)).name
    wanted = tuple(tables) or datasets.DEFAULT_TABLES
    began = time.perf_counter()
    collected = collect(datasets.write(out, datasets.games_in(*files, title=name), wanted), None)
    if not collected.found:
        collected.end()
        console.print("There is no such game in these files.")
        return
    console.print(f"{len(collected.found)} games in {time.perf_counter() - began:.0f} s, written to {escape(str(out))}")
    _print_files(console, out, wanted)
    print_interrupt(console, collected, can_continue=False)
    collected.end()


def _print_files(console: Console, out: Path, tables: Sequence[str]) -> None:
    listed = table_style.table("file", "rows", "kB")
    for file in datasets.files_in(out, tables):
        listed.add_row(file.path.name, f"{file.rows:,}", f"{file.bytes / KILOBYTE:,.0f}")
    console.print(listed)
