"""Security headers of every response: pages, files, streams and refusals.

Not django-csp, which covers only Django's own responses and their nonces: static files, and requests
refused before Django, are answered elsewhere, and there is no inline code that would need a nonce.
"""

from __future__ import annotations

from typing import Any, Final

from tetsudo.web.server.request_limits import App, Message, Receive, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font", "connect", "manifest")),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Content security policy: everything comes from the site itself, without inline scripts or styles."""

UNUSED_FEATURES: Final = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer", "microphone",
    "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""Browser features that no page uses."""

DEFAULT_HEADERS: Final = {
    "cache-control": "private, no-cache",  # a page depends on the viewer, and may contain their secret link
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{name}=()" for name in UNUSED_FEATURES),
    "referrer-policy": "same-origin",  # seats' links are secrets
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

OPENER_POLICY_HEADER: Final = "cross-origin-opener-policy"
HSTS_HEADER: Final = "strict-transport-security"
TRUSTED_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
"""Hosts that browsers trust without HTTPS. On others they ignore `OPENER_POLICY_HEADER`, with a console
warning."""


class Headers:
    """ASGI middleware that adds headers to responses which do not set them."""

    def __init__(self, app: App, strict: int, *, https: bool) -> None:
        """`strict`: seconds for which browsers must use HTTPS; `https`: all requests use it, even if the proxy does not
        say so."""
        self._app = app
        self._strict = strict
        self._https = https

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a request as an ASGI application."""

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._add_missing(list(message.get("headers", ())), scope)}
            await send(message)

        await self._app(scope, receive, answer)

    def _add_missing(self, headers: list[tuple[bytes, bytes]], scope: Any) -> list[tuple[bytes, bytes]]:
        there = {name.lower() for name, _value in headers}
        wanted = ((name.encode(), value.encode()) for name, value in self._required_headers(scope).items())
        return headers + [each for each in wanted if each[0] not in there]

    def _required_headers(self, scope: Any) -> dict[str, str]:
        is_secure = self._https or scope.get("scheme") == "https"
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        found = dict(DEFAULT_HEADERS)
        if is_secure or name in TRUSTED_HOSTS:
            found[OPENER_POLICY_HEADER] = "same-origin"
        if is_secure and self._strict:
            found[HSTS_HEADER] = f"max-age={self._strict}"
        return found
