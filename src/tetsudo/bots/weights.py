"""What `python -m tetsudo.lab.fitting` has found: by how much each of `value.FEATURES` counts in the end."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[tuple[tuple[float, float, float, float, float], ...]] = (
    # at any time, by rounds that are left, by turns that have begun, by phases, by how few play
    (0.176, 0.094, 0.143, 0.196, 0.037),  # cash
    (0.263, -0.104, 0.219, 0.319, 0.134),  # shares of companies that have floated, at what they cost now
    (-0.018, 0.046, 0.115, 0.204, 0.041),  # shares of others
    (0.189, 0.055, -0.074, 0.049, -0.064),  # dividends of trains that last, for some rounds
    (0.250, 0.090, 0.074, 0.072, 0.056),  # dividends of trains that rust soon, for some rounds
    (0.001, 0.069, -0.090, 0.002, -0.126),  # what shares rise by dividends
    (-0.042, 0.041, -0.024, -0.061, 0.132),  # treasuries of own companies
    (-0.153, 0.054, 0.022, 0.149, 0.108),  # what trains cost that last, of own companies
    (-0.043, 0.113, 0.038, 0.126, 0.161),  # what own companies need for a train and have not
    (0.015, -0.046, 0.351, 0.161, -0.028),  # income of privates, for some rounds
    (-0.049, 0.074, 0.033, -0.127, -0.005),  # what privates may be sold for
    (0.084, -0.129, 0.006, -0.079, -0.091),  # own companies that have floated
    (-0.073, -0.076, -0.019, 0.064, 0.084),  # own companies that have not
    (0.178, 0.283, 0.013, -0.196, -0.076),  # certificates
)
