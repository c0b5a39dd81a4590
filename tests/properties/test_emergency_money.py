"""Money for a forced train, compared with every sequence of sales that the rulebooks allow.

Random play meets few emergencies, so positions of random play are turned into them: the current company loses its
trains, and its president loses cash, down to about the value of their shares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from tests.builders import set_cash
from tests.properties.walks import Walk, listings_of
from tetsudo.bots import SimplePlayer
from tetsudo.core import frames
from tetsudo.core.actions import Bankrupt, BuyTrain, SellShares
from tetsudo.core.open_actions import Sales
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.flow.stack import turn_of
from tetsudo.engine.state.ownership import move_ordinary, move_train
from tetsudo.engine.state.rows import filled, row_of
from tetsudo.engine.state.state import DEPOT, DISCARDED, IPO, MARKET, SCRAPPED
from tetsudo.game.game import Game
from tetsudo.game.record import new

ONE_AFTER_ANOTHER: dict[str, tuple[str, dict[str, Any]]] = {
    "1889": ("1889", {}),
    "1888": ("1888", {}),
    "1888n": ("1888n", {}),
    "1888, other presidencies change": ("1888", {"forced_sales": "others"}),
    "1888n, one block": ("1888n", {"sale_blocks": "one"}),
}

OFTEN = 0.4
"""Share of company turns that are turned into emergencies."""

MOST_WAYS = 400
"""Positions with more combinations of sales are skipped: the reference search is exhaustive."""


# A rulebook's view of one company's shares


@dataclass(frozen=True)
class Stock:
    """A player's shares of one company, and its price after sales."""

    prices: tuple[int, ...]  # after each number of shares sold
    mine: int  # in shares of 10 %
    rival: int  # the largest holding of another player
    leads: bool  # is its president
    keeps: bool  # and must remain president
    weight: int  # of the president's certificate
    room: int  # in the market
    sold: int = 0

    def allowed(self, count: int) -> bool:
        """True if the block may be sold: at most half in the market, and no president's certificate without a
        successor."""
        if not 1 <= count <= min(self.mine, self.room):
            return False
        left = self.mine - count
        if not self.leads:
            return True
        if self.keeps:
            return left >= self.weight and left >= self.rival
        return left >= self.weight or self.rival >= self.weight

    @property
    def price(self) -> int:
        return self.prices[self.sold]

    def less(self, count: int) -> Stock:
        """The holding after a sale; a player with more shares becomes president."""
        left = self.mine - count
        leads = self.leads and left >= self.rival
        return replace(self, mine=left, leads=leads, room=self.room - count, sold=self.sold + count)


def can_raise(stocks: tuple[Stock, ...], needed: int, one_block: bool) -> bool:
    """True if some sequence of sales raises the money, stopping once there is enough and selling no surplus share."""

    @cache
    def reaches(held: tuple[Stock, ...], missing: int) -> bool:
        if missing <= 0:
            return True
        for at, stock in enumerate(held):
            for count in range(1, stock.mine + 1):
                if not stock.allowed(count) or (count - 1) * stock.price >= missing:
                    continue
                after = () if one_block else (stock.less(count),)
                if reaches(held[:at] + after + held[at + 1 :], missing - count * stock.price):
                    return True
        return False

    return reaches(stocks, needed)


# A rulebook's view of a position


def stocks_of(game: Game, player: int, buyer: int) -> dict[int, Stock]:
    """A player's holding in each company with a price."""
    state, market = game.state, game.setup.market
    stride, numbers = state.players + 4, game.setup.settings
    found = {}
    for company in game.setup.companies:
        cell = state.cell[company.id]
        if cell < 0:
            continue
        row = state.shares[company.id * stride : (company.id + 1) * stride]
        leader = state.president[company.id]
        held = [count + company.president_shares * (leader == each) for each, count in enumerate(row[: state.players])]
        prices = [market.prices[cell]]
        for _ in range(10):
            cell = market.on_sale[cell]
            prices.append(0 if market.closed[cell] else market.prices[cell])
        found[company.id] = Stock(
            prices=tuple(prices),
            mine=held[player],
            rival=max(count for each, count in enumerate(held) if each != player),
            leads=leader == player,
            keeps=numbers.forced_sales == "keep" or company.id == buyer,
            weight=company.president_shares,
            room=numbers.market_limit // 10 - row[state.players + MARKET],
        )
    return {company: stock for company, stock in found.items() if any(map(stock.allowed, range(1, stock.mine + 1)))}


def brings(stock: Stock) -> int:
    """Proceeds of the largest legal block."""
    return stock.price * max(count for count in range(1, stock.mine + 1) if stock.allowed(count))


def missing(game: Game, player: int, buyer: int) -> int:
    """Cost of the cheapest train of bank and market, minus the cash of the company and its president."""
    prices = {train.name: train.price for train in game.setup.trains}
    state = game.state
    return min(prices[name] for name in game.view().on_sale) - state.cash[state.players + buyer] - state.cash[player]


# Positions


@dataclass(frozen=True)
class Emergency:
    """A position in which a company must buy a train, with facts from before any consequence."""

    game: Game
    player: int
    buyer: int
    stocks: tuple[Stock, ...]
    needed: int
    bought: int  # number of trains bought so far


def emergencies(title: str, options: dict[str, Any], number: int, actions: int, each: int) -> Iterator[Emergency]:
    """Emergencies made from positions of one random game: `each` of them at a share of the company turns."""
    game = new(title, [f"P{seat}" for seat in range(4)], seed=number, **options)
    random, walk = Random(f"emergency {number}"), Walk(number, game)
    while not game.is_over and game.length < actions:
        if isinstance(game.state.stack[-1], frames.Turn) and random.random() < OFTEN:
            for _ in range(each):
                yield from made_into_one(game, random)
        game.apply(walk.decide(game, listings_of(game)))


def made_into_one(game: Game, random: Random) -> Iterator[Emergency]:
    """Give the current company a train step without trains, with a shortfall close to the value of the president's
    shares.

    The bank has only expensive trains left, so that many shares are needed.
    """
    game = game.clone()
    state, company = game.state, game.to_act.company
    player = state.president[company]
    dearer = random.randrange(len(game.setup.trains))
    for kind in range(len(game.setup.trains)):
        for holder in (company, state.companies + DEPOT, state.companies + DISCARDED):
            while state.trains[kind * (state.companies + 3) + holder] > 0 and (holder == company or kind < dearer):
                move_train(state, kind, holder, state.companies + SCRAPPED)
    state.bids = filled(0, len(state.bids))
    state.sold = filled(0, state.players)
    state.declined = row_of(())
    deal(game, random, player)
    on_sale, stocks = game.view().on_sale, stocks_of(game, player, company)
    if not on_sale or prod(stock.mine + 1 for stock in stocks.values()) > MOST_WAYS:
        return
    cheapest = min(train.price for train in game.setup.trains if train.name in on_sale)
    wanted = sum(map(brings, stocks.values())) + random.choice((1, 10) if random.random() < 0.25 else range(0, -90, -5))
    left = max(cheapest - max(wanted, 1), 0)
    treasury = 0 if game.setup.settings.sales_together else random.randint(0, left)
    set_cash(game, state.players + company, treasury)
    set_cash(game, player, left - treasury)
    steps = game.setup.settings.steps
    state.stack = (*state.stack[:-1], frames.Turn(company, steps.index("trains"), begun=1))
    needed = missing(game, player, company)
    engine.settle(game.ruleset, state, [])
    if needed > 0 and (state.ended or (game.to_act.company, game.to_act.doing) == (company, "trains")):
        yield Emergency(game, player, company, tuple(stocks.values()), needed, trains_bought(game))


def trains_bought(game: Game) -> int:
    """Number of trains bought so far."""
    return sum(event.kind == "train_bought" for event in game.events)


def deal(game: Game, random: Random, player: int) -> None:
    """Deal the player some IPO shares, so that they own several in companies they do not control."""
    state, stride = game.state, game.state.players + 4
    for company in game.setup.companies:
        row, leader = state.shares[company.id * stride : (company.id + 1) * stride], state.president[company.id]
        if state.cell[company.id] < 0 or leader >= state.players or random.random() < 0.4:
            continue
        most = row[state.players + IPO]
        if leader != player:
            most = min(most, row[leader] + company.president_shares - row[player])
        move_ordinary(state, company.id, state.players + IPO, player, random.randint(0, max(most, 0)))


# Separate sales


def must_buy(game: Game) -> bool:
    """True if the current company must buy a train."""
    refusal = game.why_not(Bankrupt(game.to_act.player, game.to_act.company))
    return refusal is None or refusal.code == "bankrupt_can_pay"


def assert_bankruptcy_is_no_trap(found: Emergency, random: Random) -> None:
    """Sell at random to the end, checking after each sale the legal blocks and bankruptcy."""
    game, player, buyer = found.game, found.player, found.buyer
    one_block = game.setup.settings.sale_blocks == "one"
    hopeless = not can_raise(found.stocks, found.needed, one_block)
    sold: set[int] = set()
    while True:
        assert game.is_legal(Bankrupt(player, buyer)) == hopeless
        needed = missing(game, player, buyer)
        listed = {
            (offer.company, count)
            for offer in game.legal_actions(player)
            if isinstance(offer, Sales)
            for count in range(offer.low, offer.high + 1)
        }
        if needed <= 0:
            break
        assert listed == set(blocks_that_leave_enough(game, player, buyer, needed, sold, hopeless))
        if not listed:
            break
        company, count = random.choice(sorted(listed))
        sold |= {company} if one_block else set()
        game.apply(SellShares(player, company, count))
    bought = [each for each in game.legal_actions(player) if isinstance(each, BuyTrain)]
    assert bool(bought) != hopeless
    if bought:
        game.apply(random.choice(bought))
        assert game.companies[game.setup.companies[buyer].symbol].trains


def blocks_that_leave_enough(
    game: Game, player: int, buyer: int, needed: int, sold: set[int], hopeless: bool
) -> Iterator[tuple[int, int]]:
    """Every block allowed by the rulebook, except those that put the money out of reach if it is within reach."""
    one_block = game.setup.settings.sale_blocks == "one"
    stocks = {each: stock for each, stock in stocks_of(game, player, buyer).items() if each not in sold}
    for company, stock in stocks.items():
        others = tuple(other for each, other in stocks.items() if each != company)
        for count in range(1, stock.mine + 1):
            if not stock.allowed(count) or (count - 1) * stock.price >= needed:
                continue
            rest = others if one_block else (*others, stock.less(count))
            if hopeless or can_raise(rest, needed - count * stock.price, one_block):
                yield company, count


def kinds_one_after_another(name: str, number: int, actions: int, each: int) -> set[bool]:
    """Check all emergencies of a game; returns the outcomes seen: can pay, cannot pay."""
    title, options = ONE_AFTER_ANOTHER[name]
    random, kinds = Random(number), set()
    for found in emergencies(title, {"options": options}, number, actions, each):
        if must_buy(found.game):
            simple_player_pays_if_he_can(found.game.clone())
            kinds.add(found.game.is_legal(Bankrupt(found.player, found.buyer)))
            assert_bankruptcy_is_no_trap(found, random)
    return kinds


def simple_player_pays_if_he_can(game: Game) -> None:
    """Assert that the simple player does not sell into bankruptcy."""
    player, buyer, bought = game.to_act.player, game.to_act.company, trains_bought(game)
    can_pay = not game.is_legal(Bankrupt(player, buyer))
    bot = SimplePlayer(game.setup, Random(0))
    while turn_of(game.state, buyer) is not None and not game.is_over:
        game.apply(bot.decide(game.view(game.to_act.player), game.legal_actions()).action)
    if can_pay:
        assert game.end_reason != "bankrupt"
        assert trains_bought(game) > bought


@pytest.mark.rule("1889-EMR-08", "1888N-EMR-08", "1888*-END-01")
@pytest.mark.parametrize("name", ONE_AFTER_ANOTHER)
def test_who_is_bankrupt_could_not_have_paid_whatever_he_had_sold(name: str) -> None:
    assert kinds_one_after_another(name, 1, 700, 4) == {True, False}


@pytest.mark.parametrize("title", ["1889", "1888", "1888n"])
def test_the_simple_player_pays_if_he_can_even_where_sales_may_fall_short(title: str) -> None:
    found = [*emergencies(title, {"options": {"binding_sales": False}}, 1, 700, 2)]
    assert len(found) > 20
    for each in found:
        if must_buy(each.game):
            simple_player_pays_if_he_can(each.game)


@pytest.mark.long
@pytest.mark.rule("1889-EMR-08", "1888N-EMR-08", "1888*-END-01")
@pytest.mark.parametrize("number", range(2, 12))
@pytest.mark.parametrize("name", ONE_AFTER_ANOTHER)
def test_who_is_bankrupt_could_not_have_paid_in_many_games(name: str, number: int) -> None:
    assert False in kinds_one_after_another(name, number, 1200, 5)


# Simultaneous sales


def can_raise_together(stocks: tuple[Stock, ...], needed: int) -> bool:
    """True if some simultaneous sale, at the old prices, raises the money."""
    ways = [[0, *(count for count in range(1, stock.mine + 1) if stock.allowed(count))] for stock in stocks]
    prices = [stock.price for stock in stocks]
    return any(
        sum(price * count for price, count in zip(prices, counts, strict=True)) >= needed for counts in product(*ways)
    )


def kinds_together(scenario: str, number: int, actions: int, each: int) -> set[bool]:
    """The same for 1890: a player who cannot pay goes bankrupt automatically; otherwise the train is paid, whatever is
    sold."""
    random, kinds = Random(number), set()
    for found in emergencies("1890", {"scenario": scenario}, number, actions, each):
        sales = sales_of(found.game)
        is_bankrupt = found.game.end_reason == "bankrupt"
        if not is_bankrupt and not sales:
            continue  # no obligation, or a minor that may still convert
        assert is_bankrupt != can_raise_together(found.stocks, found.needed)
        kinds.add(is_bankrupt)
        while sales:
            offer = random.choice(sales)
            found.game.apply(offer.at(random.randint(offer.low, offer.high)))
            sales = sales_of(found.game) if found.game.to_act.doing == "forced sale" else []
        assert_paid_or_bankrupt(found)
    return kinds


def assert_paid_or_bankrupt(found: Emergency) -> None:
    """Assert that after all sales the train is bought, or only a choice of two trains is left, or bankruptcy came
    first."""
    game = found.game
    if game.to_act.doing == "forced sale":
        assert {each.kind for each in game.legal_actions()} == {"buy_train"}
    elif game.end_reason != "bankrupt":
        bought = [event.company for event in game.events if event.kind == "train_bought"]
        assert found.buyer in bought[found.bought :]


def sales_of(game: Game) -> list[Sales]:
    """The sales that are legal now."""
    return [each for each in game.legal_actions() if isinstance(each, Sales)] if not game.is_over else []


@pytest.mark.rule("1890-13.2-b", "1890-13.2-c", "1890-14-c")
@pytest.mark.parametrize("scenario", "AC")
def test_where_all_is_sold_together_who_is_bankrupt_could_not_have_paid(scenario: str) -> None:
    assert kinds_together(scenario, 1, 500, 4) == {True, False}


@pytest.mark.long
@pytest.mark.rule("1890-13.2-b", "1890-13.2-c", "1890-14-c")
@pytest.mark.parametrize("number", range(2, 8))
@pytest.mark.parametrize("scenario", "ABCD")
def test_nor_in_many_games_of_1890(scenario: str, number: int) -> None:
    kinds_together(scenario, number, 1200, 4)
