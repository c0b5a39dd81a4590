"""How far somebody is with the guide: at which tables it goes with him, and which lessons he knows.

It is kept in his session, as who he is; what pages show changes nothing in it, only what he clicks does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.template import Context, Library

from tetsudo.titles.introductions import guide_of
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tutorial.lessons import LESSONS, Lesson
from tetsudo.web.tutorial.situation import situation

KEY: Final = "guide"
MOST_TABLES: Final = 20
"""Of how many tables it is remembered that the guide was there."""


class Guidance(NamedTuple):
    """The guide at a table. `lesson`: what is told now, if anything; `added`: what the title has to say to it."""

    is_on: bool
    lesson: Lesson | None = None
    added: str = ""
    known: int = 0
    of: int = len(LESSONS)


def begin(request: HttpRequest, table: str) -> None:
    """Let the guide go with him at a table, from its first lesson on."""
    _keep(request, on=[table, *_of(request, "on")], left=_of(request, "left"), known=[])


def know(request: HttpRequest, table: str, lesson: str) -> None:
    """Somebody has read a lesson."""
    names = {each.name for each in LESSONS}
    known = dict.fromkeys((*_of(request, "known"), lesson))
    _keep(request, on=_of(request, "on"), left=_of(request, "left"), known=[each for each in known if each in names])


def leave(request: HttpRequest, table: str, lesson: str = "") -> None:
    """Send the guide away from a table. It can be called back."""
    on = [key for key in _of(request, "on") if key != table]
    _keep(request, on=on, left=[table, *_of(request, "left")], known=_of(request, "known"))


def resume(request: HttpRequest, table: str, lesson: str = "") -> None:
    """Call it back."""
    left = [key for key in _of(request, "left") if key != table]
    _keep(request, on=[table, *_of(request, "on")], left=left, known=_of(request, "known"))


def _of(request: HttpRequest, part: str) -> list[str]:
    kept: dict[str, list[str]] = request.session.get(KEY, {})
    return list(kept.get(part, []))


def _keep(request: HttpRequest, *, on: Iterable[str], left: Iterable[str], known: list[str]) -> None:
    tables = {"on": on, "left": left}
    short = {part: list(dict.fromkeys(keys))[:MOST_TABLES] for part, keys in tables.items()}
    request.session[KEY] = {**short, "known": known}


register = Library()


@register.simple_tag(takes_context=True)
def guidance(context: Context) -> Guidance | None:
    """The guide for who looks at a table; None if it never was there, or if he looks at the past."""
    request: Any = context.get("request")
    scene: Scene | None = context.get("scene")
    if request is None or scene is None or scene.is_past or not scene.own:
        return None
    key = scene.table.key
    if key not in _of(request, "on"):
        return Guidance(is_on=False) if key in _of(request, "left") else None
    known = _of(request, "known")
    lesson = next_lesson(situation(scene), known)
    added = guide_of(scene.table.title).lessons.get(lesson.name, "") if lesson else ""
    return Guidance(True, lesson, added, len(known))


def next_lesson(signs: frozenset[str], known: Iterable[str]) -> Lesson | None:
    """The first lesson that matters in a situation and is not known yet."""
    unknown = (lesson for lesson in LESSONS if lesson.name not in known)
    return next((lesson for lesson in unknown if signs.issuperset(lesson.signs.split())), None)
