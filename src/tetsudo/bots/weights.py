"""What `python -m tetsudo.lab.fitting` has found: by how much each of `value.FEATURES` counts in the end."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[tuple[tuple[float, float, float, float], ...]] = (
    # at any time, by rounds that are left, by turns that have begun, by phases
    (0.296, 0.153, 0.138, 0.131),  # cash
    (0.301, 0.142, 0.279, 0.199),  # shares of companies that have floated, at what they cost now
    (0.123, 0.054, 0.258, 0.007),  # shares of others
    (0.146, 0.079, -0.016, -0.061),  # dividends of trains that last, for some rounds
    (0.189, 0.097, 0.062, 0.087),  # dividends of trains that rust soon, for some rounds
    (-0.183, 0.077, -0.045, 0.102),  # what shares rise by dividends
    (0.005, 0.106, 0.007, -0.126),  # treasuries of own companies
    (-0.056, 0.104, -0.021, 0.176),  # what trains cost that last, of own companies
    (0.008, 0.071, 0.034, 0.119),  # what own companies need for a train and have not
    (0.005, 0.120, 0.274, 0.186),  # income of privates, for some rounds
    (-0.074, 0.072, 0.089, -0.156),  # what privates may be sold for
    (-0.056, -0.356, 0.048, -0.016),  # own companies that have floated
    (-0.113, -0.274, -0.036, -0.081),  # own companies that have not
    (0.211, 0.350, -0.012, -0.265),  # certificates
)
