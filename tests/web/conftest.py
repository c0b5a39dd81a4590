"""What the tests of the site share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from tetsudo.web.common import rate_limits
from tetsudo.web.results.accounts_cache import books
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.workers.async_results import files, questions, scribe, thinkers


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Games and answers are kept in memory by their tables' numbers, which each test's database gives anew; so are
    rates, and a thread keeps the language of its last request."""
    rate_limits.forget()
    translation.deactivate()
    for kept in (games, books, questions, thinkers, files, scribe):
        kept.clear()
    yield
    for kept in (games, books, questions, thinkers, files, scribe):
        kept.clear()
