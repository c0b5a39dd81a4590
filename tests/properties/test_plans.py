"""Programmed actions, for any plan at any position: the resulting action is legal and reveals nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.properties import test_hidden
from tests.properties.walks import TITLES, Walk, choose, listings_of, new_numbered_game
from tetsudo.core.actions import DIVIDENDS
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.state.ownership import ipo_of, market_of
from tetsudo.game.game import Game
from tetsudo.game.programmed import (
    Bidding,
    Buying,
    Exchanging,
    Keeping,
    Passing,
    Plan,
    Reply,
    Running,
    Skipping,
    Stop,
    answer,
    plan_from_data,
    plan_to_data,
)
from tetsudo.game.programmed.kinds import STEPS

NUMBERS = (0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, 8)))


def plans(game: Game, random: Random) -> Iterator[Plan]:
    """A plan of each kind, with random parameters."""
    setup, prices = game.setup, (1, 40, 80, 200)
    company, other = (random.randrange(len(setup.companies)) for _ in range(2))
    private = random.randrange(len(setup.privates)) if setup.privates else NOBODY
    steps = tuple(number for number, step in enumerate(setup.settings.steps) if step in STEPS)
    price, flag = random.choice(prices), random.random() < 0.5
    yield Passing()
    yield Passing(flag, company, other, price, not flag)
    source = random.choice((NOBODY, ipo_of(game.state), market_of(game.state)))
    yield Buying(company, price, source, random.choice((0, 20, 60)), flag, not flag)
    yield Skipping(company, steps)
    yield Running(company, random.randrange(len(DIVIDENDS)))
    if setup.lots:
        yield Bidding(random.randrange(len(setup.lots)), price)
    if private != NOBODY:
        yield Keeping(private, random.choice((0, price)))
        yield Exchanging(private)


def reply(plan: Plan, game: Game, player: PlayerId, since: int) -> Reply:
    seen = game.seen_by(player)
    happened = [event for moment in seen.moments(since) for event in moment.events]
    return answer(plan, seen, player, seen.legal_actions(player), happened)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", NUMBERS)
def test_what_a_plan_comes_to_is_legal(title: str, number: int) -> None:
    game, random = new_numbered_game(number, title), Random(number)
    walk, done = Walk(number, game), set[str]()
    for _ in range(250):
        if game.is_over:
            break
        for player in (game.to_act.player, random.randrange(game.setup.players)):
            for plan in plans(game, random):
                assert plan_from_data(game.setup, game.names, plan_to_data(game.setup, game.names, plan)) == plan
                found = reply(plan, game, player, max(0, game.length - random.randrange(8)))
                if isinstance(found, Stop):
                    assert found.action is None or game.why_not(found.action)
                elif isinstance(found, Runs):
                    assert found.player == player == game.to_act.player
                elif found is not None:
                    assert found.player == player
                    assert game.is_legal(found)
                    done.add(plan.kind)
        game.apply(walk.decide(game, listings_of(game)))
    assert done >= {"pass"}
    assert done & {"skip", "run", "keep", "bid"}


@pytest.mark.parametrize("rules", sorted(test_hidden.RULES))
def test_what_a_plan_comes_to_is_the_same_whatever_is_hidden_from_its_owner(rules: str) -> None:
    """A plan's action, or its reason to stop, reveals nothing about other players' cash."""
    game, random = test_hidden.begin(0, rules), Random(3)
    for _ in range(100):
        if game.is_over:
            break
        for player in (game.to_act.player, random.randrange(game.setup.players)):
            other = game.seen_by(player).view(player).what_if(random.randrange(1000))
            assert isinstance(other, Game)
            for plan in plans(game, random):
                mine = answer(plan, game.seen_by(player), player, game.seen_by(player).legal_actions(player))
                if not isinstance(mine, Runs):
                    seen = other.seen_by(player)
                    assert mine == answer(plan, seen, player, seen.legal_actions(player))
        game.apply(choose(game.legal_actions(), random))
