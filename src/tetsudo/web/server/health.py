"""`/healthz`: whether the site can do its work, for whoever watches over it. It says nothing of who plays what.

In a thread of its own and before Django, so that it answers when pages do not, and under any name of the host.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from tetsudo.web.tables.bots import worker

PATH: Final = "/healthz"

PATIENCE: Final = 2.0
"""Seconds within which the database must answer."""

LEAST_ROOM: Final = 16_000_000
"""Bytes that must be free on the database's disk."""

OK: Final = "ok"


class Health:
    """An ASGI application that says 200 if all is well, and 503 with what is not."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._asked: Future[str] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """An ASGI application."""
        found = {"database": await self._database(), "disk": _disk(), "bots": OK if worker.are_alive() else "stopped"}
        status = 200 if all(each == OK for each in found.values()) else 503
        text = json.dumps({"status": OK if status == 200 else "failing", **found}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(text)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else text})

    async def _database(self) -> str:
        """Whether the database answers; who asks while it does not waits for the same answer."""
        if self._asked is None or self._asked.done():
            self._asked = self._thread.submit(_ask)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), PATIENCE)
        except TimeoutError:
            return "does not answer"


def _ask() -> str:
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
        free = shutil.disk_usage(Path(settings.DATABASES["default"]["NAME"]).absolute().parent).free
    except OSError:
        return "failing"
    return OK if free >= LEAST_ROOM else "full"
