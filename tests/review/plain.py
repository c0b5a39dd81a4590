"""Second reading of a finished game: the findings again, written plainly from the rules, slow, and without `review`.

Each function returns the findings of a kind as tuples. Positions are asked what a player at the table could ask:
`legal_actions`, views, and the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.builders import assign_train
from tetsudo.core.actions import WITHHOLD, BuyShare, BuyTrain, Dividend, Pass, PlaceToken, RunRoutes
from tetsudo.core.open_actions import PrivateOffers, Runs
from tetsudo.core.units import NOBODY
from tetsudo.engine.state.state import RETURNED, UNPLACED
from tetsudo.game.game import Game

Row = tuple[Any, ...]

GAINS = {
    "received": "owner",
    "income": "owner",
    "private_bought": "owner",
    "private_taken": "owner",
    "shares_sold": "player",
    "cash_taken": "player",
    "withheld": "company",
    "subsidised": "company",
    "granted": "company",
    "floated": "company",
    "president_contributed": "company",
    "train_bought": "seller",
    "joined": "into",
}
"""Receiver of the price, by kind of event; a seller that is no company is the bank, and matches no owner asked for."""


class Table:
    """A finished game, with the position before each move and after the last."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moments = game.moments()
        self.actions = game.actions
        self.at = [game.earlier(length) for length in range(game.length + 1)]
        self.players = len(game.names)

    def log(self, move: int) -> list[Any]:
        """Events of a move."""
        return list(self.moments[move].events)

    def cash(self, length: int, owner: int) -> int:
        """Cash of an owner after a number of moves."""
        return self.at[length].state.cash[owner]

    def received(self, move: int, owner: int) -> int:
        """Everything that an owner receives in a move, by the log."""
        total = 0
        for event in self.log(move):
            field = GAINS.get(event.kind)
            if field is None:
                continue
            value: int = getattr(event, field)
            if (value if field in ("owner", "player") else value + self.players) == owner:
                total += event.price
        return total

    def paid(self, move: int, owner: int) -> int:
        """Everything that an owner pays in a move: the cash before, and what comes in, less the cash after."""
        return self.cash(move, owner) + self.received(move, owner) - self.cash(move + 1, owner)


def runs(table: Table) -> set[Row]:
    """Runs below the best: move, revenue, best revenue."""
    found = set()
    for move, action in enumerate(table.actions):
        if isinstance(action, RunRoutes):
            (listed,) = (each for each in table.at[move].legal_actions(action.player) if isinstance(each, Runs))
            made, best = sum(listed.earned(action)), listed.revenue()
            if made + sum(listed.subsidies(action)) < best:
                found.add((move, made, best))
    return found


def idle_money(table: Table) -> set[Row]:
    """Idle money that a purchase would have repaid: player, company, amount, chances, price, what it brought."""
    found = set()
    length, end = len(table.actions), table.game
    for player in range(table.players):
        since = length
        while (
            since and table.paid(since - 1, player) <= 0 and table.cash(since, player) >= table.cash(since - 1, player)
        ):
            since -= 1
        amount = table.cash(since, player)
        passes = [
            move for move in range(since, length) if is_empty_pass(table, move) and table.actions[move].player == player
        ]
        chances = [
            _best([_share(table, move, *offer) for offer in shares_on_offer(table, move)], amount) for move in passes
        ]
        found |= _idle(player, NOBODY, amount, chances)
    for symbol, company in end.companies.items():
        owner, since = table.players + company.id, length
        if not company.is_floated:
            continue
        while since and not _is_busy(table, since - 1, symbol, owner):
            since -= 1
        amount = table.cash(since, owner)
        turns = [move for move in range(since, length) if _is_buying(table, move, company.id)]
        chances = [_best(_trains(table, move, symbol), amount) for move in turns]
        found |= _idle(NOBODY, company.id, amount, chances)
    return found


def _idle(player: int, company: int, amount: int, chances: list[tuple[int, int] | None]) -> set[Row]:
    """Row about an owner, by the price and the return of its chances; none if there is none."""
    paying = [chance for chance in chances if chance]
    if not paying:
        return set()
    gain = max(brought - (price if company == NOBODY else 0) for price, brought in paying)
    return {(player, company, amount, len(paying), gain)}


def _best(offers: list[tuple[int, int, int]], amount: int) -> tuple[int, int] | None:
    """Price and return of the best of some offers (gain, price, return) that an amount pays for; None if none pays."""
    paying = [offer for offer in offers if offer[1] <= amount and offer[0] > 0]
    return max(paying)[1:] if paying else None


def _share(table: Table, move: int, price: int, company: int) -> tuple[int, int, int]:
    """Gain, price and return of a share bought before a move: dividends from then on, and the price at the end."""
    views = list(table.game.companies.values())
    brought = views[company].price or 0
    for later in range(move, len(table.actions)):
        for event in table.log(later):
            if event.kind == "paid_out" and event.company == company:
                brought += event.price // table.game.ruleset.shares[company]
    return brought - price, price, brought


def _is_buying(table: Table, move: int, company: int) -> bool:
    """True if a company's step of buying trains has begun before a move."""
    acting = table.at[move].to_act
    return (acting.company, acting.doing) == (company, "trains")


def _trains(table: Table, move: int, symbol: str) -> list[tuple[int, int, int]]:
    """Gain, price and return of each train that a company could have from the bank, without a new phase."""
    then, setup, company = table.at[move], table.game.setup, table.game.companies[symbol].id
    kinds = {
        (offer.train, offer.price)
        for offer in then.legal_actions(then.to_act.player)
        if isinstance(offer, BuyTrain)
        and offer.trade_in == NOBODY
        and offer.seller >= then.state.companies
        and then.ruleset.phase_of_train[offer.train] <= then.state.phase
    }
    found = []
    for train, price in kinds:
        added = 0
        for later in range(move + 1, len(table.actions)):
            action = table.actions[later]
            if isinstance(action, RunRoutes) and action.company == company:
                added += _added(table, later, symbol, setup.trains[train].name)
        found.append((added, price, added))
    return found


def _added(table: Table, move: int, symbol: str, name: str) -> int:
    """Revenue that another train adds to the best run before a move, by a copy with that train."""
    then = table.at[move]
    company, train = then.companies[symbol], next(each for each in then.setup.trains if each.name == name)
    has_rusted = any(
        event.kind == "train_rusted" and event.train == train.id for at in range(move) for event in table.log(at)
    )
    if has_rusted or len(company.trains) >= then.ruleset.train_limit(then.state, company.id):
        return 0
    more = then.clone()
    assign_train(more, symbol, name)
    first, second = (
        next(each.revenue() for each in game.legal_actions(table.actions[move].player) if isinstance(each, Runs))
        for game in (then, more)
    )
    return second - first


def _is_busy(table: Table, move: int, symbol: str, owner: int) -> bool:
    """True if a company pays or floats in a move."""
    floats = not table.at[move].company(symbol).is_floated and table.at[move + 1].company(symbol).is_floated
    return floats or table.paid(move, owner) > 0 or table.cash(move + 1, owner) < table.cash(move, owner)


def is_empty_pass(table: Table, move: int) -> bool:
    """True if a player passes in a stock round. If a share can be bought then, none was in this turn: one per turn."""
    return isinstance(table.actions[move], Pass) and table.at[move].to_act.doing == "stock"


def shares_on_offer(table: Table, move: int) -> Iterator[tuple[int, int]]:
    """Price and company of each share that the player in turn can buy: each is bought on a copy."""
    then = table.at[move]
    for offer in then.legal_actions():
        if isinstance(offer, BuyShare):
            events = then.clone().apply(offer)
            yield next(each.price for each in events if each.kind == "share_bought"), offer.company


def certificates(table: Table) -> set[Row]:
    """Certificates unused: move, player, held, price."""
    last: dict[Row, int] = {}
    for move, action in enumerate(table.actions):
        acting = table.at[move].to_act
        if acting.doing == "stock" and acting.player == action.player:
            last[table.at[move].state.turn, action.player] = move
    found = set()
    for (_, player), move in last.items():
        held = table.at[move].players[player].certificates
        if is_empty_pass(table, move) and held < table.game.setup.settings.certificate_limit:
            prices = [price for price, _ in shares_on_offer(table, move)]
            if prices:
                found.add((move, player, held, min(prices)))
    return found


def rusted(table: Table) -> set[Row]:
    """Trains rusted unpaid: move, company, train, price, earned. Die rolls are left out."""
    found, earnings = set(), _earnings(table)
    for move in range(len(table.actions)):
        for event in table.log(move):
            if event.kind != "train_rusted":
                continue
            for symbol, company in table.game.companies.items():
                had = table.at[move].company(symbol).trains.count(table.game.setup.trains[event.train].name)
                had += _trains_moved(table, move, company.id, event.train)
                prices = [
                    (each.price, each.company == company.id, each.seller == company.id)
                    for at in range(move + 1)
                    for each in table.log(at)
                    if each.kind == "train_bought" and each.train == event.train
                ]
                price = sum(price for price, bought, _ in prices if bought)
                earned = sum(price for price, _, sold in prices if sold)
                earned += sum(
                    amount
                    for at, owner, train, amount in earnings
                    if (owner, train) == (company.id, event.train) and at < move
                )
                if had > 0 and earned < price:
                    found.add((move, company.id, event.train, price, earned))
    return found


def _earnings(table: Table) -> list[tuple[int, int, int, int]]:
    """Move, company, train and amount of every route with its subsidy, and of every trade-in."""
    found = []
    for move, action in enumerate(table.actions):
        if isinstance(action, RunRoutes):
            (listed,) = (each for each in table.at[move].legal_actions(action.player) if isinstance(each, Runs))
            amounts = zip(action.routes, listed.earned(action), listed.subsidies(action), strict=True)
            found += [(move, action.company, route.train, earned + extra) for route, earned, extra in amounts]
        if isinstance(action, BuyTrain) and action.trade_in != NOBODY:
            discount = table.game.setup.trains[action.train].price - action.price
            found.append((move, action.company, action.trade_in, discount))
    return found


def _trains_moved(table: Table, move: int, company: int, train: int) -> int:
    """Change of a company's trains of a kind in a move, before anything rusts."""
    change = 0
    for each in table.log(move):
        if each.kind == "train_rusted":
            break
        if each.kind == "train_bought" and each.train == train:
            change += (each.company == company) - (each.seller == company)
        if each.kind == "train_traded_in" and (each.company, each.train) == (company, train):
            change -= 1
    return change


def withholding(table: Table) -> set[Row]:
    """Withholding that bought nothing: first move, company, amount, spent."""
    found, done = set(), -1
    for company in range(table.game.state.companies):
        done, owner = -1, table.players + company
        for first, action in enumerate(table.actions):
            if (
                first <= done
                or not isinstance(action, Dividend)
                or (action.company, action.payout) != (company, WITHHOLD)
            ):
                continue
            withheld, spent, merged = 0, 0, False
            for move in range(first, len(table.actions)):
                kinds = {each.kind for each in table.log(move) if getattr(each, "company", None) == company}
                taken = table.actions[move]
                if "company_closed" in kinds:  # it gives back all that is left, after a token that it may have paid for
                    tokens = [each for each in table.log(move) if each.kind == "token_placed"]
                    spent += sum(each.price for each in tokens if each.company == company)
                elif move > first:
                    spent += max(0, table.paid(move, owner))
                if isinstance(taken, Dividend) and (taken.company, taken.payout) == (company, WITHHOLD):
                    withheld += table.at[move].state.revenue
                done, merged = move, "joined" in kinds
                pays = any(
                    each.kind == "paid_out" and each.company == company and each.price for each in table.log(move)
                )
                if merged or pays or "company_closed" in kinds:
                    break
            before = table.cash(first, owner) + sum(
                each.price for each in table.log(first) if each.kind == "subsidised"
            )
            if withheld and not merged and spent <= before:
                found.add((first, company, withheld, spent))
    return found


def forced(table: Table) -> set[Row]:
    """Forced purchases cheaper a turn earlier: move, company, the president's part, the earlier price."""
    found = set()
    for move in range(len(table.actions)):
        for event in table.log(move):
            if event.kind != "president_contributed":
                continue
            starts = [
                at + 1
                for at in range(move)
                for each in table.log(at)
                if each.kind == "turn_began" and each.company == event.company
            ]
            if len(starts) < 2:
                continue
            prices = []
            for at in range(starts[-2], starts[-1]):
                acting = table.at[at].to_act
                if (acting.company, acting.doing) == (event.company, "trains"):
                    prices += [
                        each.price
                        for each in table.at[at].legal_actions(acting.player)
                        if isinstance(each, BuyTrain)
                        and each.trade_in == NOBODY
                        and each.seller >= table.game.state.companies
                        and each.price <= table.cash(at, table.players + event.company)
                        and not _rusts_before(table, each.train, move)
                    ]
            if prices:
                found.add((move, event.company, event.price, min(prices)))
    return found


def _rusts_before(table: Table, train: int, move: int) -> bool:
    return any(event.kind == "train_rusted" and event.train == train for at in range(move) for event in table.log(at))


def privates(table: Table) -> set[Row]:
    """Privates not sold: move of closing, player, private, best price."""
    found = set()
    for move, action in enumerate(table.actions):
        for event in table.log(move):
            if event.kind != "private_closed" or getattr(action, "private", NOBODY) == event.private:
                continue
            owner = table.at[move].state.privates[event.private]
            if not 0 <= owner < table.players:
                continue
            if any(
                each.kind in ("private_bought", "private_exchanged") and each.private == event.private
                for each in table.log(move)
            ):
                continue
            prices = [
                offer.high
                for at in range(move + 1)
                if table.at[at].state.privates[event.private] == owner
                and table.at[at].to_act.company != NOBODY
                and table.at[at].to_act.player == owner
                for offer in table.at[at].legal_actions()
                if isinstance(offer, PrivateOffers) and offer.private == event.private
            ]
            if prices:
                found.add((move, owner, event.private, max(prices)))
    return found


def tokens(table: Table) -> set[Row]:
    """Tokens left at the end: company, number, passes with a token that could be placed."""
    found = set()
    for company in table.game.companies.values():
        first, after = table.game.ruleset.tokens_from[company.id : company.id + 2]
        homes = len(table.game.setup.companies[company.id].homes)
        left = sum(  # a home that waits for its token takes it free of charge
            place == RETURNED or (place == UNPLACED and number >= homes)
            for number, place in enumerate(table.game.state.tokens[first:after])
        )
        passes = sum(
            isinstance(action, Pass)
            and (table.at[move].to_act.company, table.at[move].to_act.doing) == (company.id, "token")
            and any(isinstance(each, PlaceToken) for each in table.at[move].legal_actions())
            for move, action in enumerate(table.actions)
        )
        if company.is_floated and left:
            found.add((company.id, left, passes))
    return found
