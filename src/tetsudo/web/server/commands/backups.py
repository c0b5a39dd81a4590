"""Copies of a database by the host: backups, also while it is served, restoring one, upgrades that can be undone."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.web.common.database import location
from tetsudo.web.server.run import lock, prepare

BACKUP_NAME: Final = "tetsudo-{time}.db"
BEFORE_RESTORE: Final = "{file}.before-restore-{time}"
BEFORE_UPGRADE: Final = "{file}.before-upgrade-{time}"
"""Names of the copies that are made without one given. Times are UTC, so that names sort by them."""

TIME: Final = r"\d{4}-\d\d-\d\d-\d{6}"
"""Pattern of a time in these names."""

SIDE_FILES: Final = ("-wal", "-shm", "-journal")
KEY_FILES: Final = (".key", ".push-key")
"""Ends of the names of files beside a database: SQLite's own; and the site's keys, without which all cookies and
devices would be forgotten."""


def backup(database: str, target: Path, *, keeps: int = 0, verifies: bool = True) -> Iterator[str]:
    """Copy a database consistently, also while it is served; lines about what was found. Only its owner can read it.

    `target`: a file that does not exist yet, or a folder; of the copies in a folder only the latest `keeps` are kept
    (0: all). With `verifies` all games of the copy are replayed, in a scratch database.
    """
    if keeps and not target.is_dir():
        raise BadInput("is no folder, in which older copies could be removed", str(target))
    prepare(database, makes=False)
    copy = target / BACKUP_NAME.format(time=_now()) if target.is_dir() else target
    if copy.exists():
        raise BadInput("is there already", str(copy))
    _copy(location.file(), copy)
    try:
        _copy_keys(location.file(), copy)
        if verifies:
            yield from _verify(copy)
    except BadInput:
        _remove(copy)
        raise
    yield f"{copy}: {copy.stat().st_size:,} bytes."
    if target.is_dir() and keeps:
        yield from _drop_old(target, keeps)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


def _copy(file: Path, copy: Path, *, is_still: bool = False) -> None:
    """Copy a database into a new file, which appears only once it is whole. Raises BadInput if that fails.

    `is_still`: no one changes it.
    """
    made = copy.with_name(f".{copy.name}.{secrets.token_hex(8)}")
    try:
        made.touch(0o600)
        with (
            contextlib.closing(_open(file) if is_still else sqlite3.connect(file)) as source,
            contextlib.closing(sqlite3.connect(made)) as to,
        ):
            source.backup(to)
        os.replace(made, copy)
    except (sqlite3.Error, OSError) as error:
        raise BadInput(f"cannot be written: {error}", str(copy)) from None
    finally:
        made.unlink(missing_ok=True)


def _copy_keys(file: Path, copy: Path) -> None:
    """Copy the keys beside a database. Raises BadInput if that fails."""
    for end in KEY_FILES:
        source, target = Path(f"{file}{end}"), Path(f"{copy}{end}")
        made = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
        try:
            if source.exists():
                made.touch(0o600)
                shutil.copyfile(source, made)
                os.replace(made, target)
        except OSError as error:
            raise BadInput(f"cannot be written: {error.strerror}", str(target)) from None
        finally:
            made.unlink(missing_ok=True)


def _remove(copy: Path) -> None:
    for end in ("", *KEY_FILES, *SIDE_FILES):
        Path(f"{copy}{end}").unlink(missing_ok=True)


def _verify(copy: Path) -> Iterator[str]:
    """Replay the games of a copy in a scratch database; lines about it. Raises BadInput if the copy is not whole."""
    _check_whole(copy)
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        scratch = Path(folder) / "scratch.db"
        _copy(copy, scratch, is_still=True)
        command = [sys.executable, "-m", "tetsudo", "verify", "--database", f"sqlite:///{scratch}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise BadInput(f"cannot be read back: {done.stderr.strip()}", str(copy))
    yield from done.stdout.splitlines()


def _open(file: Path) -> sqlite3.Connection:
    """Connection to a file that no one changes: SQLite makes none beside it."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _check_whole(file: Path) -> None:
    """Raise BadInput for a file that is no whole database of a site."""
    try:
        with contextlib.closing(_open(file)) as read:
            said = read.execute("PRAGMA integrity_check").fetchone()[0]
            read.execute("SELECT 1 FROM tables_table LIMIT 1")
    except sqlite3.Error as error:
        raise BadInput(f"is no database of a site: {error}", str(file)) from None
    if said != "ok":
        raise BadInput(f"is damaged: {said}", str(file))


def _drop_old(folder: Path, keeps: int) -> Iterator[str]:
    """Remove all but the latest copies in a folder."""
    for old in _named(folder, BACKUP_NAME)[:-keeps]:
        _remove(old)
        yield f"{old}: removed, as {keeps} are kept."


def _named(folder: Path, pattern: str, **known: str) -> list[Path]:
    """Copies in a folder that were named by a pattern, the oldest first."""
    wanted = re.escape(pattern.format(time="TIME", **known)).replace("TIME", TIME)
    return sorted(path for path in folder.iterdir() if re.fullmatch(wanted, path.name))


def restore(database: str, copy: Path) -> Iterator[str]:
    """Put a copy in a database's place, while no process serves it; what was there is kept beside it."""
    if database:
        os.environ["TETSUDO_DATABASE"] = database
    file = location.file()
    if not copy.is_file():
        raise BadInput("is not there", str(copy))
    _check_whole(copy)
    file.parent.mkdir(parents=True, exist_ok=True)
    lock()
    if file.exists():
        kept = Path(BEFORE_RESTORE.format(file=file, time=_now()))
        _copy(file, kept)
        yield f"What was there is kept in {kept}."
    made = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    _copy(copy, made, is_still=True)
    _give_to_owner(made, file)
    for end in SIDE_FILES:  # of the old file: they must not be taken for those of the new one
        Path(f"{file}{end}").unlink(missing_ok=True)
    os.replace(made, file)
    _copy_keys(copy, file)
    yield f"{file} is now as {copy}. Start `tetsudo worker` anew, if it runs."


def _give_to_owner(made: Path, file: Path) -> None:
    """Give a new file to the owner of the one that it replaces, or of the folder: root may restore for another user."""
    if sys.platform == "win32":
        return
    owner = (file if file.exists() else file.parent).stat()
    with contextlib.suppress(PermissionError):
        os.chown(made, owner.st_uid, owner.st_gid)


def upgrade(database: str) -> Iterator[str]:
    """Bring a database up to date, after a copy of it was made; lines about it. The games are verified afterwards."""
    prepare(database, makes=False, checks=False)
    from django.core.management import call_command

    from tetsudo.web.server.run import pending_migrations

    pending, file = pending_migrations(), location.file()
    if not pending:
        yield "The database is up to date."
        return
    lock()
    kept = Path(BEFORE_UPGRADE.format(file=file, time=_now()))
    _copy(file, kept)
    yield f"A copy is in {kept}; `tetsudo upgrade --undo` puts it back."
    call_command("migrate", verbosity=0, interactive=False)
    yield f"{len(pending)} changes made: {', '.join(pending)}."


def undo_upgrade(database: str) -> Iterator[str]:
    """Put the copy back that the latest upgrade made. Moves made since are only in the copy that this leaves."""
    if database:
        os.environ["TETSUDO_DATABASE"] = database
    file = location.file()
    kept = _named(file.parent, BEFORE_UPGRADE, file=file.name) if file.parent.is_dir() else []
    if not kept:
        raise BadInput(f"there is no copy of {file} from before an upgrade", "--undo")
    yield from restore(database, kept[-1])
