"""Writing of an archive into a folder, one game after another; the folder appears once it is whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.lab.archive.card import CARD_FILE, CC_BY, TERMS_FILE, Tally
from tetsudo.lab.archive.events import COLUMNS, EVENTS_FILE, EventRows
from tetsudo.lab.archive.games import GAMES_FILE, ArchivedGame, compressed, line_of
from tetsudo.lab.files.row_file import RowFile

FILES: Final = frozenset({GAMES_FILE, EVENTS_FILE, CARD_FILE, TERMS_FILE})


def write_archive(folder: Path, games: Iterable[ArchivedGame], terms: Path | None = None) -> Iterator[Tally]:
    """Write an archive, and yield the figures so far after each game.

    It replaces an earlier archive in the folder. Raises BadInput for a folder with anything else in it, and for a file
    of terms that cannot be read; then nothing has changed.
    """
    said = _terms(terms)
    _check_replaceable(folder)
    tally = Tally()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as made:
            new = Path(made) / folder.name
            new.mkdir()
            yield from _write_games(new, games, tally)
            (new / TERMS_FILE).write_text(said, "utf-8")
            (new / CARD_FILE).write_text(tally.card(), "utf-8")
            _replace(folder, new)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror or error}", str(folder)) from None


def _terms(file: Path | None) -> str:
    try:
        return CC_BY if file is None else file.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be read: {error}", str(file)) from None


def _check_replaceable(folder: Path) -> None:
    """Raise BadInput for a file, or a folder with anything but an archive in it."""
    if folder.exists() and not (folder.is_dir() and {path.name for path in folder.iterdir()} <= FILES):
        raise BadInput("is there already and is no archive: name a new folder", str(folder))


def _write_games(folder: Path, games: Iterable[ArchivedGame], tally: Tally) -> Iterator[Tally]:
    with RowFile(folder / EVENTS_FILE, COLUMNS) as events, compressed(folder / GAMES_FILE) as lines:
        for game in games:
            try:
                rows = list(EventRows(game.id, game.record))
            except TetsudoError:  # the rules were fixed since
                tally.unreadable += 1
                continue
            lines.write(line_of(game))
            events.add(rows)
            tally.add(game)
            tally.events = events.rows
            yield tally


def _replace(folder: Path, new: Path) -> None:
    """Put a new folder in the place of an old one."""
    if folder.exists():
        old = new.parent / "old"
        folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old)
    else:
        new.rename(folder)
