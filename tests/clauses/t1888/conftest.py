"""Both editions of 1888: a test that takes `title` runs for each edition, and marks clauses as "1888*-SR-01"."""

from __future__ import annotations

import pytest

EDITIONS = ("1888", "1888n")


@pytest.fixture(params=EDITIONS)
def title(request: pytest.FixtureRequest) -> str:
    """The prototype, then the published edition."""
    return str(request.param)
