"""Checks before Django: trusted proxies, limits of concurrent requests by address, limits of body sizes.

All are applied while the request arrives, since Django writes a body to the disk before it resolves
the view.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tetsudo.web.common.client_address import Networks, client_key, is_among, normalized_address
from tetsudo.web.common.database import faults
from tetsudo.web.common.error_pages import API_ROOT, problem
from tetsudo.web.common.language import requested_language

Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Any, Receive, Send], Awaitable[None]]

DEFAULT_BODY_BYTES: Final = 8_000
"""Default limit of a body in bytes, also for unknown paths."""

MAX_BODY_BYTES: Final[Mapping[str, int]] = {
    "act": 64_000,  # the routes of a whole fleet
    "api-actions": 64_000,
    "api-chat": 32_000,
    "api-tables": 64_000,
    "chat": 32_000,
    "import": settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 64_000,
    "new": 64_000,
    "notes": 256_000,  # a character may take twelve bytes of a form
    "read-board": 128_000,
}
"""Limits of a body in bytes, by the name of each URL that allows more."""

STREAM_ENDS: Final = ("/live/", "/events/")
"""Ends of the paths of live streams."""

LARGE_BODY_BYTES: Final = 100_000
MAX_LARGE_BODIES: Final = 16
MAX_ADDRESS_LARGE_BODIES: Final = 4
"""Size in bytes of a large body, and the number of them in transit, in all and from one address: they are buffered on
the disk."""

MAX_DISCARDED_BYTES: Final = 2 * MAX_BODY_BYTES["import"]
"""Bytes of an oversized body that are still read and discarded: a browser that is cut off while sending does not show
the response."""

RETRY_AFTER_SECONDS: Final = 10
"""Retry-After of refused requests, in seconds."""


class Proxies:
    """ASGI middleware that takes the client's address, scheme and host from the headers of trusted proxies."""

    def __init__(self, app: App, known: Networks) -> None:
        self._known = known
        self._app = app
        self._behind: Any = ProxyHeadersMiddleware(app, [str(network) for network in known])  # type: ignore[arg-type]

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a request as an ASGI application."""
        if scope.get("client"):
            scope["client"] = (normalized_address(scope["client"][0]), scope["client"][1])
        if not scope.get("client") or not is_among(scope["client"][0], self._known):
            return await self._app(scope, receive, send)
        scope["headers"] = _with_forwarded_host(scope["headers"])
        await self._behind(scope, receive, send)


def _with_forwarded_host(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers with the host that the visitor asked for; of several, the last, which the proxy itself has added."""
    said = [value for name, value in headers if name == b"x-forwarded-host"]
    host = said[-1].rpartition(b",")[2].strip() if said else b""
    if not host:
        return headers
    return [*((name, value) for name, value in headers if name != b"host"), (b"host", host)]


class RequestRefusal(Exception):
    """Request that is refused before Django."""

    def __init__(self, status: int, sentence: object, has_more: bool = True) -> None:
        """`has_more`: the rest of the body has not arrived yet."""
        super().__init__(sentence)
        self.status = status
        self.has_more = has_more


class ConcurrencyLimit:
    """Limit of concurrent items, in all and for one address."""

    def __init__(self, whole: float, each: int, refusal: Promise) -> None:
        self._whole, self._each, self._refusal = whole, each, refusal
        self._places: Counter[str] = Counter()
        self._inside = 0

    @contextmanager
    def slot(self, place: str) -> Iterator[None]:
        """Hold a slot for an address; `RequestRefusal` if none is free."""
        if self._inside >= self._whole:
            raise RequestRefusal(503, self._refusal)
        if self._places[place] >= self._each:
            raise RequestRefusal(429, self._refusal)
        self._inside += 1
        self._places[place] += 1
        try:
            yield
        finally:
            self._inside -= 1
            self._places[place] -= 1
            if not self._places[place]:
                del self._places[place]


class RequestLimits:
    """ASGI middleware that limits concurrent requests, live streams and large bodies."""

    def __init__(self, app: App) -> None:
        self._app = app
        each = settings.MAX_ADDRESS_CONNECTIONS
        self._requests = ConcurrencyLimit(math.inf, each, _("Too many requests from your address at once."))
        self._streams = ConcurrencyLimit(
            settings.MAX_STREAMS, settings.MAX_ADDRESS_STREAMS, _("Too many live tables are open at the moment.")
        )
        self._large = ConcurrencyLimit(MAX_LARGE_BODIES, MAX_ADDRESS_LARGE_BODIES, _("Too many uploads at the moment."))

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a request as an ASGI application."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        place = client_key(scope["client"][0]) if scope.get("client") else ""
        room = self._streams if scope["path"].endswith(STREAM_ENDS) else self._requests
        try:
            with room.slot(place):
                await self._check_body(scope, receive, send, place)
        except RequestRefusal as refusal:
            with override(requested_language(scope)):
                await _send_refusal(refusal, scope["path"], receive, send)

    async def _check_body(self, scope: Any, receive: Receive, send: Send, place: str) -> None:
        length = _length(scope)
        if not length:
            return await self._app(scope, receive, send)
        most = _max_body_bytes(scope)
        if length > most and not math.isinf(length):
            raise RequestRefusal(413, _too_large_message(most))
        if most <= LARGE_BODY_BYTES or length <= LARGE_BODY_BYTES:
            return await self._limit_body(scope, receive, send, most)
        with self._large.slot(place):
            await self._limit_body(scope, receive, send, most)

    async def _limit_body(self, scope: Any, receive: Receive, send: Send, most: int) -> None:
        """Count the bytes of the body, and cut it off beyond `most`; the application sees a disconnect."""
        came, has_more, has_begun = 0, True, False

        async def take() -> Message:
            nonlocal came, has_more
            message = await receive()
            came += len(message.get("body", b""))
            has_more = message.get("more_body", False)
            return message if came <= most else {"type": "http.disconnect"}

        async def answer(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, take, answer)
        except OSError as error:  # a large body is buffered on the disk
            fault = faults.fault_of(error)
            if fault is None or has_begun:
                raise
            raise RequestRefusal(503, fault.sentence, has_more) from None
        if came > most and not has_begun:
            raise RequestRefusal(413, _too_large_message(most), has_more)


def _length(scope: Any) -> float:
    """Declared length of a body: infinite if it is not declared, 0 without a body."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return math.inf
    said = headers.get(b"content-length", b"0")
    return int(said) if said.isdigit() else math.inf


def _max_body_bytes(scope: Any) -> int:
    """Maximum length of a body for a request's path."""
    if scope["method"] != "POST":
        return DEFAULT_BODY_BYTES
    try:
        name = resolve(scope["path"]).url_name
    except Resolver404:
        return DEFAULT_BODY_BYTES
    return MAX_BODY_BYTES.get(name or "", DEFAULT_BODY_BYTES)


def _too_large_message(most: int) -> object:
    return format_lazy(_("This is too large: the limit is {most} bytes."), most=f"{most:,}")


async def _send_refusal(refusal: RequestRefusal, path: str, receive: Receive, send: Send) -> None:
    """Send the refusal, read some of the remaining body, so that the client sees it, and close the connection."""
    text, kind = f"{refusal}\n".encode(), b"text/plain; charset=utf-8"
    if path.startswith(API_ROOT):
        said = problem(str(refusal), refusal.status)
        text, kind = said.content, said["Content-Type"].encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
    ]
    if refusal.status != 413:
        headers.append((b"retry-after", str(RETRY_AFTER_SECONDS).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    dropped, has_more = 0, refusal.has_more
    while has_more and dropped < MAX_DISCARDED_BYTES:
        message = await receive()
        dropped += len(message.get("body", b""))
        has_more = message.get("more_body", False)
    await send({"type": "http.response.body"})
