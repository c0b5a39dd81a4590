"""Rows of trades: everything that changes hands for money."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from tetsudo.analysis.rows.columns import ACTION, NUMBER, PLAYER, ROUND, TEXT, Column, Row
from tetsudo.analysis.rows.places import Reading
from tetsudo.core.events import (
    LotSold,
    PrivateBought,
    PrivateDealt,
    PrivateTaken,
    ShareBought,
    SharesSold,
    Started,
    TrainBought,
)
from tetsudo.core.units import Money, is_hidden
from tetsudo.language.labels import Vocabulary

TRADE_COLUMNS: Final = (
    ACTION,
    *ROUND,
    PLAYER._replace(meaning="player who trades, for themself or for a company"),
    Column("kind", TEXT, "kind of event: `started`, `share_bought`, `shares_sold`, `lot_sold`, `train_bought` ..."),
    Column("item", TEXT, "`share`, `private`, `lot` or `train`"),
    Column("name", TEXT, "symbol of the company, private or lot, or name of the train"),
    Column("quantity", NUMBER, "number of shares, or 1"),
    Column("price", NUMBER, "price of all together"),
    Column("buyer", TEXT, "player, company, `market` or `bank`"),
    Column("seller", TEXT, "player, company, `ipo`, `market`, `depot` or `bank`"),
)


class Trade(NamedTuple):
    """Trade, in names."""

    item: str
    name: str
    quantity: int
    price: Money
    buyer: str
    seller: str


class _Table(NamedTuple):
    """Words of a table, and the number of shares in each president's certificate."""

    words: Mapping[str, tuple[str, ...]]
    president_shares: tuple[int, ...]


def trade_rows(reading: Reading) -> Iterator[Row]:
    """Rows of the trades, in order."""
    game = reading.game
    table = _Table(Vocabulary(game.setup, game.names).words, game.ruleset.president_shares)
    for place, event in reading.events:
        read = READERS.get(event.kind)
        if read is not None:
            trade = read(table, event)
            price = None if is_hidden(trade.price) else trade.price
            yield {**reading.place_cells(place), "kind": event.kind, **trade._asdict(), "price": price}


def _start(table: _Table, event: Started) -> Trade:
    count = table.president_shares[event.company]
    company, player = table.words["company"][event.company], table.words["player"][event.player]
    return Trade("share", company, count, event.price * count, player, "ipo")


def _purchase(table: _Table, event: ShareBought) -> Trade:
    company, player = table.words["company"][event.company], table.words["player"][event.player]
    return Trade("share", company, 1, event.price, player, table.words["source"][event.source])


def _sale(table: _Table, event: SharesSold) -> Trade:
    company, player = table.words["company"][event.company], table.words["player"][event.player]
    return Trade("share", company, event.shares, event.price, "market", player)


def _lot(table: _Table, event: LotSold) -> Trade:
    return Trade("lot", table.words["lot"][event.lot], 1, event.price, table.words["player"][event.player], "bank")


def _deal(table: _Table, event: PrivateDealt) -> Trade:
    private, player = table.words["private"][event.private], table.words["player"][event.player]
    return Trade("private", private, 1, event.price, player, "bank")


def _private_to_company(table: _Table, event: PrivateBought) -> Trade:
    private, buyer = table.words["private"][event.private], table.words["company"][event.company]
    return Trade("private", private, 1, event.price, buyer, table.words["owner"][event.owner])


def _private_to_player(table: _Table, event: PrivateTaken) -> Trade:
    private, buyer = table.words["private"][event.private], table.words["player"][event.player]
    return Trade("private", private, 1, event.price, buyer, table.words["owner"][event.owner])


def _train(table: _Table, event: TrainBought) -> Trade:
    train, buyer = table.words["train"][event.train], table.words["company"][event.company]
    return Trade("train", train, 1, event.price, buyer, table.words["seller"][event.seller])


READERS: Final[Mapping[str, Callable[[_Table, Any], Trade]]] = {
    "started": _start,
    "share_bought": _purchase,
    "shares_sold": _sale,
    "lot_sold": _lot,
    "private_dealt": _deal,
    "private_bought": _private_to_company,
    "private_taken": _private_to_player,
    "train_bought": _train,
}
"""Reader of each kind of event that is a trade."""
