"""Error pages: one clear sentence and a way back."""

from __future__ import annotations

import logging
import sys
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.web.common.database import faults
from tetsudo.web.common.database.faults import Fault
from tetsudo.web.common.language import sentence as error_text
from tetsudo.web.common.rate_limits import RateLimitExceeded, rate_limit_error

logger = logging.getLogger(__name__)

API_ROOT: Final = "/api/"
"""Beginning of the addresses for programs, which get every refusal as data (`problem`)."""


def sentence_of(error: TetsudoError) -> str:
    """Message of an error as a sentence, with a capital letter and a full stop."""
    text = error_text(error, whole=True).strip() or _("This is not possible.")
    end = "" if text[-1] in ".!?)。！？）" else pgettext("sentence", ".")
    return f"{text[0].upper()}{text[1:]}{end}"


def field_message(error: BadInput) -> str:
    """The same without the name of the field, for display at the field itself."""
    return sentence_of(BadInput(error_text(error)))


KINDS: Final = {401: "no_key", 403: "not_allowed", 404: "not_found", 409: "stale", 429: "too_many"}
"""Kinds of refusals by status, for programs; "bad_input" for others of theirs, "fault" for the site's."""


def problem(sentence: str, status: int, **more: object) -> JsonResponse:
    """Refusal as data, for programs: a sentence, a kind, and whatever else is known."""
    kind = KINDS.get(status, "bad_input" if status < 500 else "fault")
    return JsonResponse({"sentence": sentence, "kind": kind, **more}, status=status)


def page(request: HttpRequest, sentence: str, status: int, back: str = "") -> HttpResponse:
    """Error page with a sentence; `back` is the address of its link back. Programs get it as data."""
    if request.path_info.startswith(API_ROOT):
        return problem(sentence, status)
    return render(request, "error.html", {"sentence": sentence, "back": back}, status=status)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Error page for 404."""
    return page(request, _("This page does not exist, or no longer exists."), 404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Error page for 400: a request that is too large or malformed."""
    return page(request, _("This could not be read: it is too large or broken."), 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Error page for 403."""
    return page(request, _("You are not allowed to do this."), 403)


def no_cookie(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Error page for a failed CSRF check: a form without a valid token, or from another origin."""
    if reason.startswith("Origin checking failed"):
        logger.warning(
            "A form was refused: %s Behind a proxy, name it with --behind-proxy and let it say X-Forwarded-Proto.",
            reason,
        )
    return page(request, _("The page was too old, or cookies are blocked. Reload it and try again."), 403)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Error page for 429, for limits that are counted elsewhere than in `rate_limits`."""
    error = rate_limit_error(60)
    return retry_later(request, sentence_of(error), 429, error.seconds)


def server_error(request: HttpRequest) -> HttpResponse:
    """Error page for 500, or 503 for a database fault outside of views, such as a session that could not be saved."""
    fault = faults.fault_of(sys.exc_info()[1])
    if fault:
        return unavailable(request, fault)
    return page(request, _("Something went wrong here. No move was lost."), 500)


class SecureCookies(MiddlewareMixin):
    """Middleware that makes cookies HTTPS-only for requests over HTTPS, also by a proxy."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Mark the cookies of a response as secure."""
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response


class Refusals(MiddlewareMixin):
    """Middleware for refusals that any page may raise."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Response to an exceeded rate limit, a deleted object, or a database fault; None for other exceptions."""
        if isinstance(exception, RateLimitExceeded):
            return retry_later(request, sentence_of(exception), 429, exception.seconds)
        if isinstance(exception, ObjectDoesNotExist):  # deleted during the request, such as a table
            logger.info("It is gone: %s", exception)
            return not_found(request)
        if faults.is_unstorable_text(exception):
            return bad_request(request, exception)
        fault = faults.fault_of(exception)
        if fault is None:
            return None
        logger.error("Answered with 503: %s", exception)
        return unavailable(request, fault)


def unavailable(request: HttpRequest, fault: Fault) -> HttpResponse:
    """Response with 503 for a fault of the database or its disk."""
    return retry_later(request, str(fault.sentence), 503, fault.seconds)


def retry_later(request: HttpRequest, sentence: str, status: int, seconds: int) -> HttpResponse:
    """Refusal with a Retry-After header: a sentence for the site's scripts, JSON for clients without HTML, else a
    page."""
    if request.path_info.startswith(API_ROOT):
        answer: HttpResponse = problem(sentence, status, seconds=seconds)
    elif "HX-Request" in request.headers:
        answer = HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=status)
    elif not request.accepts("text/html"):
        answer = JsonResponse({"refusal": sentence}, status=status)
    else:
        answer = _page_or_text(request, sentence, status)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would log each 503 again, without its reason
    return answer


def _page_or_text(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Error page, or plain text if the session is not loaded yet or the database fails while rendering."""
    if not hasattr(request, "session"):
        return HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
    try:
        return page(request, sentence, status)
    except DatabaseError:
        return HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
