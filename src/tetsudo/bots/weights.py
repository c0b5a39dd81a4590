"""What `python -m tetsudo.lab.fitting` has found: by how much each of `value.FEATURES` counts in the end."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    *(0.934, 1.178, 0.733, 0.928, 0.872, -0.455, 0.453, 1.713),
    *(0.930, 0.282, -0.206, 1.449, -0.552, 0.024, 0.113, -0.952),
)
