"""Revenue of runs beyond their stops, from a title's data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tetsudo.core.units import NOBODY, CompanyId, HexId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import bits_of
from tetsudo.engine.routes.revenue import PLAIN_VALUATION, Call, Link, Valuation
from tetsudo.engine.rules.ruleset.power import Power

BONUSES = 1
"""Key of the valuation with bonuses."""


def valuation_of(setup: Setup, calling: Mapping[CompanyId, Power[Any]]) -> Valuation:
    """Valuation of runs: plain, or with the companies' bonuses for runs from home to destination and for calls.

    `calling`: powers that pay for calls, by company.
    """
    linked = any(company.destination != NOBODY for company in setup.companies)
    if not linked and not calling:
        return PLAIN_VALUATION

    def links(network: Network, company: CompanyId) -> tuple[Link, ...]:
        facts = setup.companies[company]
        if facts.destination == NOBODY:
            return ()
        homes = _bits_on(network, (hex for hex, _ in facts.homes))
        return (Link(homes, _bits_on(network, (facts.destination,)), facts.bonus),)  # 1888*-RUN-12, 1888*-RUN-20

    def call(network: Network, company: CompanyId) -> Call | None:
        power = calling.get(company)
        return power.paid_call(network.track.tiles) if power is not None else None

    return Valuation(BONUSES, links=links if linked else None, calls=call if calling else None)


def _bits_on(network: Network, hexes: Iterable[HexId]) -> int:
    """Bits of all stops on some hexes; a route may call at any of them."""
    tiles = network.track.tiles
    return bits_of(network, (stop for hex in hexes for stop in network.ground.stops_on(hex, tiles[hex])))
