"""The programs that seats can be given to, and what they decide. A process without a database knows them too."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from typing import Final

from django.utils.translation import gettext_lazy as _

from tetsudo.actions import Action
from tetsudo.bots import Player, RandomPlayer, SimplePlayer
from tetsudo.game import Game

logger = logging.getLogger(__name__)

BOTS: Final[dict[str, tuple[object, Callable[[Game, Random], Player]]]] = {
    "simple": (_("Simple bot"), lambda game, rng: SimplePlayer(game.setup, rng)),
    "random": (_("Random bot"), lambda game, rng: RandomPlayer(rng)),
}
"""By the name that seats keep: what people read, and how the player is made."""


def choices() -> list[tuple[str, object]]:
    """The programs that a seat can be given to."""
    return [(name, label) for name, (label, _make) in BOTS.items()]


def decide(game: Game, bot: str, drawn: str) -> Action:
    """What a program does now; `drawn` is what it draws from (`chance.of_bot`)."""
    seat = game.to_act.player
    view = game.view(seat)
    offers = view.legal_actions()
    player = BOTS[bot if bot in BOTS else "random"][1](game, Random(drawn))
    try:
        decision = player.decide(view, offers)
        if game.is_legal(decision):
            return decision
        logger.error("The %s bot decided what is not legal: %s", bot, decision)
    except Exception:  # a program's fault must not stop a table
        logger.exception("The %s bot could not decide", bot)
    return offers[0].example()
