"""Access to the API: scopes of keys, rate limits, and refusals as data."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.security import HttpBearer

from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError
from tetsudo.web.api import keys
from tetsudo.web.api.key_holders import api_key_of
from tetsudo.web.common.database import faults
from tetsudo.web.common.error_pages import field_message, problem, retry_later, sentence_of
from tetsudo.web.common.rate_limits import RateLimitExceeded
from tetsudo.web.play.actions import STATUS
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of


class KeyWith(HttpBearer):
    """Access with a key of a scope."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> object:
        """Count the request; a true value if it may go on. Raises `NotAllowed` for a key without the scope."""
        check_rate_limit(request, "api")
        key = api_key_of(request)
        if key is None:
            return self.without_key(request)
        if self.scope not in key.scopes:
            raise NotAllowed(_("This key has no scope “{scope}”.").format(scope=self.scope))
        return key

    def without_key(self, request: HttpRequest) -> object:
        """A true value if a request without a valid key may go on."""
        return None

    def authenticate(self, request: HttpRequest, token: str) -> object:
        """Key of a request; required by the base class, but the middleware has read it already."""
        return api_key_of(request)


class Anyone(KeyWith):
    """Access for everyone. A key that is sent must be valid, and allow reading."""

    def __init__(self) -> None:
        super().__init__(keys.READ)
        del self.openapi_security_schema  # a key is not required

    def without_key(self, request: HttpRequest) -> object:
        """True without any key."""
        return "Authorization" not in request.headers


ANYONE: Final = Anyone()
READER: Final = KeyWith(keys.READ)
PLAYER: Final = KeyWith(keys.PLAY)
ORGANISER: Final = KeyWith(keys.ORGANISE)


def holder_of(request: HttpRequest) -> Guest:
    """Guest of the key of a request. Raises `AuthenticationError` without one."""
    guest = guest_of(request)
    if guest is None:
        raise AuthenticationError
    return guest


# Refusals


def add_handlers(api: NinjaAPI) -> None:
    """Answer every refusal as data."""
    api.add_exception_handler(TetsudoError, _refused)
    api.add_exception_handler(RateLimitExceeded, _too_many)
    api.add_exception_handler(ValidationError, _malformed)
    api.add_exception_handler(AuthenticationError, _unknown_key)
    api.add_exception_handler(Http404, _missing)
    api.add_exception_handler(ObjectDoesNotExist, _missing)
    api.add_exception_handler(HttpError, _other)
    api.add_exception_handler(Exception, _fault)


def _refused(request: HttpRequest, error: Any) -> HttpResponse:
    status = STATUS.get(type(error), 422)
    if isinstance(error, IllegalAction):
        more = {"code": error.code, "clause": error.clause, "remedy": error.remedy}
        return problem(error.sentence, status, kind="illegal", **more)
    if isinstance(error, BadInput):
        return problem(field_message(error), status, where=error.where)
    return problem(sentence_of(error), status)


def _too_many(request: HttpRequest, error: Any) -> HttpResponse:
    return retry_later(request, sentence_of(error), 429, error.seconds)


def _malformed(request: HttpRequest, error: Any) -> HttpResponse:
    """The first fault in the body or the query, by the name of its field."""
    first = error.errors[0]
    where = ".".join(str(part) for part in first["loc"][2 if first["loc"][0] == "body" else 1 :])
    return problem(f"{where}: {first['msg']}." if where else f"{first['msg']}.", 422, where=where)


def _unknown_key(request: HttpRequest, error: Any) -> HttpResponse:
    answer = problem(_("This needs a valid key: Authorization: Bearer KEY."), 401)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


def _missing(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(_("There is nothing here, or no longer."), 404)


def _other(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(f"{error}.", error.status_code)


def _fault(request: HttpRequest, error: Any) -> HttpResponse:
    """Refusal of a fault of the database or its disk; any other fault goes on to Django."""
    fault = faults.fault_of(error)
    if fault is None:
        raise error
    return retry_later(request, str(fault.sentence), 503, fault.seconds)
