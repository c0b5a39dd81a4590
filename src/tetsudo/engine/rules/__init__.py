"""Rules of play: procedures that list, refuse and apply actions."""
