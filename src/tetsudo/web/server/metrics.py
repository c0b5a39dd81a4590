"""Figures for monitoring at `/metrics`, in the format of Prometheus, for whoever has the host's token.

Requests are counted by the name of their page, never by address or visitor, so the figures say nothing about people.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.db.models import Count
from django.http import HttpRequest
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from tetsudo.web.notices.models import Notice
from tetsudo.web.tables import events
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.workers.async_results import pool

PATH: Final = "/metrics"

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of the durations of requests, in seconds."""

registry: Final = CollectorRegistry()
requests: Final = Histogram(
    "tetsudo_request_seconds", "Duration of requests by page", ("page", "method"), buckets=SECONDS, registry=registry
)
faults: Final = Counter("tetsudo_faults", "Answers with 5xx by page", ("page",), registry=registry)
moves: Final = Counter("tetsudo_moves", "Moves made, those of bots and plans too", registry=registry)
messages: Final = Counter("tetsudo_messages", "Messages of chats", registry=registry)


def observe(request: HttpRequest, status: int, seconds: float) -> None:
    """Count an answered request."""
    match = request.resolver_match
    page = match.view_name if match else "none"
    method = request.method if request.method in ("GET", "POST", "HEAD", "DELETE") else "other"
    requests.labels(page, method).observe(seconds)
    if status >= 500:
        faults.labels(page).inc()


def _count_event(table: int, kind: str) -> None:
    if kind == events.MOVE:
        moves.inc()
    elif kind == events.CHAT:
        messages.inc()


class Standing:
    """Collector of figures that are read when they are asked for."""

    def collect(self) -> Iterator[Metric]:
        """Streams, tables, questions to the worker processes, and notices."""
        yield GaugeMetricFamily("tetsudo_streams", "Open live streams", events.stream_count())
        yield GaugeMetricFamily("tetsudo_questions", "Questions that wait for a worker process", pool.waiting())
        tables = GaugeMetricFamily("tetsudo_tables", "Tables by status", labels=("status",))
        for status, count in Table.objects.values_list("status").annotate(Count("pk")):
            tables.add_metric((status,), count)
        yield tables
        notices = GaugeMetricFamily("tetsudo_notices", "Notices by state", labels=("state",))
        for state, count in Notice.objects.values_list("state").annotate(Count("pk")):
            notices.add_metric((state,), count)
        yield notices


events.watch(_count_event)
registry.register(Standing())


class Metrics:
    """ASGI application that answers with all figures; 404 without a token of the host, 403 with a wrong one."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        status, kind, text = 200, CONTENT_TYPE_LATEST, b""
        if not settings.METRICS_TOKEN:
            status, text = 404, b"There are no figures: the host has set no TETSUDO_METRICS_TOKEN.\n"
        elif not _has_token(scope):
            status, text = 403, b"The figures need the host's token: Authorization: Bearer TOKEN.\n"
        else:
            try:
                text = await asyncio.to_thread(_figures)
            except DatabaseError:
                status, text = 503, b"The database does not answer.\n"
        kind = kind if status == 200 else "text/plain; charset=utf-8"
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(text)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else text})


def _has_token(scope: Any) -> bool:
    said = dict(scope["headers"]).get(b"authorization", b"")
    return hmac.compare_digest(said, f"Bearer {settings.METRICS_TOKEN}".encode())


def _figures() -> bytes:
    close_old_connections()
    try:
        return generate_latest(registry)
    finally:
        close_old_connections()
