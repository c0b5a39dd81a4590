"""No limits counted in other tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_counted_attempts() -> Iterator[None]:
    """Clear django-allauth's counters."""
    cache.clear()
    yield
    cache.clear()
