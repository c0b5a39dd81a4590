"""Positions as one line of text, like a FEN: reading and writing."""

from __future__ import annotations

from collections.abc import Mapping

from tetsudo.engine.model.options import OptionValue
from tetsudo.game.game import Game
from tetsudo.game.text.position import FORMAT_MARK, MAX_LENGTH, NO_OPTIONS, parse, write

__all__ = ["FORMAT_MARK", "MAX_LENGTH", "read", "write"]


def read(text: str, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Game:
    """Game at a position, without a past; BadInput names the invalid field.

    `options`: options of the table in addition to those in the text.
    """
    ruleset, names, state = parse(text, options)
    return Game.at(ruleset, names, state)
