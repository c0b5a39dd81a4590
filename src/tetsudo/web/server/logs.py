"""Logs of the site: formatters for text and JSON, log files of limited size, and the access log.

No line contains a secret: keys in links to seats, guests, imports and in mails are removed.
"""

from __future__ import annotations

import copy
import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from logging.handlers import RotatingFileHandler
from typing import Any, Final
from urllib.parse import quote

from tetsudo.web.common.database import faults

MAX_VISITOR_TEXT_LENGTH: Final = 1000
"""Maximum number of characters of text chosen by visitors."""

MAX_LINE_LENGTH: Final = 20_000
"""Maximum number of characters of a line with its traceback."""

DATE: Final = "%Y-%m-%dT%H:%M:%SZ"

ACCESS: Final = "tetsudo.access"
"""Logger of requests; none of its lines are suppressed."""

SECRET: Final = re.compile(r"/(seat|guest|import|confirm-email|reset/key)/[^/\s]+")

access: Final = logging.getLogger(ACCESS)

request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")
"""Id of the request that is being answered; "" outside of one."""

REQUEST_ID_HEADER: Final = b"x-request-id"


def redact_keys(text: str) -> str:
    """Text without the keys in links to seats, guests, imports and in mails."""
    return SECRET.sub(r"/\1/*", text)


def shorten_record(record: logging.LogRecord) -> logging.LogRecord:
    """Record without its traceback if it is no bug of the site: a wrong Host header, or a full disk."""
    fault = record.exc_info[1] if record.exc_info else None
    text = " ".join(record.getMessage().split())
    if faults.fault_of(fault):
        text = f"{text}: {fault}"
    elif record.name.startswith("django.security"):
        text = f"refused: {text}"
    else:
        return record
    short = copy.copy(record)
    short.msg, short.args, short.exc_info, short.exc_text = text[:MAX_VISITOR_TEXT_LENGTH], None, None, None
    return short


class TextFormatter(logging.Formatter):
    """Formatter of plain text."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """Text of a record, with a traceback for bugs of the site."""
        return redact_keys(super().format(shorten_record(record)))[:MAX_LINE_LENGTH]


class JsonFormatter(logging.Formatter):
    """Formatter of one JSON object a line, for log collectors."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """JSON with time, level, logger and message, any fields of a request, and a traceback."""
        short = shorten_record(record)
        said: dict[str, Any] = {
            "time": self.formatTime(short, DATE),
            "level": short.levelname,
            "logger": short.name,
            "message": redact_keys(short.getMessage())[:MAX_LINE_LENGTH],
            **({"request": request_id.get()} if request_id.get() else {}),
            **getattr(short, "fields", {}),
        }
        if short.exc_info:
            said["traceback"] = redact_keys(self.formatException(short.exc_info))[:MAX_LINE_LENGTH]
        return json.dumps(said, ensure_ascii=False)


class File(RotatingFileHandler):
    """Rotating log file. On a full disk only log lines are lost."""

    _complained = 0.0

    def handleError(self, record: logging.LogRecord) -> None:
        """Print that lines are lost, at most once a minute."""
        if time.monotonic() - self._complained > 60:
            self._complained = time.monotonic()
            print(f"The log cannot be written: {sys.exc_info()[1]}", file=sys.stderr, flush=True)


class RequestIds:
    """ASGI middleware that gives each request an id, which its log lines and its response carry."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request as an ASGI application."""
        named = secrets.token_hex(8)
        request_id.set(named)

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (REQUEST_ID_HEADER, named.encode())]}
            await send(message)

        await self._app(scope, receive, answer)


class Access:
    """ASGI middleware that logs each request: address, method, path without query, status, bytes, seconds."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request as an ASGI application."""
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
            path = quote(redact_keys(scope["path"])[:MAX_VISITOR_TEXT_LENGTH], safe="/*")
            seconds = round(time.monotonic() - began, 3)
            fields = {"address": address, "method": scope["method"], "path": path, "status": status}
            said = "%s %s %s %d, %d bytes in %.3f s"
            values = (address, scope["method"], path, status, sent, seconds)
            access.info(said, *values, extra={"fields": {**fields, "bytes": sent, "seconds": seconds}})
