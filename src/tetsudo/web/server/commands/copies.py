"""Copies of a database as files, whatever kind of database it is."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from tetsudo.core.errors import BadInput

KEY_FILES: Final = (".key", ".push-key")
"""Ends of the names of the site's keys beside a database, without which all cookies and devices would be forgotten."""


class Copier(Protocol):
    """Maker of copies of the database that is in use, and of databases from copies."""

    ending: str
    """End of the names of copies."""

    base: Path
    """Beginning of the names of copies that are kept beside the database, and of its keys."""

    def exists(self) -> bool:
        """Tell whether there is a database."""

    def copy(self, copy: Path) -> None:
        """Copy the database, also while it is served, into a new file, which appears only once it is whole.

        Raises BadInput if that fails.
        """

    def check(self, copy: Path) -> None:
        """Raise BadInput for a file that is no whole copy of a site's database."""

    def scratch(self, copy: Path) -> contextlib.AbstractContextManager[str]:
        """Make a database from a copy, to be removed afterwards; its URL."""

    def check_unused(self) -> None:
        """Raise BadInput if other processes use the database, as far as `lock` does not keep them out."""

    def replace(self, copy: Path) -> None:
        """Put a copy in the database's place, all or nothing, once `lock` keeps others out. Raises BadInput if that
        fails, or if other processes use it.
        """


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Write a private file beside its place, and move it there at the end. BadInput for a fault of the disk."""
    made = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        made.touch(0o600)
        yield made
        os.replace(made, target)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", str(target)) from None
    finally:
        made.unlink(missing_ok=True)


def copy_keys(base: Path, copy: Path) -> None:
    """Copy the keys beside a database. Raises BadInput if that fails."""
    for end in KEY_FILES:
        source = Path(f"{base}{end}")
        if source.exists():
            with new_file(Path(f"{copy}{end}")) as made:
                shutil.copyfile(source, made)
