"""Health check at `/healthz`, for monitoring. It reveals nothing about games or players.

It runs in a separate thread and before Django, so that it answers when pages do not, and under any host name.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from django.db import DatabaseError, close_old_connections, connection

from tetsudo.web.common.database import location
from tetsudo.web.notices import worker as notices
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker

PATH: Final = "/healthz"

QUERY_TIMEOUT_SECONDS: Final = 2.0
"""Timeout for the database, in seconds."""

MIN_FREE_BYTES: Final = 16_000_000
"""Minimum free bytes on the disk of a SQLite database, or of the site's keys."""

OK: Final = "ok"


class Health:
    """ASGI application that answers 200 if all is well, otherwise 503 with the failing parts."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._asked: Future[str] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        threads = {"bots": worker.are_alive(), "notices": notices.are_alive(), "channel": events.is_channel_alive()}
        working = {name: OK if is_alive else "stopped" for name, is_alive in threads.items()}
        found = {"database": await self._database(), "disk": _disk(), **working}
        status = 200 if all(each == OK for each in found.values()) else 503
        seen = {"https": True} if scope.get("scheme") == "https" else {}  # as a proxy says that is believed
        text = json.dumps({"status": OK if status == 200 else "failing", **found, **seen}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(text)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else text})

    async def _database(self) -> str:
        """Status of the database; concurrent requests share one query."""
        if self._asked is None or self._asked.done():
            self._asked = self._thread.submit(_query_database)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), QUERY_TIMEOUT_SECONDS)
        except TimeoutError:
            return "does not answer"


def _query_database() -> str:
    try:
        close_old_connections()
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM tables_table WHERE id = 1")
            cursor.fetchone()
    except DatabaseError:
        return "failing"
    return OK


def _disk() -> str:
    try:
        base = location.key_base()
        # The folder is made with the first key, which may be in the settings instead.
        places = (base or Path("memory")).absolute().parents
        free = shutil.disk_usage(next(each for each in places if each.exists())).free
    except OSError:
        return "failing"
    return OK if free >= MIN_FREE_BYTES else "full"
