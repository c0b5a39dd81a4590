"""What a private does, in a few words for each kind of power that data can name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tetsudo.model.title import PowerData, Private, Setup
from tetsudo.names import Labels

TEXTS: Final[dict[str, str | Promise]] = {
    "blocks_hexes": _("Blocks %(hexes)s until a company owns it."),
    "lays_tile": _("Lays %(tiles)s in %(hexes)s, once."),
    "terrain_discount": _("Its company lays on %(terrain)s hexes for %(cost)s."),
    "exchange_for_share": _("Can be exchanged for a share of %(company)s."),
    "stays_with_player": _("Pays %(income)s from phase %(phase)s on if a player still owns it."),
}


def power_texts(setup: Setup, private: Private) -> list[str]:
    """A sentence for each power of a private that has words."""
    return [str(TEXTS[power.kind]) % _values(setup, power) for power in private.powers if power.kind in TEXTS]


class _Values(dict[str, str]):
    """Values by name; what data does not say is left out."""

    def __missing__(self, key: str) -> str:
        return "…"


def _values(setup: Setup, power: PowerData) -> Mapping[str, str]:
    return _Values({name: _word(setup, name, value) for name, value in power.values.items()})


def _word(setup: Setup, name: str, value: Any) -> str:
    labels = Labels(setup, ())
    match name:
        case "hexes":
            return ", ".join(setup.map.hexes[hex].name for hex in value)
        case "tiles":
            return ", ".join(labels.label("tile", tile) for tile in value)
        case "company":
            return labels.label("company", value)
        case "cost" | "income":
            return labels.money(value)
        case _:
            return str(value)
