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

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from pathlib import Path
from typing import Any, Final

import django
import django_htmx
from asgiref.sync import ThreadSensitiveContext
from asgiref.wsgi import WsgiToAsgi
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise import WhiteNoise

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tetsudo.web.settings")
django.setup(set_prefix=False)

THREADS: Final = 8
"""How many pages are made at once. More would only wait for each other: Python runs one at a time."""


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
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, made in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._made, request)

    def _made(self, request: HttpRequest) -> HttpResponseBase:
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


def _nothing(environ: Any, start_response: Any) -> list[bytes]:
    start_response("404 Not Found", [("Content-Type", "text/plain")])
    return [b"There is no such file."]


def _files() -> Any:
    """The site's own files and htmx."""
    files = WhiteNoise(_nothing, root=str(Path(__file__).parent / "static"), prefix="static/", max_age=0)
    files.add_files(str(Path(django_htmx.__file__).parent / "static"), prefix="static/")
    return WsgiToAsgi(files)  # type: ignore[no-untyped-call]


pages = Pages()
streams = Streams()
static = _files()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application.

    Each request has a context of its own: uvicorn starts the next request of a connection within the
    answer to the last one, where asgiref remembers a thread that is gone by then.
    """
    if scope["type"] == "http":
        await asyncio.get_running_loop().create_task(_serve(scope, receive, send), context=Context())


async def _serve(scope: Any, receive: Any, send: Any) -> None:
    path: str = scope["path"]
    if path.startswith("/static/"):
        async with ThreadSensitiveContext():  # or one file's thread ends while another waits for it
            await static(scope, receive, send)
    else:
        await (streams if path.endswith("/live/") else pages)(scope, receive, send)
