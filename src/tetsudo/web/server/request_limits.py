"""Before a page is asked: whom a proxy speaks for, how many requests an address has, how long a body may be.

All of it is decided while the request comes in, since Django writes a body to the disk before it
knows who is asked for.
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

from tetsudo.web.common import database_errors
from tetsudo.web.common.client_address import Networks, is_among, place_of, plain
from tetsudo.web.common.language import language_asked_for

Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Any, Receive, Send], Awaitable[None]]

SMALL: Final = 8_000
"""Bytes of a body at addresses that say nothing else, and at those that do not exist."""

BODIES: Final[Mapping[str, int]] = {
    "act": 64_000,  # the routes of a whole fleet
    "chat": 32_000,
    "import": settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 64_000,
    "new": 64_000,
    "notes": 256_000,  # a letter may take twelve bytes of a form
    "read-board": 128_000,
}
"""Bytes of a body, by the name of an address that takes more."""

LARGE: Final = 100_000
LARGE_AT_ONCE: Final = 16
LARGE_EACH: Final = 4
"""How many bodies larger than that may be under way, and from one address: they are kept on the disk meanwhile."""

DROPPED: Final = 2 * BODIES["import"]
"""Bytes of a body that is too large which are still taken, and dropped: a browser that is cut off while it sends
does not show the answer."""

LATER: Final = 10
"""Seconds after which whoever finds no room may try again."""


class Proxies:
    """Believes what certain addresses say about those they speak for: address, scheme and host."""

    def __init__(self, app: App, known: Networks) -> None:
        self._known = known
        self._app = app
        self._behind: Any = ProxyHeadersMiddleware(app, [str(network) for network in known])  # type: ignore[arg-type]

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope.get("client"):
            scope["client"] = (plain(scope["client"][0]), scope["client"][1])
        if not scope.get("client") or not is_among(scope["client"][0], self._known):
            return await self._app(scope, receive, send)
        scope["headers"] = _as_asked(scope["headers"])
        await self._behind(scope, receive, send)


def _as_asked(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers with the host that the visitor asked for; of several, the one that the proxy itself has added."""
    said = [value for name, value in headers if name == b"x-forwarded-host"]
    host = said[-1].rpartition(b",")[2].strip() if said else b""
    if not host:
        return headers
    return [*((name, value) for name, value in headers if name != b"host"), (b"host", host)]


class Refused(Exception):
    """A request that is answered here."""

    def __init__(self, status: int, sentence: object, has_more: bool = True) -> None:
        """`has_more`: the body has not come to its end."""
        super().__init__(sentence)
        self.status = status
        self.has_more = has_more


class Room:
    """How many of something may be there, in all and for one address."""

    def __init__(self, whole: float, each: int, refusal: Promise) -> None:
        self._whole, self._each, self._refusal = whole, each, refusal
        self._places: Counter[str] = Counter()
        self._inside = 0

    @contextmanager
    def taken(self, place: str) -> Iterator[None]:
        """Room for one of an address; `Refused` if there is none."""
        if self._inside >= self._whole:
            raise Refused(503, self._refusal)
        if self._places[place] >= self._each:
            raise Refused(429, self._refusal)
        self._inside += 1
        self._places[place] += 1
        try:
            yield
        finally:
            self._inside -= 1
            self._places[place] -= 1
            if not self._places[place]:
                del self._places[place]


class Gate:
    """Lets requests through as long as there is room for them and for what they bring."""

    def __init__(self, app: App) -> None:
        self._app = app
        each = settings.ADDRESS_CONNECTIONS
        self._requests = Room(math.inf, each, _("Too many requests are under way from your address."))
        self._streams = Room(
            settings.STREAMS, settings.ADDRESS_STREAMS, _("Too many live tables are open at the moment.")
        )
        self._large = Room(LARGE_AT_ONCE, LARGE_EACH, _("Too many files are being sent at the moment."))

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        place = place_of(scope["client"][0]) if scope.get("client") else ""
        room = self._streams if scope["path"].endswith("/live/") else self._requests
        try:
            with room.taken(place):
                await self._with_body(scope, receive, send, place)
        except Refused as refusal:
            with override(language_asked_for(scope)):
                await _say(refusal, receive, send)

    async def _with_body(self, scope: Any, receive: Receive, send: Send, place: str) -> None:
        length = _length(scope)
        if not length:
            return await self._app(scope, receive, send)
        most = _most(scope)
        if length > most and not math.isinf(length):
            raise Refused(413, _too_large(most))
        if most <= LARGE or length <= LARGE:
            return await self._counted(scope, receive, send, most)
        with self._large.taken(place):
            await self._counted(scope, receive, send, most)

    async def _counted(self, scope: Any, receive: Receive, send: Send, most: int) -> None:
        """Count what comes, and cut off what is too much. The application takes it for a connection that broke."""
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
        except OSError as error:  # a large body is kept on the disk meanwhile
            fault = database_errors.of(error)
            if fault is None or has_begun:
                raise
            raise Refused(503, fault.sentence, has_more) from None
        if came > most and not has_begun:
            raise Refused(413, _too_large(most), has_more)


def _length(scope: Any) -> float:
    """How long a body is said to be: infinite if it is not said, 0 if there is none."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return math.inf
    said = headers.get(b"content-length", b"0")
    return int(said) if said.isdigit() else math.inf


def _most(scope: Any) -> int:
    """How long a body may be at an address."""
    if scope["method"] != "POST":
        return SMALL
    try:
        name = resolve(scope["path"]).url_name
    except Resolver404:
        return SMALL
    return BODIES.get(name or "", SMALL)


def _too_large(most: int) -> object:
    return format_lazy(_("What was sent is too large: at most {most} bytes are taken here."), most=f"{most:,}")


async def _say(refusal: Refused, receive: Receive, send: Send) -> None:
    """Answer, take a little of what still comes, so that the answer is heard, and hang up."""
    text = f"{refusal}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
    ]
    if refusal.status != 413:
        headers.append((b"retry-after", str(LATER).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    dropped, has_more = 0, refusal.has_more
    while has_more and dropped < DROPPED:
        message = await receive()
        dropped += len(message.get("body", b""))
        has_more = message.get("more_body", False)
    await send({"type": "http.response.body"})
