"""Pages for what went wrong: one clear sentence and a way back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """There is no such page."""
    return render(request, "error.html", {"sentence": _("There is no such page, or not any more.")}, status=404)


def failed(request: HttpRequest) -> HttpResponse:
    """A fault of ours."""
    return render(request, "error.html", {"sentence": _("Something went wrong here. No move was lost.")}, status=500)
