"""Mail settings of the host: a URL with the mail server, and the sender's address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from tetsudo.core.errors import BadInput

URL: Final = "TETSUDO_MAIL_URL"
SENDER: Final = "TETSUDO_MAIL_FROM"

TIMEOUT_SECONDS: Final = 10
"""Timeout of each step with the mail server, in seconds."""


class Scheme(NamedTuple):
    """Kind of connection to a mail server, and its usual port."""

    port: int
    has_tls: bool = False  # from the first byte
    starts_tls: bool = False


SCHEMES: Final[Mapping[str, Scheme]] = {
    "smtp": Scheme(25),
    "smtp+tls": Scheme(587, starts_tls=True),
    "smtps": Scheme(465, has_tls=True),
}


def mail_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Django's settings for mail, and `HAS_MAIL`. Raises `BadInput` for a URL that names no mail server.

    A URL is `smtp+tls://USER:PASSWORD@HOST:PORT`; special characters of user and password are percent-encoded.
    """
    url = environment.get(URL, "")
    if not url:
        return {"HAS_MAIL": False, "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts, port = _parse(url)
    scheme = SCHEMES[parts.scheme]
    return {
        "HAS_MAIL": True,
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or scheme.port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": scheme.has_tls,
        "EMAIL_USE_TLS": scheme.starts_tls,
        "EMAIL_TIMEOUT": TIMEOUT_SECONDS,
        "DEFAULT_FROM_EMAIL": _sender(environment.get(SENDER, "")),
    }


def _parse(url: str) -> tuple[Any, int | None]:
    """Parts and port of a URL, which is not shown in refusals: it may contain a password."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadInput("has no valid host and port", URL) from None
    if parts.scheme not in SCHEMES:
        raise BadInput(f"must begin with {', '.join(f'{name}://' for name in SCHEMES)}", URL)
    if not parts.hostname or parts.path.strip("/") or parts.query:
        raise BadInput("must be like smtp+tls://USER:PASSWORD@HOST:PORT", URL)
    return parts, port


def _sender(text: str) -> str:
    if not re.fullmatch(r"[^<>\r\n@]*<?[^<>\s@]+@[^<>\s@]+>?", text.strip()):
        raise BadInput("must be the sender's address, such as Tetsudo <games@example.org>", SENDER)
    return text.strip()
