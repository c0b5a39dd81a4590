"""Random play is legal, ends by the rules, and is reproducible from its seed."""

from __future__ import annotations

from random import Random

import pytest

from tetsudo.lab.random_play import play_random, random_action
from tetsudo.lab.table_spec import Table


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variants", [(), ("beginner",)])
def test_a_game_ends_by_the_rules(players: int, variants: tuple[str, ...]) -> None:
    game = Table("1889", players, variants=variants).game(seed=players)
    played = play_random(game, Random(players))
    assert played.finished
    assert game.end_reason in ("bank", "bankrupt")
    assert played.actions == game.length


def test_what_is_chosen_is_listed_for_somebody() -> None:
    game = Table("1889", 4).game()
    rng = Random(5)
    while not game.is_over:
        action = random_action(game, rng)
        assert any(offer.admits(action) for offer in game.legal_actions(action.player))
        game.apply(action)


def test_the_same_generator_gives_the_same_game() -> None:
    games = [Table("1889", 3).game() for _ in range(2)]
    for game in games:
        play_random(game, Random("same"))
    assert games[0].actions == games[1].actions


def test_it_stops_where_it_is_told_to() -> None:
    game = Table("1889", 3).game()
    assert play_random(game, Random(1), max_actions=10) == (10, False)
    assert game.length == 10
