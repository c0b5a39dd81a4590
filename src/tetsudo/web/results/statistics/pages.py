"""Pages of the statistics of a title and of the archive, and the archive as a file."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tetsudo.analysis.title_statistics import MIN_GAMES
from tetsudo.titles.loader import titles
from tetsudo.web.common.rate_limits import RateLimitExceeded
from tetsudo.web.reference.pages import reference_or_404, title_page
from tetsudo.web.results.statistics.figures import Figures
from tetsudo.web.results.statistics.models import ArchiveFile, TitleStatistics
from tetsudo.web.tables.seats.guests import check_rate_limit

FILE_NAME: Final = "games.jsonl.gz"

CHUNK_BYTES: Final = 256 * 1024
"""Number of bytes of the file that are read at once."""


@require_safe
@title_page
def statistics(request: HttpRequest, title: str) -> HttpResponse:
    """Statistics of a title's finished public games; `?players=people` of those without bots, `?format=json`."""
    card, is_people_only = reference_or_404(request, title), request.GET.get("players") == "people"
    scenario = card.setup.scenario
    found = TitleStatistics.objects.filter(title=title, scenario=scenario, is_people_only=is_people_only).first()
    if request.GET.get("format") == "json":
        return JsonResponse({"title": title, "scenario": scenario, **(found.data if found else {"games": 0})})
    shown = {
        "card": card,
        "info": card.info,
        "is_people_only": is_people_only,
        "counted": found.counted if found else None,
        "figures": Figures(card, found.data) if found and found.data["games"] >= MIN_GAMES else None,
        "games": found.data["games"] if found else 0,
        "minimum": MIN_GAMES,
    }
    return render(request, "statistics/title.html", shown)


# The archive


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Page that says what is in the archive, and where to get it."""
    file = ArchiveFile.objects.filter(pk=1).first() if settings.PUBLIC_ARCHIVE else None
    known = {info.name: info for info in titles()}
    counts = [(known.get(name), name, games) for name, games in file.titles.items()] if file else []
    return render(request, "statistics/archive.html", {"file": file, "counts": counts, "is_public": is_public()})


def is_public() -> bool:
    """True if visitors may download the archive."""
    return settings.PUBLIC_ARCHIVE and Path(settings.ARCHIVE_FILE).is_file()


def _tag(request: HttpRequest) -> str | None:
    """Entity tag of the file: its time and its size."""
    if not is_public():
        return None
    found = Path(settings.ARCHIVE_FILE).stat()
    return f'"{found.st_mtime_ns:x}-{found.st_size:x}"'


def _changed(request: HttpRequest) -> datetime | None:
    if not is_public():
        return None
    return datetime.fromtimestamp(Path(settings.ARCHIVE_FILE).stat().st_mtime, UTC)


@require_safe
@cache_control(public=True, max_age=3600)
@condition(_tag, _changed)
def archive_file(request: HttpRequest) -> HttpResponseBase:
    """The archive's games, sent in pieces: it begins in a page's thread, and then lives on the event loop."""
    try:
        file = Path(settings.ARCHIVE_FILE).open("rb") if settings.PUBLIC_ARCHIVE else None  # noqa: SIM115 (sent later)
    except OSError:
        file = None
    if file is None:
        raise Http404
    try:
        check_rate_limit(request, "archives")
    except RateLimitExceeded:
        file.close()
        raise
    headers: dict[str, Any] = {
        "Content-Length": str(os.fstat(file.fileno()).st_size),
        "Content-Disposition": f'attachment; filename="{FILE_NAME}"',
        "Content-Encoding": "identity",  # it is compressed already
    }
    return StreamingHttpResponse(_pieces(file), content_type="application/gzip", headers=headers)


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    """Content of a file, read in threads of the event loop: none waits for a slow reader."""
    try:
        while piece := await asyncio.to_thread(file.read, CHUNK_BYTES):
            yield piece
    finally:
        file.close()
