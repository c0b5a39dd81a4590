"""Pages for what went wrong: one clear sentence and a way back."""

from __future__ import annotations

import logging
import sys

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.web.common import database_errors
from tetsudo.web.common.database_errors import Fault
from tetsudo.web.common.language import sentence as told
from tetsudo.web.common.rate_limits import TooOften

logger = logging.getLogger(__name__)


def sentence_of(error: TetsudoError) -> str:
    """What an error says, as a sentence: with a capital letter and a full stop."""
    text = told(error, whole=True).strip() or _("This cannot be done.")
    end = "" if text[-1] in ".!?)。！？）" else pgettext("sentence", ".")
    return f"{text[0].upper()}{text[1:]}{end}"


def said(error: BadInput) -> str:
    """The same without the place, for whoever shows it at the place."""
    return sentence_of(BadInput(told(error)))


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
    """A form without the token that proves that our page sent it, or from another address than it was sent to."""
    if reason.startswith("Origin checking failed"):
        logger.warning(
            "A form was refused: %s Behind a proxy, name it with --behind-proxy and let it say X-Forwarded-Proto.",
            reason,
        )
    return page(request, _("The page was too old to be sent, or cookies are blocked. Reload it and try again."), 403)


def failed(request: HttpRequest) -> HttpResponse:
    """A fault of ours, or of the database outside of any view: a session that could not be written."""
    fault = database_errors.of(sys.exc_info()[1])
    if fault:
        return unavailable(request, fault)
    return page(request, _("Something went wrong here. No move was lost."), 500)


class SecureCookies(MiddlewareMixin):
    """Whoever comes over HTTPS, be it to a proxy, is given cookies for HTTPS only."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Mark the cookies of an answer."""
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response


class Refusals(MiddlewareMixin):
    """What any page may refuse."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer to what was done too often, is gone, or cannot be done now."""
        if isinstance(exception, TooOften):
            return later(request, sentence_of(exception), 429, exception.seconds)
        if isinstance(exception, ObjectDoesNotExist):  # it was there when the page was asked for: a table just deleted
            logger.info("It is gone: %s", exception)
            return not_found(request)
        fault = database_errors.of(exception)
        if fault is None:
            return None
        logger.error("Answered with 503: %s", exception)
        return unavailable(request, fault)


def unavailable(request: HttpRequest, fault: Fault) -> HttpResponse:
    """What the database or its disk does not let be done now."""
    return later(request, str(fault.sentence), 503, fault.seconds)


def later(request: HttpRequest, sentence: str, status: int, seconds: int) -> HttpResponse:
    """A refusal that says when to try again: a sentence for a script of ours, a page for others."""
    if "HX-Request" in request.headers:
        answer = HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=status)
    elif not request.accepts("text/html"):
        answer = JsonResponse({"refusal": sentence}, status=status)
    else:
        answer = _page_or_text(request, sentence, status)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would repeat each 503 without its reason
    return answer


def _page_or_text(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """A page, unless it is not known yet who asks, or the database is not there even for his name."""
    if not hasattr(request, "session"):
        return HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
    try:
        return page(request, sentence, status)
    except DatabaseError:
        return HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
