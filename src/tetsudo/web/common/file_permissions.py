"""Permissions of private files: the database, SQLite's files beside it, and the key that signs cookies."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput

OTHERS_MASK: Final = 0o077
"""Permission bits of group and others."""

DATABASE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".lock", ".key", ".push-key")
"""Suffixes of a database's files."""

MIN_KEY_LENGTH: Final = 50
MIN_DISTINCT_CHARACTERS: Final = 5
"""Minimum length of a key, and minimum number of different characters, as in Django's own check."""


def restrict_umask() -> None:
    """Make all files that this process creates from now on private."""
    os.umask(OTHERS_MASK)


def fix_permissions(database: Path) -> list[Path]:
    """Make the files of a database private; return those still open to others, which belong to another user."""
    open_still = []
    for file in (Path(f"{database}{end}") for end in DATABASE_SUFFIXES):
        with contextlib.suppress(FileNotFoundError):
            mode = file.stat().st_mode & 0o777
            try:
                if mode & OTHERS_MASK and os.name == "posix":
                    file.chmod(mode & ~OTHERS_MASK)
            except PermissionError:  # it belongs to another user
                open_still.append(file)
    return open_still


def read_or_create_key(file: Path) -> str:
    """Read the key in a file, which is created if missing; BadInput for an unreadable or weak key.

    The file is created atomically. If two processes create it at once, the second uses the key of the first.
    """
    try:
        if not file.exists():
            write_key(file, secrets.token_urlsafe(50))
        found = file.read_text("ascii").strip()
    except UnicodeDecodeError:
        raise BadInput("is no text: a key is a line of letters and digits", str(file)) from None
    except OSError as error:
        deed = "read" if os.path.exists(file) else "written"
        raise BadInput(f"the key that signs cookies cannot be {deed}: {error.strerror}", str(file)) from None
    if not found:
        raise BadInput("is empty: remove it for a new key, and everybody's cookies are forgotten", str(file))
    return check_key(found, str(file))


def check_key(key: str, where: str) -> str:
    """Return a key; BadInput if it is too weak."""
    if len(key) < MIN_KEY_LENGTH or len(set(key)) < MIN_DISTINCT_CHARACTERS:
        raise BadInput(
            f"a key has at least {MIN_KEY_LENGTH} characters, drawn by chance; this one has {len(key)}", where
        )
    return key


def write_key(file: Path, text: str) -> None:
    """Create a file atomically, unless another process does so first."""
    made = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        with contextlib.suppress(FileExistsError):
            _move_into_place(made, file)
    finally:
        made.unlink(missing_ok=True)


def _move_into_place(made: Path, file: Path) -> None:
    try:
        os.link(made, file)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.rename(made, file)
