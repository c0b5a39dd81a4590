"""Trains: the depot, phases, purchases, discards, and revenue of runs."""
