"""Writing files for 18xx.games: read again they give the same game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tetsudo
from tetsudo import interop
from tetsudo.actions import Answer, BuyPrivate, Pass
from tetsudo.errors import BadInput
from tetsudo.game import Game

SAMPLE = (
    "games/1889/247.json",
    "games/1889/68.json",
    "games/random/1889-3p-503.json",
    "games/random/1889b-5p-305.json",
    "games/1888/63897.json",
    "games/random/1888-3p-353.json",
)


def assert_comes_back(path: Path) -> None:
    played = interop.replay(path).game
    written = json.loads(json.dumps(interop.export_18xx_games(played)))
    assert interop.detect(written) == "18xx.games"
    again = interop.replay(written)
    assert again.error is None
    assert again.game.state == played.state
    assert again.game.actions == played.actions
    recorded = json.loads(path.read_bytes())["actions"]
    assert [each["type"] for each in written["actions"]] == [each["type"] for each in recorded]


@pytest.mark.shared(*SAMPLE)
def test_a_written_file_gives_the_same_game(shared_file: Path) -> None:
    assert_comes_back(shared_file)


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json", "games/1888/*.json", "games/random/*.json")
def test_every_recorded_game_comes_back(shared_file: Path) -> None:
    assert_comes_back(shared_file)


def test_certificates_trains_and_tiles_are_named_as_there(shared: Path) -> None:
    """All but a few of the choices that our positions leave open fall as they did there."""
    path = shared / "games/1889/233.json"
    recorded = json.loads(path.read_bytes())["actions"]
    written = interop.export_18xx_games(interop.replay(path).game)["actions"]
    for field in ("shares", "tile", "train", "city"):
        both = [(was[field], now[field]) for was, now in zip(recorded, written, strict=True) if field in was]
        assert sum(was == now for was, now in both) >= 0.8 * len(both), field


def new(**options: object) -> Game:
    return tetsudo.new("1889", ["Ann", "Bo"], **options)  # type: ignore[arg-type]


def test_a_game_that_has_just_begun_can_be_written() -> None:
    game = new()
    file = interop.export_18xx_games(game)
    assert file["status"] == "active"
    assert file["acting"] == [1]
    assert interop.replay(file).game.state == game.state


@pytest.mark.parametrize("seed", range(4))
def test_dealt_privates_are_dealt_alike(seed: int) -> None:
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"], variants=["beginner"], seed=seed)
    assert interop.replay(interop.export_18xx_games(game)).game.state == game.state


def test_house_rules_cannot_be_told() -> None:
    with pytest.raises(BadInput, match=r"options: .*house rules: bank"):
        interop.export_18xx_games(new(options={"bank": 5000}))


def test_a_game_from_the_middle_cannot_be_told() -> None:
    game = new()
    game.apply(Pass(0))
    with pytest.raises(BadInput, match="middle of a game"):
        interop.export_18xx_games(Game.at(game.ruleset, game.names, game.state))


def test_other_readings_of_the_rules_are_not_written_as_if_they_were_theirs() -> None:
    """A free private waits for a round of passes here, and goes at once there."""
    game = new()
    for _ in range(9):
        game.apply(Pass(game.to_act.player))
    with pytest.raises(BadInput, match="other readings of the rules"):
        interop.export_18xx_games(game)


def test_agreed_offers_are_one_action_and_declined_ones_none(shared: Path) -> None:
    """A recorded game once more, with every offer asked, and one declined before."""
    recorded = interop.replay(shared / "games/random/1889-5p-605.json").game
    game = tetsudo.new("1889", recorded.names, variants=["18xx.games"], options={"offers": "ask"})
    declined = False
    for action in recorded.actions:
        if isinstance(action, BuyPrivate) and not declined:
            cheaper = replace(action, price=action.price - 1)
            if game.is_legal(cheaper):
                game.apply(cheaper)
                if game.to_act.doing == "offer":
                    game.apply(Answer(game.to_act.player, 0))
                    declined = True
                else:
                    game.undo()
        game.apply(action)
        if game.to_act.doing == "offer":
            game.apply(Answer(game.to_act.player, 1))
    assert declined
    assert game.length > recorded.length + 2
    assert len(interop.export_18xx_games(game)["actions"]) == recorded.length
