"""Boards with a slow best run: full boards of 1890, with a company that has two unlimited trains."""

from __future__ import annotations

import re
from typing import Any, Final

from benchmarks.late_boards import late_board
from tests.builders import assign_train, company, new_game, operate, set_phase, start
from tetsudo.core.errors import BadInput
from tetsudo.engine.state.board import remove_token
from tetsudo.engine.state.state import MAX_CITIES
from tetsudo.game import position
from tetsudo.game.game import Game

FULL_BOARD_TILES: Final = 110
"""Number of tiles laid or upgraded."""


def expensive_board(seed: int, symbol: str = "HK") -> Any:
    """The record of a game that starts on such a board, with a company about to run."""
    game = new_game(4, title="1890", scenario="C")
    state = game.state
    board = late_board(game.ruleset, seed, FULL_BOARD_TILES)
    set_phase(game, game.setup.phases[-1].name)
    corporations = [each for each in game.setup.companies if each.kind == "corporation"]
    for number, each in enumerate(corporations):
        start(game, each.symbol, {number % 4: 10 * each.president_shares}, tokens=())
    state.tiles = board.tiles
    state.tokens = board.tokens
    state.supply = board.supply
    _make_room(game, game.ruleset.tokens_from[company(game, symbol)])
    for _ in range(2):
        assign_train(game, symbol, "D")
    state.network = None
    operate(game, symbol, "run")
    head = {"format": "tetsudo", "version": 2, "title": "1890", "players": list(game.names)}
    return {**head, "scenario": "C", "start": game.position()}


def _make_room(game: Game, kept: int) -> None:
    """Remove tokens until no city holds more than its slots; token `kept` stays."""
    while True:
        try:
            position.read(game.position())
        except BadInput as refusal:
            found = re.findall(r"on (\w+) ", str(refusal))
            hex = game.setup.map.by_name[found[0]]
            tokens = game.state.tokens
            there = [at for at, place in enumerate(tokens) if place >= 0 and place // MAX_CITIES == hex and at != kept]
            remove_token(game.state, there[-1])
        else:
            return
