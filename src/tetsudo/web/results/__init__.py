"""Plots of a table's game, its table of operating rounds, and its final page."""
