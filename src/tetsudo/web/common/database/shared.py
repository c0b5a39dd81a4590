"""Arrangements for a PostgreSQL database that several processes of the site share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

from tetsudo.web.common.database import location

CACHE_TABLE: Final = "site_cache"
"""Table of Django's cache: counters of sign-in attempts, solved challenges."""

MIGRATING: Final = 0x7E76
"""Advisory lock of whoever changes the tables."""

COUNTER_TABLE: Final = "site_counters"
COUNTERS: Final = """
CREATE UNLOGGED TABLE IF NOT EXISTS site_counters
(key text PRIMARY KEY, count bigint NOT NULL, until timestamptz NOT NULL)
"""
"""Table of rate limits (`counters`). It is not logged: a crash of the server forgets them, as a restart of the site."""


def connection_options(found: Mapping[str, Any], lock_seconds: float) -> dict[str, Any]:
    """Settings of the connections: an absent server is noticed soon, and a connection that it closed is renewed."""
    own = {
        "application_name": "tetsudo",
        "connect_timeout": location.CONNECT_SECONDS,
        "keepalives_idle": location.UNANSWERED_SECONDS // 2,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": location.UNANSWERED_SECONDS * 1000,
        "options": " ".join(f"-c {name}={value}" for name, value in _on_the_server(lock_seconds).items()),
    }
    return {"CONN_HEALTH_CHECKS": True, "OPTIONS": {**found.get("OPTIONS", {}), **own}}


def _on_the_server(lock_seconds: float) -> dict[str, int]:
    """Settings by which the server ends what a process leaves behind that has lost the network, or stands still: it
    may hold the one lock for which all others wait.
    """
    return {
        "lock_timeout": round(lock_seconds * 1000),
        "statement_timeout": 60_000,
        "idle_in_transaction_session_timeout": 15_000,
        "tcp_keepalives_idle": location.UNANSWERED_SECONDS // 2,
        "tcp_keepalives_interval": 2,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": location.UNANSWERED_SECONDS * 1000,
    }


def cache_backend() -> dict[str, str]:
    """Django's cache: in the database if several processes share it, else in memory."""
    if location.is_shared():
        return {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": CACHE_TABLE}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}


@contextmanager
def migration_lock() -> Iterator[None]:
    """Keep other processes that start at the same time from changing the tables meanwhile."""
    if not location.is_shared():
        yield
        return
    take_time(connection)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
    try:
        yield
    finally:
        connection.close()  # and with it the lock
        connection.has_time = False  # type: ignore[attr-defined]


def take_time(used: Any) -> None:
    """Let all statements of a connection take as long as they need, and wait for locks."""
    used.has_time = True
    with used.cursor() as cursor:
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SET {name} = 0")


def create_tables(using: str = "default", **_signal: object) -> None:
    """Create the tables that only a shared database has, after its migrations."""
    if not location.is_shared() or using != "default":
        return
    from django.core.management import call_command

    call_command("createcachetable", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(COUNTERS)
