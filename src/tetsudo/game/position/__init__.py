"""A position as one line of text, like a FEN: writing, reading, validation."""

from tetsudo.game.position.text import LONGEST, MARK, read, write

__all__ = ["LONGEST", "MARK", "read", "write"]
