"""Lessons that a guest has finished. A visitor who is no guest yet has them in the session, under `SESSION_KEY`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tetsudo.web.tables.models import Guest

SESSION_KEY: Final = "lessons"


def add_finished_lessons(guest: Guest, lessons: Iterable[str]) -> None:
    """Add lessons, by keys such as `1889/float`, to those that a guest has finished."""
    together = sorted({*guest.finished_lessons, *lessons})
    if together != guest.finished_lessons:
        guest.finished_lessons = together
        guest.save(update_fields=["finished_lessons"])


def forget_finished_lessons(guest: Guest) -> None:
    """Mark no lesson as finished."""
    if guest.finished_lessons:
        guest.finished_lessons = []
        guest.save(update_fields=["finished_lessons"])
