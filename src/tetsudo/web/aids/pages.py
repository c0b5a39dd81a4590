"""Placeholder views while the pages are being built."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def nothing(request: HttpRequest, **rest: object) -> HttpResponse:
    return HttpResponse("")


titles = title = rules = clause = nothing
