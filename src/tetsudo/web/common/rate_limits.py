"""Rate limits for actions that are expensive or disturb others.

They are counted by `limits`: it is maintained, needs no separate server, and gives the time of the next attempt, unlike
django-ratelimit. Counters are in the memory of the one process that serves a SQLite file, or in a shared database.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from time import time
from typing import Final, TypeAlias

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.web.common.client_address import client_key
from tetsudo.web.common.database import location
from tetsudo.web.common.database.counters import SharedCounters

_limiter: Final = FixedWindowRateLimiter(SharedCounters() if location.is_shared() else MemoryStorage())
_lock: Final = Lock()


Windows: TypeAlias = list[tuple[RateLimitItem, str, str]]
"""Limits with the kind of action and whose it is."""


class RateLimitExceeded(TetsudoError):
    """Refusal beyond a rate limit; the action is allowed again in `seconds`."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence)
        self.seconds = seconds


def count_action(kind: str, host: str, guest: int | None) -> None:
    """Count an action of a guest (None: not a guest yet) from an address; `RateLimitExceeded` beyond the limit."""
    found = _windows(kind, host, guest)
    full = _full_after_hit(found) if isinstance(_limiter.storage, SharedCounters) else _full_before_hit(found)
    if not full:
        return
    free = max(_limiter.get_window_stats(*window).reset_time for window in full)
    raise rate_limit_error(max(1, round(free - time() + 0.5)))


def _full_before_hit(windows: Windows) -> Windows:
    """Count an action only if no window is full; those that are."""
    with _lock:
        full = [window for window in windows if not _limiter.test(*window)]
        for window in () if full else windows:
            _limiter.hit(*window)
    return full


def _full_after_hit(windows: Windows) -> Windows:
    """Count an action in any case, since other processes count too; the windows that were full before."""
    return [window for window in windows if not _limiter.hit(*window)]


def rate_limit_error(seconds: int) -> RateLimitExceeded:
    """Refusal for the next `seconds`."""
    minutes = -(-seconds // 60)
    if seconds <= 90:
        when = ngettext("a second", "{count} seconds", seconds).format(count=seconds)
    else:
        when = ngettext("a minute", "{count} minutes", minutes).format(count=minutes)
    return RateLimitExceeded(_("Too many attempts in a short time. Try again in {when}.").format(when=when), seconds)


def use_storage(storage: Storage) -> None:
    """Keep the counters elsewhere from now on."""
    _limiter.storage = storage


def reset_counters() -> None:
    """Reset all counters."""
    _limiter.storage.reset()
    _limits.cache_clear()


@cache
def _limits(kind: str) -> list[tuple[RateLimitItem, RateLimitItem]]:
    """Limits of a kind of action, each as a pair for a guest and for an address."""
    try:
        found = parse_many(settings.RATES[kind])
    except ValueError:
        said = f"must be like '6/minute, 60/hour', not {settings.RATES[kind]!r}"
        raise BadInput(said, f"TETSUDO_RATE_{kind.upper()}") from None
    return [
        (each, type(each)(int(each.amount * settings.ADDRESS_RATE_FACTOR), each.multiples, "shared")) for each in found
    ]


def check_settings() -> None:
    """Raise BadInput for an invalid rate in the settings."""
    for kind in settings.RATES:
        _limits(kind)


def _windows(kind: str, host: str, guest: int | None) -> Windows:
    of_place = [(shared, kind, client_key(host)) for _own, shared in _limits(kind)]
    return of_place if guest is None else [(own, kind, str(guest)) for own, _shared in _limits(kind)] + of_place
