"""Solutions of puzzles, derived again by the engine, and the judging of answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.templates import Phrase
from tetsudo.game import position
from tetsudo.review.puzzles.kinds import KINDS
from tetsudo.review.puzzles.puzzle import AMOUNTS, ONE, Puzzle, Solution


def solve(puzzle: Puzzle) -> Solution:
    """Solution of a puzzle with its explanation, derived by the engine from the position."""
    return KINDS[puzzle.kind].solve(position.read(puzzle.position), puzzle.question)


def check(puzzle: Puzzle) -> bool:
    """True if the engine derives the stored choices, answer and level again."""
    try:
        found = solve(puzzle)
    except ValueError:
        return False
    return (found.choices, found.answer, found.level) == (puzzle.choices, puzzle.answer, puzzle.level)


def question_of(puzzle: Puzzle) -> Phrase:
    """Question of a puzzle as a sentence."""
    return KINDS[puzzle.kind].ask(position.read(puzzle.position), puzzle.question)


def parse_answer(puzzle: Puzzle, typed: str) -> tuple[int, ...]:
    """Answer that a user typed: amounts, or the numbers of choices, counted from 1; "0" for none of them.

    Raises `BadInput` with what is expected.
    """
    words = re.findall(r"[-+]?[0-9]{1,9}", typed.replace("\u2212", "-"))
    numbers = tuple(int(word) for word in words)
    form = KINDS[puzzle.kind].form
    if form == AMOUNTS:
        if len(numbers) != len(puzzle.choices):
            labels = ", ".join(puzzle.choices)
            raise BadInput("Type {count} numbers, for: {labels}.", count=len(puzzle.choices), labels=labels)
        return numbers
    if form == ONE and len(numbers) != 1:
        raise BadInput("Type the number of one choice.")
    return _indices(puzzle, numbers)


def _indices(puzzle: Puzzle, numbers: Sequence[int]) -> tuple[int, ...]:
    """Indices of choices typed by number; no number counts as none."""
    if not numbers:
        raise BadInput("Type the numbers of all right choices, or 0 for none.")
    if not all(0 <= number <= len(puzzle.choices) for number in numbers):
        raise BadInput("The choices have the numbers 1 to {last}.", last=len(puzzle.choices))
    return tuple(sorted({number - 1 for number in numbers if number}))


def is_right(puzzle: Puzzle, answer: Sequence[int]) -> bool:
    """True if an answer is the right one."""
    return tuple(answer) == puzzle.answer
