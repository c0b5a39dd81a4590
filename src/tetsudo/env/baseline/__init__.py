"""Baseline for learning: a bot that tries every code and judges the positions after them by a small network.

`python -m benchmarks.baseline` trains it from nothing; docs/environments.md says how, and how strong it is.
"""

from __future__ import annotations

from tetsudo.env.baseline.inputs import Inputs
from tetsudo.env.baseline.network import Network
from tetsudo.env.baseline.player import WEIGHTS, NetworkPlayer

__all__ = ["WEIGHTS", "Inputs", "Network", "NetworkPlayer"]
