"""Clubs: members, their tables, a ladder and ratings."""
