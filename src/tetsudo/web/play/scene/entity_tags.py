"""Entity tags of files about a game: a browser that has the file of a tag is told so, and nothing is made again.

A position never changes once it is reached: an undo makes a new version. Names may: those of a deleted account do. So
browsers keep such a file for themselves only, and ask each time whether it still holds.
"""

from __future__ import annotations

from hashlib import blake2b

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control

from tetsudo import __version__
from tetsudo.web.common.language import language
from tetsudo.web.tables.models import Table


def tag_of(table: Table, version: int, *more: object) -> str:
    """Tag of a file about a table's game after `version` moves; `more`: anything else that its content depends on."""
    names = [seat.name for seat in table.seats.all()]
    told = (__version__, settings.STATIC_URL, table.key, version, table.status, table.name, names, language(), *more)
    return f'"{blake2b(repr(told).encode(), digest_size=16).hexdigest()}"'


def not_modified(request: HttpRequest, tag: str) -> HttpResponseBase | None:
    """Answer that the browser has the file already; None if it has not."""
    answer = get_conditional_response(request, etag=tag)
    return None if answer is None else tagged(answer, tag)


def tagged(answer: HttpResponseBase, tag: str) -> HttpResponseBase:
    """Let the browser keep a file, for one person only, and ask each time whether its tag still holds."""
    if isinstance(answer, HttpResponse):
        answer["ETag"] = tag
        patch_cache_control(answer, private=True, no_cache=True)
    return answer
