"""Moments: the decisions of a finished game that cost most, by playouts, and errors by kind of decision."""

from tetsudo.review.moments.search import DEFAULT_BUDGET, Moments, Search

__all__ = ["DEFAULT_BUDGET", "Moments", "Search"]
