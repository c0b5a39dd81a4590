"""Protection of the workbench: it answers only on this computer, under a secret address, and to its own pages.

Its address has a secret part, which no other site knows and which no browser sends by itself. A page of another site,
or a name that another site points at this computer, gets no answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]

HOST: Final = "127.0.0.1"
"""Address that the workbench listens on."""

SECRET_BYTES: Final = 24
STATIC: Final = "/static/"
MAX_BODY_BYTES: Final = 8_000_000
"""Maximum size of a request: all files of a title, and a little."""

SAFE_METHODS: Final = ("GET", "HEAD")


def new_secret() -> str:
    """Secret part of an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


class Guard:
    """ASGI middleware that refuses requests of others, and hides the secret part of the path from the pages."""

    def __init__(self, pages: App, static: App, secret: str, port: int) -> None:
        self._pages, self._static, self._secret = pages, static, secret
        self._hosts = frozenset(f"{name}:{port}" for name in (HOST, "localhost"))

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a request as an ASGI application."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        status, sentence = self._refusal(scope, headers)
        if sentence:
            await _answer(send, status, sentence)
        elif scope["path"].startswith(STATIC):
            await self._static(scope, receive, send)
        else:
            await self._pages({**scope, "root_path": f"/{self._secret}"}, receive, send)

    def _refusal(self, scope: Any, headers: dict[str, str]) -> tuple[int, str]:
        """Status and reason for refusing a request; no reason if it is allowed."""
        host = headers.get("host", "")
        if host not in self._hosts:
            return 421, "The workbench answers only at the address that it printed."
        first, _, _rest = scope["path"].removeprefix("/").partition("/")
        is_static = scope["path"].startswith(STATIC)
        if not is_static and not secrets.compare_digest(first.encode(), self._secret.encode()):
            return 404, "Open the whole address that the workbench printed; it changes with each start."
        if scope["method"] not in SAFE_METHODS and (is_static or not _is_own(headers, host)):
            return 403, "This request does not come from a page of the workbench."
        if not headers.get("content-length", "0").isdecimal() or "transfer-encoding" in headers:
            return 411, "The length of the request is missing."
        if int(headers.get("content-length", "0")) > MAX_BODY_BYTES:
            return 413, "This is too large."
        return 200, ""


def _is_own(headers: dict[str, str], host: str) -> bool:
    """True if a browser says that a request comes from a page of this address."""
    origin = headers.get("origin")
    if origin is not None:
        return origin == f"http://{host}"
    return headers.get("sec-fetch-site") == "same-origin"


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = sentence.encode()
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": kind})
    await send({"type": "http.response.body", "body": body})
