"""The coach says what the lessons say: their positions and answers are asked about here."""

from __future__ import annotations

from random import Random

import pytest

from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.catalogue import lesson_of, lessons_of
from tetsudo.bots import Budget
from tetsudo.bots.search import SearchPlayer
from tetsudo.bots.teaching.coach import CoachPlayer
from tetsudo.bots.teaching.lesson_reasons import lesson_reason
from tetsudo.core.actions import Action
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import phrase_text


def said(game: Game, action: Action) -> str:
    """Reason for an action, as it is shown."""
    return phrase_text(lesson_reason(game.ruleset, game.state, action), Labels(game.setup, game.names))


def said_in(title: str, name: str, step: int, command: str) -> str:
    """Reason for a command at a step of a lesson."""
    lesson = lesson_of(title, name)
    assert lesson is not None
    game = play.game_at(lesson, step)
    return said(game, game.parse(command))


@pytest.mark.parametrize(
    ("name", "step", "command", "reason"),
    [
        ("control", 0, "buy AR", "With it you hold more of Awa Railroad than its president, so you lead the company."),
        ("float", 0, "par AR 75", "Awa Railroad floats with 5 shares. They cost ¥375: you can pay that alone."),
        ("float", 0, "par AR 90", "Awa Railroad floats with 5 shares. They cost ¥450: others must buy some of them."),
        ("dividend", 0, "pay", "Each share gets ¥8, and the price rises."),
        ("dividend", 1, "withhold", "The price falls, but with this money the company can buy a 3-train."),
        ("rust", 1, "train 4", "The first 4-train makes every 2-train rust, also those of others."),
        (
            "privates",
            0,
            "private SIR 160",
            "The company pays ¥160 for what has cost ¥80. So its money becomes its seller's.",
        ),
    ],
)
def test_the_reason_is_what_the_lesson_teaches(name: str, step: int, command: str, reason: str) -> None:
    assert said_in("1889", name, step, command) == reason


def test_every_right_answer_of_a_lesson_has_a_reason() -> None:
    """No lesson is about an action of which the coach says nothing."""
    silent: list[str] = []
    for lesson in lessons_of("1889") + lessons_of("1890"):
        for index, step in enumerate(lesson.steps):
            game = play.game_at(lesson, index)
            for answer in play.answers(step, game):
                if answer.is_right and answer.move and not said(game, game.parse(answer.move)):
                    silent.append(f"{lesson.title} {lesson.name} {index} {answer.move}")
    assert silent == []


def test_the_coach_plays_like_search_and_adds_the_figures() -> None:
    lesson = lesson_of("1889", "dividend")
    assert lesson is not None
    game = play.game_at(lesson, 1)
    view, budget = game.view(game.to_act.player), Budget(rollouts=24)
    action, reasons = CoachPlayer(game.setup, Random(3)).decide(view, view.legal_actions(), budget)
    searched, figures = SearchPlayer(game.setup, Random(3)).decide(view, view.legal_actions(), budget)
    assert action == searched
    assert reasons.lines == figures.lines
    assert reasons.sentence.template == lesson_reason(game.ruleset, game.state, action).template
    labels = Labels(game.setup, game.names)
    assert phrase_text(figures.sentence, labels) in phrase_text(reasons.hope, labels)
