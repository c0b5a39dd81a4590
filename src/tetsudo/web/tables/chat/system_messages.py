"""System messages in a table's chat, shown in each reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tetsudo.web.tables.bot_levels import label_of

SENTENCES: Final[Mapping[str, Promise]] = {
    "stand-in": _("{bot} plays for {name}, who can take the seat back at any time."),
    "level": _("{bot} now plays {name}'s seat."),
    "back": _("{name} plays again."),
    "time-out": _("{name}'s time is used up: {bot} plays until {name} returns."),
    "late-bot": _("{name} has let the deadline pass: {bot} plays until {name} returns."),
    "late-reminder": _("{name} has let the deadline pass. This is the reminder that the table agreed on."),
    "late-owner": _("{name} has let the deadline pass. The table's owner decides about the seat."),
    "vacation": _("{name} is on vacation until {date}: no deadline runs meanwhile."),
    "paused": _("The clocks are paused. Anyone can resume the game."),
    "resumed": _("{who} has resumed the game."),
    "closed": _("An organiser has closed this table: {reason}"),
    "reopened": _("An organiser has opened this table again: {reason}"),
    "freed": _("An organiser has freed {name}'s seat: {reason}"),
    "replaced": _("An organiser has put a bot in {name}'s seat: {reason}"),
    "master-asked": _("{who} asks to move for every player (master mode). You can agree on the page of the seats."),
    "master-on": _("All agree: {who} may move for every player. Anyone can end it on the page of the seats."),
    "master-off": _("{who} has ended master mode: everyone moves for themselves."),
    "rules-fixed": _("A rule was fixed: the moves so far no longer lead here. The game goes on from this position."),
    "advice-usual": _("{who} set bot advice to: people playing alone."),
    "advice-all": _("{who} set bot advice to: every player."),
    "advice-none": _("{who} set bot advice to: no one."),
}
"""Texts by `Message.news`."""


def sentence(news: str, facts: Mapping[str, str]) -> str:
    """Text of a system message; "" for one that is no longer known."""
    if news not in SENTENCES:
        return ""
    told = {**facts, "bot": str(label_of(facts["bot"]))} if "bot" in facts else facts
    return str(SENTENCES[news]).format_map(told)
