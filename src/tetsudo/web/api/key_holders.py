"""Guests behind requests to the API: that of the key which a request carries, never that of a cookie.

So no page of another site can ask in a visitor's name, and no request needs a token against that.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from tetsudo.web.accounts.identity import guest_of_account
from tetsudo.web.api import keys
from tetsudo.web.api.models import ApiKey
from tetsudo.web.common.error_pages import API_ROOT, problem
from tetsudo.web.tables.seats.guests import set_guest

SCHEME: Final = "bearer"


class KeyHolders(MiddlewareMixin):
    """Middleware that names the guest of a request to the API. It comes before sessions are read."""

    def process_request(self, request: HttpRequest) -> None:
        """Take the cookies away, and set the guest of the key, if there is one."""
        if not request.path_info.startswith(API_ROOT):
            return
        request.COOKIES = {}
        found = _key_of(request)
        request.api_key = found  # type: ignore[attr-defined]
        if found is not None:
            set_guest(request, guest_of_account(found.account))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say as data that a method is not allowed, as all else is said."""
        if response.status_code != 405 or not request.path_info.startswith(API_ROOT):
            return response
        said = problem(_("This address has no such method."), 405)
        said["Allow"] = response["Allow"]
        return said


def _key_of(request: HttpRequest) -> ApiKey | None:
    scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
    return keys.find(key.strip()) if scheme.lower() == SCHEME and key else None


def api_key_of(request: HttpRequest) -> ApiKey | None:
    """Key of a request to the API; None without a valid one."""
    found: ApiKey | None = getattr(request, "api_key", None)
    return found
