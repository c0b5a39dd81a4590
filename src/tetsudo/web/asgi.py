"""The application that uvicorn runs: static files first, then Django."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import django_htmx
from asgiref.wsgi import WsgiToAsgi
from django.core.asgi import get_asgi_application
from whitenoise import WhiteNoise

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tetsudo.web.settings")


def _nothing(environ: Any, start_response: Any) -> list[bytes]:
    start_response("404 Not Found", [("Content-Type", "text/plain")])
    return [b"There is no such file."]


def _files() -> Any:
    """The site's own files and htmx. They stand beside Django, so that an open stream holds no thread of its."""
    files = WhiteNoise(_nothing, root=str(Path(__file__).parent / "static"), prefix="static/", max_age=0)
    files.add_files(str(Path(django_htmx.__file__).parent / "static"), prefix="static/")
    return WsgiToAsgi(files)  # type: ignore[no-untyped-call]


pages = get_asgi_application()
static = _files()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application."""
    if scope["type"] == "lifespan":
        return
    serves = static if scope["path"].startswith("/static/") else pages
    await serves(scope, receive, send)
