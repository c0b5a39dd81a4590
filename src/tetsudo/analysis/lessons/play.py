"""Positions of lessons, and outcomes of answers. Nothing here changes a lesson's positions: answers act on clones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tetsudo.analysis.lessons import figures
from tetsudo.analysis.lessons.figures import Figure
from tetsudo.analysis.lessons.lesson import Answer, Lesson, Step
from tetsudo.core.actions import Action, LayTile
from tetsudo.core.errors import BadData, BadInput, IllegalAction
from tetsudo.game import position, record
from tetsudo.game.game import Game


class Outcome(NamedTuple):
    """Outcome of an answer.

    `game`: the position it leads to, None if it is refused or was a wrong prediction. `refusal`: the engine's, if any.
    """

    answer: Answer
    game: Game | None
    figures: list[Figure]
    refusal: IllegalAction | None = None


@cache
def game_at(lesson: Lesson, index: int) -> Game:
    """Game at a step of a lesson. Shared: clone it before you act."""
    step = lesson.steps[index]
    if step.position:
        game = position.read(step.position)
    elif index:
        game = after_right_answer(lesson, index - 1)
    else:
        game = record.new(lesson.title, lesson.players, variants=lesson.variants, deal=lesson.deal or None)
    return played(game, step.moves)


def played(game: Game, commands: Iterable[str]) -> Game:
    """Clone of a game after some commands, each of the player to act."""
    copy = game.clone()
    for command in commands:
        copy.apply(copy.parse(command))
    return copy


def after_right_answer(lesson: Lesson, index: int) -> Game:
    """Position after the first right answer to a step."""
    step, game = lesson.steps[index], game_at(lesson, index)
    right = next((each for each in answers(step, game) if each.is_right), None)
    if right is None:
        raise BadData(f"{lesson.title} {lesson.name}: step {index + 1} has no right answer")
    reached = outcome(step, game, right).game
    assert reached is not None
    return reached


def answers(step: Step, game: Game) -> tuple[Answer, ...]:
    """Answers to a step: those of its data, or every legal tile if it has a goal."""
    if step.goal is None:
        return step.answers
    return tuple(_goal_answer(step, game, lay) for lay in legal_lays(game))


def legal_lays(game: Game) -> list[LayTile]:
    """Legal tiles of the company in turn, by hex, tile and rotation."""
    lays = [action for action in game.legal_actions() if isinstance(action, LayTile)]
    return sorted(lays, key=lambda lay: (lay.hex, lay.tile, lay.rotation))


def _goal_answer(step: Step, game: Game, lay: LayTile) -> Answer:
    assert step.goal is not None
    is_right = meets_goal(step, game, lay)
    command = game.text(lay)
    return Answer(command, step.goal.says if is_right else step.goal.otherwise, is_right, command)


def meets_goal(step: Step, game: Game, lay: LayTile) -> bool:
    """True if a tile meets a step's goal."""
    goal, after = step.goal, game.clone()
    assert goal is not None
    after.apply(lay)
    return after.company(lay.company).best_run(goal.trains).revenue >= goal.earns


def outcome(step: Step, game: Game, answer: Answer) -> Outcome:
    """Outcome of an answer at a step's position, which stays as it is."""
    if step.predicts:
        after = played(game, step.then)
        return Outcome(answer, after if answer.is_right else None, figures.compare(step.figures, game, after))
    action: Action = game.resolve(game.parse(answer.move))
    refusal = game.why_not(action)
    if refusal is not None:
        return Outcome(answer, None, [], refusal)
    after = game.clone()
    after.apply(action)
    after = played(after, answer.then)
    return Outcome(answer, after, figures.compare(step.figures, game, after))


def check_step(lesson: Lesson, index: int) -> str:
    """Sentence about the first error in a step; "" if there is none."""
    step = lesson.steps[index]
    try:
        game = game_at(lesson, index)
        found = answers(step, game)
        outcomes = [outcome(step, game, each) for each in found]
        for name in step.figures:
            figures.value(name, game)
    except (BadInput, IllegalAction) as error:
        return str(error)
    if not any(each.is_right for each in found) or all(each.is_right for each in found):
        return "needs a right and a wrong answer"
    if not all(each.label and each.says for each in found):
        return "has an answer without a sentence"
    refused = [each.answer.move for each in outcomes if each.refusal and each.answer.is_right]
    if refused:
        return f"the right answer {refused[0]!r} is not legal"
    return _check_prediction(step, game)


def _check_prediction(step: Step, game: Game) -> str:
    if not step.predicts:
        return ""
    true = figures.value(step.predicts, played(game, step.then))
    mistaken = [each.value for each in step.answers if each.is_right != (each.value == true)]
    return f"{step.predicts} is {true!r}, so {mistaken[0]!r} is marked wrongly" if mistaken else ""
