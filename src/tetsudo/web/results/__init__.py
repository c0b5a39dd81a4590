"""Plots of a table's game, its table of operating rounds, and the page of its end."""
