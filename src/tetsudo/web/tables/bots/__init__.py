"""Bots at tables: the worker that moves for them, the scheduler of their turns, advice."""
