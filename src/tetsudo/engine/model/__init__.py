"""Immutable parts of a game, shared by all of its copies."""
