"""Expensive questions block no other visitor: neither slow boards nor searches that never end."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.attacks import dear_questions
from tests.attacks.boards import expensive_board
from tetsudo.game import position
from tetsudo.web.tables.workers import tasks

SECONDS: Final = 40


@pytest.mark.long
@pytest.mark.parametrize("slow", [pytest.param(True, id="searches without end"), pytest.param(False, id="full boards")])
def test_dear_questions_are_not_felt(tmp_path: Path, slow: bool) -> None:
    came = dear_questions.attack(tmp_path, SECONDS, slow=slow)
    assert came.felt.p99 < came.felt.limit, str(came.felt)
    assert not came.felt.lost
    assert max(came.answers) < 500


def test_where_the_best_run_is_not_found_there_is_a_run_all_the_same() -> None:
    """The game must be able to continue: a run is found without a search."""
    text = expensive_board(1)["start"]
    found = tasks.plain_run(text)
    game = position.read(text)
    assert game.why_not(found.action) is None
    assert sum(found.earned) > 0
    assert len(found.action.routes) == len(found.places) == 1
