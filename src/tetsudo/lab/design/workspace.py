"""Workspace of the designer's workbench: the texts of a title's files, with undo, and the folder they are saved in."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput

MAIN_FILE: Final = "title.toml"
MAP_FILE: Final = "map.toml"
TILES_FILE: Final = "tiles.toml"
COMPANIES_FILE: Final = "companies.toml"
MARKET_FILE: Final = "market.toml"
FILES: Final = (MAIN_FILE, MAP_FILE, TILES_FILE, COMPANIES_FILE, MARKET_FILE, "clauses.toml", "guide.toml")
"""Files of a title that the workbench reads and writes. It touches no others."""

MAX_UNDO: Final = 300
"""Maximum number of changes that can be undone."""

MAX_FILE_BYTES: Final = 1_000_000

Texts = Mapping[str, str]
"""Texts of a title's files by name. A missing file has no text."""


class Conflict(BadInput):
    """Files were changed on disk since they were read."""


class Workspace:
    """A title while it is edited. Nothing is written before `save`."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).expanduser().resolve()
        if self.folder.exists() and not self.folder.is_dir():
            raise BadInput(f"{self.folder} is not a folder", "FOLDER")
        self.texts: Texts = {}
        self.version = 0
        self._saved: Texts = {}
        self._past: list[Texts] = []
        self._future: list[Texts] = []
        self.reload()

    @property
    def is_new(self) -> bool:
        """True if the folder has no title yet."""
        return MAIN_FILE not in self.texts

    @property
    def changed_files(self) -> tuple[str, ...]:
        """Names of files with unsaved changes."""
        return tuple(name for name in FILES if name in self.texts and self.texts[name] != self._saved.get(name))

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """True if there is an undone change."""
        return bool(self._future)

    def text(self, name: str) -> str:
        """Text of a file; "" if it is missing."""
        return self.texts.get(name, "")

    def change(self, changes: Texts) -> None:
        """Replace the texts of some files. One call is one step of undo; a call without effect is none."""
        for name, text in changes.items():
            _check_text(name, text)
        texts = {**self.texts, **changes}
        if texts == self.texts:
            return
        self._past = [*self._past, self.texts][-MAX_UNDO:]
        self._future = []
        self._show(texts)

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        if self._past:
            self._future.append(self.texts)
            self._show(self._past.pop())

    def redo(self) -> None:
        """Redo the last undone change, if there is one."""
        if self._future:
            self._past.append(self.texts)
            self._show(self._future.pop())

    def _show(self, texts: Texts) -> None:
        self.texts = texts
        self.version += 1

    # Disk

    def reload(self) -> None:
        """Read the files again; unsaved changes can still be undone to."""
        found = _read_folder(self.folder)
        self._saved = found
        if self.texts:
            self.change(found)
        else:
            self._show(found)

    def changes_on_disk(self) -> tuple[str, ...]:
        """Names of files that changed on disk since they were read or saved."""
        now = _read_folder(self.folder)
        return tuple(name for name in FILES if now.get(name) != self._saved.get(name))

    def save(self, *, overwrite: bool = False) -> tuple[str, ...]:
        """Write the changed files, each atomically, and return their names.

        Raises Conflict if one of the files changed on disk meanwhile, unless `overwrite`; then nothing is written.
        """
        names = self.changed_files
        against = [name for name in self.changes_on_disk() if name in names]
        if against and not overwrite:
            raise Conflict(
                f"{', '.join(against)} changed on disk since you opened it: reload to see that version (undo"
                " brings yours back), or save yours over it"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            _write(self.folder / name, self.texts[name])
        self._saved = {**self._saved, **{name: self.texts[name] for name in names}}
        return names


def _check_text(name: str, text: str) -> None:
    if name not in FILES:
        raise BadInput(f"{name!r} is no file of a title: {', '.join(FILES)}")
    if len(text.encode()) > MAX_FILE_BYTES:
        raise BadInput(f"{name} would be larger than {MAX_FILE_BYTES:,} bytes")


def _read_folder(folder: Path) -> dict[str, str]:
    return {name: _read(folder / name) for name in FILES if (folder / name).is_file()}


def _read(path: Path) -> str:
    data = path.read_bytes()
    if len(data) > MAX_FILE_BYTES:
        raise BadInput(f"{path} is larger than {MAX_FILE_BYTES:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is no UTF-8 text: {error.reason}") from None


def _write(path: Path, text: str) -> None:
    """Write a file so that readers see the old text or the new one, never a part. A link stays a link."""
    path = path.resolve()
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    """Permissions of a file, or those of a new one."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
