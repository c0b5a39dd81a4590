"""Display and sound preferences of a user: stored in a cookie, like the language, and set on pages' root element.

Colours, coordinates and text size are handled by style sheets alone: the server renders the same page. Names are
chosen by the server (`language`). The others are for scripts, which read `document.documentElement.dataset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import Context, Library
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

COOKIE: Final = "tetsudo_preferences"

PREFERENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "colours": ("usual", "safe"),
    "coordinates": ("near", "always", "never"),
    "names": ("reader", "native"),
    "pace": ("quick", "instant", "calm", "step"),
    "review": ("on", "off"),
    "sounds": ("off", "on"),
    "text": ("usual", "large", "largest"),
}
"""Choices of each preference by its name, the default first."""

NATIVE: Final = "native"


def preferences_of(request: HttpRequest) -> dict[str, str]:
    """All preferences of a request's user, with defaults."""
    kept = dict(parse_qsl(request.COOKIES.get(COOKIE, "")))
    return {name: kept[name] if kept.get(name) in words else words[0] for name, words in PREFERENCES.items()}


def save_preferences(response: HttpResponse, wanted: Mapping[str, str]) -> None:
    """Store preferences in a cookie for as long as the language; defaults and unknown values are not stored."""
    own = {name: wanted[name] for name, words in PREFERENCES.items() if wanted.get(name) in words[1:]}
    if not own:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        urlencode(own),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


register = Library()


@register.simple_tag(takes_context=True)
def preference_attributes(context: Context) -> SafeString:
    """Attributes of a page's root element for preferences that differ from the default."""
    request = context.get("request")
    chosen = preferences_of(request) if request else {}
    own = [(name, word) for name, word in chosen.items() if word != PREFERENCES[name][0]]
    return format_html_join("", ' data-{}="{}"', own)
