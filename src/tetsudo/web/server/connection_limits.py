"""Limits of connections, in number and time, against floods from one address and slow clients.

uvicorn waits for a request's head and body without a timeout. Hypercorn and Granian have a timeout for
the head, but neither counts connections by address, so the missing parts are added here to uvicorn's
own protocol.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from enum import Enum
from functools import partial
from typing import Any, Final

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from tetsudo.web.common.client_address import Networks, client_key, is_among

logger = logging.getLogger(__name__)

MIN_BODY_RATE_BYTES: Final = 32_000
"""Bytes of a body that extend its timeout by a second: a minimum rate of 256 kbit/s."""

MIN_READ_BYTES: Final = 8_000
"""Minimum bytes of a pending response that a client must read in each `READ_TIMEOUT_SECONDS`."""

LATE_BODY_SECONDS: Final = 2.0
MAX_LATE_BODY_BYTES: Final = 16_000_000
"""Seconds and bytes for which the rest of a body is still read once it was answered, so that the client sees it."""

PROXY_IDLE_SECONDS: Final = 150
"""Keep-alive timeout for proxies, in seconds: longer than their own, or a connection might be closed while in use."""

FULL_RESPONSE: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 59\r\n\r\n"
    b"Too many connections are open. Try again in a few seconds.\n"
)


class ConnectionLimiter:
    """Counter of open connections. At the limit, the longest idle connection is closed for a new one."""

    def __init__(self, whole: int, each: int, proxies: Networks = ()) -> None:
        """Allow `whole` connections, and `each` from one address; connections from `proxies` have no limit by
        address."""
        self.whole, self.each = whole, each
        self._proxies = proxies
        self._places: Counter[str] = Counter()
        self._inside = 0
        self._waiting: dict[LimitedConnection, None] = {}
        self._waiting_at: defaultdict[str, dict[LimitedConnection, None]] = defaultdict(dict)

    def is_proxy(self, host: str) -> bool:
        """True if an address belongs to a proxy."""
        return is_among(host, self._proxies)

    def enter(self, who: LimitedConnection) -> bool:
        """Admit a connection, if there is room or an idle connection can be closed; False if not."""
        if who.place and self._places[who.place] >= self.each and not self._close_idle(self._waiting_at[who.place]):
            logger.warning("%s has %d connections open, and is refused more", who.place, self.each)
            return False
        if self._inside >= self.whole and not self._close_idle(self._waiting):
            logger.warning("%d connections are open, and more are refused", self.whole)
            return False
        self._inside += 1
        self._places[who.place] += 1
        return True

    def leave(self, who: LimitedConnection) -> None:
        """Remove an admitted connection that has ended."""
        self.set_idle(who, False)
        self._inside -= 1
        self._places[who.place] -= 1
        if not self._places[who.place]:
            del self._places[who.place]

    def set_idle(self, who: LimitedConnection, is_idle: bool) -> None:
        """Mark a connection as idle, so that it may be closed for another, or as busy."""
        here = self._waiting_at[who.place]
        if is_idle and who.place:
            self._waiting.setdefault(who)
            here.setdefault(who)
        else:
            self._waiting.pop(who, None)
            here.pop(who, None)
        if not here:
            del self._waiting_at[who.place]

    def _close_idle(self, waiting: dict[LimitedConnection, None]) -> bool:
        """Close the longest idle connection; False if there is none."""
        longest = next(iter(waiting), None)
        if longest is not None:
            longest.end()
        return longest is not None


class Stage(Enum):
    """Stage of a connection, by the data that it waits for."""

    IDLE = "a request"
    HEAD = "the rest of a head"
    BODY = "the rest of a body"
    LATE = "the rest of a body that was answered already"
    ANSWER = "the site"


class LimitedConnection(H11Protocol):
    """Connection of uvicorn's protocol, with timeouts."""

    def __init__(self, *, limiter: ConnectionLimiter, **named: Any) -> None:
        super().__init__(**named)
        self.place = ""
        """Address for the limits; "" for a proxy."""
        self._limiter = limiter
        self._was_let_in = False
        self._is_inside = False
        self._stage = Stage.ANSWER
        self._timer: asyncio.TimerHandle | None = None
        self._began = 0.0
        self._got = 0
        self._unread: asyncio.TimerHandle | None = None

    # uvicorn's protocol

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a new connection, or refuse it with 503."""
        self.transport = transport
        host = (get_remote_addr(transport) or ("", 0))[0]
        self.place = "" if self._limiter.is_proxy(host) else client_key(host)
        self._was_let_in = self._is_inside = self._limiter.enter(self)
        if not self._is_inside:
            transport.write(FULL_RESPONSE)
            transport.close()
            return
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # so that `pause_writing` is called for any unread data
        if not self.place:
            self.timeout_keep_alive = PROXY_IDLE_SECONDS
        self._update_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up a closed connection."""
        self._leave()
        if self._was_let_in:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle data from the client."""
        if self._is_inside:
            self._got += len(data)
            super().data_received(data)
            self._update_timeout()
            if self._stage is Stage.LATE and self._got > MAX_LATE_BODY_BYTES:
                self.end()

    def on_response_complete(self) -> None:
        """Update the timeout after a response."""
        super().on_response_complete()
        self._update_timeout()

    def pause_writing(self) -> None:
        """Start the timeout for a client that reads too slowly."""
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        """Stop that timeout once the client has read everything."""
        super().resume_writing()
        self._stop_watching()

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with 400, or close the connection if a response has already begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _should_upgrade(self) -> bool:
        """False: requests to upgrade to another protocol are answered as plain HTTP."""
        return False

    # Timeouts

    def end(self) -> None:
        """Abort the connection, and free its place at once."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        if not self._is_inside:
            return
        self._is_inside = False
        self._limiter.leave(self)
        self._stop_watching()
        if self._timer:
            self._timer.cancel()

    def _update_timeout(self) -> None:
        """Set the timeout for the present stage."""
        stage = self._current_stage()
        if stage is self._stage or not self._is_inside:
            return
        self._stage, self._began, self._got = stage, self.loop.time(), 0
        self._limiter.set_idle(self, stage in (Stage.IDLE, Stage.HEAD))
        if self._timer:
            self._timer.cancel()
        self._timer = None
        if stage is Stage.BODY:
            self._timer = self.loop.call_later(settings.BODY_TIMEOUT_SECONDS, self._watch_body)
        elif stage is not Stage.ANSWER:
            is_kept = stage is Stage.IDLE and not self.place
            seconds = (
                LATE_BODY_SECONDS
                if stage is Stage.LATE
                else PROXY_IDLE_SECONDS
                if is_kept
                else settings.HEAD_TIMEOUT_SECONDS
            )
            self._timer = self.loop.call_later(seconds, self.end)

    def _current_stage(self) -> Stage:
        if self.conn.their_state is h11.SEND_BODY:
            return Stage.LATE if self.cycle.response_complete else Stage.BODY
        if self.conn.their_state is h11.IDLE:
            return Stage.HEAD if self.conn.trailing_data[0] else Stage.IDLE
        return Stage.ANSWER

    def _watch_body(self) -> None:
        """Close the connection if the body arrives too slowly."""
        left = self._began + settings.BODY_TIMEOUT_SECONDS + self._got / MIN_BODY_RATE_BYTES - self.loop.time()
        if left <= 0:
            self.end()
        else:
            self._timer = self.loop.call_later(left, self._watch_body)

    def _watch_reading(self) -> None:
        """Close the connection if the response is not read."""
        unread = self.transport.get_write_buffer_size()

        def check() -> None:
            if unread - self.transport.get_write_buffer_size() < MIN_READ_BYTES:
                self.end()
            else:
                self._watch_reading()

        self._unread = self.loop.call_later(settings.READ_TIMEOUT_SECONDS, check)

    def _stop_watching(self) -> None:
        if self._unread:
            self._unread.cancel()
        self._unread = None


def protocol_factory(limiter: ConnectionLimiter) -> Any:
    """Protocol factory for uvicorn."""
    return partial(LimitedConnection, limiter=limiter)
