"""Company colours for colour-blind users, distinct without red, green or blue, and also in lightness.

A page that offers them replaces each of a title's own colours; marks stay unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

SAFE_COLOURS: Final = (
    "#78b4ff", "#f0b42d", "#0f0f78", "#e1e1c3", "#69f0ff", "#3c1e4b", "#b4f087",
    "#0f69e1", "#005a4b", "#690000", "#a54ba5", "#e17869", "#5a7800", "#b487a5",
)  # fmt: skip
"""Best set found by search: its two closest colours are farthest apart."""


def safe_colours(colours: Iterable[str]) -> dict[str, str]:
    """Safe colour for each of a title's colours ("#rrggbb"), as close to it as possible; any others stay unchanged.

    No two are the same as long as there are enough safe ones.
    """
    found: dict[str, str] = {}
    pairs = product(dict.fromkeys(colours), SAFE_COLOURS)
    for colour, safe in sorted(pairs, key=lambda pair: _distance(*pair)):
        if colour not in found and safe not in found.values():
            found[colour] = safe
    return found


def _distance(a: str, b: str) -> int:
    """Approximate distance of two colours: green weighs most for human eyes, blue least."""
    return sum(
        weight * (int(a[at : at + 2], 16) - int(b[at : at + 2], 16)) ** 2 for weight, at in ((3, 1), (4, 3), (2, 5))
    )
