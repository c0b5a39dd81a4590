"""Views of the list of lessons and of a lesson's steps."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.catalogue import lesson_of, lessons_of
from tetsudo.analysis.lessons.lesson import Lesson
from tetsudo.titles.loader import TitleInfo, titles
from tetsudo.web.common.language import language_of
from tetsudo.web.tutorial.learn import progress
from tetsudo.web.tutorial.learn.scene import Scene


class Row(NamedTuple):
    """A lesson in the list."""

    lesson: Lesson
    is_finished: bool


class Course(NamedTuple):
    """The lessons of a title. `next`: the first that is not finished, None if all are."""

    info: TitleInfo
    rows: list[Row]
    next: Lesson | None

    @property
    def done(self) -> int:
        """Number of finished lessons."""
        return sum(row.is_finished for row in self.rows)

    @property
    def minutes(self) -> int:
        """Minutes that all lessons take."""
        return sum(row.lesson.minutes for row in self.rows)


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """The lessons of every title, with the viewer's progress."""
    courses = [_course(request, info) for info in titles() if lessons_of(info.name)]
    is_begun = bool(progress.finished(request))
    return render(request, "learn/list.html", {"courses": courses, "is_begun": is_begun})


def _course(request: HttpRequest, info: TitleInfo) -> Course:
    known = progress.finished(request)
    rows = [Row(each, progress.key_of(each) in known) for each in lessons_of(info.name)]
    return Course(info, rows, next((row.lesson for row in rows if not row.is_finished), None))


@require_POST
def reset(request: HttpRequest) -> HttpResponse:
    """Forget the viewer's progress."""
    progress.reset(request)
    return redirect("learn")


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, title: str, name: str, number: int) -> HttpResponse:
    """A step of a lesson. POST answers it: the page that follows shows the feedback."""
    lesson = _lesson_or_404(title, name)
    if not 1 <= number <= len(lesson.steps):
        raise Http404
    if request.method == "POST":
        return _answer(request, lesson, number)
    language = language_of(request, play.game_at(lesson, 0).setup.language)
    scene = Scene(lesson, number, language, request.GET.get("hex", ""), request.GET.get("answer", ""))
    following = _following(lesson)
    return render(request, "learn/step.html", {"scene": scene, "lesson": lesson, "following": following})


def _lesson_or_404(title: str, name: str) -> Lesson:
    found = lesson_of(title, name) if title in {info.name for info in titles()} else None
    if found is None:
        raise Http404
    return found


def _following(lesson: Lesson) -> Lesson | None:
    all = lessons_of(lesson.title)
    place = all.index(lesson) + 1
    return all[place] if place < len(all) else None


def _answer(request: HttpRequest, lesson: Lesson, number: int) -> HttpResponse:
    given = request.POST.get("answer", "")
    scene = Scene(lesson, number, "en", answered=given)
    address = reverse("lesson", args=[lesson.title, lesson.name, number])
    if scene.outcome is None:
        return redirect(address)
    if scene.outcome.answer.is_right and number == len(lesson.steps):
        progress.finish(request, lesson)
    return redirect(f"{address}?answer={given}#feedback")
