"""Boards set up by hand, and their files."""
