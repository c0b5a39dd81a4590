"""What a game is made of. Immutable: every copy of a game shares it."""
