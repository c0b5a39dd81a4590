"""Upgrade charts, compared with a second, plain reading of the rulebooks and with the lays that the engine lists."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Final, NamedTuple, TypeAlias

import pytest

import tetsudo
from tests.properties.walks import MAX_ACTIONS, TITLES, Walk, listings_of, new_numbered_game
from tetsudo.core.actions import Descriptor, LayPrivateTile, LayTile
from tetsudo.core.units import COLOURS, FIXED, NOBODY
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, TOWN, Face
from tetsudo.game.game import Game
from tetsudo.titles.loader import title_info

Lays: TypeAlias = set[tuple[str, int]]
"""Tiles by name, each with a rotation."""

FACES_OF_A_HEX: Final = 12
"""Number of tiles of its chart from which a hex is looked at again."""


class Stop(NamedTuple):
    """A city or town of a hex, with the sides to which its track leads."""

    kind: int
    slots: int
    revenue: tuple[int, ...]
    sides: frozenset[int]


class Drawing(NamedTuple):
    """Track of a hex as one sees it: stops, and curves from side to side."""

    stops: tuple[Stop, ...]
    curves: frozenset[frozenset[int]]

    @property
    def sides(self) -> set[int]:
        """Sides that any track reaches."""
        return {side for stop in self.stops for side in stop.sides} | {side for curve in self.curves for side in curve}


def drawing(face: Face, turned: int = 0) -> Drawing:
    """A face, turned clockwise. The tiles at hand have neither junctions nor track from one stop to another."""
    leads: list[set[int]] = [set() for _ in face.nodes]
    curves = set()
    for a, b in face.segments:
        if b < NODE:
            curves.add(frozenset({(a + turned) % 6, (b + turned) % 6}))
        else:
            assert a < NODE
            leads[b - NODE].add((a + turned) % 6)
    assert not any(node.kind == JUNCTION for node in face.nodes)
    stops = [
        Stop(node.kind, node.slots, node.revenue, frozenset(sides))
        for node, sides in zip(face.nodes, leads, strict=True)
    ]
    return Drawing(tuple(stops), frozenset(curves))


def looks_alike(one: Drawing, other: Drawing) -> bool:
    return Counter(one.stops) == Counter(other.stops) and one.curves == other.curves


def keeps_all(old: Drawing, new: Drawing) -> bool:
    """All track stays: each stop becomes one of its kind, with its track. Stops join only where there are fewer."""
    if not old.curves <= new.curves:
        return False
    places = range(len(new.stops))
    count = len(old.stops)
    ways = permutations(places, count) if count <= len(new.stops) else product(places, repeat=count)
    return any(
        all(
            was.kind == new.stops[to].kind and was.sides <= new.stops[to].sides
            for was, to in zip(old.stops, way, strict=True)
        )
        for way in ways
    )


def plain_lays(game: Game, hex: int, old: Face) -> Lays:
    """Tiles of companies that may replace a face on a hex, as the rulebooks say it, tried in all six rotations."""
    place, tiles = game.setup.map.hexes[hex], game.setup.tiles
    closed = {
        side
        for side, beyond in enumerate(place.neighbours)
        if place.closed >> side & 1 or (beyond == NOBODY and not place.dead_ends >> side & 1)
    }
    found: Lays = set()
    for tile in tiles:
        kept = [each.name for each in tiles if place.name in each.hexes and each.colour == tile.colour]
        if kept and tile.name not in kept:
            continue
        if (tile.hexes or tile.only) and place.name not in (*tile.hexes, *tile.only):
            continue
        if tile.special or not follows(game, hex, old, tile.name):
            continue
        shape = game.setup.faces[game.setup.face_of[tile.id, 0]]
        seen: list[Drawing] = []
        for rotation in range(6):
            new = drawing(shape, rotation)
            if any(looks_alike(new, each) for each in seen):
                continue
            seen.append(new)
            if not new.sides & closed and keeps_all(drawing(old), new):
                found.add((tile.name, rotation))
    return found


def follows(game: Game, hex: int, old: Face, name: str) -> bool:
    """The manifest names what replaces a tile; the map may for a printed hex, otherwise colour, letter and stops do."""
    tile = next(each for each in game.setup.tiles if each.name == name)
    if old.tile != NOBODY:
        return name in game.setup.tiles[old.tile].upgrades
    if game.setup.map.hexes[hex].upgrades:
        return name in game.setup.map.hexes[hex].upgrades
    if old.colour in FIXED or tile.colour != old.colour + 1 or tile.label != old.label:
        return False
    counts = [Counter(node.kind for node in face.nodes if node.kind in (CITY, TOWN)) for face in (old, tile)]
    return bool(tile.label) or counts[0] == counts[1]


def charted_lays(game: Game, hex: int, old: Face) -> Lays:
    """The first step of the chart: tiles of the next colour."""
    tile = game.setup.tiles[old.tile].name if old.tile != NOBODY else None
    chart = game.hex(hex).upgrades(tile, old.rotation)
    return {
        (each.tile, rotation)
        for step in chart
        if step.colour == COLOURS[old.colour + 1]
        for each in step.tiles
        if not each.private
        for rotation in each.rotations
    }


def boards() -> list[tuple[str, str]]:
    """Every title with each of its scenarios."""
    return [
        (title, scenario)
        for title in TITLES
        for scenario in [choice.name for choice in title_info(title).scenarios] or [""]
    ]


@pytest.mark.parametrize(("title", "scenario"), boards())
def test_the_first_step_is_what_the_rulebook_says(title: str, scenario: str) -> None:
    """From every printed hex, and from some of the tiles in its chart."""
    random = Random(f"{title} {scenario}")
    game = tetsudo.new(title, ["Ann", "Bo", "Cy"], scenario=scenario or None)
    setup, compared = game.setup, 0
    for hex in setup.map.hexes:
        known = [
            setup.face_of[game.id_of("tile", tile.tile), rotation]
            for step in game.hex(hex.id).upgrades()
            for tile in step.tiles
            for rotation in tile.rotations
        ]
        for face in (hex.printed, *random.sample(known, min(len(known), FACES_OF_A_HEX))):
            old = setup.faces[face]
            if old.colour in FIXED:
                assert plain_lays(game, hex.id, old) == set()
                continue
            assert charted_lays(game, hex.id, old) == plain_lays(game, hex.id, old), (hex.name, old.name, old.rotation)
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("numbers", [(2,), pytest.param((0, 1, 3, 4, 5, 6), marks=pytest.mark.long)])
def test_every_legal_lay_is_in_the_chart(title: str, numbers: tuple[int, ...]) -> None:
    """At every position of random games, for every player, whatever the tiles that lie already."""
    lays = 0
    for number in numbers:
        game = new_numbered_game(number, title)
        walk = Walk(number, game)
        while not game.is_over and game.length < MAX_ACTIONS:
            listings = listings_of(game)
            lays += sum(is_charted_lay(game, offer) for listing in listings for offer in listing)
            game.apply(walk.decide(game, listings))
    assert lays > 50


def is_charted_lay(game: Game, offer: Descriptor) -> bool:
    """True if an offer lays a tile; then it is in the first step of its hex's chart."""
    if not isinstance(offer, LayTile | LayPrivateTile):
        return False
    tile, hex = game.setup.tiles[offer.tile], game.hex(offer.hex)
    assert tile.colour == hex.face.colour + (not (tile.special and hex.face.colour in FIXED))
    (step,) = (step for step in hex.upgrades() if step.colour == COLOURS[tile.colour])
    (shown,) = (each for each in step.tiles if each.tile == tile.name)
    assert offer.rotation in shown.rotations, offer
    assert shown.left != 0
    return True
