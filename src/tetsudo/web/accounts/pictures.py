"""Template filter for pictures that django-allauth gives as data URLs, which the site's policy does not load."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from django.template import Library
from django.utils.safestring import SafeString, mark_safe

PREFIX: Final = "data:image/svg+xml;base64,"

register = Library()


@register.filter
def inline_svg(url: str) -> SafeString:
    """The SVG in a data URL, made by `KeysAdapter.build_totp_svg`; nothing for any other address."""
    try:
        drawn = base64.b64decode(url.removeprefix(PREFIX), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        drawn = ""
    return mark_safe(drawn if url.startswith(PREFIX) else "")  # safe: the site drew it
