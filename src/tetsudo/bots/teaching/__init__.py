"""The coach, and what it says of moves: the terms of the lessons."""
