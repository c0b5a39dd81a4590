"""Lessons that a person has finished: kept with the guest, or in the session of a visitor who is no guest yet."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import guest_of

KEY: Final = "lessons"


def finished_lessons(request: HttpRequest) -> frozenset[str]:
    """Keys of the lessons that a request's person has finished, such as `1889/float`."""
    guest = guest_of(request)
    return frozenset((*request.session.get(KEY, ()), *(guest.finished_lessons if guest else ())))


def add_finished(request: HttpRequest, lesson: str) -> None:
    """Mark a lesson as finished."""
    request.session[KEY] = sorted({*request.session.get(KEY, ()), lesson})
    guest = guest_of(request)
    if guest is not None:
        keep(request, guest)


def forget_all(request: HttpRequest) -> None:
    """Mark no lesson as finished."""
    request.session.pop(KEY, None)
    guest = guest_of(request)
    if guest is not None and guest.finished_lessons:
        guest.finished_lessons = []
        guest.save(update_fields=["finished_lessons"])


def keep(request: HttpRequest, guest: Guest) -> None:
    """Move what the session holds to a guest."""
    add_to(guest, request.session.pop(KEY, ()))


def add_to(guest: Guest, lessons: list[str] | tuple[str, ...]) -> None:
    """Add lessons to those that a guest has finished."""
    together = sorted({*guest.finished_lessons, *lessons})
    if together != guest.finished_lessons:
        guest.finished_lessons = together
        guest.save(update_fields=["finished_lessons"])
