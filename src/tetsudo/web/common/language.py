"""In which language somebody reads: what was chosen on a page, or what the browser asks for.

What is kept in English is told in it by filters, which every template has.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.template import Library
from django.utils.translation import get_language, get_language_from_request, gettext, pgettext
from django.utils.translation.trans_real import parse_accept_lang_header

from tetsudo.core.errors import BadInput
from tetsudo.core.translation import ENGLISH, with_native_names
from tetsudo.draw.text.rows import ROUNDS
from tetsudo.web.common.preferences import NATIVE, preferences_of


def language() -> str:
    """That of the page that is being made."""
    return (get_language() or ENGLISH).partition("-")[0]


def listed(texts: Iterable[str]) -> str:
    """Texts one after another, as the page's language lists them."""
    return pgettext("list", ", ").join(texts)


def language_of(request: HttpRequest, own: str) -> str:
    """In which language a table of a title with native names in `own` is told.

    Whoever prefers native names has them in whatever he reads.
    A language that the site does not speak is the title's own, for those who prefer it: names in
    it are shown, and sentences are English.
    """
    here, spoken = language(), dict(settings.LANGUAGES)
    if own != here and preferences_of(request)["names"] == NATIVE:
        return with_native_names(here)
    if own in spoken or here != ENGLISH or settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return here
    for wanted, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        base = wanted.partition("-")[0]
        if base == own:
            return own
        if base in spoken:
            break
    return here


def language_asked_for(scope: Any) -> str:
    """That of a request which no page is made for, by what ASGI says of it."""
    return get_language_from_request(ASGIRequest(scope, BytesIO()))


register = Library()


@register.filter
def told(sentence: str) -> str:
    """A sentence or a name of a title's data, as the page tells it."""
    return gettext(sentence) if sentence else ""


@register.filter
def sentence(refusal: object, *, whole: bool = False) -> str:
    """What a refusal says, or any text that stands for one; the `whole` of it: also where, and by which clause."""
    if not isinstance(refusal, BadInput):
        return str(refusal) if whole else str(getattr(refusal, "sentence", refusal))
    said = refusal.told(told)
    return f"{refusal.where}: {said}" if whole and refusal.where else said


@register.filter
def told_round(stored: str) -> str:
    """The name of a round that was kept in English: "Operating round 2.1"."""
    name = next((each for each in ROUNDS if stored.startswith(each)), "")
    return told(name) + stored.removeprefix(name)
