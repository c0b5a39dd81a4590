"""Positions as a line of text: they read back equal, and impossible ones are refused, naming the field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tetsudo
from tetsudo import interop
from tetsudo.core.actions import Bid, Pass
from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.state.rows import row_of, with_value
from tetsudo.game import position
from tetsudo.game.game import Game


def assert_comes_back(game: Game) -> None:
    text = game.position()
    again = position.read(text)
    assert "\n" not in text
    assert again.state == game.state
    assert again.digest() == game.digest()
    assert again.names == game.names
    assert again.setup.options == game.setup.options
    assert again.position() == text
    assert again.length == 0
    assert str(again.legal_actions()) == str(game.legal_actions()) or "Runs" in str(game.legal_actions())


@pytest.mark.parametrize("players", range(2, 7))
def test_the_beginning_comes_back(players: int) -> None:
    names = ["Ann", "Bo", "C y", "Di=,%", "Eß/|", "鉄道"][:players]
    assert_comes_back(tetsudo.new("1889", names))
    assert_comes_back(tetsudo.new("1889", names, variants=["beginner", "18xx.games"], seed=5))


def test_house_rules_are_told() -> None:
    options: dict[str, OptionValue] = {
        "bank": 5000,
        "unlimited_trains": False,
        "offers": "agreed",
        "train_prices": "80 180 300 450 630 999",
    }
    game = tetsudo.new("1889", ["Ann", "Bo"], options=options)
    assert_comes_back(game)
    assert position.read(game.position()).setup.settings == game.setup.settings


@pytest.mark.shared("games/1889/247.json", "games/random/1889-6p-306.json", "games/random/1889b-3p-373.json")
def test_positions_of_recorded_games_come_back(shared_file: Path) -> None:
    imported = interop.read(shared_file)
    while imported.remaining:
        imported.step()
        if imported.remaining % 23 == 0:
            assert_comes_back(imported.game)


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json", "games/random/1889*.json")
def test_all_positions_of_recorded_games_come_back(shared_file: Path) -> None:
    imported = interop.read(shared_file)
    while imported.remaining:
        imported.step()
        again = position.read(imported.game.position())
        assert again.state == imported.game.state


def test_play_goes_on_from_a_position() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"])
    game.apply(Bid(0, 0, 20))
    again = position.read(game.position())
    for either in (game, again):
        either.apply(Pass(1))
    assert again.state == game.state
    again.undo()
    with pytest.raises(BadInput, match="nothing to undo"):
        again.undo()


# Refusals


@pytest.fixture(scope="module")
def middle(shared: Path) -> str:
    """A position in an operating round, in a company's turn."""
    imported = interop.read(shared / "games/1889/104.json")
    while imported.remaining > 200 or imported.game.to_act.doing != "track":
        imported.step()
    return imported.game.position()


def changed(text: str, field: str, value: str) -> str:
    """The text with another value for a field."""
    found, count = re.subn(rf" {field}=\S*", f" {field}={value}", text)
    assert count == 1, field
    return found


def value_of(text: str, field: str) -> str:
    found = re.search(rf" {field}=(\S*)", text)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("title", "1830", "title"),
        ("title", "", "title"),
        ("variants", "flying", "variant"),
        ("options", "bank:much", "options"),
        ("options", "luck:1", "options"),
        ("players", "p1", "players"),
        ("players", "p1,p1,p3", "players[1]"),
        ("players", "p1,,p3", "players[1]"),
        ("players", "p1,%FF,p3", "players"),
        ("deal", "TR,MF,ER", "deal"),
        ("cash", "1*11", "cash"),
        ("cash", "1*99999999999", "cash"),
        ("cash", "1*5", "cash"),
        ("cash", "-7000,14000,0*9", "cash"),
        ("cash", "x,0*10", "cash"),
        ("cash", "1e3,0*10", "cash"),
        ("cash", "9" * 400, "cash"),
        ("shares", "0*49", "shares"),
        ("shares", "2*49", "shares"),
        ("president", "9*7", "president"),
        ("president", "3*7", "president"),
        ("par", "0*7", "par"),
        ("par", "64*7", "par"),
        ("cell", "-1*7", "cell"),
        ("cell", "999*7", "cell"),
        ("depth", "5*7", "depth"),
        ("status", "4*7", "status"),
        ("acted", "9*7", "acted"),
        ("trains", "0*60", "trains"),
        ("trains", "-1*60", "trains"),
        ("privates", "77*6", "privates"),
        ("uses", "9*7", "uses"),
        ("bids", "10*18", "bids"),
        ("discounts", "1000*6", "discounts"),
        ("sold", "999,0*2", "sold"),
        ("declined", "1,2,3", "declined"),
        ("declined", "1*401", "declined"),
        ("last_run", "-2*7", "last_run"),
        ("tiles", "Z9:5:0", "tiles"),
        ("tiles", "K8:5:6", "tiles"),
        ("tiles", "K8:777:0", "tiles"),
        ("tiles", "K8:8:0", "tiles"),
        ("tiles", "K8:6:2,K8:6:3", "tiles"),
        ("tokens", "-", "tokens"),
        ("tokens", "K8.0*15", "tokens"),
        ("round", "3", "round"),
        ("turn", "-1", "turn"),
        ("phase", "6", "phase"),
        ("priority", "3", "priority"),
        ("broken", "2", "broken"),
        ("ended", "9", "ended"),
        ("stack", "", "stack"),
        ("stack", "9", "stack"),
        ("stack", "0.0.0", "stack"),
        ("stack", "3.1", "stack"),
        ("stack", "3.1/4.0.0.0.0", "stack"),
        ("stack", "3.1/4.9.0.0.0.0", "stack"),
        ("stack", "3.1/4.0.9.0.0.0", "stack"),
        ("stack", "3.1/4.0.0.0.0.0.0.0", "stack"),
        ("stack", "3.1/4.0.0.0.0.0/5", "stack"),
        ("stack", "3.1/4.0.0.0.0.0/6.0.0", "stack"),
        ("stack", "3.1/4.0.0.0.0.0/7.0.0.0.0.1.0", "stack"),
        ("stack", "/" * 50, "stack"),
    ],
)
def test_what_cannot_be_is_refused_by_field(middle: str, field: str, value: str, where: str) -> None:
    with pytest.raises(BadInput) as refused:
        position.read(changed(middle, field, value))
    assert refused.value.where == where, str(refused.value)


@pytest.mark.parametrize("lot", [1, 5])
def test_two_bids_of_one_amount_are_refused(lot: int) -> None:
    """Bid-offs assume a single highest bidder."""
    game = tetsudo.new("1889", ["P1", "P2", "P3"], seed=1)
    game.state.bids = row_of((*game.state.bids[: 3 * lot], *[80, 80], *game.state.bids[3 * lot + 2 :]))
    with pytest.raises(BadInput, match="bids: must be different amounts on each lot"):
        position.read(game.position())
    game.state.bids = with_value(game.state.bids, 3 * lot, 75)
    assert position.read(game.position()).state == game.state


def test_too_many_copies_of_a_tile_are_refused(middle: str) -> None:
    with pytest.raises(BadInput, match="tiles: has more copies of tile 439"):
        position.read(changed(middle, "tiles", "I4:439:0,I2:439:0"))


def test_two_tokens_too_many_are_refused(middle: str) -> None:
    tokens = value_of(middle, "tokens").split(",")
    with pytest.raises(BadInput, match="tokens: has"):
        position.read(changed(middle, "tokens", ",".join(["K8.0"] * len(tokens))))


def test_a_moment_between_two_decisions_is_refused(middle: str) -> None:
    """A company's turn ends automatically after its last step."""
    operating, turn = value_of(middle, "stack").split("/")
    company = turn.split(".")[1]
    with pytest.raises(BadInput, match="the rules go on by themselves here"):
        position.read(changed(middle, "stack", f"{operating}/4.{company}.3.0.0.0"))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "position"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "position"),
        ("tetsudo-position/3 title=1889", "position"),
        ("tetsudo-position/2", "title"),
        ("tetsudo-position/2 players=Ann", "title"),
        ("x" * 30_000, "position"),
    ],
)
def test_other_texts_are_refused(text: str, where: str) -> None:
    with pytest.raises(BadInput) as refused:
        position.read(text)
    assert refused.value.where == where


def test_missing_and_surplus_fields_are_refused(middle: str) -> None:
    with pytest.raises(BadInput, match="stack: is missing"):
        position.read(middle[: middle.index(" stack=")])
    with pytest.raises(BadInput, match="more fields"):
        position.read(middle + " luck=1")
    with pytest.raises(BadInput, match=r"cash: must come here, not"):
        position.read(middle.replace(" cash=", " gold="))


@pytest.mark.parametrize("value", ["--5", "9" * 5000])
def test_a_house_rule_that_is_no_number_is_refused(value: str) -> None:
    text = position.write(tetsudo.new("1889", ["Ann", "Bo"], options={"bank": 8000}))
    with pytest.raises(BadInput, match="bank must be a whole number"):
        position.read(text.replace("bank:8000", f"bank:{value}"))
