"""Rare garbage collection while games are played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ALLOCATIONS: Final = 200_000
"""Number of objects allocated, less those freed, between collections."""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Collect garbage seldom while games are played, which takes a tenth of the time otherwise.

    States and actions make no cycles. Networks of track do, and are dropped for those of newer boards: without any
    collection a long game between searching bots held more than a gigabyte.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], ALLOCATIONS), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
