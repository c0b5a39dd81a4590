"""Commands that look back at a played game."""
