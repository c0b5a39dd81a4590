"""Pages of notices, and the way to the next game."""
