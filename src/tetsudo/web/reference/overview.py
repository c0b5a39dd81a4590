"""Overview of a title for newcomers: playing time and weight."""

from __future__ import annotations

from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tetsudo.titles.introductions import ANY_PLAYERS, MAX_WEIGHT, Guide

WEIGHTS: Final = (
    gettext_lazy("one of the lightest"),
    gettext_lazy("easy for an 18xx: good to start with"),
    gettext_lazy("medium for an 18xx"),
    gettext_lazy("demanding: play others first"),
    gettext_lazy("one of the heaviest"),
)
"""Texts by weight, starting with 1."""

assert len(WEIGHTS) == MAX_WEIGHT

SOURCES: Final = {
    "rulebook": gettext_lazy("rulebook figure, with the physical game"),
    "estimate": gettext_lazy("our estimate, with the physical game"),
}
"""Texts by source of the playing times."""


def hours_of(guide: Guide, players: int) -> str:
    """Playing time in hours with this number of players: "2.5–3.5"; "" if unknown."""
    found = guide.hours.get(players, guide.hours.get(ANY_PLAYERS))
    return _span(*found) if found else ""


def length_of(guide: Guide) -> str:
    """Playing time from the shortest to the longest, with its source; "" if unknown."""
    if not guide.hours:
        return ""
    low, high = min(low for low, _high in guide.hours.values()), max(high for _low, high in guide.hours.values())
    text = ngettext("{hours} hour", "{hours} hours", 1 if high == 1 else 2)
    return _("{hours} ({source})").format(hours=text.format(hours=_span(low, high)), source=SOURCES[guide.source])


def weight_of(guide: Guide) -> str | Promise:
    """Weight in words; "" if unknown."""
    return WEIGHTS[guide.weight - 1] if guide.weight else ""


def dots_of(guide: Guide) -> str:
    """Weight as dots: ●●○○○; "" if unknown."""
    return "●" * guide.weight + "○" * (MAX_WEIGHT - guide.weight) if guide.weight else ""


def _span(low: float, high: float) -> str:
    texts = [number_format(hours, decimal_pos=0 if hours == int(hours) else 1) for hours in (low, high)]
    return "–".join(dict.fromkeys(texts))
