"""The names of the two ways to find best runs; see `conftest.way`."""

from __future__ import annotations

from typing import Any

import pytest

LISTS, FRONTIER = "lists", "frontier"

FEW = 4
"""So many chunks of a comparison take the second way in `make test` too."""


def both_ways(chunks: int) -> Any:
    """A comparison with brute force in so many chunks, in both ways: it takes `way` and `chunk`."""
    cases: list[Any] = [(LISTS, chunk) for chunk in range(chunks)]
    for chunk in range(chunks):
        cases.append(pytest.param(FRONTIER, chunk, marks=() if chunk < FEW else pytest.mark.long))
    return pytest.mark.parametrize(("way", "chunk"), cases, indirect=["way"])
