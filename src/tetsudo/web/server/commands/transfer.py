"""Transfer of a site to another database, such as from a SQLite file to PostgreSQL, or back."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tetsudo.core.errors import BadInput
from tetsudo.web.common.database import location, shared
from tetsudo.web.server.commands.copiers import copier
from tetsudo.web.server.commands.copies import KEY_FILES
from tetsudo.web.server.run import lock, prepare

if TYPE_CHECKING:
    from django.db.models import Model

TARGET: Final = "target"
"""Django's name of the other database."""

BATCH_ROWS: Final = 1000
"""Number of rows written in one statement."""

MAKE: Final = "from tetsudo.web.server.run import prepare; prepare()"
"""Program that makes all tables, in a process of its own: changes of the past may look into the default database."""


def transfer(database: str, target: str) -> Iterator[str]:
    """Copy everything from a database to an empty one, while no process serves either; lines about it.

    All games are replayed on both sides. Nothing is changed in the first one.
    """
    prepare(database, makes=False)
    source = location.shown()
    if urlsplit(target)[:3] == urlsplit(os.environ.get("TETSUDO_DATABASE", ""))[:3]:
        raise BadInput("is the same database", "TO")
    lock()
    _close()
    copier().check_unused()
    yield f"{source}: {_verified(os.environ.get('TETSUDO_DATABASE', ''))}"
    _make(target)
    counts = _copy_all(target)
    yield f"{sum(counts.values()):,} rows of {len(counts)} tables were copied."
    yield from _copy_keys(target)
    yield f"{location.shown(target)}: {_verified(target)}"
    yield f"Serve it from now on with --database {location.shown(target)}"


def _close() -> None:
    """Close this process's own connection, so that the database can be seen to be unused."""
    from django.db import connection

    connection.close()


def _verified(url: str) -> str:
    """Last line about a check of all games. Raises BadInput if it could not be made."""
    done = _run(url, ["-m", "tetsudo", "verify"])
    if done.returncode not in (0, 1):
        raise BadInput(f"cannot be checked: {done.stderr.strip()}", location.shown(url))
    return done.stdout.strip().splitlines()[-1]


def _make(target: str) -> None:
    done = _run(target, ["-c", MAKE])
    if done.returncode:
        raise BadInput(done.stderr.strip().splitlines()[-1].rpartition("Error: ")[2], "TO")


def _run(url: str, words: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TETSUDO_DATABASE": url}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, check=False)


def _copy_all(target: str) -> dict[str, int]:
    """Copy the rows of all tables in one transaction; their number by table. BadInput if there are games already."""
    from django.core.management.color import no_style
    from django.db import DatabaseError, connections, transaction

    connections.databases[TARGET] = _settings_of(target)
    connections.configure_settings(connections.databases)
    models = _models()
    try:
        if connections[TARGET].vendor == "postgresql":
            shared.take_time(connections[TARGET])
        with transaction.atomic(TARGET):
            _check_empty()
            for model in models:
                model._base_manager.using(TARGET).all()._raw_delete(TARGET)
            counts = {model._meta.db_table: _copy_rows(model) for model in models}
            with connections[TARGET].cursor() as cursor:
                for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), models):
                    cursor.execute(statement)
    except DatabaseError as error:
        raise BadInput(f"cannot be written: {str(error).partition(chr(10))[0]}", "TO") from None
    finally:
        connections[TARGET].close()
    return counts


def _settings_of(target: str) -> dict[str, Any]:
    """Django's settings of another database, as a site on it would have them."""
    from django.conf import settings

    from tetsudo.web.settings import database_settings

    return {**settings.DATABASES["default"], **database_settings(target)}


def _models() -> list[type[Model]]:
    """Models of all tables. Times that a model sets by itself are to be copied as they are."""
    from django.apps import apps

    models = [
        each for each in apps.get_models(include_auto_created=True) if each._meta.managed and not each._meta.proxy
    ]
    for field in (field for model in models for field in model._meta.local_fields):
        for name in ("auto_now", "auto_now_add"):
            if getattr(field, name, False):
                setattr(field, name, False)
    return models


def _check_empty() -> None:
    from tetsudo.web.accounts.models import User
    from tetsudo.web.tables.models import Table

    if Table.everything.using(TARGET).exists() or User.objects.using(TARGET).exists():
        raise BadInput("has games or accounts already: name an empty database", "TO")


def _copy_rows(model: type[Model]) -> int:
    count, every = 0, model._base_manager.order_by("pk").iterator(BATCH_ROWS)
    while rows := list(islice(every, BATCH_ROWS)):
        model._base_manager.using(TARGET).bulk_create(rows)
        count += len(rows)
    return count


def _copy_keys(target: str) -> Iterator[str]:
    """Copy the keys beside the database, unless there are some."""
    base, other = location.key_base(), location.key_base(target)
    for end in KEY_FILES:
        source, copy = Path(f"{base}{end}"), Path(f"{other}{end}")
        if source.exists():
            with contextlib.suppress(FileNotFoundError):
                copy.unlink()  # made with the new tables: cookies were signed with the old one
            shutil.copy(source, copy)
            yield f"{copy}: as {source}."
