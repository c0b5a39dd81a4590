"""A board made by hand: what stands on it, what would run, and what can never be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

import tetsudo
from tests.builders import new_game

COAST: Mapping[str, str] = {"E2": "5 4", "F3": "57 2"}
"""Matsuyama (20) between Imabari (30) and Saijo (20)."""


def test_what_would_run_on_a_board_made_by_hand() -> None:
    game = new_game(2)
    before = game.digest()
    board = game.with_board(tiles=COAST, tokens={"IR": ["E2"]}, phase="3")
    assert repr(board.hex("E2")) == "<E2: Matsuyama, tile 5, rotation 4>"
    assert board.company("IR").tokens == ("E2",)
    assert board.company("IR").best_run(trains=["2"]).revenue == 20 + 30
    assert board.company("IR").best_run(trains=["3"]).revenue == 30 + 20 + 20
    assert board.view().phase == "3"
    assert (game.digest(), board.length) == (before, 0)


def test_tokens_of_others_stay_and_those_named_stand_elsewhere() -> None:
    board = new_game(2).with_board(COAST, {"IR": ["E2"], "AR": ["K8"]})
    again = board.with_board(tokens={"IR": ["F3"]})
    assert (again.company("IR").tokens, again.company("AR").tokens) == (("F3",), ("K8",))
    assert again.hex("E2").tile == "5"


def test_tiles_are_taken_from_the_supply_and_given_back() -> None:
    game = new_game(2)
    five = next(tile for tile in game.setup.tiles if tile.name == "5").id
    board = game.with_board({"E2": "5 4"})
    assert board.state.supply[five] == game.state.supply[five] - 1
    assert board.with_board({"E2": "6 4"}).state.supply[five] == game.state.supply[five]


@pytest.mark.parametrize(
    ("tiles", "tokens", "sentence"),
    [
        ({"Z9": "5"}, {}, "there is no hex 'Z9'"),
        ({"E2": "5x"}, {}, "there is no tile '5x'; did you mean 5"),
        ({"E2": "5 7"}, {}, "tiles.E2: a rotation is a number from 0 to 5, not '7'"),
        ({"E2": "8 0"}, {}, "tiles.E2: tile 8 can never lie there with rotation 0"),
        ({}, {"XX": ["E2"]}, "there is no company 'XX'"),
        ({}, {"SR": ["E2", "K4", "J5", "K8"]}, "tokens.SR: has 2, not 4"),
        ({}, {"IR": ["B3"]}, "has one on B3, where there is no such city"),
        ({}, {"IR": ["E2:x"]}, "tokens.IR: 'x' is no city"),
        ({"E2": "5 4"}, {"IR": ["E2"], "AR": ["E2"]}, "has more on E2 than the city has room for"),
    ],
)
def test_what_can_never_be_is_bad_input(
    tiles: Mapping[str, str], tokens: Mapping[str, Sequence[str]], sentence: str
) -> None:
    with pytest.raises(tetsudo.BadInput, match=sentence.replace("?", r"\?")):
        new_game(2).with_board(tiles, tokens)
