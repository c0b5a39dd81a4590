"""All lessons of a title. A lesson is played through when it is loaded, and refused if anything in it is not so."""

from __future__ import annotations

from functools import cache
from typing import Final

from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.lesson import FOLDER, Lesson, read
from tetsudo.core.errors import BadData
from tetsudo.titles.data import discovery, toml_files

MIN_WRONG_ANSWERS: Final = 3
"""Minimum number of wrong answers in a lesson."""


@cache
def lessons_of(title: str) -> tuple[Lesson, ...]:
    """Checked lessons of a title in their order; raise BadData for the first that is wrong."""
    return tuple(checked(read(title, file)) for file in _files(title))


def _files(title: str) -> list[str]:
    found = discovery.find(title)
    folder = found.files.joinpath(FOLDER) if found else None
    if folder is None or not folder.is_dir():
        return []
    return sorted(f"{FOLDER}/{each.name}" for each in folder.iterdir() if each.name.endswith(".toml"))


def checked(lesson: Lesson) -> Lesson:
    """The same lesson; raise BadData if a step's position, answers or figures contradict the rules."""
    where = f"{toml_files.path_of(lesson.title, FOLDER)}/{lesson.name}"
    if not all((lesson.name, lesson.heading, lesson.idea, lesson.closing, lesson.steps)):
        raise BadData(f"{where}: needs a name, a heading, an idea, a closing and steps")
    for index in range(len(lesson.steps)):
        wrong = play.check_step(lesson, index)
        if wrong:
            raise BadData(f"{where}: steps[{index}]: {wrong}")
    if sum(_wrong_answers(lesson, index) for index in range(len(lesson.steps))) < MIN_WRONG_ANSWERS:
        raise BadData(f"{where}: needs at least {MIN_WRONG_ANSWERS} wrong answers")
    return lesson


def _wrong_answers(lesson: Lesson, index: int) -> int:
    found = play.answers(lesson.steps[index], play.game_at(lesson, index))
    return sum(not each.is_right for each in found)


def lesson_of(title: str, name: str) -> Lesson | None:
    """A title's lesson by its name; None if there is none."""
    return next((each for each in lessons_of(title) if each.name == name), None)
