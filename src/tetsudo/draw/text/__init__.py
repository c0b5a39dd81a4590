"""Positions as text: tables of rows, and the map in characters."""
