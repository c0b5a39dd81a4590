"""Style of output at the terminal: tables and JSON."""

from __future__ import annotations

import json
from typing import Any, Final

from rich.console import Console
from rich.table import Table

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
    "rows",
    "kB",
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
