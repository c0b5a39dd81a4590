"""The programs that seats can be given to, and what they decide. A process without a database knows them too."""

from __future__ import annotations

import logging
from random import Random
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tetsudo.actions import Action
from tetsudo.bots import Budget
from tetsudo.bots.levels import Maker, maker
from tetsudo.bots.player import PLAIN, decision
from tetsudo.game import Game

logger = logging.getLogger(__name__)

OURS: Final[dict[str, object]] = {
    "simple": _("Simple bot"),
    "rules": _("Sensible bot"),
    "random": _("Random bot"),
}
"""What people read of the bots of this package that think quickly."""

BOTS: Final[dict[str, tuple[object, Maker]]] = {
    **{name: (label, maker(name)) for name, label in OURS.items()},
    **{name: (name, maker(found)) for name, found in settings.BOTS.items()},
}
"""By the name that seats keep: what people read, and who makes the player. Those of others are the host's to name."""


def choices() -> list[tuple[str, object]]:
    """The programs that a seat can be given to."""
    return [(name, label) for name, (label, _make) in BOTS.items()]


def decide(game: Game, bot: str, drawn: str, budget: Budget = PLAIN) -> Action:
    """What a program does now; `drawn` is what it draws from (`chance.of_bot`)."""
    seat = game.to_act.player
    view = game.view(seat)
    offers = view.legal_actions()
    try:
        player = BOTS[bot if bot in BOTS else "random"][1](game.setup, Random(drawn))
        action = decision(player, view, offers, budget).action
        if game.is_legal(action):
            return action
        logger.error("The %s bot decided what is not legal: %s", bot, action)
    except Exception:  # a program's fault must not stop a table
        logger.exception("The %s bot could not decide", bot)
    return offers[0].example()
