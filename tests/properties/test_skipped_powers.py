"""Powers that the engine does not ask, in random play: asking every one of them gives the same answers."""

from __future__ import annotations

import pytest

from tests.properties.walks import MAX_ACTIONS, TITLES, Walk, listings_of, new_numbered_game
from tetsudo.engine.rules.rounds.operating.buy_privates import _private_refusal
from tetsudo.engine.state.state import FLOATED
from tetsudo.game.game import Game


def assert_others_would_change_nothing(game: Game) -> None:
    rules, state, powers = game.ruleset, game.state, game.ruleset.powers
    for player in range(state.players):
        usable = powers.usable_powers(state, player)
        assert not [each for each in powers.acting if each not in usable and each.listing(rules, state, player)]
        asked = [each.delays_track(rules, state, player) for each in powers.acting]
        assert powers.delays_track(rules, state, player) == any(asked)
    for company in range(state.companies):
        if state.status[company] == FLOATED:
            asked = [each.delays_end(rules, state, company) for each in powers.acting]
            assert powers.delays_end(rules, state, company) == any(asked)
    for private in game.setup.privates:
        own = powers.of_private[private.id]
        if not all(each.may_be_sold(state) for each in own):
            assert _private_refusal(rules, state, private.id)
        unchanging = [each for each in own if each not in powers.changing_income[private.id]]
        assert all(each.private_income(state, 35) == 35 for each in unchanging)
    after = state.clone()
    for power in powers.all:
        if power not in powers.after_turns:
            power.turn_ended(after)
    assert after == state


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", [0, 1, 2, 3, *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 16))])
def test_powers_that_are_not_asked_have_nothing_to_say(title: str, number: int) -> None:
    game = new_numbered_game(number, title)
    mind = Walk(number, game)
    while not game.is_over and game.length < MAX_ACTIONS:
        if game.length % 3 == number % 3:
            assert_others_would_change_nothing(game)
        game.apply(mind.decide(game, listings_of(game)))
