"""Tables of many games in a folder: a Parquet file for each table, written as the games come."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.lab.datasets.tables import DEFAULT_TABLES, GameTables, Source, checked_tables, columns_of, read
from tetsudo.lab.files.row_file import RowFile

SUFFIX: Final = ".parquet"
NEW_SUFFIX: Final = ".new"
"""Suffix of a file until it is whole."""


def write(folder: str | os.PathLike[str], games: Source, tables: Sequence[str] = DEFAULT_TABLES) -> Iterator[int]:
    """Write tables of games into a folder, and yield the number of games so far after each.

    Each table is a file, `runs.parquet`, which replaces an earlier one. If the run is interrupted, or the iterator is
    closed, the files have all games up to then. Raises BadInput if the folder cannot be written, `UnknownName` for an
    unknown table, and `MissingExtra` if pyarrow is not installed.
    """
    names = checked_tables(tables)
    with _Files(Path(folder), names) as files:
        for game in read(games, names):
            files.add(game)
            yield files.games


class TableFile(NamedTuple):
    """Parquet file of a table, with its number of rows and its size."""

    path: Path
    rows: int
    bytes: int


def files_in(folder: str | os.PathLike[str], tables: Sequence[str]) -> list[TableFile]:
    """Files of tables in a folder; raises FileNotFoundError for a missing one."""
    from pyarrow import parquet

    paths = [Path(folder) / f"{name}{SUFFIX}" for name in dict.fromkeys(tables)]
    return [TableFile(path, parquet.read_metadata(path).num_rows, path.stat().st_size) for path in paths]


class _Files:
    """New files of tables, which replace the old ones when they are closed."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.games = 0
        self._paths = {name: folder / f"{name}{SUFFIX}" for name in names}
        self._open = ExitStack()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._files = {
                name: self._open.enter_context(RowFile(_new(path), columns_of(name)))
                for name, path in self._paths.items()
            }
        except OSError as error:
            self._open.close()
            raise BadInput(f"cannot be written: {error.strerror or error}", str(folder)) from None

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()
        for path in self._paths.values():
            if self.games:
                _new(path).replace(path)
            else:
                _new(path).unlink()

    def add(self, game: GameTables) -> None:
        """Write the rows of a game."""
        for name, file in self._files.items():
            file.add(game.rows[name])
        self.games += 1


def _new(path: Path) -> Path:
    return path.with_name(path.name + NEW_SUFFIX)
