"""What the site writes about itself: lines for people or for programs, who asked for what, and never too much.

No line has a secret: links that act for whoever has them are cut.
"""

from __future__ import annotations

import copy
import json
import logging
import re
import sys
import time
from logging.handlers import RotatingFileHandler
from typing import Any, Final
from urllib.parse import quote

from tetsudo.web.common import database_errors

LONGEST: Final = 1000
"""Characters of what strangers choose."""

LONGEST_TEXT: Final = 20_000
"""Characters of a line with its traceback."""

DATE: Final = "%Y-%m-%dT%H:%M:%SZ"

ACCESS: Final = "tetsudo.access"
"""The logger of requests; each of its lines is written."""

SECRET: Final = re.compile(r"/(seat|guest|import)/[^/\s]+")

access: Final = logging.getLogger(ACCESS)


def unkeyed(text: str) -> str:
    """A text without the keys in seats' and guests' links."""
    return SECRET.sub(r"/\1/*", text)


def in_short(record: logging.LogRecord) -> logging.LogRecord:
    """A record without traceback where no program of the site is at fault: a wrong Host, or a disk that is full."""
    fault = record.exc_info[1] if record.exc_info else None
    text = " ".join(record.getMessage().split())
    if database_errors.of(fault):
        text = f"{text}: {fault}"
    elif record.name.startswith("django.security"):
        text = f"refused: {text}"
    else:
        return record
    short = copy.copy(record)
    short.msg, short.args, short.exc_info, short.exc_text = text[:LONGEST], None, None, None
    return short


class Lines(logging.Formatter):
    """Text for people."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """The text; with a traceback if the fault is ours."""
        return unkeyed(super().format(in_short(record)))[:LONGEST_TEXT]


class Json(logging.Formatter):
    """An object of JSON a line, for programs that collect logs."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; what else is known of a request; and a traceback."""
        short = in_short(record)
        said: dict[str, Any] = {
            "time": self.formatTime(short, DATE),
            "level": short.levelname,
            "logger": short.name,
            "message": unkeyed(short.getMessage())[:LONGEST_TEXT],
            **getattr(short, "fields", {}),
        }
        if short.exc_info:
            said["traceback"] = unkeyed(self.formatException(short.exc_info))[:LONGEST_TEXT]
        return json.dumps(said, ensure_ascii=False)


class File(RotatingFileHandler):
    """A file that begins anew when it is full; some old ones are kept. On a full disk lines are lost, nothing else."""

    _complained = 0.0

    def handleError(self, record: logging.LogRecord) -> None:
        """Say that lines are lost, once a minute."""
        if time.monotonic() - self._complained > 60:
            self._complained = time.monotonic()
            print(f"The log cannot be written: {sys.exc_info()[1]}", file=sys.stderr, flush=True)


class Access:
    """Writes a line for each request: who, what, how it was answered, bytes, seconds; nothing of what follows `?`."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """An ASGI application."""
        status, sent, began = 0, 0, time.monotonic()

        async def answer(message: Any) -> None:
            nonlocal status, sent
            status = message.get("status", status)
            sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            address = scope["client"][0] if scope.get("client") else "-"
            path = quote(unkeyed(scope["path"])[:LONGEST], safe="/*")
            seconds = round(time.monotonic() - began, 3)
            fields = {"address": address, "method": scope["method"], "path": path, "status": status}
            said = "%s %s %s %d, %d bytes in %.3f s"
            values = (address, scope["method"], path, status, sent, seconds)
            access.info(said, *values, extra={"fields": {**fields, "bytes": sent, "seconds": seconds}})
