"""Puzzles that a person has solved. Kept in the session, as the progress of lessons is."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from tetsudo.review.puzzles import Puzzle

KEY: Final = "puzzles"

MAX_SOLVED: Final = 5000
"""Maximum number of ids that are kept; the oldest go first."""


def solved(request: HttpRequest) -> frozenset[str]:
    """Ids of the solved puzzles."""
    return frozenset(request.session.get(KEY, ()))


def remember(request: HttpRequest, puzzle: Puzzle) -> None:
    """Mark a puzzle as solved."""
    kept: list[str] = request.session.get(KEY, [])
    if puzzle.id not in kept:
        request.session[KEY] = [*kept, puzzle.id][-MAX_SOLVED:]
