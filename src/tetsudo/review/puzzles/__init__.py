"""Puzzles: questions about positions of played games, each with one answer that the engine proves."""

from tetsudo.review.puzzles.kinds import KINDS
from tetsudo.review.puzzles.puzzle import Line, Puzzle, Solution, render
from tetsudo.review.puzzles.shelf import daily, puzzle, puzzles_of, titles
from tetsudo.review.puzzles.solving import check, is_right, parse_answer, question_of, solve

__all__ = [
    "KINDS",
    "Line",
    "Puzzle",
    "Solution",
    "check",
    "daily",
    "is_right",
    "parse_answer",
    "puzzle",
    "puzzles_of",
    "question_of",
    "render",
    "solve",
    "titles",
]
