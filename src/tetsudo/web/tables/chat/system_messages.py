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
