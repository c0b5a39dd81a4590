"""The programs that seats can be given to, and what they decide. A process without a database knows them too."""

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
from tetsudo.bots.player import PLAIN, decision
from tetsudo.core.actions import Action
from tetsudo.game.game import Game
from tetsudo.game.views.table import View

logger = logging.getLogger(__name__)

OURS: Final[dict[str, tuple[object, object]]] = {
    "random": (_("Random bot"), _("does anything")),
    "simple": (_("Simple bot"), _("easily beaten")),
    "rules": (_("Sensible bot"), _("by rules of thumb")),
    "rollouts": (_("Strong bot"), _("tries moves out")),
    "search": (_("Thorough bot"), _("tries out most, and takes longest")),
}
"""What people read of the levels of this package: a name, which tells the level, and what it does."""

BOTS: Final[dict[str, tuple[object, Maker]]] = {
    **{name: (OURS[name][0] if name in OURS else name, make) for name, make in LEVELS.items()},
    **{name: (name, maker(found)) for name, found in settings.BOTS.items()},
}
"""By the name that seats keep: what people read, and who makes the player, the weakest level first. Those of others
are the host's to name."""

QUICK: Final = frozenset({"random", "simple", "rules"})
"""Those that think for some milliseconds. All others have processes of their own."""

USUAL: Final = "rules"
"""Who is proposed for a seat, and plays where a level is known no more."""


NAMES: Final = (_("Aki"), _("Botan"), _("Chika"), _("Daiki"), _("Emi"), _("Fumi"), _("Goro"), _("Haru"))
"""What those are called that sit down: each begins otherwise, so that short names tell them apart as well."""


def choices() -> list[tuple[str, object]]:
    """The programs that a seat can be given to."""
    return [(name, _described(name, label)) for name, (label, _make) in BOTS.items()]


def _described(name: str, label: object) -> object:
    note = OURS[name][1] if name in OURS and name not in settings.BOTS else ""
    return format_lazy(_("{bot}: {note}"), bot=label, note=note) if note else label


def label_of(bot: str) -> str | Promise:
    """What people read of a level that may be known no more."""
    label = BOTS[bot][0] if bot in BOTS else bot
    return label if isinstance(label, Promise) else str(label)


def _player(game: Game, bot: str, drawn: str) -> Player:
    return BOTS[bot if bot in BOTS else USUAL][1](game.setup, Random(drawn))


def decide(game: Game, bot: str, drawn: str, budget: Budget = PLAIN) -> Action:
    """What a program does now; `drawn` is what it draws from (`chance.of_bot`)."""
    view = game.view(game.to_act.player)
    offers = view.legal_actions()
    try:
        action = decision(_player(game, bot, drawn), view, offers, budget).action
        if game.is_legal(action):
            return action
        logger.error("The %s bot decided what is not legal: %s", bot, action)
    except Exception:  # a program's fault must not stop a table
        logger.exception("The %s bot could not decide", bot)
    return offers[0].example()


def advise(game: Game, bot: str, drawn: str, budget: Budget = PLAIN) -> Advice:
    """What a program would do for who is to act, from what he may know and nothing else."""
    view: View = game.view(game.to_act.player)
    return advice(_player(game, bot, drawn), view, budget)
