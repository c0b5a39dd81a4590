"""Positions as one line of text, like a FEN: reading and writing."""

from __future__ import annotations

from collections.abc import Mapping

from tetsudo.engine.model.options import OptionValue
from tetsudo.game.game import Game
from tetsudo.game.text.position import LONGEST, MARK, NO_OPTIONS, parsed, write

__all__ = ["LONGEST", "MARK", "read", "write"]


def read(text: str, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Game:
    """Game at a position, without a past; BadInput names the invalid field.

    `options`: options of the table in addition to those in the text.
    """
    ruleset, names, state = parsed(text, options)
    return Game.at(ruleset, names, state)
