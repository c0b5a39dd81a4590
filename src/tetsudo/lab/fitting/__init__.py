"""Fitting of the value of positions (`bots.heuristics.value`) on playouts of the rule-based policies."""
