"""A file of game outcomes, written as they are played: JSON lines, or Parquet.

Every row has the number of its game, so an interrupted run can continue, and several files can be read as one.
Parquet cannot be appended to: until all games are played, their rows are in a JSON lines file beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from tetsudo.core.errors import BadInput
from tetsudo.core.extras import require
from tetsudo.lab.simulate import Outcome
from tetsudo.lab.table_spec import Table

JSON_LINES_SUFFIX: Final = ".jsonl"
PARQUET_SUFFIX: Final = ".parquet"


class Results:
    """A file of outcomes at one table from one seed, of random play or the same bots."""

    def __init__(self, path: Path, table: Table, seed: int, bots: Sequence[str] = ()) -> None:
        """Raise BadInput for another file type, or for a file with games of another table, seed or bots."""
        if path.suffix not in (JSON_LINES_SUFFIX, PARQUET_SUFFIX):
            raise BadInput("must end in .jsonl or .parquet", "--out")
        if path.suffix == PARQUET_SUFFIX:
            require("data", "A Parquet file", "pyarrow")
        self.path = path
        self._lines = path if path.suffix == JSON_LINES_SUFFIX else path.with_name(path.name + JSON_LINES_SUFFIX)
        self._bots = list(bots)
        self._run = {**table.to_data(), "seed": seed, **({"bots": self._bots} if bots else {})}
        self.outcomes: dict[int, Outcome] = {}
        """Kept outcomes by game number."""
        for row in self._rows():
            outcome = self._outcome(row)
            self.outcomes[outcome.number] = outcome

    @contextmanager
    def open_for_append(self) -> Iterator[Results]:
        """Open the file for appending: each kept game is written at once; Parquet is written at the end."""
        self._drop_incomplete_line()
        with self._lines.open("a", encoding="utf-8") as file:
            self._file: TextIO = file
            yield self
        if self.path.suffix == PARQUET_SUFFIX:
            self._write_parquet()

    def append(self, outcome: Outcome) -> None:
        """Write an outcome, unless it is there already (replayed only for its record)."""
        if outcome.number in self.outcomes:
            return
        self.outcomes[outcome.number] = outcome
        self._file.write(json.dumps(self._row(outcome)) + "\n")
        self._file.flush()

    def _row(self, outcome: Outcome) -> dict[str, Any]:
        said = outcome._asdict()
        del said["record"]  # written to its own file
        return {**self._run, "game": said.pop("number"), **said, "digest": f"{outcome.digest:016x}"}

    def _outcome(self, row: Mapping[str, Any]) -> Outcome:
        """Parse a row; raise BadInput if it belongs to another run."""
        try:
            if any(row[name] != value for name, value in self._run.items() if name != "bots"):
                raise BadInput("{path} has games of a different table or seed", "--out", path=str(self.path))
            if row.get("bots", []) != self._bots:
                raise BadInput("{path} has games of different bots", "--out", path=str(self.path))
            number, worths, digest = row["game"], tuple(row["worths"]), int(row["digest"], 16)
            return Outcome(number, row["actions"], row["turns"], row["end"], worths, digest)
        except (KeyError, TypeError, ValueError):
            raise BadInput("{path} is not a results file", "--out", path=str(self.path)) from None

    def _rows(self) -> Iterator[Mapping[str, Any]]:
        """Yield all complete rows."""
        if self.path.suffix == PARQUET_SUFFIX and self.path.exists():
            yield from self._read_parquet()
        if self._lines.exists():
            for line in self._lines.read_text("utf-8").splitlines(keepends=True):
                if line.endswith("\n"):
                    yield self._parse_line(line)

    def _parse_line(self, line: str) -> Mapping[str, Any]:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise BadInput("{path} is not a results file", "--out", path=str(self.path))
        return row

    def _drop_incomplete_line(self) -> None:
        """Remove an incomplete last line, left by a killed run."""
        if self._lines.exists():
            text = self._lines.read_bytes()
            whole = text.rfind(b"\n") + 1
            if whole < len(text):
                self._lines.write_bytes(text[:whole])

    def _read_parquet(self) -> list[dict[str, Any]]:
        from pyarrow import ArrowInvalid, parquet

        try:
            rows: list[dict[str, Any]] = parquet.read_table(self.path).to_pylist()
        except (ArrowInvalid, OSError):
            raise BadInput("{path} is not a results file", "--out", path=str(self.path)) from None
        return rows

    def _write_parquet(self) -> None:
        """Write everything to a new Parquet file, which then replaces the old one."""
        import pyarrow
        from pyarrow import parquet

        rows = [self._row(self.outcomes[number]) for number in sorted(self.outcomes)]
        whole = self.path.with_name(self.path.name + ".new")
        parquet.write_table(pyarrow.Table.from_pylist(rows), whole)
        whole.replace(self.path)
        self._lines.unlink()
