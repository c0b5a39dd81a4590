"""The two methods for best runs, each forced to answer even if the other would normally be used."""

from __future__ import annotations

import pytest

from tests.routes.ways import FRONTIER
from tetsudo.engine.routes import best_run


@pytest.fixture
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The method in use, whatever the trains and the number of routes."""
    is_frontier = request.param == FRONTIER
    monkeypatch.setattr(best_run, "MAX_ROUTES_BY_METHOD", (-1,) * 3 if is_frontier else (1 << 40,) * 3)
    if is_frontier:
        monkeypatch.setattr(best_run, "is_endless", lambda network, train: True)
    return str(request.param)
