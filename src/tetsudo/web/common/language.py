"""Language of the reader: chosen on a page, or requested by the browser.

Filters, available in every template, translate texts that are stored in English.
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
    """Language of the page being rendered."""
    return (get_language() or ENGLISH).partition("-")[0]


def join_list(texts: Iterable[str]) -> str:
    """Join texts with the list separator of the page's language."""
    return pgettext("list", ", ").join(texts)


def language_of(request: HttpRequest, own: str) -> str:
    """Language for a title with native names in `own`.

    Readers who prefer native names get them in any language of the site.
    If the site has no translation into `own`, readers whose browser prefers it, and who chose no language, get `own`:
    native names, with English sentences.
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


def requested_language(scope: Any) -> str:
    """Language of a request that is answered without a page, from its ASGI scope."""
    return get_language_from_request(ASGIRequest(scope, BytesIO()))


register = Library()


@register.filter
def translate(text: str) -> str:
    """Translate a sentence or a name from a title's data into the page's language."""
    return gettext(text) if text else ""


@register.filter
def sentence(refusal: object, *, whole: bool = False) -> str:
    """Sentence of a refusal, or of any text in its place; with `whole` also the field and the clause."""
    if not isinstance(refusal, BadInput):
        return str(refusal) if whole else str(getattr(refusal, "sentence", refusal))
    said = refusal.translate(translate)
    return f"{refusal.where}: {said}" if whole and refusal.where else said


@register.filter
def translate_round(stored: str) -> str:
    """Translate the name of a round stored in English, such as "Operating round 2.1"."""
    name = next((each for each in ROUNDS if stored.startswith(each)), "")
    return translate(name) + stored.removeprefix(name)
