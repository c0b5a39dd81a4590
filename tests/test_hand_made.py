"""Sandbox boards: contents, runs, and impossible boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

import tetsudo
from tests.builders import new_game
from tetsudo import interop
from tetsudo.analysis.run_report import best_of, checked, why_not
from tetsudo.core.actions import Route, RunRoutes
from tetsudo.game.game import Game
from tetsudo.game.sandbox import board_file
from tetsudo.game.sandbox.board import HandMade

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
        ({"Z9": "5"}, {}, "tiles.Z9: There is no hex Z9"),
        ({"E2": "5x"}, {}, "tiles.E2: There is no tile 5x. Did you mean 5?"),
        ({"E2": "5 7"}, {}, "tiles.E2: a rotation is a number from 0 to 5, not '7'"),
        ({"E2": "8 0"}, {}, "tiles.E2: tile 8 does not fit there with rotation 0"),
        ({}, {"XX": ["E2"]}, "tokens.XX: There is no company XX"),
        ({}, {"SR": ["E2", "K4", "J5", "K8"]}, "tokens.SR: has 2, not 4"),
        ({}, {"IR": ["B3"]}, "tokens.IR: there is no city B3"),
        ({}, {"IR": ["E2:1"]}, "tokens.IR: there is no city E2:1"),
        ({}, {"IR": ["E2:x"]}, "tokens.IR: there is no city 'x'"),
        ({"E2": "5 4"}, {"IR": ["E2"], "AR": ["E2"]}, "has more tokens on E2 than the city has slots"),
    ],
)
def test_what_can_never_be_is_bad_input(
    tiles: Mapping[str, str], tokens: Mapping[str, Sequence[str]], sentence: str
) -> None:
    with pytest.raises(tetsudo.BadInput, match=sentence.replace("?", r"\?")):
        new_game(2).with_board(tiles, tokens)


def test_a_company_may_be_given_trains() -> None:
    board = new_game(2).with_board(COAST, {"IR": ["E2"]}, trains={"IR": ["2", "3"]})
    assert board.company("IR").trains == ("2", "3")
    assert board.with_board(trains={"IR": ["D"]}).company("IR").trains == ("D",)
    with pytest.raises(tetsudo.BadInput, match=r"trains\.IR: at most 8 trains, not 9"):
        board.with_board(trains={"IR": ["2"] * 9})


def test_a_slot_that_waits_for_a_home_may_be_taken() -> None:
    """Placement rules are not applied: E2 is the home of IR."""
    assert new_game(2).with_board(COAST, {"AR": ["E2"]}).company("AR").tokens == ("E2",)


# As a file

TABLE = """
title = "1889"
phase = "3"
[tiles]
E2 = "5 4"
F3 = "57 2"
[tokens]
IR = ["E2"]
[trains]
IR = "2 3"
"""


def test_a_file_by_hand_gives_the_board() -> None:
    board = board_file.read(TABLE).game()
    best = best_of(board, "IR")
    assert [(train.train, train.revenue) for train in best.run.trains] == [("2", 20 + 20), ("3", 30 + 20)]
    assert (best.run.revenue, best.proved) == (90, True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "title: is missing"),
        ("title = ", "this is not TOML"),
        ('title = "1830"', "title: There is no title 1830"),
        ('title = "1889"\nphases = "3"', "phases: There is no key phases. Did you mean phase"),
        ('title = "1889"\nphase = "9"', "phase: There is no phase 9"),
        ('title = "1889"\nplayers = 9', "players: Shikoku 1889 is for 2 to 6 players, not 9"),
        ('title = "1889"\nplayers = "many"', "players: must be a whole number"),
        ('title = "1889"\nscenario = "A"', "scenario"),
        ('title = "1889"\ntiles = 7', "tiles: must be a table of names"),
        ('title = "1889"\n[tiles]\nE2 = true', "tiles.E2: must be a word in quotes"),
        ('title = "1889"\n[trains]\nIR = ["7"]', "trains.IR: There is no train 7"),
        ('title = "1889"\n[trains]\nXX = ["2"]', "trains.XX: There is no company XX"),
        ('title = "1889"\n[passages]\nTR = ["AR"]', "passages.TR: TR is not a private"),
        ('title = "1889"\n[options]\nbank = [1.5]', "options.bank: must be"),
        ("x" * 30_001, "a board has at most"),
        ("a = " + "[" * 5000, "this is not TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_key(text: str, sentence: str) -> None:
    with pytest.raises(tetsudo.BadInput, match=sentence):
        board_file.read(text).game()


def test_a_passage_that_was_paid_leads_through_the_token_of_a_private() -> None:
    """1890-C.8.2-m: Akashi 20, Kōbe 30 with the private's token in its one slot, Ashiya 20."""
    table = """
    title = "1890"
    tiles = { F3 = "57 1", F7 = "57 1" }
    tokens = { KH = "F7", KR = "F5" }
    trains = { KH = "3" }
    """
    assert best_of(board_file.read(table).game(), "KH").run.revenue == 20 + 30
    paid = board_file.read(f"{table}\npassages = {{ KR = 'KH' }}")
    assert best_of(paid.game(), "KH").run.revenue == 20 + 30 + 20
    assert HandMade.of(paid.game()).passages == {"KR": ("KH",)}


def positions(file: Path, every: int) -> Iterator[Game]:
    """Positions of a recorded game, one in every few actions."""
    imported = interop.read(file)
    for number in range(imported.remaining):
        imported.step()
        if number % every == every - 1:
            yield imported.game


@pytest.mark.shared("games/1888/*.json", "games/1889/1[0-3]*.json", "games/random/1888*5*.json")
def test_the_board_of_a_recorded_game_goes_through_a_file(shared_file: Path) -> None:
    for game in positions(shared_file, 120):
        board = HandMade.of(game)
        assert board_file.read(board_file.write(board)) == board
        again = board.game()
        assert HandMade.of(again) == board
        for symbol, company in game.companies.items():
            if company.trains:
                assert best_of(again, symbol).run.revenue == company.best_run().revenue


@pytest.mark.shared("games/1888/*.json")
def test_what_people_ran_is_told_stop_by_stop(shared_file: Path) -> None:
    """A train's revenue is its stops plus a bonus, only for companies with a destination; no run beats the best."""
    imported, runs = interop.read(shared_file), 0
    for _ in range(imported.remaining):
        before = imported.game.clone()
        imported.step()
        action = imported.game.actions[-1]
        if not isinstance(action, RunRoutes):
            continue
        company = before.setup.companies[action.company]
        run = checked(before, company.symbol, action.routes)
        assert run.revenue <= best_of(before, company.symbol).run.revenue
        for train in run.trains:
            assert train.revenue == sum(stop.revenue for stop in train.stops) + train.bonus
            assert train.bonus in (0, company.bonus)
        runs += 1
    assert runs > 10


def test_a_run_that_is_not_valid_is_refused_with_its_clause() -> None:
    board = board_file.read(TABLE).game()
    two, three = board.setup.trains[0].id, board.setup.trains[1].id
    imabari, matsuyama, saijo = (board.hex(name).id for name in ("F1", "E2", "F3"))

    def clause(*routes: tuple[int, tuple[int, ...]]) -> str:
        refusal = why_not(board, "IR", [Route(*route) for route in routes])
        return refusal.clause if refusal else ""

    assert clause((two, (matsuyama, saijo)), (three, (matsuyama, imabari))) == ""
    assert clause((two, (imabari, matsuyama, saijo))) == "1889-RUN-07"
    assert clause((two, (matsuyama, saijo)), (three, (saijo, matsuyama))) == "1889-RUN-05"
