"""The application that uvicorn runs: static files, pages, and the streams of live events.

Django's own handler passes a request from thread to thread, once or more for each of its
middlewares, and starts a thread for each request. That costs 5 to 10 ms where a page takes
1, and a stream holds its thread as long as it is open. So pages are made whole, each by one
of a few threads that stay (and keep their connection to the database), and streams share
one thread for the little that they do there.

Not under WSGI (by a2wsgi), which is as fast: there a form whose sender was cut off is read
as if it were whole, and "amount=350" becomes a bid of 35. Here Django reads the form
before a thread has to do with it, and drops what was cut off.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tetsudo.web.settings")
django.setup(set_prefix=False)

from tetsudo.web.common import database_errors, error_pages  # noqa: E402
from tetsudo.web.common.client_address import place_of  # noqa: E402
from tetsudo.web.server import health  # noqa: E402 (they ask the settings)
from tetsudo.web.server.logs import Access  # noqa: E402
from tetsudo.web.server.request_limits import Gate, Proxies  # noqa: E402
from tetsudo.web.server.security_headers import Headers  # noqa: E402
from tetsudo.web.server.thread_pool import FairThreads  # noqa: E402

WRITERS: Final = 6
"""How many may change something at once, besides those that look; of one address one. They may have to wait for
the database, and nobody who looks waits for them."""


class Streams(ASGIHandler):
    """Views that go on for long: on the event loop, and no thread is theirs."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request as Django does, but without the `ThreadSensitiveContext` that holds a thread."""
        await self.handle(scope, receive, send)


class Pages(Streams):
    """All other views."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()  # for threads
        self._lookers = FairThreads()
        self._writers = FairThreads(WRITERS, 1)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, made in one of the threads."""
        place, began = place_of(request.META.get("REMOTE_ADDR", "")), time.monotonic()
        answer: HttpResponseBase
        if request.method in ("GET", "HEAD"):
            answer = await self._lookers.run(place, self._made, request)
            return answer
        try:
            answer = await self._writers.run(place, self._made, request, began, patience=settings.LOCK_SECONDS)
        except TimeoutError:
            answer = error_pages.unavailable(request, database_errors.BUSY)
        return answer

    def _made(self, request: HttpRequest, began: float | None = None) -> HttpResponseBase:
        close_old_connections()
        database_errors.begin(time.monotonic() - began if began else 0)
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


class Files(StaticFiles):
    """The site's own files and htmx. Browsers keep them, but ask whether they are still the same."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        """A file, or that it has not changed."""
        response = super().file_response(*args, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _files() -> Starlette:
    """Not WhiteNoise, which needs asgiref's bridge from WSGI here: that lends a file's thread to whatever
    else is asked at the moment, which then finds it gone."""
    files = Files(directory=Path(__file__).parent / "static", packages=[("django_htmx", "static")])
    return Starlette(routes=[Mount("/static", files)], middleware=[Middleware(GZipMiddleware)])


pages = Pages()
streams = Streams()
static = _files()
healthy = health.Health()


async def _site(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    path: str = scope["path"]
    if path == health.PATH:
        return await healthy(scope, receive, send)
    serves = static if path.startswith("/static/") else streams if path.endswith("/live/") else pages
    await serves(scope, receive, send)


_guarded = Headers(Gate(_site), settings.HSTS, https=settings.HTTPS)

application = Proxies(Access(_guarded) if settings.ACCESS_LOG else _guarded, settings.PROXIES)
"""An ASGI application."""
