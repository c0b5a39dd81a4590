"""Game files of 18xx-maker on disk, from and to the folder of a title."""

from __future__ import annotations

import os
from pathlib import Path

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.maker.losses import Loss
from tetsudo.lab.design.maker.reading import MAX_FILE_BYTES, import_game, parse_game
from tetsudo.lab.design.maker.writing import export_game, game_text
from tetsudo.lab.design.workspace import Workspace


def import_file(file: str | os.PathLike[str], folder: str | os.PathLike[str]) -> tuple[Loss, ...]:
    """Make a title in an empty or new folder from a game file, and return what could not be carried over.

    Raises BadInput if the file is no game, or the folder has a title already.
    """
    work = Workspace(folder)
    if not work.is_new:
        raise BadInput(f"there is a title in {work.folder} already: name an empty folder", "--import")
    texts, losses = import_game(parse_game(_read(Path(file))))
    work.change(texts)
    work.save()
    return losses


def export_file(folder: str | os.PathLike[str], file: str | os.PathLike[str]) -> tuple[Loss, ...]:
    """Write the title of a folder as a game file, and return what could not be carried over."""
    work = Workspace(folder)
    if work.is_new:
        raise BadInput(f"there is no title in {work.folder}", "--export")
    game, losses = export_game(work.texts)
    Path(file).write_text(game_text(game), "utf-8")
    return losses


def _read(path: Path) -> str:
    if not path.is_file():
        raise BadInput(f"there is no file {path}", "--import")
    data = path.read_bytes()
    if len(data) > MAX_FILE_BYTES:
        raise BadInput(f"{path} is larger than {MAX_FILE_BYTES:,} bytes", "--import")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no UTF-8 text", "--import") from None
