"""A guest's progress with the guide: the tables where it is on, and the lessons already known.

It is kept in the session, as is the guest's identity. Only clicks change it, not page views.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.template import Context, Library

from tetsudo.titles.introductions import guide_of
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tutorial.learn.progress import finished
from tetsudo.web.tutorial.lessons import LESSONS, TAUGHT, Lesson
from tetsudo.web.tutorial.situation import situation

KEY: Final = "guide"
MAX_TABLES: Final = 20
"""Maximum number of tables remembered, for those with the guide and for those without."""


class Guidance(NamedTuple):
    """The guide at a table. `lesson`: the one to show now, if any; `added`: the title's own text for it."""

    is_on: bool
    lesson: Lesson | None = None
    added: str = ""
    known: int = 0
    of: int = len(LESSONS)


def begin(request: HttpRequest, table: str) -> None:
    """Start the guide at a table, from the first lesson on."""
    _keep(request, on=[table, *_stored_part(request, "on")], left=_stored_part(request, "left"), known=[])


def know(request: HttpRequest, table: str, lesson: str) -> None:
    """Mark a lesson as known."""
    names = {each.name for each in LESSONS}
    known = dict.fromkeys((*_stored_part(request, "known"), lesson))
    _keep(
        request,
        on=_stored_part(request, "on"),
        left=_stored_part(request, "left"),
        known=[each for each in known if each in names],
    )


def leave(request: HttpRequest, table: str, lesson: str = "") -> None:
    """Turn the guide off at a table. It can be resumed."""
    on = [key for key in _stored_part(request, "on") if key != table]
    _keep(request, on=on, left=[table, *_stored_part(request, "left")], known=_stored_part(request, "known"))


def resume(request: HttpRequest, table: str, lesson: str = "") -> None:
    """Turn the guide on again at a table."""
    left = [key for key in _stored_part(request, "left") if key != table]
    _keep(request, on=[table, *_stored_part(request, "on")], left=left, known=_stored_part(request, "known"))


def _stored_part(request: HttpRequest, part: str) -> list[str]:
    kept: dict[str, list[str]] = request.session.get(KEY, {})
    return list(kept.get(part, []))


def _keep(request: HttpRequest, *, on: Iterable[str], left: Iterable[str], known: list[str]) -> None:
    tables = {"on": on, "left": left}
    short = {part: list(dict.fromkeys(keys))[:MAX_TABLES] for part, keys in tables.items()}
    request.session[KEY] = {**short, "known": known}


register = Library()


@register.simple_tag(takes_context=True)
def guidance(context: Context) -> Guidance | None:
    """The guide for the viewer at a table; None if it was never on, in the past, and for spectators."""
    request: Any = context.get("request")
    scene: Scene | None = context.get("scene")
    if request is None or scene is None or scene.is_past or not scene.own_seats:
        return None
    key = scene.table.key
    if key not in _stored_part(request, "on"):
        return Guidance(is_on=False) if key in _stored_part(request, "left") else None
    known = {*_stored_part(request, "known"), *_taught(request)}
    lesson = next_lesson(situation(scene), known)
    added = guide_of(scene.table.title).lessons.get(lesson.name, "") if lesson else ""
    return Guidance(True, lesson, added, len(known))


def _taught(request: HttpRequest) -> set[str]:
    """Lessons whose ideas the viewer has learned before, in the lessons of any title."""
    names = (key.rpartition("/")[2] for key in finished(request))
    return {lesson for name in names for lesson in TAUGHT.get(name, ())}


def next_lesson(signs: frozenset[str], known: Iterable[str]) -> Lesson | None:
    """The first unknown lesson whose signs are all present; None if there is none."""
    unknown = (lesson for lesson in LESSONS if lesson.name not in known)
    return next((lesson for lesson in unknown if signs.issuperset(lesson.signs.split())), None)
