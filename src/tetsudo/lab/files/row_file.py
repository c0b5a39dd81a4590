"""Rows as Arrow tables and Parquet files, with the types of their columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from tetsudo.analysis.rows.columns import DATA, FLAG, NUMBER, NUMBERS, SEAT, SHARE, TEXT, TEXTS, Column, Row
from tetsudo.core.extras import require

if TYPE_CHECKING:
    import pyarrow

BATCH_ROWS: Final = 50_000
"""Number of rows in a row group of a file, which is in memory as a whole."""

PART_ROWS: Final = 2_000
"""Number of rows that are in memory as dictionaries, which take some 20 times the space of an Arrow table."""


def schema_of(columns: Sequence[Column]) -> pyarrow.Schema:
    """Arrow schema of columns; raises `MissingExtra` if pyarrow is not installed."""
    require("data", "A table or Parquet file", "pyarrow")
    import pyarrow

    types = {
        TEXT: pyarrow.string(),
        NUMBER: pyarrow.int32(),
        SHARE: pyarrow.float64(),
        FLAG: pyarrow.bool_(),
        SEAT: pyarrow.int8(),
        TEXTS: pyarrow.list_(pyarrow.string()),
        NUMBERS: pyarrow.list_(pyarrow.int32()),
        DATA: pyarrow.string(),
    }
    return pyarrow.schema([(column.name, types[column.type]) for column in columns])


class RowBatches:
    """Rows collected into Arrow tables, `BATCH_ROWS` at a time."""

    def __init__(self, columns: Sequence[Column]) -> None:
        """Raise `MissingExtra` if pyarrow is not installed."""
        self.schema = schema_of(columns)
        self._json = [column.name for column in columns if column.type == DATA]
        self._waiting: list[Row] = []
        self._parts: list[pyarrow.Table] = []
        self._taken = 0

    @property
    def rows(self) -> int:
        """Number of rows added so far."""
        return self._taken + self._held

    @property
    def _held(self) -> int:
        return len(self._waiting) + sum(int(part.num_rows) for part in self._parts)

    @property
    def is_full(self) -> bool:
        """True if it is time to take the rows."""
        return self._held >= BATCH_ROWS

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows; a missing value is empty."""
        self._waiting += [self._plain(row) for row in rows]
        if len(self._waiting) >= PART_ROWS:
            self._pack()

    def take(self) -> pyarrow.Table:
        """Remove the collected rows, as a table."""
        import pyarrow

        self._pack()
        made = pyarrow.concat_tables(self._parts).combine_chunks()
        self._parts = []
        self._taken += made.num_rows
        return made

    def _pack(self) -> None:
        """Turn the waiting rows into a part of a table."""
        import pyarrow

        self._parts.append(pyarrow.Table.from_pylist(self._waiting, schema=self.schema))
        self._waiting = []

    def _plain(self, row: Row) -> Row:
        told = {name: json.dumps(row[name]) for name in self._json if row.get(name) is not None}
        return {**row, **told} if told else row


class RowFile:
    """A new Parquet file, written in batches."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        """Raise `MissingExtra` if pyarrow is not installed."""
        self._batches = RowBatches(columns)
        from pyarrow import parquet

        self._writer = parquet.ParquetWriter(path, self._batches.schema, compression="zstd")

    def __enter__(self) -> RowFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write()
        self._writer.close()

    @property
    def rows(self) -> int:
        """Number of rows so far."""
        return self._batches.rows

    def add(self, rows: Iterable[Row]) -> None:
        """Write the rows of a game; several games are written together."""
        self._batches.add(rows)
        if self._batches.is_full:
            self._write()

    def _write(self) -> None:
        made = self._batches.take()
        if made.num_rows:
            self._writer.write_table(made)
