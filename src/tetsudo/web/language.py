"""In which language somebody reads names: English, or the title's own where its data have them."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from tetsudo.model.native import ENGLISH


def reads_native(request: HttpRequest, language: str) -> bool:
    """Whether a reader's browser prefers a language, "" for none, to English."""
    for wanted, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        base = wanted.partition("-")[0]
        if base in (ENGLISH, language):
            return base == language
    return False
