"""Puzzle of the day, for the first page."""

from __future__ import annotations

from datetime import UTC
from functools import lru_cache
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from tetsudo.core.errors import BadInput
from tetsudo.review.puzzles import Puzzle, daily, puzzle, question_of, render
from tetsudo.titles.loader import title_info
from tetsudo.web.common.language import language
from tetsudo.web.tutorial.puzzles.solved import solved


class Daily(NamedTuple):
    """Puzzle of the day as the first page shows it."""

    puzzle: Puzzle
    full_name: str
    question: str
    address: str
    is_solved: bool


def daily_puzzle(request: HttpRequest) -> Daily | None:
    """Puzzle of the day in UTC; None if no puzzles are installed."""
    try:
        found = puzzle(daily(timezone.now().astimezone(UTC).date()))
    except BadInput:
        return None
    name = title_info(found.title).full_name
    return Daily(found, name, _question(found.id, language()), address_of(found), found.id in solved(request))


@lru_cache(maxsize=8)
def _question(id: str, language: str) -> str:
    return render(question_of(puzzle(id)), language)


def address_of(puzzle: Puzzle) -> str:
    """Address of a puzzle's page."""
    title, kind, number = puzzle.id.rsplit(":", 2)
    return reverse("puzzle", args=[title, kind, int(number)])
