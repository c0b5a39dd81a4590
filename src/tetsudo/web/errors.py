"""Pages for what went wrong: one clear sentence and a way back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tetsudo.errors import BadInput, TetsudoError


def sentence_of(error: TetsudoError) -> str:
    """What an error says, as a sentence: with a capital letter and a full stop."""
    text = str(error).strip() or _("This cannot be done.")
    end = "" if text[-1] in ".!?)" else "."
    return f"{text[0].upper()}{text[1:]}{end}"


def said(error: BadInput) -> str:
    """The same without the place, for whoever shows it at the place."""
    return sentence_of(BadInput(error.sentence))


def page(request: HttpRequest, sentence: str, status: int, back: str = "") -> HttpResponse:
    """A page that says why something cannot be; `back` is the address of where to go on."""
    return render(request, "error.html", {"sentence": sentence, "back": back}, status=status)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """There is no such page."""
    return page(request, _("There is no such page, or not any more."), 404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What was sent is too large, or not what a browser sends."""
    return page(request, _("This could not be read: it is too large, or broken."), 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """It is not allowed."""
    return page(request, _("This is not yours to do."), 403)


def no_cookie(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without the token that proves that our page sent it."""
    return page(request, _("The page was too old to be sent, or cookies are blocked. Reload it and try again."), 403)


def failed(request: HttpRequest) -> HttpResponse:
    """A fault of ours."""
    return page(request, _("Something went wrong here. No move was lost."), 500)
