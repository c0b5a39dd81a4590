"""Bots that can play seats, and their decisions. Usable in processes without a database."""

from __future__ import annotations

import logging
from random import Random
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tetsudo.bots import LEVELS, Budget, Player
from tetsudo.bots.advice import Advice, advice
from tetsudo.bots.levels import Maker, maker
from tetsudo.bots.player import DEFAULT_BUDGET, ask_for_choice
from tetsudo.core.actions import Action
from tetsudo.game.game import Game
from tetsudo.game.views.table import View

logger = logging.getLogger(__name__)

BUILTIN_LABELS: Final[dict[str, tuple[object, object]]] = {
    "random": (_("Random bot"), _("plays random moves")),
    "simple": (_("Beginner bot"), _("easy to beat")),
    "casual": (_("Casual bot"), _("lays track by eye")),
    "rules": (_("Solid bot"), _("plays by rules of thumb")),
    "rollouts": (_("Strong bot"), _("tries moves out")),
    "search": (_("Expert bot"), _("searches deepest, slowest")),
    "coach": (_("Coach"), _("explains like the lessons")),
}
"""Labels of the built-in bots by level: a name and a note."""

BOTS: Final[dict[str, tuple[object, Maker]]] = {
    **{name: (BUILTIN_LABELS[name][0] if name in BUILTIN_LABELS else name, make) for name, make in LEVELS.items()},
    **{name: (name, maker(found)) for name, found in settings.BOTS.items()},
}
"""Bots by the name that seats store, each with its label and its maker: the weakest level first, then external bots,
named by the host."""

QUICK_BOTS: Final = frozenset({"random", "simple", "casual", "rules"})
"""Bots that take some milliseconds. All others run in separate processes."""

DEFAULT_BOT: Final = "rules"
"""Default bot: proposed for a seat, and the fallback for an unknown level."""


NAMES: Final = (_("Aki"), _("Botan"), _("Chika"), _("Daiki"), _("Emi"), _("Fumi"), _("Goro"), _("Haru"))
"""Names of bots in seats, each with a different initial, so that short names are distinct too."""


def choices() -> list[tuple[str, object]]:
    """Bots that can be asked, each with its label and a note."""
    return [(name, _described_label(name, label)) for name, (label, _make) in BOTS.items()]


def short_choices() -> list[tuple[str, object]]:
    """Bots that a seat can be given to, with short labels."""
    return [(name, label) for name, (label, _make) in BOTS.items()]


def _described_label(name: str, label: object) -> object:
    note = BUILTIN_LABELS[name][1] if name in BUILTIN_LABELS and name not in settings.BOTS else ""
    return format_lazy(_("{bot}: {note}"), bot=label, note=note) if note else label


def label_of(bot: str) -> str | Promise:
    """Label of a bot; its name if the bot is no longer known."""
    label = BOTS[bot][0] if bot in BOTS else bot
    return label if isinstance(label, Promise) else str(label)


def _player(game: Game, bot: str, drawn: str) -> Player:
    return BOTS[bot if bot in BOTS else DEFAULT_BOT][1](game.setup, Random(drawn))


def decide(game: Game, bot: str, drawn: str, budget: Budget = DEFAULT_BUDGET) -> Action:
    """Decision of a bot in the present position; `drawn` seeds its random numbers (`chance.bot_seed`)."""
    view = game.view(game.to_act.player)
    offers = view.legal_actions()
    try:
        action = ask_for_choice(_player(game, bot, drawn), view, offers, budget).action
        if game.is_legal(action):
            return action
        logger.error("The %s bot decided what is not legal: %s", bot, action)
    except Exception:  # a bug in a bot must not stop a table
        logger.exception("The %s bot could not decide", bot)
    return offers[0].example()


def advise(game: Game, bot: str, drawn: str, budget: Budget = DEFAULT_BUDGET) -> Advice:
    """Advice of a bot for the player to act, from that player's view of the game only."""
    view: View = game.view(game.to_act.player)
    return advice(_player(game, bot, drawn), view, budget)
