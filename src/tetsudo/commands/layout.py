"""How tables look at the terminal."""

from __future__ import annotations

from typing import Final

from rich.table import Table

AMOUNTS: Final = ("cash", "price", "par", "treasury", "worth", "income", "offering", "market", "cost", "shares")
"""Columns of numbers: to the right."""


def table(*columns: str) -> Table:
    """A table without lines; a hyphen in a column's name is a space."""
    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        right = column in AMOUNTS or column in ("wins", "last-run", "worth-on-average")
        made.add_column(column.replace("-", " "), justify="right" if right else "left")
    return made
