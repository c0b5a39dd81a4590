"""Legal actions as a menu of numbered lines, some with submenus.

Tile lays would need eighty lines, so they are chosen by hex, tile and rotation. Amounts are typed
within their range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tetsudo.cli.position_tables import money
from tetsudo.core.actions import (
    PAY,
    Action,
    Answer,
    BuyShare,
    BuyTrain,
    Convert,
    Descriptor,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    Join,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PassRound,
    PlaceToken,
    TakeBackToken,
)
from tetsudo.core.open_actions import Bids, PrivateOffers, PrivateTakes, Runs, Sales, TrainOffers
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.tiles import NODE
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.game.game import Game
from tetsudo.game.text.commands import holder_name, place_name, routes_text, text

Lay = LayTile | LayPrivateTile
Key = TypeVar("Key")


@dataclass(frozen=True)
class Entry:
    """A menu line: an action, or a submenu."""

    text: str
    offer: Descriptor | None = None
    entries: tuple[Entry, ...] = ()


def menu(game: Game, offers: Sequence[Descriptor]) -> list[Entry]:
    """Menu lines of the legal actions, in their order."""
    entries: list[Entry] = []
    for group in group_by(offers, _group).values():
        first = group[0]
        if isinstance(first, Par):
            entries.append(_pars(game, [par for par in group if isinstance(par, Par)]))
        elif isinstance(first, LayTile | LayPrivateTile) and len(group) > 1:
            entries.append(_lays(game, [lay for lay in group if isinstance(lay, LayTile | LayPrivateTile)]))
        else:
            entries += [Entry(describe(game, offer), offer) for offer in group]
    return entries


def default_offer(offers: Sequence[Descriptor]) -> Descriptor | None:
    """Default action: the only one, the best run, paying out, or passing; None if there is no default."""
    if len(offers) == 1:
        return offers[0]
    for offer in offers:
        if isinstance(offer, Runs | Pass) or (isinstance(offer, Dividend) and offer.payout == PAY):
            return offer
    return None


def group_by(things: Iterable[Any], key: Callable[[Any], Key]) -> dict[Key, list[Any]]:
    """Group items by key, in the order of first occurrence."""
    groups: dict[Key, list[Any]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def _group(offer: Descriptor) -> tuple[object, ...]:
    """Key of the line that an action belongs to."""
    if isinstance(offer, Par):
        return (offer.kind, offer.company)
    if isinstance(offer, LayPrivateTile):
        return (offer.kind, offer.private)
    return (offer.kind,)


def _pars(game: Game, pars: list[Par]) -> Entry:
    company = game.setup.companies[pars[0].company]
    prices = " ".join(str(par.price) for par in pars)
    return Entry(
        f"Start {company.symbol}, {company.name}, at {prices}",
        entries=tuple(Entry(describe(game, par), par) for par in pars),
    )


def _lays(game: Game, lays: list[Lay]) -> Entry:
    """Submenus by hex, tile and rotation; levels with one choice are skipped."""
    hexes = [_hex(game, group) for group in group_by(lays, lambda lay: lay.hex).values()]
    names = " ".join(game.setup.map.hexes[hex].name for hex in dict.fromkeys(lay.hex for lay in lays))
    first = lays[0]
    what = f"Use {game.setup.privates[first.private].symbol}" if isinstance(first, LayPrivateTile) else "Lay a tile"
    return Entry(f"{what}: {names}", entries=tuple(hexes))


def _hex(game: Game, lays: list[Lay]) -> Entry:
    tiles = [_tile(game, group) for group in group_by(lays, lambda lay: lay.tile).values()]
    if len(tiles) == 1:
        return tiles[0]
    names = " ".join(game.setup.tiles[tile].name for tile in dict.fromkeys(lay.tile for lay in lays))
    return Entry(f"{hex_name(game, lays[0].hex)}: tile {names}", entries=tuple(tiles))


def _tile(game: Game, lays: list[Lay]) -> Entry:
    if len(lays) == 1:
        return Entry(describe(game, lays[0]), lays[0])
    where = f"{hex_name(game, lays[0].hex)}: tile {game.setup.tiles[lays[0].tile].name}"
    return Entry(f"{where}, {len(lays)} ways round", entries=tuple(Entry(describe(game, lay), lay) for lay in lays))


def hex_name(game: Game, hex: int) -> str:
    """Hex with its place name."""
    found = game.setup.map.hexes[hex]
    return f"{found.name} {found.place}".rstrip()


def describe(game: Game, offer: Descriptor) -> str:
    """Menu line for an action or a range of amounts."""
    return DESCRIBERS[type(offer)](game, offer) if type(offer) in DESCRIBERS else text(game.setup, offer).capitalize()


def _amounts(game: Game, low: int, high: int) -> str:
    return money(game, low) if low == high else f"{money(game, low)} to {money(game, high)}"


def _bids(game: Game, offer: Bids) -> str:
    lot = game.setup.lots[offer.lot]
    verb = "Buy" if offer.low == offer.high else "Bid on"
    return f"{verb} {lot.symbol}, {lot.name}: {_amounts(game, offer.low, offer.high)}"


def _share(game: Game, offer: BuyShare) -> str:
    price = share_price(game.ruleset, game.state, offer.company, offer.source)
    where = {"ipo": "the IPO"}.get(place_name(game.setup, offer.source), "the market")
    return f"Buy a share of {_symbol(game, offer.company)} from {where}: {money(game, price)}"


def _sales(game: Game, offer: Sales) -> str:
    count = str(offer.low) if offer.low == offer.high else f"{offer.low} to {offer.high}"
    price = money(game, price_of(game.ruleset, game.state, offer.company))
    return f"Sell {count} of {_symbol(game, offer.company)} at {price}"


def _lay(game: Game, offer: Lay) -> str:
    here = game.setup.map.hexes[offer.hex]
    face = game.setup.faces[game.setup.face_of[offer.tile, offer.rotation]]
    sides = [here.neighbours[edge] for edge in range(NODE) if face.exits >> edge & 1]
    towards = ", ".join(game.setup.map.hexes[hex].name for hex in sides if hex != NOBODY)
    tile = game.setup.tiles[offer.tile].name
    cost = here.costs[face.colour]
    paid = f" ({money(game, cost)})" if cost and isinstance(offer, LayTile) else ""
    return f"{hex_name(game, offer.hex)}: tile {tile} turned {offer.rotation}, towards {towards}{paid}"


def _token(game: Game, offer: PlaceToken) -> str:
    price = game.companies[_symbol(game, offer.company)].token_prices_left[0]
    return f"Place a token: {hex_name(game, offer.hex)} {offer.city or ''}".rstrip() + f" ({money(game, price)})"


def _runs(game: Game, offer: Runs) -> str:
    routes = routes_text(game.setup, offer.best().routes)
    return f"Run {routes} for {money(game, offer.revenue())}, the most there is"


def _dividend(game: Game, offer: Dividend) -> str:
    amount = money(game, game.state.revenue)
    return {0: f"Pay out {amount}", 1: f"Withhold {amount}", 2: f"Pay half of {amount}"}[offer.payout]


def _train(game: Game, offer: BuyTrain | TrainOffers) -> str:
    name, seller = game.setup.trains[offer.train].name, holder_name(game.setup, offer.seller)
    if isinstance(offer, TrainOffers):
        return f"Buy a {name} train from {seller}: {_amounts(game, offer.low, offer.high)}"
    trade = f", trading in a {game.setup.trains[offer.trade_in].name}" if offer.trade_in != NOBODY else ""
    return f"Buy a {name} train from the {seller}{trade}: {money(game, offer.price)}"


def _private(game: Game, offer: PrivateOffers) -> str:
    private = game.setup.privates[offer.private]
    owner = game.privates[private.symbol].owner
    seller = owner.name if owner else ""
    return f"Buy {private.symbol}, {private.name}, from {seller}: {_amounts(game, offer.low, offer.high)}"


def _take(game: Game, offer: PrivateTakes) -> str:
    private = game.setup.privates[offer.private]
    owner = game.privates[private.symbol].owner
    seller = owner.name if owner else "the bank"
    return f"Buy {private.symbol}, {private.name}, from {seller}: {_amounts(game, offer.low, offer.high)}"


def _discard(game: Game, offer: DiscardTrain) -> str:
    return f"Discard a {game.setup.trains[offer.train].name} train of {_symbol(game, offer.company)}"


def _exchange(game: Game, offer: ExchangePrivate) -> str:
    private = game.setup.privates[offer.private]
    return f"Exchange {private.symbol}, {private.name}, for a share of {_symbol(game, offer.company)}"


def _take_back(game: Game, offer: TakeBackToken) -> str:
    return f"Take back the token of {_symbol(game, offer.company)} that waits in {game.setup.map.hexes[offer.hex].name}"


def _pass_round(game: Game, offer: PassRound) -> str:
    return "Declare nothing until the round ends"


def _join(game: Game, offer: Join) -> str:
    company, _ = game.ruleset.member_of[offer.company]
    return f"Merge {_symbol(game, offer.company)} into {_symbol(game, company)}"


def _convert(game: Game, offer: Convert) -> str:
    private = game.setup.privates[game.ruleset.conversions[offer.company]]
    return f"Convert {_symbol(game, offer.company)} into {private.symbol}, {private.name}"


def _answer(game: Game, offer: Answer) -> str:
    return "Accept the offer" if offer.accept else "Decline the offer"


def _symbol(game: Game, company: int) -> str:
    return game.setup.companies[company].symbol


def _par(game: Game, offer: Par) -> str:
    weight = game.setup.companies[offer.company].president_shares
    return f"Start {_symbol(game, offer.company)} at {offer.price}: {money(game, weight * offer.price)}"


DESCRIBERS: dict[type[Action], Callable[[Game, Any], str]] = {
    Bids: _bids,
    Par: _par,
    BuyShare: _share,
    Sales: _sales,
    LayTile: _lay,
    LayPrivateTile: _lay,
    PlaceToken: _token,
    Runs: _runs,
    Dividend: _dividend,
    BuyTrain: _train,
    TrainOffers: _train,
    PrivateOffers: _private,
    PrivateTakes: _take,
    DiscardTrain: _discard,
    ExchangePrivate: _exchange,
    TakeBackToken: _take_back,
    Answer: _answer,
    PassRound: _pass_round,
    Join: _join,
    Convert: _convert,
}
"""Kinds of actions with their own text."""
