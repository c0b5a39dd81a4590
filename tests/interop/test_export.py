"""Export to 18xx.games: an exported file replays to the same game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tetsudo
from tetsudo import interop
from tetsudo.core.actions import Answer, BuyPrivate, Pass
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import PrivateOffers
from tetsudo.game.game import Game
from tetsudo.interop.game_setup import AUTO_PASS_OPTIONS

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
    with pytest.raises(BadInput, match=r"options: .*house rules: this game uses bank"):
        interop.export_18xx_games(new(options={"bank": 5000}))


def test_a_game_from_the_middle_cannot_be_told() -> None:
    game = new()
    game.apply(Pass(0))
    with pytest.raises(BadInput, match="middle of a game"):
        interop.export_18xx_games(Game.at(game.ruleset, game.names, game.state))


def test_other_readings_of_the_rules_are_not_written_as_if_they_were_theirs() -> None:
    """A free private is given away after a round of passes here, and at once there."""
    game = new()
    for _ in range(9):
        game.apply(Pass(game.to_act.player))
    with pytest.raises(BadInput, match=r"this game uses forced_lot=round, 18xx\.games uses forced_lot=at_once"):
        interop.export_18xx_games(game)


def at_random(seed: int, **options: Any) -> Game:
    """A random two-player game, to its end."""
    draw, game = Random(seed), tetsudo.new("1889", ["Ann", "Bo"], options=options)
    while not game.is_over:
        game.apply(draw.choice(game.legal_actions()).example())
    return game


@pytest.mark.parametrize(
    ("seed", "named"), [(28, {"bankrupt_cash": "bank"}), (24, {"passes_without_trade": True}), (2, {})]
)
def test_a_refusal_names_the_option_whose_value_would_have_let_the_game_be_written(
    seed: int, named: dict[str, Any]
) -> None:
    game = at_random(seed)
    try:
        interop.export_18xx_games(game)
    except BadInput as refused:
        told = re.search("18xx.games uses (.*), and here", str(refused))
        assert told
        assert told[1] == ", ".join(f"{name}={str(value).lower()}" for name, value in named.items())
        assert interop.export_18xx_games(at_random(seed, **{"bankrupt_cash": "bank", **named}))["actions"]
    else:
        assert not named


@pytest.mark.long
def test_every_refusal_of_games_under_the_usual_rules_names_an_option() -> None:
    """Sixty random two-player games: each refusal names an option with which the game can be exported."""
    refusals = []
    for seed in range(60):
        game = at_random(seed)
        try:
            interop.export_18xx_games(game)
        except BadInput as refused:
            refusals.append(str(refused))
    assert 10 < len(refusals) < 50
    assert all(re.search(r"18xx.games uses \w+=\w+", each) for each in refusals), refusals


def test_an_option_that_has_the_value_of_that_program_is_no_house_rule() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy"], options={"bankrupt_cash": "bank", "forced_lot": "at_once"})
    for _ in range(9):
        game.apply(Pass(game.to_act.player))
    assert interop.export_18xx_games(game)["actions"]
    other = tetsudo.new("1889", ["Ann", "Bo", "Cy"], options={"bankrupt_cash": "kept", "bank": 6000})
    with pytest.raises(BadInput, match=r"cannot hold house rules: this game uses bank=6000, 18xx.games uses bank=7000"):
        interop.export_18xx_games(other)


def test_agreed_offers_are_one_action_and_declined_ones_none(shared: Path) -> None:
    """A recorded game, replayed with every private offered first; one offer is declined before."""
    recorded = interop.replay(shared / "games/random/1889-5p-605.json").game
    game = tetsudo.new("1889", recorded.names, variants=["18xx.games"], options={**AUTO_PASS_OPTIONS, "offers": "ask"})
    declined = False
    for action in recorded.actions:
        if isinstance(action, BuyPrivate) and not declined:
            cheaper = action.replaced(price=action.price - 1)
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


def declining(recorded: Game) -> tuple[Game, int]:
    """A recorded game replayed with an offer for every private, declined, before each pass in a last step.

    Also the number of turns that ended without the pass, as no action was left.
    """
    game = tetsudo.new("1889", recorded.names, variants=["18xx.games"], options={**AUTO_PASS_OPTIONS, "offers": "ask"})
    ended = 0
    for action in recorded.actions:
        if isinstance(action, Pass) and game.to_act.doing == "privates":
            turn = (game.to_act.company, game.state.operating_round, game.state.turn)
            for offer in [each for each in game.legal_actions() if isinstance(each, PrivateOffers)]:
                if game.state.privates[offer.private] != action.player:
                    game.apply(offer.at(offer.high))
                    game.apply(Answer(game.to_act.player, 0))
            if (game.to_act.company, game.state.operating_round, game.state.turn) != turn:
                ended += 1
                continue
        game.apply(action)
        if game.to_act.doing == "offer":
            game.apply(Answer(game.to_act.player, 1))
    return game, ended


def test_a_pass_follows_there_where_the_last_offer_was_declined(shared: Path) -> None:
    """The turn is over here; 18xx.games has no declined offers and waits for a pass."""
    path = shared / "games/random/1889-5p-605.json"
    game, ended = declining(interop.replay(path).game)
    assert ended > 3
    file = interop.export_18xx_games(game)
    recorded = json.loads(path.read_bytes())["actions"]
    assert [each["type"] for each in file["actions"]] == [each["type"] for each in recorded]
    passes = [each["entity"] for each in file["actions"] if each["type"] == "pass"]
    names = {name: seat for seat, name in enumerate(game.names, 1)}
    assert passes == [names.get(each["entity"], each["entity"]) for each in recorded if each["type"] == "pass"]
    assert interop.replay(file).game.length == len(recorded)


def test_an_offer_that_waits_for_its_answer_is_not_told(shared: Path) -> None:
    recorded = interop.replay(shared / "games/random/1889-5p-605.json").game
    game = tetsudo.new("1889", recorded.names, variants=["18xx.games"], options={**AUTO_PASS_OPTIONS, "offers": "ask"})
    for action in recorded.actions:
        game.apply(action)
        if game.to_act.doing == "offer":
            break
    with pytest.raises(BadInput, match="an open offer"):
        interop.export_18xx_games(game)


def test_1888_n_for_two_is_not_written() -> None:
    """18xx.games plays it with 3 to 6 players; with two it plays the prototype, which has another bank."""
    game = tetsudo.new("1888n", ["Ann", "Bo"], variants=["18xx.games"])
    with pytest.raises(BadInput, match=r"players: .*1888-N with 3 to 6 players, and .*prototype.* with 2"):
        interop.export_18xx_games(game)


@pytest.mark.parametrize("rules", [[], ["north"]])
def test_1888_for_two_is_the_prototype(rules: list[str]) -> None:
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]
    file = {"title": "1888", "players": players, "settings": {"optional_rules": rules}, "actions": []}
    game = interop.read(file).game
    assert (game.setup.title, game.setup.settings.bank) == ("1888", 10_000)
    assert {company.float_percent for company in game.setup.companies} == {50}
    assert [player.cash for player in game.players] == [1200, 1200]
    assert game.setup.settings.certificate_limit == 20
    written = interop.export_18xx_games(game)
    assert (written["title"], written["settings"]["optional_rules"]) == ("1888", [])
    assert interop.replay(written).game.state == game.state


def test_the_prototype_itself_is_not_for_two() -> None:
    with pytest.raises(BadInput, match="3 to 6 players, not 2"):
        tetsudo.new("1888", ["Ann", "Bo"])


@pytest.mark.parametrize("title", ["1888", "1888n"])
def test_1888_is_written_under_the_preset_only(title: str) -> None:
    """18xx.games uses other numbers: even the first position differs."""
    names = ["Ann", "Bo", "Cy"]
    assert interop.export_18xx_games(tetsudo.new(title, names, variants=["18xx.games"]))["actions"] == []
    with pytest.raises(BadInput, match=r"reads the rules differently|18xx.games uses unlimited_trains=true"):
        interop.export_18xx_games(tetsudo.new(title, names))
