"""Copies of a SQLite file, by SQLite's online backup."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.web.common.database import location
from tetsudo.web.server.commands.copies import Copier, new_file

SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""Ends of the names of SQLite's own files beside a database."""


class SqliteCopier(Copier):
    """Copier of a SQLite file."""

    ending = ".db"

    def __init__(self) -> None:
        self.base = location.file()

    def exists(self) -> bool:
        """Tell whether there is a database."""
        return self.base.exists()

    def copy(self, copy: Path) -> None:
        """Copy the database; see `Copier`."""
        _copy(self.base, copy)

    def check(self, copy: Path) -> None:
        """Raise BadInput for a file that is no whole copy of a site's database."""
        try:
            with contextlib.closing(_open(copy)) as read:
                said = read.execute("PRAGMA integrity_check").fetchone()[0]
                read.execute("SELECT 1 FROM tables_table LIMIT 1")
        except sqlite3.Error as error:
            raise BadInput(f"is no database of a site: {error}", str(copy)) from None
        if said != "ok":
            raise BadInput(f"is damaged: {said}", str(copy))

    @contextmanager
    def scratch(self, copy: Path) -> Iterator[str]:
        """Make a database from a copy, to be removed afterwards; its URL."""
        with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
            scratch = Path(folder) / "scratch.db"
            _copy(copy, scratch, is_still=True)
            yield f"sqlite:///{scratch}"

    def check_unused(self) -> None:
        """Do nothing: the lock keeps others out."""

    def replace(self, copy: Path) -> None:
        """Put a copy in the database's place; see `Copier`."""
        made = self.base.with_name(f".{self.base.name}.{secrets.token_hex(8)}")
        _copy(copy, made, is_still=True)
        _give_to_owner(made, self.base)
        for end in SIDE_FILES:  # of the old file: they must not be taken for those of the new one
            Path(f"{self.base}{end}").unlink(missing_ok=True)
        os.replace(made, self.base)


def _copy(file: Path, copy: Path, *, is_still: bool = False) -> None:
    """Copy a database into a new file. `is_still`: no one changes it."""
    try:
        with (
            new_file(copy) as made,
            contextlib.closing(_open(file) if is_still else sqlite3.connect(file)) as source,
            contextlib.closing(sqlite3.connect(made)) as to,
        ):
            source.backup(to)
    except sqlite3.Error as error:
        raise BadInput(f"cannot be written: {error}", str(copy)) from None


def _open(file: Path) -> sqlite3.Connection:
    """Connection to a file that no one changes: SQLite makes none beside it."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _give_to_owner(made: Path, file: Path) -> None:
    """Give a new file to the owner of the one that it replaces, or of the folder: root may restore for another user."""
    if sys.platform == "win32":
        return
    owner = (file if file.exists() else file.parent).stat()
    with contextlib.suppress(PermissionError):
        os.chown(made, owner.st_uid, owner.st_gid)
