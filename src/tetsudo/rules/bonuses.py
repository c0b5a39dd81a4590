"""What routes earn beside their stops, as a title's data say."""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.board.network import Network
from tetsudo.model.title import Setup
from tetsudo.routes.search import bits_of
from tetsudo.routes.valuation import PLAIN, Link, Valuation
from tetsudo.units import NOBODY, CompanyId, HexId

DESTINATIONS = 1
"""The key of the valuation with destinations."""


def valuation_of(setup: Setup) -> Valuation:
    """Plain, or with the companies' bonuses for runs from home to destination."""
    if all(company.destination == NOBODY for company in setup.companies):
        return PLAIN

    def links(network: Network, company: CompanyId) -> tuple[Link, ...]:
        facts = setup.companies[company]
        if facts.destination == NOBODY:
            return ()
        homes = _bits_on(network, (hex for hex, _ in facts.homes))
        return (Link(homes, _bits_on(network, (facts.destination,)), facts.bonus),)

    return Valuation(DESTINATIONS, links=links)


def _bits_on(network: Network, hexes: Iterable[HexId]) -> int:
    """The bits of all stops on some hexes, whichever a route calls at."""
    tiles = network.track.tiles
    return bits_of(network, (stop for hex in hexes for stop in network.ground.stops_on(hex, tiles[hex])))
