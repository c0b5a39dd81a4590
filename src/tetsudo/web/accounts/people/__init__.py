"""A person's games and results, and the people they have played with."""
