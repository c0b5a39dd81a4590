"""Learn: the lessons' pages, the answers, and progress, which belongs to a person."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.web.accounts.builders import account, guest_of, signed_in
from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.catalogue import lesson_of, lessons_of
from tetsudo.analysis.lessons.lesson import Lesson
from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Guest

pytestmark = pytest.mark.django_db

ALL = [lesson for info in titles() for lesson in lessons_of(info.name)]


def address(lesson: Lesson, index: int) -> str:
    """Address of a step, whose numbers begin at 1."""
    return f"/learn/{lesson.title}/{lesson.name}/{index + 1}/"


def answers(lesson: Lesson, index: int, *, is_right: bool) -> list[int]:
    """Numbers of a step's right or wrong answers."""
    found = play.answers(lesson.steps[index], play.game_at(lesson, index))
    return [number for number, each in enumerate(found) if each.is_right == is_right]


def answered(client: Client, lesson: Lesson, index: int, number: int) -> str:
    """Page after an answer."""
    found = client.post(address(lesson, index), {"answer": str(number)}, follow=True)
    assert found.status_code == 200
    return " ".join(found.content.decode().split())


def finish(client: Client, lesson: Lesson) -> str:
    """Page after the last right answer of a lesson."""
    page = ""
    for index in range(len(lesson.steps)):
        page = answered(client, lesson, index, answers(lesson, index, is_right=True)[0])
    return page


def lesson(name: str) -> Lesson:
    """A lesson of 1889."""
    found = lesson_of("1889", name)
    assert found is not None
    return found


@pytest.mark.parametrize("each", ALL, ids=lambda each: f"{each.title}-{each.name}")
def test_a_lesson_is_played_by_three_wrong_answers_and_then_to_its_end(client: Client, each: Lesson) -> None:
    wrong = [(index, number) for index in range(len(each.steps)) for number in answers(each, index, is_right=False)]
    for index, number in wrong[:3]:
        page = answered(client, each, index, number)
        assert "Not this." in page
        assert 'name="answer"' in page or "?hex=" in page, "you may try again"
    assert "Reset progress" not in client.get("/learn/").content.decode()
    assert "All lessons" in finish(client, each)
    assert "1 of" in client.get("/learn/").content.decode()


def test_an_answer_is_told_only_once_it_is_right(client: Client) -> None:
    page = answered(client, lesson("limit"), 1, 0)
    assert "Not this." in page
    assert "→" not in page, "the figure would be the answer"
    assert "→" in answered(client, lesson("limit"), 1, 1)


def test_progress_stays_with_a_visitor_who_becomes_a_guest_and_then_has_an_account(client: Client) -> None:
    finish(client, lesson("control"))
    assert not Guest.objects.exists(), "lessons need no guest"
    client.post("/guest/", {"name": "Ann"})
    finish(client, lesson("float"))
    assert Guest.objects.get().finished_lessons == ["1889/control", "1889/float"]
    user = account("Ann")
    signed_in(user, client)
    assert "2 of 12 lessons done" in _list(signed_in(user)), "on another device as well"


def test_a_visitor_who_signs_in_keeps_the_progress_of_this_browser(client: Client) -> None:
    finish(client, lesson("control"))
    user = account("Ann")
    signed_in(user, client)
    assert guest_of(user).finished_lessons == ["1889/control"]


def test_one_button_resets_progress(client: Client) -> None:
    client.post("/guest/", {"name": "Ann"})
    finish(client, lesson("control"))
    assert "1 of 12 lessons done" in _list(client)
    client.post("/learn/reset/")
    assert "0 of 12 lessons done" in _list(client)
    assert Guest.objects.get().finished_lessons == []


def _list(client: Client) -> str:
    return re.sub(r"\s+", " ", client.get("/learn/").content.decode())


@pytest.mark.parametrize("given", ["", "-1", "99", "x", "²", "1" * 50])
def test_an_answer_that_does_not_exist_changes_nothing(client: Client, given: str) -> None:
    found = client.post("/learn/1889/control/1/", {"answer": given})
    assert found["Location"] == "/learn/1889/control/1/"
    assert "0 of 12 lessons done" in _list(client)


@pytest.mark.parametrize("path", ["1889/nothing/1", "1889/control/0", "1889/control/3", "1830/control/1"])
def test_a_lesson_that_does_not_exist_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/learn/{path}/").status_code == 404
