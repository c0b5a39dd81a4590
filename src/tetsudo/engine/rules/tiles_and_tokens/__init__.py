"""Tiles and tokens on the board: lays, station tokens and homes."""
