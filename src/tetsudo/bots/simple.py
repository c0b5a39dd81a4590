"""A simple, sensible bot for games at the terminal: quick and easy to beat.

It buys the lot on top while it can still afford a company, starts one, floats its own
companies and then buys the most expensive shares. It lays the most valuable track, runs
the best routes (subsidies included), pays out everything and buys the trains it can afford.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.core.actions import (
    WITHHOLD,
    Action,
    Answer,
    Bankrupt,
    BuyShare,
    BuyTrain,
    Convert,
    Descriptor,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
)
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Bids, PrivateOffers, PrivateTakes, Runs, Sales, TrainOffers, Wish
from tetsudo.core.units import GREY, NOBODY, CompanyId, HexId, Money
from tetsudo.engine.model.tiles import JUNCTION, NODE
from tetsudo.engine.model.title import MINOR, Setup
from tetsudo.game.views.owners import CompanyView
from tetsudo.game.views.table import View

COMPANY_RESERVE: Final = 200
"""Cash kept in the auction, unless game turns pass with lots unsold."""

EXTRA_TRAIN_PRICE_FACTOR: Final = 3
"""Multiple of a train's price at which a company buys an extra one, if the number of turns is limited."""

Rule = Callable[["SimplePlayer", View, list[Descriptor]], Action | None]


class SimplePlayer:
    """One rule for each kind of action, tried in a fixed order; the first rule that returns an action decides."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.setup = setup
        self.rng = rng

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the action of the first rule that returns one; else pass, or do anything."""
        for kind, rule in RULES.items():
            offered = [offer for offer in actions if offer.kind == kind]
            wanted = rule(self, view, offered) if offered else None
            if wanted is not None:
                return Choice(wanted)
        return Choice(self.unless_more_is_wanted(view, actions))

    def unless_more_is_wanted(self, view: View, actions: Sequence[Descriptor]) -> Action:
        """Pass; else sell the cheapest shares, if over a limit or short of money for a train; else do anything.

        Before selling in vain or going bankrupt, it offers all its money for other players' trains. For a train it
        sells as much as possible at once: under no rules does that lose money.
        """
        for offer in actions:
            if isinstance(offer, Pass):
                return offer
        sales = [offer for offer in actions if isinstance(offer, Sales)]
        ruin = next((offer for offer in actions if isinstance(offer, Bankrupt)), None)
        trains = [offer for offer in actions if isinstance(offer, TrainOffers)]
        if trains and (ruin or not sales):
            return trains[0].at(trains[0].high)
        if sales:
            cheapest = min(sales, key=lambda sale: (self.company(view, sale.company).price, -sale.high))
            return cheapest.example() if view.to_act.doing == "stock" else cheapest.at(cheapest.high)
        return ruin or actions[0].example()

    def company(self, view: View, company: CompanyId) -> CompanyView:
        """Company by id."""
        return view.companies[self.setup.companies[company].symbol]

    def is_mine(self, view: View, company: CompanyId) -> bool:
        """True if the bot decides for the company."""
        president = self.company(view, company).president
        return president is not None and president.id == view.player


def bid(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Buy the lot on top, or stay in a bid-off, while enough cash is left."""
    cash = view.players[view.player].cash
    kept = 0 if view.turn > 1 else COMPANY_RESERVE
    for offer in offers:
        if not isinstance(offer, Bids):
            continue
        face = bot.setup.lots[offer.lot].price
        on_top = offer.low == offer.high or view.to_act.doing == "bid-off"
        if on_top and offer.low <= face * 4 // 3 and cash - offer.low >= kept * (offer.low > 0):
            return offer.example()
    return None


def start(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Start a company that the player can float alone, at the highest par; start the first company at any par."""
    mine = [company for company in corporations(bot, view) if bot.is_mine(view, company.id)]
    pars = [offer for offer in offers if isinstance(offer, Par)]
    cash = view.players[view.player].cash
    alone = [par for par in pars if _shares_to_float(bot.company(view, par.company)) * par.price <= cash]
    if any(not company.is_floated for company in mine) or (mine and not alone):
        return None
    price = max((par.price for par in alone), default=min(par.price for par in pars))
    return bot.rng.choice([par for par in pars if par.price == price])


def _shares_to_float(company: CompanyView) -> int:
    """Number of shares that must be sold to float the company now."""
    return -(-company.floats_at // company.share)


def corporations(bot: SimplePlayer, view: View) -> list[CompanyView]:
    """Companies that are not minors."""
    return [bot.company(view, company.id) for company in bot.setup.companies if company.kind != MINOR]


def buy(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Float own companies, then buy the most expensive share; others' companies too if none floated in a whole turn."""
    none_floats = view.turn > 1 and not any(company.is_floated for company in corporations(bot, view))

    def value(share: BuyShare) -> tuple[bool, bool, Money]:
        company = bot.company(view, share.company)
        floats = not company.is_floated and bot.is_mine(view, share.company)
        return floats, bool(company.trains), company.price

    shares = [offer for offer in offers if isinstance(offer, BuyShare)]
    if none_floats:
        return min(shares, key=lambda share: bot.company(view, share.company).in_offering)
    best = max(shares, key=value)
    return best if value(best)[0] or bot.company(view, best.company).is_floated else None


def exchange(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Exchange a private for a share once the share is worth more."""
    for offer in offers:
        assert isinstance(offer, ExchangePrivate)
        if bot.company(view, offer.company).price >= bot.setup.privates[offer.private].price:
            return offer
    return None


def lay(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Lay the most valuable tile."""

    def value(offer: Descriptor) -> int:
        assert isinstance(offer, (LayTile, LayPrivateTile))
        return lay_value(bot.setup, offer.hex, offer.tile, offer.rotation)

    return max(offers, key=value)


def lay_value(setup: Setup, hex: HexId, tile: int, rotation: int) -> int:
    """Value of a tile: its stops and the stops beyond its exits, minus terrain cost."""
    face = setup.faces[setup.face_of[tile, rotation]]
    here = setup.map.hexes[hex]
    worth = sum(node.revenue[min(face.colour, GREY)] for node in face.nodes) - here.costs[face.colour] // 5
    for edge in range(NODE):
        if face.exits >> edge & 1 and here.neighbours[edge] != NOBODY:
            printed = setup.faces[setup.map.hexes[here.neighbours[edge]].printed]
            worth += 3 + 12 * any(node.kind != JUNCTION for node in printed.nodes)
    return worth


def token(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Place a token anywhere, if enough cash is left for a train."""
    tokens = [offer for offer in offers if isinstance(offer, PlaceToken)]
    company = bot.company(view, tokens[0].company)
    rich = company.cash - company.token_prices_left[0] >= (100 if company.trains else 500)
    return bot.rng.choice(tokens) if rich else None


def run(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Run the best routes, or others that earn more including subsidies."""
    runs = offers[0]
    assert isinstance(runs, Runs)
    return max(
        [runs.best(), *_subsidised_runs(bot, view, runs)],
        key=lambda run: sum(runs.earned(run)) + sum(runs.subsidies(run)),
    )


def _subsidised_runs(bot: SimplePlayer, view: View, runs: Runs) -> Iterator[RunRoutes]:
    """Yield the best runs in which the first train, the first two, ... call at a subsidised stop."""
    for hex in bot.setup.map.hexes:
        if not any(node.subsidy for node in view.hex(hex.name).face.nodes):
            continue
        for count in range(1, len(runs.fleet) + 1):
            try:
                run = runs.through([Wish(train, must=frozenset({hex.id})) for train in runs.fleet[:count]]).action
            except IllegalAction:
                break
            if runs.admits(run):
                yield run


def distribute(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Pay out as much as possible."""
    return next(offer for offer in offers if isinstance(offer, Dividend) and offer.payout != WITHHOLD)


def buy_train(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Buy the bank's cheapest train if the company has fewer than two, is rich, or can trade one in.

    Without a train, buy one from another own company.
    """
    from_bank = [offer for offer in offers if isinstance(offer, BuyTrain)]
    if from_bank:
        best = min(from_bank, key=lambda train: train.price)
        company = bot.company(view, best.company)
        is_rich = bot.setup.settings.turn_limit > 0 and company.cash >= EXTRA_TRAIN_PRICE_FACTOR * best.price
        return best if len(company.trains) < 2 or is_rich or best.trade_in != NOBODY else None
    for offer in offers:
        assert isinstance(offer, TrainOffers)
        if bot.is_mine(view, offer.seller) and not bot.company(view, offer.company).trains:
            return offer.example()
    return None


def buy_private(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Sell an own private to its company at the highest price, once the company has a train."""
    mine = view.players[view.player].privates
    for offer in offers:
        assert isinstance(offer, PrivateOffers)
        if bot.setup.privates[offer.private].symbol in mine and bot.company(view, offer.company).trains:
            return offer.at(offer.high)
    return None


def take_private(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Buy the most expensive private on sale at the bank, none from other players."""
    for_sale = [offer for offer in offers if isinstance(offer, PrivateTakes) and offer.low == offer.high]
    for_sale = [offer for offer in for_sale if bot.setup.privates[offer.private].late]
    return max(for_sale, key=lambda offer: offer.low).example() if for_sale else None


def answer(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Accept any generous offer."""
    assert view.offer is not None
    privates = [view.privates[symbol].price for symbol in view.players[view.player].privates]
    return Answer(view.player, int(view.offer.price >= 3 * max(privates, default=200) // 2))


def merge_minor(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Merge a minor as soon as possible."""
    return offers[0].example()


def convert_minor(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Convert a minor that reaches the train step without a train."""
    assert isinstance(offers[0], Convert)
    needs_train = view.to_act.doing == "trains" and not bot.company(view, offers[0].company).trains
    return offers[0] if needs_train else None


def discard(bot: SimplePlayer, view: View, offers: list[Descriptor]) -> Action | None:
    """Discard the cheapest kind."""
    return min((offer for offer in offers if isinstance(offer, DiscardTrain)), key=lambda offer: offer.train)


RULES: Final[dict[str, Rule]] = {
    "answer": answer,
    "bid": bid,
    "exchange_private": exchange,
    "par": start,
    "take_private": take_private,
    "buy_share": buy,
    "lay_tile": lay,
    "lay_private_tile": lay,
    "place_token": token,
    "run_routes": run,
    "dividend": distribute,
    "buy_train": buy_train,
    "buy_private": buy_private,
    "discard_train": discard,
    "join": merge_minor,
    "convert": convert_minor,
}
"""Rules in the order in which they are tried. Shares are sold only when necessary."""
