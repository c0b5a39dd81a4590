"""Lessons of the titles: each is played to its end by its right answers, and wrong answers change nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.catalogue import MIN_WRONG_ANSWERS, checked, lesson_of, lessons_of
from tetsudo.analysis.lessons.lesson import Lesson
from tetsudo.core.errors import BadData
from tetsudo.titles.loader import titles

ALL: Final = tuple(lesson for info in titles() for lesson in lessons_of(info.name))


def _lesson(name: str, title: str = "1889") -> Lesson:
    found = lesson_of(title, name)
    assert found is not None
    return found


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.title}-{lesson.name}")
def test_each_lesson_is_played_to_its_end(lesson: Lesson) -> None:
    for index, step in enumerate(lesson.steps):
        game = play.game_at(lesson, index)
        right = [each for each in play.answers(step, game) if each.is_right]
        assert right
        for answer in right:
            reached = play.outcome(step, game, answer)
            assert reached.refusal is None
            assert reached.game is not None
            assert reached.game.position() != game.position()


def test_the_course_of_1889_takes_25_minutes() -> None:
    names = "control float track tokens run dividend rust sale forced privates limit end"
    assert [lesson.name for lesson in lessons_of("1889")] == names.split()
    assert sum(lesson.minutes for lesson in lessons_of("1889")) <= 25


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.title}-{lesson.name}")
def test_wrong_answers_have_a_sentence_and_change_nothing(lesson: Lesson) -> None:
    count = 0
    for index, step in enumerate(lesson.steps):
        game = play.game_at(lesson, index)
        before = game.position()
        for answer in play.answers(step, game):
            if not answer.is_right:
                count += 1
                assert answer.says
                play.outcome(step, game, answer)
                assert game.position() == before
    assert count >= MIN_WRONG_ANSWERS


def test_a_share_more_than_the_president_takes_the_company() -> None:
    lesson = _lesson("control")
    step, game = lesson.steps[0], play.game_at(lesson, 0)
    outcomes = {each.move: play.outcome(step, game, each) for each in step.answers}
    assert [(each.before, each.after) for each in outcomes["buy AR"].figures] == [
        ("20 %", "30 %"),
        ("Ben", "Ann"),
        ("¥250", "¥185"),
    ]
    assert outcomes["pass"].figures[1].after == "Ben"


def _changes(name: str, index: int, label: str) -> list[tuple[str, str]]:
    """Figures before and after the answer whose label begins so."""
    lesson = _lesson(name)
    step, game = lesson.steps[index], play.game_at(lesson, index)
    answer = next(each for each in step.answers if each.label.startswith(label))
    return [(each.before, each.after) for each in play.outcome(step, game, answer).figures]


def test_a_token_opens_a_route_and_closes_another() -> None:
    assert _changes("tokens", 0, "In Kotohira") == [("¥80", "¥140"), ("¥400", "¥360")]
    assert _changes("tokens", 1, "¥60")[0] == ("¥70", "¥60")  # 20 + 40, no longer 20 + 40 + 10


def test_a_private_is_sold_for_twice_its_price() -> None:
    assert _changes("privates", 0, "For ¥160") == [("¥20", "¥180"), ("SIR", "–"), ("¥400", "¥240"), ("¥475", "¥555")]
    # What the president takes too much, they pay for the train: ¥20 + ¥160 - ¥60
    assert _changes("privates", 1, "¥160")[0] == _changes("privates", 1, "¥100")[0] == ("¥20", "¥120")


def test_a_share_at_a_yellow_price_does_not_count() -> None:
    assert _changes("limit", 0, "Sell the share of SR")[0] == ("11", "11")
    assert _changes("limit", 1, "10") == [("11", "10"), ("¥55", "¥50")]


def test_the_last_dividend_decides_the_game() -> None:
    paid = [("¥2,650", "¥2,760"), ("¥2,700", "¥2,700"), ("¥80", "¥90"), ("Ben", "Ann")]
    assert _changes("end", 1, "Pay") == paid
    assert _changes("end", 1, "Withhold")[3] == ("Ben", "Ben")


def test_the_air_raids_take_the_green_tiles_of_the_coast() -> None:
    lesson = _lesson("raids", "1890")
    step, game = lesson.steps[1], play.game_at(lesson, 1)
    bought = play.outcome(step, game, step.answers[0])
    assert [(each.before, each.after) for each in bought.figures[:2]] == [("¥270", "¥0"), ("¥290", "¥70")]


def test_an_illegal_answer_tells_the_clause() -> None:
    lesson = _lesson("run")
    step, game = lesson.steps[0], play.game_at(lesson, 0)
    too_long = play.outcome(step, game, step.answers[3])
    assert too_long.refusal is not None
    assert too_long.refusal.clause == "1889-RUN-07"


def test_every_tile_that_lets_the_train_run_is_right() -> None:
    lesson = _lesson("track")
    step, game = lesson.steps[0], play.game_at(lesson, 0)
    right = {each.move for each in play.answers(step, game) if each.is_right}
    assert {"lay J5 3 3", "lay J5 3 4", "lay J5 58 2"} <= right
    assert "lay K6 7 2" not in right


def test_a_wrong_prediction_is_refused_when_the_lesson_loads() -> None:
    lesson = _lesson("control")
    ann, chie, ben = lesson.steps[1].answers
    mistaken = replace(lesson.steps[1], answers=(replace(ann, is_right=False), replace(chie, is_right=True), ben))
    with pytest.raises(BadData, match="president AR is 'Ann'"):
        checked(replace(lesson, steps=(lesson.steps[0], mistaken)))


def test_an_illegal_right_answer_is_refused_when_the_lesson_loads() -> None:
    lesson = _lesson("run")
    first = lesson.steps[0]
    answers = (*first.answers[:3], replace(first.answers[3], is_right=True))
    with pytest.raises(BadData, match="is not legal"):
        checked(replace(lesson, steps=(replace(first, answers=answers),)))
