"""What the tests of the site share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from tetsudo.web import rates
from tetsudo.web.plots.books import books
from tetsudo.web.tables.games import games
from tetsudo.web.tables.questions import files, questions, scribe, thinkers


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Games and answers are kept in memory by their tables' numbers, which each test's database gives anew; so are
    rates, and a thread keeps the language of its last request."""
    rates.forget()
    translation.deactivate()
    for kept in (games, books, questions, thinkers, files, scribe):
        kept.clear()
    yield
    for kept in (games, books, questions, thinkers, files, scribe):
        kept.clear()
