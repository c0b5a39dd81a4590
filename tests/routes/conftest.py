"""The two ways to find best runs, each made to answer even where the other would be asked."""

from __future__ import annotations

import pytest

from tests.routes.ways import FRONTIER
from tetsudo.engine.routes import best_run


@pytest.fixture
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """By which of them best runs are found, whatever the trains and however many routes there are."""
    is_frontier = request.param == FRONTIER
    monkeypatch.setattr(best_run, "MOST_ROUTES", (-1,) * 3 if is_frontier else (1 << 40,) * 3)
    if is_frontier:
        monkeypatch.setattr(best_run, "is_endless", lambda network, train: True)
    return str(request.param)
