"""Tables of many games in memory, as Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tetsudo.lab.datasets.tables import DEFAULT_TABLES, Source, checked_tables, columns_of, read
from tetsudo.lab.files.row_file import RowBatches

if TYPE_CHECKING:
    import pyarrow


def to_frame(games: Source, table: str) -> pyarrow.Table:
    """Arrow table of games; `UnknownName` for an unknown table, `MissingExtra` if pyarrow is not installed.

    Other libraries take it over without copying: `polars.from_arrow(frame)`, `frame.to_pandas()`, or DuckDB by name.
    """
    return frames(games, (table,))[table]


def frames(games: Source, tables: Sequence[str] = DEFAULT_TABLES) -> dict[str, pyarrow.Table]:
    """Arrow tables of games by name, reading the games once."""
    names = checked_tables(tables)
    found = {name: RowBatches(columns_of(name)) for name in names}
    parts: dict[str, list[pyarrow.Table]] = {name: [] for name in names}
    for game in read(games, names):
        for name, batches in found.items():
            batches.add(game.rows[name])
            if batches.is_full:
                parts[name].append(batches.take())
    import pyarrow

    return {name: pyarrow.concat_tables([*parts[name], batches.take()]) for name, batches in found.items()}
