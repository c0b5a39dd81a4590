"""The action that each kind of programmed action leads to, in hand-made positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tetsudo
from tests.builders import (
    assign_private,
    company,
    lay,
    lot,
    new_game,
    operate,
    private,
    set_cash,
    start,
    stock_round,
)
from tetsudo.bots import SimplePlayer
from tetsudo.core.actions import PAY, Answer, Bid, BuyPrivate, BuyShare, Dividend, ExchangePrivate, Pass, SellShares
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Runs
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
    plan_refusal,
    plan_to_data,
)


def plan_reply(game: Game, player: int, plan: Plan, since: int | None = None) -> Reply:
    """A plan's reply for a player, if made after `since` actions; by default just now."""
    seen = game.seen_by(player)
    moments = seen.moments(game.length if since is None else since)
    happened = [event for moment in moments for event in moment.events]
    return answer(plan, seen, player, seen.legal_actions(player), happened)


def why(reply: Reply) -> str:
    """The reason of a stop."""
    assert isinstance(reply, Stop), reply
    return reply.reason


def trading() -> Game:
    """Player 0 is to act and is president of AR, player 1 of KO; both have shares left in the IPO and the market."""
    game = stock_round(3, cash=500)
    start(game, "AR", {0: 40, 1: 10}, par=80, market=10)
    start(game, "KO", {1: 30, 2: 10}, par=90, market=10)
    return game


# Passing


def test_who_passes_in_this_round_passes_when_it_is_his_turn() -> None:
    game = trading()
    assert plan_reply(game, 0, Passing()) == Pass(0)
    assert plan_reply(game, 1, Passing()) is None


def test_who_passes_is_done_when_the_round_is_over() -> None:
    game = trading()
    since = game.length
    for player in range(3):
        assert plan_reply(game, player, Passing(), since) == Pass(player)
        game.apply(Pass(player))
    assert why(plan_reply(game, 0, Passing(), since)) == "round"


def test_who_passes_until_shares_of_his_are_sold_is_asked_then() -> None:
    game = trading()
    game.apply(SellShares(0, company(game, "AR"), 1))
    assert why(plan_reply(game, 1, Passing(sold=True), 0)) == "sold"  # the player owns a share of it
    assert plan_reply(game, 2, Passing(sold=True), 0) is None  # the player owns none
    assert plan_reply(game, 1, Passing(), 0) is None  # and the player asked for no stop
    game.apply(Pass(0))
    assert why(plan_reply(game, 1, Passing(sold=True), 0)) == "sold"


def test_what_somebody_sells_himself_does_not_stop_him() -> None:
    game = trading()
    game.apply(SellShares(0, company(game, "AR"), 1))
    assert plan_reply(game, 0, Passing(sold=True), 0) == Pass(0)


def test_who_passes_until_somebody_trades_in_a_company() -> None:
    game = trading()
    plan, other = Passing(traded=company(game, "KO")), Passing(traded=company(game, "AR"))
    game.apply(BuyShare(0, company(game, "KO"), ipo_of(game.state)))
    reply = plan_reply(game, 1, plan, 0)
    assert isinstance(reply, Stop)
    assert (reply.reason, dict(reply.facts)) == ("traded", {"player": 0, "company": company(game, "KO")})
    assert plan_reply(game, 1, other, 0) is None


@pytest.mark.parametrize(("price", "falls", "stops"), [(80, True, True), (79, True, False), (80, False, True)])
def test_who_passes_until_a_price_is_reached(price: int, falls: bool, stops: bool) -> None:
    """AR stands at 80."""
    game = trading()
    reply = plan_reply(game, 0, Passing(priced=company(game, "AR"), price=price, falls=falls))
    assert reply == (Stop("price", {"company": company(game, "AR"), "price": 80}) if stops else Pass(0))


def test_who_must_sell_cannot_pass_by_plan() -> None:
    """Four companies at 60 % are more certificates than the limit allows: the rules require a sale."""
    game = stock_round(6, cash=500)
    for symbol in ("AR", "IR", "SR", "KO"):
        start(game, symbol, {0: 60, 1: 10})
    reply = plan_reply(game, 0, Passing())
    assert isinstance(reply, Stop)
    assert (reply.reason, reply.action) == ("refused", Pass(0))


def test_passing_in_the_auction_ends_when_a_lot_is_sold_or_cheaper_or_somebody_is_outbid() -> None:
    game = new_game(3)
    game.apply(Pass(0))
    assert plan_reply(game, 1, Passing(), 0) == Pass(1)
    game.apply(Bid(1, lot(game, "MF"), 35))
    game.apply(Bid(2, lot(game, "MF"), 40))
    assert why(plan_reply(game, 1, Passing(), 2)) == "outbid"
    assert plan_reply(game, 0, Passing(), 2) == Pass(0)
    game.apply(Bid(0, lot(game, "TR"), 20))
    assert why(plan_reply(game, 2, Passing(), 2)) == "lot"


# Buying


def test_a_share_is_bought_each_turn_from_where_it_costs_less() -> None:
    """KO is at 90, its par; after a sale it is cheaper in the market."""
    game = trading()
    ko = company(game, "KO")
    game.apply(SellShares(0, company(game, "AR"), 1))
    game.apply(Pass(0))
    game.apply(SellShares(1, ko, 1))
    game.apply(Pass(1))
    assert game.company(ko).price < 90
    assert plan_reply(game, 2, Buying(ko, 90)) == BuyShare(2, ko, market_of(game.state))
    assert plan_reply(game, 2, Buying(ko, 90, source=ipo_of(game.state))) == BuyShare(2, ko, ipo_of(game.state))


def test_after_the_purchase_the_turn_is_ended() -> None:
    game = trading()
    plan = Buying(company(game, "KO"), 90)
    bought = plan_reply(game, 0, plan)
    assert isinstance(bought, BuyShare)
    game.apply(bought)
    while game.to_act.player == 0:
        assert plan_reply(game, 0, plan) == Pass(0)
        game.apply(Pass(0))


def test_nothing_is_bought_above_the_price() -> None:
    game = trading()
    assert plan_reply(game, 0, Buying(company(game, "KO"), 89)) == Stop(
        "dear", {"company": company(game, "KO"), "price": 90}
    )


def test_the_rules_may_refuse_the_purchase() -> None:
    game = trading()
    set_cash(game, 0, 50)
    reply = plan_reply(game, 0, Buying(company(game, "KO"), 90))
    assert isinstance(reply, Stop)
    assert reply.action is not None
    refusal = game.why_not(reply.action)
    assert refusal is not None
    assert refusal.code == "cash"


def test_buying_ends_with_enough_shares_or_when_it_floats_or_somebody_sells() -> None:
    game = trading()
    ar, ko = company(game, "AR"), company(game, "KO")
    assert why(plan_reply(game, 0, Buying(ar, 80, percent=40))) == "enough"
    assert isinstance(plan_reply(game, 0, Buying(ar, 80, percent=50)), BuyShare)
    assert why(plan_reply(game, 0, Buying(ar, 80, floats=True))) == "floated"
    game.apply(SellShares(0, ar, 1))
    game.apply(Pass(0))
    assert why(plan_reply(game, 1, Buying(ar, 80, sold=True), 0)) == "sold"
    assert isinstance(plan_reply(game, 1, Buying(ko, 90, sold=True), 0), BuyShare)


# Bidding


def test_a_bid_is_the_least_and_who_is_highest_passes() -> None:
    """MF costs 30, and bids rise by 5."""
    game = new_game(3)
    mf = lot(game, "MF")
    plan = Bidding(mf, 45)
    assert plan_reply(game, 0, plan) == Bid(0, mf, 35)
    game.apply(Bid(0, mf, 35))
    game.apply(Pass(1))
    game.apply(Bid(2, mf, 40))
    assert plan_reply(game, 0, plan) == Bid(0, mf, 45)
    game.apply(Bid(0, mf, 45))
    game.apply(Pass(1))
    game.apply(Pass(2))
    assert plan_reply(game, 0, plan) == Pass(0)


def test_the_topmost_lot_is_bought_at_its_price() -> None:
    game = new_game(3)
    tr = lot(game, "TR")
    assert plan_reply(game, 0, Bidding(tr, 20)) == Bid(0, tr, 20)
    assert plan_reply(game, 0, Bidding(tr, 19)) == Stop("lot_dear", {"lot": tr, "price": 20})


def test_above_the_limit_somebody_is_asked_in_the_auction_and_leaves_the_bid_off() -> None:
    game = new_game(3)
    tr, mf = lot(game, "TR"), lot(game, "MF")
    game.apply(Bid(0, mf, 35))
    game.apply(Bid(1, mf, 40))
    game.apply(Pass(2))
    assert plan_reply(game, 0, Bidding(mf, 44)) == Stop("lot_dear", {"lot": mf, "price": 45})
    game.apply(Bid(0, tr, 20))  # MF is next: a bid-off between 0 and 1
    assert game.to_act.doing == "bid-off"
    assert plan_reply(game, 0, Bidding(mf, 44)) == Pass(0)
    assert plan_reply(game, 0, Bidding(mf, 45)) == Bid(0, mf, 45)
    assert plan_reply(game, 0, Bidding(lot(game, "ER"), 200)) is None
    since = game.length
    game.apply(Pass(0))
    assert why(plan_reply(game, 0, Bidding(mf, 44), since)) == "lost"
    assert why(plan_reply(game, 1, Bidding(mf, 44), since)) == "won"


# Privates


def offered(price: int) -> Game:
    """Player 1's company offers player 0 a price for the private MF."""
    game = stock_round(3, cash=500)
    start(game, "KO", {1: 60}, par=90, cash=500, trains=("2",))
    game.state.phase = 1
    assign_private(game, "MF", 0)
    operate(game, "KO", "trains")
    game.apply(BuyPrivate(1, company(game, "KO"), private(game, "MF"), price))
    assert game.to_act.doing == "offer"
    return game


def test_a_private_is_kept() -> None:
    game = offered(30)
    mf = private(game, "MF")
    assert plan_reply(game, 0, Keeping(mf)) == Answer(0, 0)
    assert plan_reply(game, 0, Keeping(mf, 31)) == Answer(0, 0)
    assert plan_reply(game, 0, Keeping(mf, 30)) is None  # this is the player's own decision
    assert plan_reply(game, 1, Keeping(mf)) == Stop("gone", {"private": mf})


def test_a_private_is_exchanged_as_soon_as_it_may_be() -> None:
    """Dougo Railway can be exchanged for a share of IR, in a turn of its owner (1889-PRV-09)."""
    game = stock_round(3, cash=500, player=2)
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 50}, par=80)
    plan = Exchanging(private(game, "DR"))
    assert plan_reply(game, 0, plan) is None
    game.apply(Pass(2))
    reply = plan_reply(game, 0, plan)
    assert isinstance(reply, ExchangePrivate)
    assert reply.company == company(game, "IR")
    game.apply(reply)
    assert why(plan_reply(game, 0, plan)) == "gone"


def test_a_private_is_exchanged_by_a_plan_where_its_owner_can_do_nothing_else() -> None:
    """No player has cash, and only player 1 has shares to sell."""
    game = stock_round(3, cash=0, player=2)
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 50}, par=80)
    plan = Exchanging(private(game, "DR"))
    assert plan_reply(game, 0, plan) is None
    game.apply(Pass(2))
    assert isinstance(plan_reply(game, 0, plan), ExchangePrivate)


# A company's turn


def operating(step: str) -> Game:
    game = stock_round(3, cash=500)
    start(game, "AR", {0: 60}, par=80, cash=500, trains=("2",))
    return operate(game, "AR", step)


def test_steps_are_skipped() -> None:
    game = operating("track")
    steps = game.setup.settings.steps
    ar, track, token = company(game, "AR"), steps.index("track"), steps.index("token")
    assert plan_reply(game, 0, Skipping(ar, (track,))) == Pass(0)
    assert plan_reply(game, 0, Skipping(ar, (token,))) is None
    assert plan_reply(game, 1, Skipping(ar, (track,))) == Stop("president", {"company": ar})


def test_a_train_that_must_be_bought_is_not_skipped() -> None:
    """Tokushima and Naruto are connected: AR has a route and no train (1889-TRN-02)."""
    game = stock_round(3)
    start(game, "AR", {0: 60}, cash=500)
    lay(game, "K8", "57", 1)
    operate(game, "AR", "trains")
    reply = plan_reply(game, 0, Skipping(company(game, "AR"), (game.setup.settings.steps.index("trains"),)))
    assert reply == Stop("refused", action=Pass(0))


def test_the_best_is_run_and_the_revenue_paid() -> None:
    game = played_to_the_run()
    player, runs, _doing = game.to_act
    reply = plan_reply(game, player, Running(runs, PAY))
    assert isinstance(reply, Runs)
    game.apply(reply.best())
    assert game.to_act.doing == "dividend"
    assert plan_reply(game, player, Running(runs, PAY)) == Dividend(player, runs, PAY)
    assert why(plan_reply(game, (player + 1) % 3, Running(runs, PAY))) == "president"


def played_to_the_run() -> Game:
    """Simple players play until a company is about to run trains."""
    game = tetsudo.new("1889", ["P0", "P1", "P2"], seed=1)
    players = [SimplePlayer(game.setup, Random(seat)) for seat in range(3)]
    while game.to_act.doing != "run":
        player = game.to_act.player
        game.apply(players[player].decide(game.view(player), game.legal_actions()).action)
    return game


# Valid plans, and their written form


def fits(game: Game, player: int, plan: Plan) -> str:
    """The reason why a plan cannot be made now; "" if it can."""
    stop = plan_refusal(plan, game, player, game.legal_actions(player))
    return stop.reason if stop else ""


def test_what_cannot_be_planned_in_this_round_is_told() -> None:
    game = trading()
    ar = company(game, "AR")
    assert fits(game, 0, Passing()) == ""
    assert fits(game, 0, Bidding(0, 100)) == "other_round"
    assert fits(game, 2, Running(ar, PAY)) == "president"
    assert fits(game, 2, Buying(ar, 80)) == ""
    assert fits(game, 0, Buying(ar, 70)) == "dear"
    operate(game, "AR")
    assert fits(game, 0, Passing()) == "other_round"
    assert fits(new_game(3), 1, Passing()) == ""


def test_a_lot_that_is_sold_is_not_bid_for() -> None:
    game = new_game(3)
    tr = lot(game, "TR")
    game.apply(Bid(0, tr, 20))
    assert fits(game, 1, Bidding(tr, 100)) == "lot"


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "pass"},
        {"kind": "pass", "sold": True, "traded": "AR", "priced": "KO", "price": 70, "falls": True},
        {"kind": "buy", "company": "AR", "price": 80, "source": "ipo", "percent": 60, "floats": True},
        {"kind": "bid", "lot": "MF", "price": 45},
        {"kind": "keep", "private": "MF", "price": 60},
        {"kind": "exchange", "private": "DR"},
        {"kind": "skip", "company": "AR", "steps": ["track", "token"]},
        {"kind": "run", "company": "AR", "payout": "withhold"},
    ],
    ids=lambda data: data["kind"],
)
def test_plans_are_written_and_read(data: dict[str, Any]) -> None:
    game = new_game(3)
    plan = plan_from_data(game.setup, game.names, data)
    assert plan_to_data(game.setup, game.names, plan) == data


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({}, "kind"),
        ({"kind": "sell"}, "kind"),
        ({"kind": "buy", "price": 80}, "company"),
        ({"kind": "buy", "company": "XX", "price": 80}, "company"),
        ({"kind": "buy", "company": "AR", "price": "80"}, "price"),
        ({"kind": "buy", "company": "AR", "price": 80, "source": "P1"}, "source"),
        ({"kind": "buy", "company": "AR", "price": 80, "percent": 101}, "percent"),
        ({"kind": "buy", "company": "AR", "price": 80, "sold": 1}, "sold"),
        ({"kind": "pass", "price": 80}, "price"),
        ({"kind": "pass", "company": "AR"}, "company"),
        ({"kind": "skip", "company": "AR", "steps": []}, "steps"),
        ({"kind": "skip", "company": "AR", "steps": ["run"]}, "steps"),
        ({"kind": "skip", "company": "AR", "steps": [["track"]]}, "steps"),
    ],
)
def test_what_is_no_plan_is_refused(data: dict[str, Any], where: str) -> None:
    game = new_game(3)
    with pytest.raises(BadInput) as refused:
        plan_from_data(game.setup, game.names, data)
    assert refused.value.where == where
