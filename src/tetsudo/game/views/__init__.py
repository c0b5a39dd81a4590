"""Read-only views of a game for users and bots."""
