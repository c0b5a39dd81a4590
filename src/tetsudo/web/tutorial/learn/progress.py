"""Lessons that a person has finished. Kept in the session, as the guide's progress is."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from tetsudo.analysis.lessons.lesson import Lesson

KEY: Final = "lessons"


def finished(request: HttpRequest) -> frozenset[str]:
    """Keys of the finished lessons."""
    return frozenset(request.session.get(KEY, ()))


def key_of(lesson: Lesson) -> str:
    """Key of a lesson among all titles."""
    return f"{lesson.title}/{lesson.name}"


def finish(request: HttpRequest, lesson: Lesson) -> None:
    """Mark a lesson as finished."""
    request.session[KEY] = sorted({*finished(request), key_of(lesson)})


def reset(request: HttpRequest) -> None:
    """Forget all finished lessons."""
    request.session.pop(KEY, None)
