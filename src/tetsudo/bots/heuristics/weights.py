"""Weights of `value.FEATURES` for the final result, found by `python -m tetsudo.lab.fitting`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[tuple[tuple[float, float, float, float, float], ...]] = (
    # at any time, by rounds that are left, by turns that have begun, by phases, by how few play
    (0.321, 0.126, 0.145, 0.145, -0.091),  # cash
    (0.304, 0.046, 0.277, 0.216, -0.029),  # shares of companies that have floated, at what they cost now
    (0.047, 0.076, 0.281, 0.133, 0.108),  # shares of others
    (0.156, 0.106, -0.047, -0.014, -0.068),  # dividends of trains that last, for some rounds
    (0.209, 0.080, 0.020, 0.083, 0.042),  # dividends of trains that rust soon, for some rounds
    (-0.051, 0.046, -0.045, 0.022, -0.080),  # what shares rise by dividends
    (-0.017, 0.075, -0.017, -0.136, 0.116),  # treasuries of own companies
    (-0.078, 0.103, -0.008, 0.173, -0.019),  # what trains cost that last, of own companies
    (-0.021, 0.061, 0.015, 0.147, 0.129),  # what own companies need for a train and have not
    (-0.008, 0.042, 0.295, 0.146, 0.115),  # income of privates, for some rounds
    (-0.101, 0.110, 0.118, -0.137, -0.041),  # what privates may be sold for
    (0.018, -0.273, 0.069, -0.041, -0.102),  # own companies that have floated
    (-0.174, -0.394, -0.088, -0.030, 0.152),  # own companies that have not
    (0.196, 0.289, 0.013, -0.182, -0.058),  # certificates
)
