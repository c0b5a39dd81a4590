"""Games that differ only in hidden amounts look the same to a viewer, until a player makes a payment that only one
allows.

Legal actions are the same whether computed from a player's view or from the full state.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.properties.walks import LATE_TURN_LIMIT, Walk, listings_of
from tetsudo.core.actions import Descriptor
from tetsudo.core.errors import IllegalAction
from tetsudo.core.events.turns import DuePaid, Insolvent
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, OwnerId, PlayerId
from tetsudo.engine.rules.flow.visibility import hidden_owners
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import cash_of, company_of_owner, move_cash
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.titles.data.options import Given

CASH, PRICES = ("hidden-cash",), ("hidden-prices",)

EVENTFUL = ("earthquake", "air-raids", "tigers")
"""Variants under which amounts must stay hidden: they take money from every player, remove tiles, and roll dice."""

SOON: dict[str, Given] = {
    "starting_cash": 6000,
    "bank": 60_000,
    "turn_limit": 30,
    "top_trains": 2,
    "train_prices": "30 40 50 60 70 80 90 100",
    "train_counts": "2 2 2 2 2 2 2",
}
"""Few, cheap trains, so that effects of late trains come early."""

RULES: dict[str, tuple[tuple[str, ...], dict[str, Given]]] = {
    "cash": (CASH, {}),
    "prices": (PRICES, {}),
    "both": (CASH + PRICES, {}),
    "treasuries": ((), {"hidden_treasuries": True}),
    "eventful": (CASH + PRICES + EVENTFUL, SOON),
}
"""Variants, and options of the table."""

NUMBERS = (0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, 20)))

MOST = 400
SINCE = 40
"""Number of actions after which the other game is made again."""
EVENTS_EVERY = 10
"""Interval of positions at which a view's events, all since the start, are read too."""


def begin(number: int, rules: str) -> Game:
    variants, options = RULES[rules]
    names = [f"P{player}" for player in range(3 + number % 3)]
    return new(
        "1890", names, seed=number, scenario="C", variants=variants, options={"turn_limit": LATE_TURN_LIMIT, **options}
    )


def moved(game: Game, player: PlayerId, random: Random) -> Game:
    """The same game with cash moved between two owners whose cash the player cannot see."""
    other = game.clone()
    owners = sorted(hidden_owners(game.ruleset, game.state, player))
    for kind in (_is_player, _is_company):
        hidden = [owner for owner in owners if kind(game, owner)]
        if len(hidden) > 1:
            payer, payee = random.sample(hidden, 2)
            move_cash(other.state, payer, payee, random.randint(0, max(0, cash_of(other.state, payer))))
    return other


def _is_player(game: Game, owner: OwnerId) -> bool:
    return owner < game.state.players


def _is_company(game: Game, owner: OwnerId) -> bool:
    company = company_of_owner(game.state, owner)
    return company != NOBODY and president_of(game.state, company) != NOBODY


def visible_facts(game: Game, player: PlayerId) -> Any:
    """Everything from which pages, logs and bots are made."""
    seen = game.seen_by(player)
    events = seen.view(player).events[-3:] if game.length % EVENTS_EVERY == 0 else ()
    return seen.state.parts(), seen.latest_events, seen.to_act, events


def comparable_listing(listing: list[Descriptor]) -> list[Any]:
    """A comparable listing: all runs of a company count as one."""
    return [(each.kind, each.company, each.fleet) if isinstance(each, Runs) else each for each in listing]


def _gifts(game: Game, player: PlayerId) -> list[Any]:
    """Latest contributions of presidents to trains, as far as a player can see."""
    return [event for event in game.seen_by(player).latest_events if event.kind == "president_contributed"]


def _settled(game: Game) -> list[tuple[str, PlayerId]]:
    """Players who have just paid a levy, or could not."""
    settled = (each for each in game.latest_events if isinstance(each, DuePaid | Insolvent))
    return [(each.kind, each.player) for each in settled]


def presidents(game: Game) -> Iterator[PlayerId]:
    return (president_of(game.state, company) for company in range(game.state.companies))


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a", "1890-2.2-b")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("rules", RULES)
def test_games_that_differ_in_what_is_hidden_are_told_alike(rules: str, number: int) -> None:
    """Three differences are expected: a new president sees a treasury; players learn that a president contributes to a
    train, and see the amount only if they see one of the two balances; and every player learns that one cannot pay a
    levy at once."""
    random, game = Random(number), begin(number, rules)
    walk, compared, other, player = Walk(number, game), 0, game, 0
    while not game.is_over and game.length < MOST:
        if other is game or game.length % SINCE == 0:
            player = random.randrange(game.state.players)
            other = moved(game, player, random)
        before = [*presidents(game)]
        action = walk.decide(game, listings_of(game))
        game.apply(action)
        try:
            other.apply(action)
        except IllegalAction:  # a payment that is not affordable in the other game
            other = game
            continue
        gifts = [_gifts(each, player) for each in (game, other)]
        told = gifts[0] == gifts[1] and _settled(game) == _settled(other)
        if game.is_over or before != [*presidents(game)] or not told:
            other = game
            continue
        for eyes in (player, NOBODY):
            assert visible_facts(game, eyes) == visible_facts(other, eyes), (rules, number, game.length, action)
        assert repr(game.view(player).players) == repr(other.view(player).players)
        compared += 1
    assert compared > 50


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a", "1890-2.2-b")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("rules", RULES)
def test_what_somebody_knows_is_enough_to_say_what_he_may_do(rules: str, number: int) -> None:
    """So no player is offered an illegal action, or refused for a reason they may not know."""
    game = begin(number, rules)
    walk = Walk(number, game)
    while not game.is_over and game.length < MOST:
        listings = listings_of(game)
        for player, listing in enumerate(listings):
            assert comparable_listing(game.view(player).legal_actions()) == comparable_listing(listing)
        game.apply(walk.decide(game, listings))
    assert game.length > 100
