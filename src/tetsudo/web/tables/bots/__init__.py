"""Bots at tables: the worker that moves for them, the order of their turns, advice."""
