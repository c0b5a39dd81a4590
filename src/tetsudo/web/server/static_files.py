"""Static files of the site and of libraries: minified scripts, compressed once, under addresses with a version of all.

Browsers keep files of the present version for a year without asking again. A page opened before an update asks for an
older version: it gets the present files.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import brotli
from django.conf import settings
from rjsmin import jsmin
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from tetsudo.web.common.static_version import DIGITS, FOLDER

VERSION: Final = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
"""Part of an address that is a version."""

FOREVER: Final = "public, max-age=31536000, immutable"
TEXTS: Final = frozenset({".js", ".css", ".svg"})
MINIFIED: Final = ".min.js"
LARGE_BYTES: Final = 500_000
"""Size of a file that is served as it is: a bundle, small already, whose compression would take seconds."""

PACKAGES: Final[list[str | tuple[str, str]]] = [
    (name, "static") for name in ("django_htmx", "allauth.account", "allauth.mfa", "ninja")
]
"""Packages whose files are served too, with their folders."""


class Packed(NamedTuple):
    """Content of a text file, plain and by the name of its compression, the smallest first; and its tag."""

    plain: bytes
    compressed: dict[str, bytes]
    tag: str


@lru_cache(maxsize=256)
def packed(path: str, changed: int) -> Packed:
    """Content of a text file; scripts are minified. `changed`: time of its last change, in nanoseconds."""
    text = Path(path).read_bytes()
    if path.endswith(".js") and not path.endswith(MINIFIED) and len(text) < LARGE_BYTES:
        text = bytes(jsmin(text))
    level = 11 if len(text) < LARGE_BYTES else 5
    compressed = {"br": brotli.compress(text, quality=level), "gzip": gzip.compress(text, min(level, 9), mtime=0)}
    return Packed(text, compressed, f'"{blake2b(text, digest_size=16).hexdigest()}"')


class Files(StaticFiles):
    """Files of the folders, with or without a version in the address."""

    def get_path(self, scope: Any) -> str:
        """Path of a file in its folder, without the version."""
        first, _slash, rest = super().get_path(scope).partition(os.sep)
        return rest if VERSION.fullmatch(first) else os.path.join(first, rest)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Any, status_code: int = 200
    ) -> Response:
        """Response with a file, or 304 if the browser has it."""
        path = os.fspath(full_path)
        if Path(path).suffix in TEXTS:
            response = self._text_response(path, stat_result, Headers(scope=scope))
        else:
            response = super().file_response(full_path, stat_result, scope, status_code)
        is_present = scope["path"].startswith(settings.STATIC_URL)
        response.headers["Cache-Control"] = FOREVER if is_present else "no-cache"
        return response

    def _text_response(self, path: str, stat_result: os.stat_result, asked: Headers) -> Response:
        content = packed(path, stat_result.st_mtime_ns)
        headers = {"ETag": content.tag, "Vary": "Accept-Encoding"}
        if self.is_not_modified(Headers(headers), asked):
            return NotModifiedResponse(Headers(headers))
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        offered = [each.partition(";")[0].strip() for each in asked.get("Accept-Encoding", "").split(",")]
        for name, data in content.compressed.items():
            if name in offered:
                return Response(data, headers={**headers, "Content-Encoding": name}, media_type=kind)
        return Response(content.plain, headers=headers, media_type=kind)


def application() -> Starlette:
    """Application for static files. Not WhiteNoise, which needs asgiref's bridge from WSGI here: that lends a file's
    thread to other concurrent requests, which then find it gone."""
    mimetypes.add_type("font/woff2", ".woff2")  # unknown to Python's own table and to bare systems
    mimetypes.add_type("text/javascript", ".js")
    return Starlette(routes=[Mount("/static", Files(directory=FOLDER, packages=PACKAGES))])
