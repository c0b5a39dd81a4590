"""What `python -m tetsudo.lab.fitting` has found: by how much each of `value.FEATURES` counts in the end."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    *(0.884, 1.160, 0.720, 0.891, 0.817, 0.300, 0.457, 1.748),
    *(1.421, 0.223, -0.152, 1.594, -0.533, 0.000, 0.245, -0.917),
)
