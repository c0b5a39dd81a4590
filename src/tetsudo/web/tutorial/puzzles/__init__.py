"""Pages of the puzzles, and the puzzle of the day."""
