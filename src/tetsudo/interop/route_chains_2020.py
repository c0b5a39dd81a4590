"""Routes of 2020: chains of hexes between stops, joined in one list, each in either direction.

`B3 B5 B7 B3 C4` is the chain B3-B5-B7 and the chain B3-C4, so the route B7-B5-B3-C4. A hex that ends one chain and
begins the next is written once or twice. The file does not mark the ends of chains; they follow from the track.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tetsudo.core.units import HexId
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.track import OPEN_END

Chain = tuple[HexId, ...]

MAX_READINGS: Final = 64
"""Maximum number of readings followed for the beginning of a list."""


def readings(network: Network, hexes: Chain) -> list[Chain]:
    """Every route that a list of hexes may mean, as its hexes in order; empty if it follows no track."""
    ways: list[list[Chain]] = [[] for _ in range(len(hexes) + 1)]  # by the start of the next chain
    ways[0].append(())
    found: list[Chain] = []
    for at in range(len(hexes)):
        for chain in sorted(set(_chains(network, hexes, at)), key=len):
            end = at + len(chain) - 1
            joined = [*_extend_readings(ways[at], chain)]
            if end == len(hexes) - 1:
                found += joined
            for next_one in (end, end + 1):
                ways[next_one] = _first_distinct(ways[next_one] + joined)
    return _first_distinct(found)


def _first_distinct(ways: list[Chain]) -> list[Chain]:
    return list(dict.fromkeys(ways))[:MAX_READINGS]


def _chains(network: Network, hexes: Chain, at: int) -> Iterator[Chain]:
    """Chains from one stop to the next with which a list may continue."""
    for stop in network.ground.stops_on(hexes[at], network.track.tiles[hexes[at]]):
        for arc in network.track.out[stop]:
            if arc.target != OPEN_END and len(arc.hexes) > 1 and hexes[at : at + len(arc.hexes)] == arc.hexes:
                yield arc.hexes


def _extend_readings(ways: list[Chain], chain: Chain) -> Iterator[Chain]:
    """Every way extended by a chain in the direction that fits."""
    for way in ways:
        for turned in (chain, chain[::-1]):
            if not way:
                yield turned
            elif way[-1] == turned[0]:
                yield way + turned[1:]
