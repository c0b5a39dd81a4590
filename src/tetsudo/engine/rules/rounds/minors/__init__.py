"""Minors: joining what forms from them, windows between turns, conversion."""
