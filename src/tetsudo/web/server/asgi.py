"""ASGI application for uvicorn: static files, pages, and streams of live events.

Django's own handler passes a request between threads, at least once for each middleware,
and starts a thread for each request. That costs 5 to 10 ms when a page takes 1 ms, and a
stream holds its thread as long as it is open. So each page is rendered entirely in one of a
few permanent threads (which keep their database connection). A stream begins there, too: an
address that opens hundreds of them delays only itself.

Not WSGI (by a2wsgi), which is as fast: there a form from an interrupted connection is read
as if it were complete, and "amount=350" becomes a bid of 35. Here Django reads the form
before a thread handles it, and drops an incomplete one.
"""

from __future__ import annotations

import os
import time
from typing import Any, Final

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tetsudo.web.settings")
django.setup(set_prefix=False)

from tetsudo.web.common import error_pages  # noqa: E402
from tetsudo.web.common.client_address import client_key  # noqa: E402
from tetsudo.web.common.database import faults  # noqa: E402
from tetsudo.web.server import health, metrics, static_files  # noqa: E402 (these imports need the settings)
from tetsudo.web.server.logs import Access, RequestIds  # noqa: E402
from tetsudo.web.server.request_limits import Proxies, RequestLimits  # noqa: E402
from tetsudo.web.server.security_headers import Headers  # noqa: E402
from tetsudo.web.server.thread_pool import FairThreads  # noqa: E402

MAX_WRITERS: Final = 6
"""Maximum number of concurrent writing requests, one for each address. They may wait for the database, in threads of
their own, so that reading requests do not wait for them."""


class Pages(ASGIHandler):
    """Handler of all views."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()  # for threads
        self._lookers = FairThreads()
        self._writers = FairThreads(MAX_WRITERS, 1)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request as Django does, but without the `ThreadSensitiveContext` that holds a thread."""
        await self.handle(scope, receive, send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Response, rendered in one of the threads; the rest of a stream follows on the event loop."""
        began = time.monotonic()
        answer = await self._answer(request, began)
        metrics.observe(request, answer.status_code, time.monotonic() - began)
        return answer

    async def _answer(self, request: HttpRequest, began: float) -> HttpResponseBase:
        place = client_key(request.META.get("REMOTE_ADDR", ""))
        answer: HttpResponseBase
        if request.method in ("GET", "HEAD"):
            answer = await self._lookers.run(place, self._render, request)
            return answer
        try:
            answer = await self._writers.run(place, self._render, request, began, patience=settings.LOCK_SECONDS)
        except TimeoutError:
            answer = error_pages.unavailable(request, faults.BUSY)
        return answer

    def _render(self, request: HttpRequest, began: float | None = None) -> HttpResponseBase:
        close_old_connections()
        faults.start_lock_timeout(time.monotonic() - began if began else 0)
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


pages = Pages()
static = static_files.application()
monitors: Final[dict[str, Any]] = {health.PATH: health.Health(), metrics.PATH: metrics.Metrics()}


async def _site(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    path: str = scope["path"]
    if path in monitors:
        await monitors[path](scope, receive, send)
        return
    serves = static if path.startswith("/static/") else pages
    await serves(scope, receive, send)


_limited_site = Headers(RequestLimits(_site), settings.HSTS, https=settings.HTTPS)

application = Proxies(RequestIds(Access(_limited_site) if settings.ACCESS_LOG else _limited_site), settings.PROXIES)
"""The ASGI application with all its middleware."""
