"""The powers of the core, by the word that data uses, and the rules at a table where they and a title's own serve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tetsudo.model.title import Setup
from tetsudo.rules.powers.brings import Brings
from tetsudo.rules.powers.exchange import ExchangeForShare
from tetsudo.rules.powers.ignoring import IgnoresTokens
from tetsudo.rules.powers.lays_tile import LaysTile
from tetsudo.rules.powers.payments import PaidForCalls, PaidForLays, PaysForToken, PaysOnce, RunBonus
from tetsudo.rules.powers.station import Station
from tetsudo.rules.powers.staying import StaysOpen, StaysWithPlayer
from tetsudo.rules.powers.terrain import BlocksHexes, FirstLayFree, TerrainDiscount
from tetsudo.rules.ruleset.power import Power
from tetsudo.rules.ruleset.ruleset import Ruleset

POWERS: Final[dict[str, type[Power]]] = {
    "blocks_hexes": BlocksHexes,
    "terrain_discount": TerrainDiscount,
    "lays_tile": LaysTile,
    "exchange_for_share": ExchangeForShare,
    "stays_with_player": StaysWithPlayer,
    "stays_open": StaysOpen,
    "first_lay_free": FirstLayFree,
    "pays_for_token": PaysForToken,
    "pays_once": PaysOnce,
    "paid_for_lays": PaidForLays,
    "run_bonus": RunBonus,
    "paid_for_calls": PaidForCalls,
    "ignores_tokens": IgnoresTokens,
    "station": Station,
    "brings": Brings,
}


def rules_for(setup: Setup, own: Mapping[str, type[Power]] | None = None) -> Ruleset:
    """The rules at one table. `own`: the powers that the title brings itself, by the word that its data uses."""
    return Ruleset(setup, {**POWERS, **(own or {})})
