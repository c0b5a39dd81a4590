"""Environment variables that have a new name; the old one is read for one more version."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Final

RENAMED: Final = {
    "TETSUDO_ADDRESS_CONNECTIONS": "TETSUDO_MAX_ADDRESS_CONNECTIONS",
    "TETSUDO_ADDRESS_STREAMS": "TETSUDO_MAX_ADDRESS_STREAMS",
    "TETSUDO_BODY_SECONDS": "TETSUDO_BODY_TIMEOUT_SECONDS",
    "TETSUDO_BOT_LIMIT": "TETSUDO_BOT_TIMEOUT_SECONDS",
    "TETSUDO_BOT_MEMORY": "TETSUDO_MAX_BOT_MEMORY_MB",
    "TETSUDO_BOT_TABLES": "TETSUDO_MAX_BOT_TABLES",
    "TETSUDO_CONNECTIONS": "TETSUDO_MAX_CONNECTIONS",
    "TETSUDO_DEAR_SECONDS": "TETSUDO_WORKER_TIMEOUT_SECONDS",
    "TETSUDO_HEAD_SECONDS": "TETSUDO_HEAD_TIMEOUT_SECONDS",
    "TETSUDO_MOST_ACTIONS": "TETSUDO_MAX_ACTIONS",
    "TETSUDO_PATIENCE": "TETSUDO_PAGE_WAIT_SECONDS",
    "TETSUDO_RATE_SHARED": "TETSUDO_ADDRESS_RATE_FACTOR",
    "TETSUDO_STREAMS": "TETSUDO_MAX_STREAMS",
    "TETSUDO_TIDY_GUESTS": "TETSUDO_TIDY_GUEST_DAYS",
    "TETSUDO_TIDY_TABLES": "TETSUDO_TIDY_TABLE_DAYS",
    "TETSUDO_UNREAD_SECONDS": "TETSUDO_READ_TIMEOUT_SECONDS",
}
"""New name by old name."""


def move_to_new_names(environment: MutableMapping[str, str]) -> Iterator[str]:
    """Move the values of old names to the new ones, and yield a warning for each. A value under the new name stays."""
    for old, new in RENAMED.items():
        value = environment.pop(old, None)
        if value is not None:
            environment.setdefault(new, value)
            yield f"{old} is now called {new}. Rename it: the next version will not read the old name."
