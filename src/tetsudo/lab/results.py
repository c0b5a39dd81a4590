"""The outcomes of many games in a file, as they are played: JSON lines, or Parquet.

Every row says which game it is, so that a file tells how far an interrupted run has come, and several files can
be read as one. Parquet cannot be added to: until all games are played their rows stand in a file of lines beside it.
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

LINES: Final = ".jsonl"
PARQUET: Final = ".parquet"


class Results:
    """A file of the outcomes at one table from one seed, of random play or of the same bots."""

    def __init__(self, path: Path, table: Table, seed: int, bots: Sequence[str] = ()) -> None:
        """BadInput for a file of another kind, or one with games of another table or seed, or of others."""
        if path.suffix not in (LINES, PARQUET):
            raise BadInput("must end in .jsonl or .parquet", "--out")
        if path.suffix == PARQUET:
            require("lab", "A Parquet file", "pyarrow")
        self.path = path
        self._lines = path if path.suffix == LINES else path.with_name(path.name + LINES)
        self._bots = list(bots)
        self._run = {**table.described(), "seed": seed, **({"bots": self._bots} if bots else {})}
        self.outcomes: dict[int, Outcome] = {}
        """By number of the game, those that are kept."""
        for row in self._rows():
            outcome = self._outcome(row)
            self.outcomes[outcome.number] = outcome

    @contextmanager
    def adding(self) -> Iterator[Results]:
        """While games are played: each that is kept is in the file at once; Parquet is written in the end."""
        self._drop_unfinished()
        with self._lines.open("a", encoding="utf-8") as file:
            self._file: TextIO = file
            yield self
        if self.path.suffix == PARQUET:
            self._write_parquet()

    def keep(self, outcome: Outcome) -> None:
        """Write a game down, unless it is there already: it was played again for its record."""
        if outcome.number in self.outcomes:
            return
        self.outcomes[outcome.number] = outcome
        self._file.write(json.dumps(self._row(outcome)) + "\n")
        self._file.flush()

    def _row(self, outcome: Outcome) -> dict[str, Any]:
        said = outcome._asdict()
        del said["record"]  # a file of its own
        return {**self._run, "game": said.pop("number"), **said, "digest": f"{outcome.digest:016x}"}

    def _outcome(self, row: Mapping[str, Any]) -> Outcome:
        """A row read back; BadInput if it is none of this run."""
        try:
            if any(row[name] != value for name, value in self._run.items() if name != "bots"):
                raise BadInput("{path} has games of another table or seed", "--out", path=str(self.path))
            if row.get("bots", []) != self._bots:
                raise BadInput("{path} has games of other bots", "--out", path=str(self.path))
            number, worths, digest = row["game"], tuple(row["worths"]), int(row["digest"], 16)
            return Outcome(number, row["actions"], row["turns"], row["end"], worths, digest)
        except (KeyError, TypeError, ValueError):
            raise BadInput("{path} is no file of outcomes", "--out", path=str(self.path)) from None

    def _rows(self) -> Iterator[Mapping[str, Any]]:
        """Every row that was written whole."""
        if self.path.suffix == PARQUET and self.path.exists():
            yield from self._read_parquet()
        if self._lines.exists():
            for line in self._lines.read_text("utf-8").splitlines(keepends=True):
                if line.endswith("\n"):
                    yield self._parsed(line)

    def _parsed(self, line: str) -> Mapping[str, Any]:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise BadInput("{path} is no file of outcomes", "--out", path=str(self.path))
        return row

    def _drop_unfinished(self) -> None:
        """Cut off a line in the middle of which the last run was killed."""
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
            raise BadInput("{path} is no file of outcomes", "--out", path=str(self.path)) from None
        return rows

    def _write_parquet(self) -> None:
        """Everything in one file, which takes the place of the old one when it is whole."""
        import pyarrow
        from pyarrow import parquet

        rows = [self._row(self.outcomes[number]) for number in sorted(self.outcomes)]
        whole = self.path.with_name(self.path.name + ".new")
        parquet.write_table(pyarrow.Table.from_pylist(rows), whole)
        whole.replace(self.path)
        self._lines.unlink()
