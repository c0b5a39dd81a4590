"""What the tests of the site share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tetsudo.web import rates
from tetsudo.web.tables.games import games


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Games are kept in memory by their tables' numbers, which each test's database gives anew; so are rates."""
    games.clear()
    rates.forget()
    yield
    games.clear()
