"""Comparison of editions of a title: many games of mixed bots, and what differs beyond chance."""

from tetsudo.lab.compare.comparison import Comparison, compare, sweep
from tetsudo.lab.compare.editions import Edition

__all__ = ["Comparison", "Edition", "compare", "sweep"]
