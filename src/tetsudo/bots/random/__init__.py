"""The random player, and its choice of one legal action."""
