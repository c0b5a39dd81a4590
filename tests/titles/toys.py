"""Toy editions of Four Valleys, made in a test: one difference at a time, and random play that checks every promise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.properties.test_promises import assert_saved_is_loaded, play
from tests.properties.walks import new_numbered_game
from tetsudo.game.position import read, write

Toy = Callable[..., str]
"""Makes an edition of Four Valleys with the differences given file by file, and returns its name."""

VALLEY: Final = Path(__file__).parent / "valley"
GAMES: Final = range(6)
"""Numbers of the random games of each toy."""


def hold_all_promises(title: str, number: int) -> None:
    """Play a random game to its end with the checks of every shipped title, and save it."""
    game = play(number, strays=10, every=5, game=new_numbered_game(number, title))
    assert_saved_is_loaded(game)
    assert read(write(game)).digest() == game.digest()
