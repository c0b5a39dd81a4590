"""Progress of a person in the lessons."""

from __future__ import annotations

from django.http import HttpRequest

from tetsudo.analysis.lessons.lesson import Lesson
from tetsudo.web.tables.people import finished_lessons


def finished(request: HttpRequest) -> frozenset[str]:
    """Keys of the finished lessons."""
    return finished_lessons.finished_lessons(request)


def key_of(lesson: Lesson) -> str:
    """Key of a lesson among all titles."""
    return f"{lesson.title}/{lesson.name}"


def finish(request: HttpRequest, lesson: Lesson) -> None:
    """Mark a lesson as finished."""
    finished_lessons.add_finished(request, key_of(lesson))


def reset(request: HttpRequest) -> None:
    """Forget all finished lessons."""
    finished_lessons.forget_all(request)
