"""Faults that must never occur on a page: console errors, uncaught exceptions, and failed requests."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

REFUSAL_STATUSES: Final = (403, 409, 422, 429)
"""Statuses of answers with a refusal by the rules or the table; these are no faults."""

ABORTED_ERRORS: Final = ("htmx:sendAbort", "htmx:afterRequest")
"""Errors that htmx logs when a newer request replaces one; not faults, since a failed request also logs `sendError`."""

RATE_LIMIT_ERROR: Final = "Response Status Error Code 429"
"""Error that htmx logs when the page shows the server's rate-limit message."""


class Watch:
    """Collects the faults of all pages of the watched contexts."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.is_offline = False
        self.refusals: list[int] = []
        self._refused = set(REFUSAL_STATUSES)

    def allow_status(self, status: int) -> None:
        """Allow another status."""
        self._refused.add(status)

    def watch_context(self, context: BrowserContext) -> None:
        """Watch every page of a context."""
        context.on("page", self._page)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))
        context.on("response", self._response)
        context.on("requestfailed", self._request_failed)

    def _page(self, page: Page) -> None:
        page.on("crash", lambda crashed: self.faults.append(f"crashed: {crashed.url}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or self.is_offline:
            return
        if message.text.startswith((*ABORTED_ERRORS, RATE_LIMIT_ERROR)):
            return
        if message.text.startswith(("Failed to load resource", "Response Status Error")) and any(
            f" {code} " in message.text for code in self._refused
        ):
            return
        self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def _response(self, response: Response) -> None:
        if response.status in self._refused:
            self.refusals.append(response.status)
        elif response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def _request_failed(self, request: Request) -> None:
        """A page that is left aborts its requests; any other failure is a fault."""
        if self.is_offline or "ERR_ABORTED" in (request.failure or ""):
            return
        self.faults.append(f"failed: {request.url} {request.failure}")
