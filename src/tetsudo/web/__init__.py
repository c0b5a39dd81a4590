"""The web site: tables to play at, drawn from what the engine lists. It holds no rule and no title's name."""
