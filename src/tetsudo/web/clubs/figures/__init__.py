"""Figures of a club, computed from its finished tables: wins, head to head, ratings."""
