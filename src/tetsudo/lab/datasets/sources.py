"""Games of files: records, files of 18xx.games, archives, and folders of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tetsudo import interop
from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.archive.games import GAMES_FILE, records_in

MANY_SUFFIXES: Final = (".jsonl", ".gz")
"""Ends of the names of files with many games."""
ONE_SUFFIX: Final = ".json"


class NamedGame(NamedTuple):
    """Game and its id in a dataset."""

    id: str
    game: Game


def games_in(*paths: str | os.PathLike[str], title: str | None = None) -> Iterator[NamedGame]:
    """Games of files, one after another; with `title`, only those of that title.

    A path is a record, a file of 18xx.games, the file of games of an archive, or a folder: of an archive, or with
    .json files. The id of a game is its id in the archive, or the name of its file without the suffix. Raises BadInput
    for a path that is missing, and for a file that cannot be replayed.
    """
    for path in paths:
        for file in _files_at(Path(path)):
            yield from (each for each in _games_of(file, title) if title in (None, each.game.setup.title))


def _files_at(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    if (path / GAMES_FILE).exists():
        return [path / GAMES_FILE]
    found = sorted(path.glob(f"*{ONE_SUFFIX}"))
    if not found:
        raise BadInput("has no .json file and is no archive", str(path))
    return found


def _games_of(file: Path, title: str | None) -> Iterator[NamedGame]:
    if file.suffix in MANY_SUFFIXES:
        for id, said in records_in(file):
            if title in (None, said.title):
                yield NamedGame(id, record.load(said))
    elif not file.is_file():
        raise BadInput("there is no such file", str(file)[:200])
    else:
        yield NamedGame(file.stem, interop.load(file))
