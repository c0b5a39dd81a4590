"""Routes of 2020: chains of hexes from stop to stop, put end to end in one list, each in either direction.

`B3 B5 B7 B3 C4` is the chain B3-B5-B7 and the chain B3-C4, so the route B7-B5-B3-C4. A hex that ends one chain and
begins the next is written once or twice. Where chains begin and end is not told: only the track tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tetsudo.core.units import HexId
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.track import OPEN

Chain = tuple[HexId, ...]

MOST_WAYS: Final = 64
"""So many ways to read a beginning of a list are followed at the most."""


def readings(network: Network, hexes: Chain) -> list[Chain]:
    """Every route that a list of hexes may mean, as all its hexes in order; none if it follows no track."""
    ways: list[list[Chain]] = [[] for _ in range(len(hexes) + 1)]  # by where the next chain begins
    ways[0].append(())
    found: list[Chain] = []
    for at in range(len(hexes)):
        for chain in sorted(set(_chains(network, hexes, at)), key=len):
            end = at + len(chain) - 1
            joined = [*_joined(ways[at], chain)]
            if end == len(hexes) - 1:
                found += joined
            for next_one in (end, end + 1):
                ways[next_one] = _first(ways[next_one] + joined)
    return _first(found)


def _first(ways: list[Chain]) -> list[Chain]:
    return list(dict.fromkeys(ways))[:MOST_WAYS]


def _chains(network: Network, hexes: Chain, at: int) -> Iterator[Chain]:
    """The chains from one stop to the next with which a list may go on."""
    for stop in network.ground.stops_on(hexes[at], network.track.tiles[hexes[at]]):
        for arc in network.track.out[stop]:
            if arc.target != OPEN and len(arc.hexes) > 1 and hexes[at : at + len(arc.hexes)] == arc.hexes:
                yield arc.hexes


def _joined(ways: list[Chain], chain: Chain) -> Iterator[Chain]:
    """Each way with a chain at its end, in the direction that fits."""
    for way in ways:
        for turned in (chain, chain[::-1]):
            if not way:
                yield turned
            elif way[-1] == turned[0]:
                yield way + turned[1:]
