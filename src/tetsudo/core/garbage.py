"""Rare garbage collection while games are played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ALLOCATIONS: Final = 1_000_000
"""Number of objects allocated, less those freed, between collections: more than the caches of most tables hold. A
collection takes 0.1 to 0.2 s per 200,000 objects, in the middle of a decision.
"""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Collect garbage seldom while games are played, which takes a tenth of the time otherwise.

    States and actions make no cycles. Networks of track do, but the atlas frees those that it drops: a game between
    searching bots leaves some thousand objects to collect.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], ALLOCATIONS), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
