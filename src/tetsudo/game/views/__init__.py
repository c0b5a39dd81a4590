"""Read-only views of a game for people and bots."""
