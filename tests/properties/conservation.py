"""Invariants of any game: everything is in exactly one place."""

from __future__ import annotations

from collections import Counter

from tetsudo.core.units import NOBODY
from tetsudo.engine.state.board import waiting_spot
from tetsudo.engine.state.state import WAITING
from tetsudo.game.game import Game


def assert_conserved(game: Game) -> None:
    """Assert that money, certificates, trains, tiles, tokens and privates are all present exactly once."""
    state, setup = game.state, game.setup
    assert sum(state.cash) == setup.settings.bank
    assert min(state.cash[:-1]) >= 0, "only the bank may be negative"
    assert bool(state.broken) or state.cash[-1] >= 0
    _certificates(game)
    _trains(game)
    _tiles(game)
    _tokens(game)
    assert all(owner == NOBODY or 0 <= owner <= state.players + state.companies for owner in state.privates)


def _certificates(game: Game) -> None:
    state = game.state
    stride = state.players + 4
    forming = game.to_act.company if game.to_act.doing == "forming" else NOBODY  # its president is asked afterwards
    for company in game.setup.companies:
        shares = state.shares[company.id * stride : (company.id + 1) * stride]
        assert min(shares) >= 0
        assert sum(shares) == company.ordinary
        assert 0 <= state.president[company.id] < stride
        if state.president[company.id] < state.players and company.id != forming:
            weight = company.president_shares
            held = [count + weight * (state.president[company.id] == player) for player, count in enumerate(shares)]
            assert held[state.president[company.id]] == max(held[: state.players]), "the president has the most"


def _trains(game: Game) -> None:
    state = game.state
    stride = state.companies + 3
    for train in game.setup.trains:
        counts = state.trains[train.id * stride : (train.id + 1) * stride]
        assert min(counts) >= (-1 if train.count < 0 else 0)
        assert train.count < 0 or sum(counts) == train.count


def _tiles(game: Game) -> None:
    faces = game.setup.faces
    lying = Counter(faces[face].tile for face in game.state.tiles)
    for tile in game.setup.tiles:
        if tile.count >= 0:
            assert game.state.supply[tile.id] + lying[tile.id] == tile.count
            assert game.state.supply[tile.id] >= 0


def _tokens(game: Game) -> None:
    """Assert that no city is over-full, no company has two tokens on a hex, and waiting tokens have an order."""
    placed = Counter(place for place in game.state.tokens if place >= 0)
    for place, count in placed.items():
        city = game.setup.faces[game.state.tiles[place // 8]].nodes[place % 8]
        assert count <= city.slots
    waiting = [place for place in game.state.tokens if place <= WAITING]
    assert len(waiting) == len(set(waiting))
    for company in game.setup.companies:
        first, after = game.ruleset.tokens_from[company.id : company.id + 2]
        hexes = [waiting_spot(place)[0] if place < 0 else place // 8 for place in game.state.tokens[first:after]]
        hexes = [hex for hex in hexes if hex != NOBODY]
        assert len(hexes) == len(set(hexes))
