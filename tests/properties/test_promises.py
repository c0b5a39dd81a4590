"""The promises of the engine, checked after every action of random games."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from tests.conftest import ROOT
from tests.properties.conservation import assert_conserved
from tests.properties.walks import (
    MAX_ACTIONS,
    TITLES,
    Walk,
    choose,
    concrete_action,
    listings_of,
    new_house_rules_game,
    new_numbered_game,
    stray_action,
)
from tetsudo.core.actions import Descriptor
from tetsudo.core.errors import IllegalAction
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.game.record import load
from tetsudo.titles.loader import title_info

SAMPLE = 8
BLOCKS = 25
STRAYS = 20


def assert_listed_is_accepted_and_nothing_else(
    game: Game, listings: list[list[Descriptor]], random: Random, strays: int
) -> None:
    before = game.state.clone()
    for each in (descriptor for listing in listings for descriptor in listing):
        action = concrete_action(each, random)
        assert each.admits(action)
        assert game.is_legal(action), (action, game.why_not(action))
    for _ in range(strays):
        action = stray_action(game, listings[max(game.to_act.player, 0)], random)
        admitted = any(each.admits(action) for listing in listings for each in listing)
        assert admitted == game.is_legal(action), (action, game.why_not(action))
        if not admitted:
            with pytest.raises(IllegalAction) as refusal:
                game.apply(action)
            assert refusal.value.sentence
            assert "{" not in str(refusal.value)
    assert game.state == before, "refusals change nothing"


def assert_undo_restores(game: Game) -> None:
    after = game.state.clone()
    action = game.undo()
    before = game.state.clone()
    game.redo()
    assert game.state == after
    copy = game.clone()
    copy.undo()
    assert copy.state == before
    copy.apply(action)
    assert copy.state == after
    assert copy.digest() == game.digest()


def play(number: int, strays: int, every: int, game: Game | None = None) -> Game:
    """Play a game; the most expensive checks run at one position in `every`, staggered by game."""
    game = game or new_numbered_game(number)
    walk = Walk(number, game)
    while not game.is_over:
        assert game.length < MAX_ACTIONS, "the game does not end"
        listings = listings_of(game)
        assert listings[game.to_act.player], "a position has a legal action before the game is over"
        is_asked = game.length % every == number % every
        if is_asked:
            assert_listed_is_accepted_and_nothing_else(game, listings, walk.random, strays)
        game.apply(walk.decide(game, listings))
        assert_conserved(game)
        if is_asked:
            assert_undo_restores(game)
    assert not any(listings_of(game))
    assert game.result()
    return game


def ends_of(game: Game) -> set[str]:
    """The possible endings of a game."""
    settings = game.setup.settings
    return {
        *("bank", "bankrupt"),
        *(("turns",) if settings.turn_limit else ()),
        *(("price",) if settings.end_price else ()),
    }


def assert_saved_is_loaded(game: Game) -> None:
    again = load(game.record())
    assert again.state == game.state
    assert again.digest() == game.digest()
    assert again.result() == game.result()


@pytest.mark.parametrize("number", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, SAMPLE))])
@pytest.mark.parametrize("title", TITLES)
def test_random_games_end_by_the_rules_and_keep_every_promise(title: str, number: int) -> None:
    game = play(number, strays=STRAYS, every=7, game=new_numbered_game(number, title))
    assert game.end_reason in ends_of(game)
    assert_saved_is_loaded(game)


@pytest.mark.parametrize("number", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 40))])
@pytest.mark.parametrize("title", TITLES)
def test_house_rules_keep_every_promise(title: str, number: int) -> None:
    game = new_house_rules_game(number, title)
    if game is not None:
        assert_saved_is_loaded(play(number, STRAYS // 2, every=11, game=game))


def many(title: str) -> int:
    """One hundred games, or 50 of each scenario: as many as fit the hour of the long run."""
    return 50 * max(len(title_info(title).scenarios), 2)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("title", TITLES)
def test_many_random_games(title: str, block: int) -> None:
    for number in range(block, many(title), BLOCKS):
        game = play(number, strays=STRAYS, every=10, game=new_numbered_game(number, title))
        assert game.end_reason in ends_of(game)
        assert_saved_is_loaded(game)


@pytest.mark.parametrize("number", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 5))])
@pytest.mark.parametrize("title", TITLES)
def test_a_position_text_holds_the_whole_position(title: str, number: int) -> None:
    random = Random(number)
    game = new_numbered_game(number, title)
    for _ in range(400):
        if game.is_over:
            break
        if game.length % 20 == 0:
            again = read(write(game))
            assert again.state == game.state
            assert again.digest() == game.digest()
        game.apply(choose(game.legal_actions(), random))


def test_equal_positions_have_equal_digests_in_every_process() -> None:
    """Replayed in a process with other hashes of strings and objects."""
    program = (
        "from random import Random; from tests.properties.walks import choose, new_numbered_game\n"
        "game, random = new_numbered_game(1), Random(1)\n"
        "for _ in range(300): game.apply(choose(game.legal_actions(), random))\n"
        "print(game.digest(), game.position())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert new_numbered_game(0).digest() == new_numbered_game(0).digest() != new_numbered_game(1).digest()


def test_most_house_rules_go_together() -> None:
    assert sum(new_house_rules_game(number) is not None for number in range(40)) > 25
