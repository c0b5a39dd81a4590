"""Positions played on by rules of thumb, plans compared, and the last rounds solved."""
