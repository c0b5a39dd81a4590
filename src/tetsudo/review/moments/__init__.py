"""Moments of a finished game: the decisions that cost most, and what each round did to each player, by playouts."""

from tetsudo.review.moments.results import Moment, Moments, RoundChange
from tetsudo.review.moments.search import DEFAULT_BUDGET, Search

__all__ = ["DEFAULT_BUDGET", "Moment", "Moments", "RoundChange", "Search"]
