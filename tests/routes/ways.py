"""Names of the two methods for best runs; see `conftest.way`."""

from __future__ import annotations

from typing import Any

import pytest

LISTS, FRONTIER = "lists", "frontier"

DEFAULT_RUN_CHUNKS = 4
"""Number of chunks that also use the second method in `make test`."""


def for_both_methods(chunks: int) -> Any:
    """Parametrize a brute-force comparison in chunks, for both methods: the test takes `way` and `chunk`."""
    cases: list[Any] = [(LISTS, chunk) for chunk in range(chunks)]
    for chunk in range(chunks):
        cases.append(pytest.param(FRONTIER, chunk, marks=() if chunk < DEFAULT_RUN_CHUNKS else pytest.mark.long))
    return pytest.mark.parametrize(("way", "chunk"), cases, indirect=["way"])
