"""Shared setup of the site's tests."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from django.utils import translation
from limits.storage import MemoryStorage

from tetsudo.web.accounts.desk.banner import kept as kept_banners
from tetsudo.web.common import rate_limits
from tetsudo.web.common.database import location
from tetsudo.web.results.accounts_cache import cached_accounts
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.workers.async_results import bot_questions, files, questions, writer_questions


@pytest.fixture(autouse=True)
def _clear_caches() -> Iterator[None]:
    """Clear the caches of games and answers, which use table numbers that each test's database reuses, and the rate
    limits; also reset the thread's language, left by its last request."""
    if location.is_shared():  # not all tests may use the database
        rate_limits.use_storage(MemoryStorage())
    rate_limits.reset_counters()
    kept_banners.found, kept_banners.until = (), math.inf  # until a test announces something
    translation.deactivate()
    for kept in (games, cached_accounts, questions, bot_questions, files, writer_questions):
        kept.clear()
    yield
    for kept in (games, cached_accounts, questions, bot_questions, files, writer_questions):
        kept.clear()
