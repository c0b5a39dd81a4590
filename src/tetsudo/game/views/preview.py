"""Games for what-if play, and boards with one more tile or token.

Neither reveals what the player may not know.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from tetsudo.core.actions import LayPrivateTile, LayTile, PlaceToken
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import lay
from tetsudo.engine.state.board import put_token, token_place
from tetsudo.engine.state.state import State
from tetsudo.game.hidden_information import sampled_state
from tetsudo.game.play import Play

Build: TypeAlias = LayTile | LayPrivateTile | PlaceToken
"""Action that puts a tile or token on the board."""


G = TypeVar("G", bound=Play)


def what_if(game: G, secret: int) -> G:
    """Game for what-if play, without a past: random events and unknown amounts are drawn from a secret number."""
    state = sampled_state(game.ruleset, game.state, secret).clone()
    copy = game.at(game.ruleset, game.names, state, None, game.length).with_chance(secret)
    copy.keeps_positions = False
    return copy


def with_build(game: G, action: Build) -> G:
    """The same game, with a tile or a token placed on its board, free of charge."""
    build(game.ruleset, game.state, game.resolve(action))
    return game


def build(rules: Ruleset, state: State, action: object) -> None:
    """Place a tile or a token, without further effects. A company with no token left places none."""
    if isinstance(action, LayTile | LayPrivateTile):
        lay(rules, state, action.hex, rules.setup.face_of[action.tile, action.rotation])
    elif isinstance(action, PlaceToken):
        first, after = rules.tokens_from[action.company : action.company + 2]
        unplaced = [token for token in range(first, after) if token_place(state, token) < 0]
        if unplaced:
            put_token(state, unplaced[0], action.hex, action.city)
