"""The state of a game: all that changes, in flat rows, and functions that read it."""
