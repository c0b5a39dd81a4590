"""Checks of the database and of what is in it: its version and clock, notices that wait; and its copies."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Max, Min, Q
from django.utils import timezone

from tetsudo.web.server.commands.checks.findings import Finding, Part
from tetsudo.web.server.run import pending_migrations

DATABASE: Final = Part("database")
NOTICES: Final = Part("notices")
BACKUPS: Final = Part("backups")

MAX_SKEW: Final = timedelta(seconds=5)
"""Maximum difference of the database's clock from this machine's."""

MAX_WAIT: Final = timedelta(minutes=15)
"""Time after which a notice that is due should have been sent, or tried."""

MAX_AGE: Final = timedelta(days=2)
"""Age after which the latest copy is too old."""

COPY: Final = re.compile(r"tetsudo-(\d{4}-\d\d-\d\d-\d{6})\.(db|dump)")
BEGINNINGS: Final = {"db": b"SQLite format 3\0", "dump": b"PGDMP"}
"""Names of copies in the folder, and the first bytes of a whole one by its ending."""


def version() -> Iterator[Finding]:
    """Check that the database is of this version, and that its clock is right."""
    pending = pending_migrations()
    if pending:
        yield DATABASE.wrong(f"The database is not up to date ({len(pending)} changes): run `tetsudo upgrade`.")
    else:
        yield DATABASE.ok("The database answers, and is of this version.")
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        skew = abs(cursor.fetchone()[0] - datetime.now(UTC))
    if skew > MAX_SKEW:
        yield DATABASE.wrong(
            f"The database's clock differs by {skew.total_seconds():.0f} s: let both machines take the time from the"
            " network (timedatectl set-ntp true)."
        )


def notices() -> Iterator[Finding]:
    """Check that no notice waits longer than it should, and how many were given up lately."""
    from tetsudo.web.notices.models import Notice

    now, state = timezone.now(), Notice.State
    late = Q(state__in=(state.NEW, state.DUE), not_before__lt=now - MAX_WAIT) | Q(
        state=state.SENDING, lease__lt=now - MAX_WAIT
    )
    try:
        stuck = Notice.objects.filter(late).aggregate(number=Count("pk"), since=Min("not_before"))
        failed = Notice.objects.filter(state=state.FAILED, done__gt=now - timedelta(days=1)).aggregate(
            number=Count("pk"), reason=Max("reason")
        )
    except DatabaseError:
        return  # said already: the database is of another version
    if stuck["number"]:
        yield NOTICES.wrong(
            f"{stuck['number']} notices wait since {stuck['since']:%Y-%m-%d %H:%M} UTC: no worker sends them. Start"
            " `tetsudo worker` (systemctl status tetsudo-worker), or set notice_workers = true."
        )
    else:
        yield NOTICES.ok("No notice waits for its worker.")
    if failed["number"]:
        yield NOTICES.hint(f"{failed['number']} notices were given up since yesterday, such as: {failed['reason']}")


def backups() -> Iterator[Finding]:
    """Check the latest copy in the host's folder."""
    if not settings.BACKUPS:
        yield BACKUPS.hint(
            "No folder of copies is named: let `tetsudo backup FOLDER --keep 14` run every night, and set backups"
            " (TETSUDO_BACKUPS) to the folder."
        )
        return
    if connection.vendor == "postgresql" and shutil.which("pg_dump") is None:
        yield BACKUPS.wrong("Copies need pg_dump, which is not here: apt-get install postgresql-client.")
    folder = Path(settings.BACKUPS)
    copies = sorted(file for file in folder.iterdir() if COPY.fullmatch(file.name)) if folder.is_dir() else []
    yield _copy_finding(copies[-1]) if copies else _no_copy(folder)


def _no_copy(folder: Path) -> Finding:
    said = f"There is no copy in {folder} yet"
    remedy = f"`tetsudo backup {folder}` makes one, and tetsudo-backup.timer one every night"
    return BACKUPS.wrong(f"{said}: {remedy}.") if _site_age() > MAX_AGE else BACKUPS.hint(f"{said}: {remedy}.")


def _site_age() -> timedelta:
    """Time since the database was made."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT MIN(applied) FROM django_migrations")
        made = cursor.fetchone()[0]
    if isinstance(made, str):
        made = datetime.fromisoformat(made)
    return datetime.now(UTC) - (made if made.tzinfo else made.replace(tzinfo=UTC)) if made else timedelta()


def _copy_finding(copy: Path) -> Finding:
    found = COPY.fullmatch(copy.name)
    assert found, "only such names are looked at"
    age = datetime.now(UTC) - datetime.strptime(f"{found[1]}+0000", "%Y-%m-%d-%H%M%S%z")
    try:
        with copy.open("rb") as opened:
            is_whole = opened.read(len(BEGINNINGS[found[2]])) == BEGINNINGS[found[2]]
    except OSError as error:
        return BACKUPS.wrong(f"{copy} cannot be read ({error.strerror}): make copies as the user who runs the site.")
    if not is_whole:
        return BACKUPS.wrong(f"{copy} is no copy of a database: remove it, and run `tetsudo backup {copy.parent}`.")
    if age > MAX_AGE:
        return BACKUPS.wrong(
            f"The latest copy, {copy}, is {age.days} days old: `systemctl status tetsudo-backup` says why."
        )
    return BACKUPS.ok(f"The latest copy is {copy}, {age.total_seconds() / 3600:.0f} hours old.")
