"""Colours, themes and player marks."""
