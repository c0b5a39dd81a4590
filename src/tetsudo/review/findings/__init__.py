"""Exact findings about a finished game: facts, found by the rules and the solver of runs, without any bot."""
