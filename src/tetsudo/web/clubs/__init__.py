"""Clubs: members, their tables, and tournaments."""
