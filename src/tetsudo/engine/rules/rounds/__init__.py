"""Rounds of the game: auction, stock, minors, operating."""
