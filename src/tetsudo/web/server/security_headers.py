"""What every answer tells the browser about how little may be done with it: pages, files, streams and refusals.

Not django-csp, which is for Django's own answers and their nonces: the static files, and whatever is
refused before Django is asked, are answered elsewhere, and there is no inline code that would need a nonce.
"""

from __future__ import annotations

from typing import Any, Final

from tetsudo.web.server.request_limits import App, Message, Receive, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font", "connect")),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Everything comes from the site itself, and no code or style stands within a page."""

UNUSED: Final = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer", "microphone",
    "midi", "payment", "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""What browsers offer and no page uses."""

ALWAYS: Final = {
    "cache-control": "private, no-cache",  # a page knows who looks, and may have his secret link
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{name}=()" for name in UNUSED),
    "referrer-policy": "same-origin",  # seats' links are secrets
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

OPENER: Final = "cross-origin-opener-policy"
STRICT: Final = "strict-transport-security"
TRUSTED: Final = ("localhost", "127.0.0.1", "[::1]")
"""Hosts that browsers trust without HTTPS. Elsewhere they complain in the console of what they then ignore."""


class Headers:
    """Adds headers to the answers of an application, unless it says something else itself."""

    def __init__(self, app: App, strict: int, *, https: bool) -> None:
        """`strict`: seconds in which browsers shall come by HTTPS only; `https`: all do, though the proxy is silent."""
        self._app = app
        self._strict = strict
        self._https = https

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """An ASGI application."""

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with(list(message.get("headers", ())), scope)}
            await send(message)

        await self._app(scope, receive, answer)

    def _with(self, headers: list[tuple[bytes, bytes]], scope: Any) -> list[tuple[bytes, bytes]]:
        there = {name.lower() for name, _value in headers}
        wanted = ((name.encode(), value.encode()) for name, value in self._wanted(scope).items())
        return headers + [each for each in wanted if each[0] not in there]

    def _wanted(self, scope: Any) -> dict[str, str]:
        is_secure = self._https or scope.get("scheme") == "https"
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        found = dict(ALWAYS)
        if is_secure or name in TRUSTED:
            found[OPENER] = "same-origin"
        if is_secure and self._strict:
            found[STRICT] = f"max-age={self._strict}"
        return found
