"""Progress of a person in the lessons: kept with the guest, or in the session of a visitor who is no guest yet."""

from __future__ import annotations

from django.http import HttpRequest

from tetsudo.analysis.lessons.lesson import Lesson
from tetsudo.web.tables.people.finished_lessons import SESSION_KEY, add_finished_lessons, forget_finished_lessons
from tetsudo.web.tables.seats.guests import guest_of


def finished(request: HttpRequest) -> frozenset[str]:
    """Keys of the finished lessons."""
    guest = guest_of(request)
    return frozenset((*request.session.get(SESSION_KEY, ()), *(guest.finished_lessons if guest else ())))


def key_of(lesson: Lesson) -> str:
    """Key of a lesson among all titles."""
    return f"{lesson.title}/{lesson.name}"


def finish(request: HttpRequest, lesson: Lesson) -> None:
    """Mark a lesson as finished."""
    together, guest = {*request.session.get(SESSION_KEY, ()), key_of(lesson)}, guest_of(request)
    if guest is None:
        request.session[SESSION_KEY] = sorted(together)
        return
    request.session.pop(SESSION_KEY, None)
    add_finished_lessons(guest, together)


def reset(request: HttpRequest) -> None:
    """Forget all finished lessons."""
    request.session.pop(SESSION_KEY, None)
    guest = guest_of(request)
    if guest is not None:
        forget_finished_lessons(guest)
