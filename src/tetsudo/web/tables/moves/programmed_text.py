"""Messages to the owner of a plan: the reason why it stopped, or cannot be made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tetsudo.core.errors import BadInput
from tetsudo.core.translation import ENGLISH
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.web.common.language import language

REASONS: Final[Mapping[str, Promise]] = {
    "over": _("The game is over."),
    "round": _("The round is over."),
    "other_round": _("This action cannot be programmed in this round."),
    "sold": _("%(player)s has sold shares of %(company)s."),
    "traded": _("%(player)s has traded in %(company)s."),
    "price": _("The price of %(company)s is %(price)s."),
    "lot": _("%(lot)s is sold, or costs less."),
    "outbid": _("%(player)s has outbid you for %(lot)s."),
    "floated": _("%(company)s has floated."),
    "enough": _("You have the amount of %(company)s you wanted."),
    "dear": _("A share of %(company)s costs %(price)s: more than your limit."),
    "lot_dear": _("%(lot)s would cost %(price)s: more than your limit."),
    "won": _("%(lot)s is yours, for %(price)s."),
    "lost": _("%(player)s has bought %(lot)s for %(price)s."),
    "gone": _("%(private)s is not yours."),
    "president": _("You are not president of %(company)s."),
    "undone": _("The moves it was based on were undone."),
    "no_run": _("No run was found in time."),
    "unknown": _("The rules were fixed since, so it no longer applies."),
}
"""Messages by the reason of a `Stop`; a refusal by the rules ("refused") has its own sentence."""


def stop_reason(reason: str, facts: Mapping[str, Any], game: Game) -> str:
    """Reason why a plan stopped, in the language of the page; `facts` as returned by `programmed.facts_of`."""
    if reason == "refused":
        said = facts["said"]
        return str(said.get(language()) or said[ENGLISH])
    labels = Labels(game.setup, game.names)
    words = labels.vocabulary
    try:
        told = {name: labels.label(name, words.id(name, word)) for name, word in facts.items()}
    except BadInput:  # the rules were fixed
        return str(REASONS["unknown"])
    return str(REASONS[reason]) % told
