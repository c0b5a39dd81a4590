"""Minors: merging into companies that form from them, windows between turns, conversion."""
