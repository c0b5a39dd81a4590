"""Copies of a database by the host: backups, also while it is served, restoring one, upgrades that can be undone."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.web.common.database import location
from tetsudo.web.server.commands import copies
from tetsudo.web.server.commands.copiers import copier
from tetsudo.web.server.commands.copies import Copier
from tetsudo.web.server.run import lock, migrate, pending_migrations, prepare

BACKUP_NAME: Final = "tetsudo-{time}{ending}"
BEFORE_RESTORE: Final = "{file}.before-restore-{time}"
BEFORE_UPGRADE: Final = "{file}.before-upgrade-{time}"
"""Names of the copies that are made without one given. Times are UTC, so that names sort by them."""

TIME: Final = r"\d{4}-\d\d-\d\d-\d{6}"
"""Pattern of a time in these names."""


def backup(database: str, target: Path, *, keeps: int = 0, verifies: bool = True) -> Iterator[str]:
    """Copy a database consistently, also while it is served; lines about what was found. Only its owner can read it.

    `target`: a file that does not exist yet, or a folder; of the copies in a folder only the latest `keeps` are kept
    (0: all). With `verifies` all games of the copy are replayed, in a scratch database.
    """
    if keeps and not target.is_dir():
        raise BadInput("is no folder, in which older copies could be removed", str(target))
    prepare(database, makes=False)
    used = copier()
    copy = target / BACKUP_NAME.format(time=_now(), ending=used.ending) if target.is_dir() else target
    if copy.exists():
        raise BadInput("is there already", str(copy))
    used.copy(copy)
    try:
        copies.copy_keys(used.base, copy)
        if verifies:
            yield from _verify(used, copy)
    except BadInput:
        _remove(copy)
        raise
    yield f"{copy}: {copy.stat().st_size:,} bytes."
    if target.is_dir() and keeps:
        yield from _drop_old(target, used, keeps)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


def _remove(copy: Path) -> None:
    for end in ("", *copies.KEY_FILES):
        Path(f"{copy}{end}").unlink(missing_ok=True)


def _verify(used: Copier, copy: Path) -> Iterator[str]:
    """Replay the games of a copy in a scratch database; lines about it. Raises BadInput if the copy is not whole."""
    used.check(copy)
    with used.scratch(copy) as scratch:
        command = [sys.executable, "-m", "tetsudo", "verify"]
        # In the environment, for others can read a command line; with a key, so that none is made
        environment = {**os.environ, "TETSUDO_DATABASE": scratch, "TETSUDO_SECRET_KEY": secrets.token_urlsafe(50)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode not in (0, 1):
        raise BadInput(f"cannot be read back: {done.stderr.strip()}", str(copy))
    yield from done.stdout.splitlines()


def _drop_old(folder: Path, used: Copier, keeps: int) -> Iterator[str]:
    """Remove all but the latest copies in a folder."""
    for old in _named(folder, BACKUP_NAME, ending=used.ending)[:-keeps]:
        _remove(old)
        yield f"{old}: removed, as {keeps} are kept."


def _named(folder: Path, pattern: str, **known: str) -> list[Path]:
    """Copies in a folder that were named by a pattern, the oldest first."""
    wanted = re.escape(pattern.format(time="TIME", **known)).replace("TIME", TIME)
    return sorted(path for path in folder.iterdir() if re.fullmatch(wanted, path.name))


def restore(database: str, copy: Path) -> Iterator[str]:
    """Put a copy in a database's place, while no process serves it; what was there is kept in a file."""
    if database:
        os.environ["TETSUDO_DATABASE"] = database
    used = copier()
    if not copy.is_file():
        raise BadInput("is not there", str(copy))
    used.check(copy)
    used.base.parent.mkdir(parents=True, exist_ok=True)
    lock()
    if used.exists():
        kept = Path(BEFORE_RESTORE.format(file=used.base, time=_now()))
        used.copy(kept)
        yield f"What was there is kept in {kept}."
    used.replace(copy)
    copies.copy_keys(copy, used.base)
    yield f"{location.shown()} is now as {copy}. Start `tetsudo worker` anew, if it runs."


def upgrade(database: str) -> Iterator[str]:
    """Bring a database up to date, after a copy of it was made; lines about it. The games are verified afterwards."""
    prepare(database, makes=False, checks=False)
    from django.db import connection

    pending, used = pending_migrations(), copier()
    if not pending:
        yield "The database is up to date."
        return
    lock()
    connection.close()
    used.check_unused()
    kept = Path(BEFORE_UPGRADE.format(file=used.base, time=_now()))
    used.copy(kept)
    yield f"A copy is in {kept}; `tetsudo upgrade --undo` puts it back."
    migrate()
    yield f"{len(pending)} changes made: {', '.join(pending)}."


def undo_upgrade(database: str) -> Iterator[str]:
    """Put the copy back that the latest upgrade made. Moves made since are only in the copy that this leaves."""
    if database:
        os.environ["TETSUDO_DATABASE"] = database
    base = copier().base
    kept = _named(base.parent, BEFORE_UPGRADE, file=base.name) if base.parent.is_dir() else []
    if not kept:
        raise BadInput(f"there is no copy of {location.shown()} from before an upgrade", "--undo")
    yield from restore(database, kept[-1])
