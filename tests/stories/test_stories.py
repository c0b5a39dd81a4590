"""Games written down move by move, with money worked out by hand; their records are next to them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tetsudo
from tests.stories.teller import play_story
from tetsudo.core.events import data

HERE = Path(__file__).parent
STORIES = [
    ("1890", "C", "t1890/kinki_by_choice"),
    ("1890", "C", "t1890/kinki_by_force"),
    ("1890", "A", "t1890/early_floats"),
    ("1890", "C", "t1890/air_raids"),
    ("1890", "A", "t1890/earthquake"),
]


@pytest.mark.parametrize(("title", "scenario", "name"), STORIES)
def test_every_round_ends_with_the_money_worked_out_by_hand(title: str, scenario: str, name: str) -> None:
    _, wrong = play_story(HERE / f"{name}.txt", title, scenario)
    assert wrong == []


@pytest.mark.parametrize(("title", "scenario", "name"), STORIES)
def test_the_record_is_the_game_of_the_story(title: str, scenario: str, name: str) -> None:
    game, _ = play_story(HERE / f"{name}.txt", title, scenario)
    kept = (HERE / f"{name}.json").read_bytes()
    assert tetsudo.load(kept).digest() == game.digest()
    assert game.record().to_json() == kept


@pytest.mark.rule("1890-13-b", "1890-13.3-a", "1890-13.3-c", "1890-13.3-d")
@pytest.mark.parametrize(
    ("name", "turn", "worth"),
    [
        ("kinki_by_choice", 8, {"Ben": 8653, "Dee": 7768, "Ada": 7760, "Cy": 7589}),
        ("kinki_by_force", 7, {"Ben": 6161, "Ada": 5404, "Dee": 5173, "Cy": 4818}),
    ],
)
def test_a_game_ends_when_the_turn_in_which_the_bank_broke_is_over(name: str, turn: int, worth: dict[str, int]) -> None:
    """Sums from the end of the story: cash, shares at the last prices, privates at face value."""
    game = tetsudo.load((HERE / f"t1890/{name}.json").read_bytes())
    assert (game.state.turn, game.state.operating_round, game.end_reason) == (turn, 3, "bank")
    assert game.result() == worth
    assert game.winners() == ("Ben",)


@pytest.mark.rule("1890-C.10.14-a", "1890-C.10.14-d", "1890-C.10.14-e", "1890-C.10.14-g", "1890-C.10.14-h")
def test_a_game_goes_on_after_the_air_raids() -> None:
    """Tokens as in the story: two wait, one has a slot again, one is removed."""
    game = tetsudo.load((HERE / "t1890/air_raids.json").read_bytes())
    waits = [data(each)["hex"] for moment in game.moments() for each in moment.events if each.kind == "token_waits"]
    assert sorted(game.setup.map.hexes[hex].name for hex in waits if isinstance(hex, int)) == ["F11", "I12"]
    assert set(game.companies["KN"].tokens) == {"H13", "J15", "I12"}
    assert set(game.companies["JR"].tokens) == {"G12", "B17", "H19", "F5", "F13"}
    assert (game.state.turn, game.end_reason) == (5, "turns")
    assert game.result() == {"Ben": 2105, "Cy": 1945, "Dee": 1557, "Ada": 1270}
