"""Tetsudo plays 18xx: railway stock-market board games.

import tetsudo

game = tetsudo.new("1889", players=["Ann", "Bo", "Cy"], seed=7)
game.apply(game.legal_actions()[0].example())
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tetsudo.core import import_aliases
from tetsudo.core.errors import BadData, BadInput, IllegalAction, TetsudoError
from tetsudo.game import record
from tetsudo.game.game import Game, Turn
from tetsudo.game.record import GameRecord
from tetsudo.game.views.presentation import Presenters, set_presenters
from tetsudo.interop import load
from tetsudo.titles.loader import Given, add_title, name_of_title, titles

import_aliases.install()


def _presenters() -> Presenters:
    """Makers of rows and pictures, imported once they are needed."""
    from tetsudo.analysis.rows import rows
    from tetsudo.draw.notebook import board_html, company_html, game_html, market_html

    return Presenters(rows, game_html, board_html, market_html, company_html)


set_presenters(_presenters)

__version__ = "0.2.0"

__all__ = [
    "__version__",
    "BadData",
    "BadInput",
    "Game",
    "GameRecord",
    "IllegalAction",
    "TetsudoError",
    "Turn",
    "add_title",
    "load",
    "new",
    "titles",
]


def new(
    title: str | os.PathLike[str],
    players: Sequence[str],
    *,
    seed: int = 0,
    scenario: str | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, Given] | None = None,
    deal: Sequence[str] | None = None,
    seating: str = "given",
) -> Game:
    """New game before its first action. Raises `BadInput` if a choice is not available.

    `title`: a title's name in any spelling, or the path of its folder. `players`: names in seat order; with `seating`
    "random" the seed seats them. `deal`: the privates dealt to the players, for games without an auction.
    """
    return record.new(
        name_of_title(title),
        players,
        seed=seed,
        scenario=scenario,
        variants=variants,
        options=options,
        deal=deal,
        seating=seating,
    )
