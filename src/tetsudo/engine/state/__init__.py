"""State of a game: everything that changes, in flat rows, and functions that access it."""
