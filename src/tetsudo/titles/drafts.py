"""Drafts of titles: files of a folder, or texts in memory, read afresh under an internal name of their own."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

from tetsudo.titles.data import discovery
from tetsudo.titles.data.discovery import Folder

DRAFT_NAME: Final = "draft"
"""Name of a draft that is in no folder."""

DATA_SUFFIX: Final = ".toml"
CODE_SUFFIX: Final = ".py"


@contextmanager
def opened(files: str | os.PathLike[str] | Mapping[str, str], folder: str | os.PathLike[str] = "") -> Iterator[str]:
    """Internal name of a draft, valid within the context.

    `files`: a title's folder, or its files in memory, text by name. `folder` has the files that are not in memory.
    Code is only taken from a folder, never from a text in memory.
    """
    if not isinstance(files, Mapping):
        own = Path(files).expanduser().resolve()
        with discovery.draft(name_of(own), Folder(own, path=str(own))) as name:
            yield name
        return
    place = Path(folder).expanduser().resolve() if folder else None
    with _archive(files, place) as archive:
        found = Folder(zipfile.Path(archive), path=str(place or ""))
        with discovery.draft(name_of(place), found) as name:
            yield name


def name_of(place: Path | None) -> str:
    """Name of the title in a folder, as clauses and errors have it."""
    return discovery.plain_name(place.name) if place else DRAFT_NAME


def _archive(texts: Mapping[str, str], place: Path | None) -> zipfile.ZipFile:
    """Files of a draft in an archive in memory, which can be read like a folder."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in texts.items():
            if name.endswith(DATA_SUFFIX):
                archive.writestr(name, text)
        for path in sorted(place.iterdir()) if place and place.is_dir() else ():
            if path.suffix in (DATA_SUFFIX, CODE_SUFFIX) and path.is_file() and path.name not in archive.namelist():
                archive.writestr(path.name, path.read_bytes())
    archive = zipfile.ZipFile(written)
    archive.filename = place.name if place else DRAFT_NAME
    return archive
