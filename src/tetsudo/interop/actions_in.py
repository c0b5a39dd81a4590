"""Translation of 18xx.games actions to Tetsudo actions, at the position before each one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tetsudo.core import frames
from tetsudo.core.actions import (
    DIVIDENDS,
    Action,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId, PrivateId, TrainId
from tetsudo.engine.state.ownership import president_of, private_owner
from tetsudo.game.game import Game
from tetsudo.interop import known_discrepancies, route_chains
from tetsudo.interop.game_setup import TitleNames, unlimited_copies
from tetsudo.interop.ids.certificates import PRESIDENT, Certificates
from tetsudo.interop.ids.tiles import TileCopies
from tetsudo.interop.ids.trains import Trains
from tetsudo.interop.json_fields import Fields

COMPANY: Final = "corporation"
PRIVATE: Final = "company"
PLAYER: Final = "player"


class Translator:
    """Translator of 18xx.games actions, in order. It tracks the copies that only those files tell apart."""

    def __init__(self, game: Game, seats: dict[str, PlayerId], theirs: TitleNames) -> None:
        self.game = game
        self.seats = seats
        self.doubts: dict[str, tuple[route_chains.RouteStops, ...]] = {}
        """Ambiguous runs, with two readings that stop at different hexes, by their path in the file."""
        setup = game.setup
        self.companies = {company.symbol: company.id for company in setup.companies}
        self.privates = _with_other_names({private.symbol: private.id for private in setup.privates}, theirs.privates)
        self.lots = _with_other_names({lot.symbol: id for id, lot in enumerate(setup.lots)}, theirs.privates)
        self.tiles = _with_other_names({tile.name: tile.id for tile in setup.tiles}, theirs.tiles)
        self.hexes = setup.map.by_name
        self.certificates = Certificates(game)
        self.trains = Trains(game, unlimited_copies(setup.title))
        self.copies = TileCopies()

    def action(self, sent: Fields) -> Action:
        """Tetsudo action of an 18xx.games action; BadInput for an unknown name."""
        kind = sent.text("type")
        if kind not in _READERS:
            raise sent.error(f"there is no action {kind!r}", "type")
        return _READERS[kind](self, sent)

    def note_applied(self, sent: Fields, action: Action, presidents: list[int]) -> None:
        """Update the tracked ids after an action; `presidents`: places of the president's certificates before it."""
        state = self.game.state
        match action:
            case SellShares(player=player, company=company):
                after = president_of(state, company)
                self.certificates.sell(company, player, self._numbers(sent), action.count, after)
            case Par(player=player, company=company):
                self.certificates.move(company, PRESIDENT, player)
            case BuyShare(player=player, company=company) | ExchangePrivate(player=player, company=company):
                self.certificates.move(company, self._numbers(sent)[0], player)
                if 0 <= presidents[company] < state.players:
                    self.certificates.transfer_presidency(company, presidents[company], president_of(state, company))
            case BuyTrain(company=company):
                self._track_purchase(sent, action)
            case DiscardTrain():
                self.trains.move(sent.text("train"), self.trains.market)
            case LayTile(hex=hex) | LayPrivateTile(hex=hex):
                self.copies.lay(hex, sent.text("tile"), action.rotation)
            case _:
                pass
        self.trains.remove_gone(state)

    def _track_purchase(self, sent: Fields, action: BuyTrain) -> None:
        if action.trade_in != NOBODY:
            self.trains.move(sent.text("exchange"), self.trains.market)
        self.trains.move(sent.text("train"), action.company)

    # Names

    def player(self, sent: Fields) -> PlayerId:
        """Player who acts, directly or for a company or private."""
        kind, name = sent.text("entity_type"), sent.text("entity")
        if kind == PLAYER:
            if name not in self.seats:
                raise sent.error(f"there is no player {name!r}", "entity")
            return self.seats[name]
        if kind == COMPANY:
            return president_of(self.game.state, self._company(sent, "entity"))
        if kind == PRIVATE:
            return self._player_of(self._private(sent, "entity"))
        raise sent.error(f"there is no kind of entity {kind!r}", "entity_type")

    def _player_of(self, private: PrivateId) -> PlayerId:
        """Player who decides for a private: its owner, its company's president, or its latest seller."""
        turn = self.game.to_act
        if turn.doing == "free lay":
            return turn.player
        state = self.game.state
        owner = private_owner(state, private)
        if state.players <= owner < state.players + state.companies:
            return president_of(state, owner - state.players)
        return owner if 0 <= owner < state.players else turn.player

    def _company(self, sent: Fields, key: str) -> CompanyId:
        return _id_of_name(self.companies, sent, key, "company")

    def _private(self, sent: Fields, key: str) -> PrivateId:
        return _id_of_name(self.privates, sent, key, "private")

    def _hex(self, sent: Fields) -> HexId:
        return _id_of_name(self.hexes, sent, "hex", "hex")

    def _shares(self, sent: Fields) -> list[tuple[CompanyId, int]]:
        """Company and number of each certificate."""
        found = []
        for at, id in enumerate(_share_ids(sent)):
            symbol, _, number = id.rpartition("_")
            if symbol not in self.companies or not (number.isascii() and number.isdecimal() and len(number) < 4):
                raise sent.error(f"there is no share {id!r}", f"shares[{at}]")
            found.append((self.companies[symbol], int(number)))
        if len({company for company, _ in found}) != 1:
            raise sent.error("must be shares of one company", "shares")
        return found

    def _numbers(self, sent: Fields) -> list[int]:
        return [number for _, number in self._shares(sent)]

    # Actions

    def _pass(self, sent: Fields) -> Action:
        player = self.player(sent)
        if not self._is_to_act(sent):
            raise sent.error(f"{sent.text('entity')} has nothing to pass now", "entity")
        return Pass(player)

    def _is_to_act(self, sent: Fields) -> bool:
        """True if this player, company or tile-laying private is to act."""
        frame, kind = self.game.state.stack[-1], sent.text("entity_type")
        if isinstance(frame, frames.FreeLay):
            laying = self.game.ruleset.powers.all[frame.power].private
            return kind == PRIVATE and self._private(sent, "entity") == laying
        company = self.game.to_act.company
        return kind == PLAYER if company == NOBODY else kind == COMPANY and self._company(sent, "entity") == company

    def _bid(self, sent: Fields) -> Action:
        return Bid(self.player(sent), _id_of_name(self.lots, sent, "company", "private"), sent.number("price"))

    def _par(self, sent: Fields) -> Action:
        price = sent.text("share_price").partition(",")[0]
        if not (price.isascii() and price.isdecimal() and len(price) < 8):
            raise sent.error("must begin with a price", "share_price")
        return Par(self.player(sent), self._company(sent, "corporation"), int(price))

    def _buy_shares(self, sent: Fields) -> Action:
        shares = self._shares(sent)
        if len(shares) != 1:
            raise sent.error("must be one share", "shares")
        company, number = shares[0]
        source = self.certificates.place_of(company, number)
        if source is None:
            raise sent.error(f"there is no share {_share_ids(sent)[0]!r}", "shares")
        if sent.text("entity_type") == PRIVATE:
            return ExchangePrivate(self.player(sent), self._private(sent, "entity"), company, source)
        return BuyShare(self.player(sent), company, source)

    def _sell_shares(self, sent: Fields) -> Action:
        player, company, numbers = self.player(sent), self._shares(sent)[0][0], self._numbers(sent)
        if len(set(numbers)) < len(numbers) or not set(numbers) <= set(self.certificates.at[company][player]):
            raise sent.error("must be shares of the seller, each once", "shares")
        weight = self.game.ruleset.president_shares[company]
        most = sum(weight if number == PRESIDENT else 1 for number in numbers)
        least = most - weight + 1 if PRESIDENT in numbers else most
        # Half of a president's certificate may be sold; only the percentage shows it.
        count, rest = divmod(sent.number("percent", most * 10), 10)
        if rest or not least <= count <= most:
            raise sent.error("is not what these shares are", "percent")
        return SellShares(player, company, count)

    def _lay_tile(self, sent: Fields) -> Action:
        name = sent.text("tile").rpartition("-")[0]
        if name not in self.tiles:
            raise sent.error(f"there is no tile {sent.text('tile')!r}", "tile")
        tile, hex, rotation = self.tiles[name], self._hex(sent), sent.number("rotation")
        if sent.text("entity_type") == PRIVATE:
            return LayPrivateTile(self.player(sent), self._private(sent, "entity"), hex, tile, rotation)
        return LayTile(self.player(sent), self._company(sent, "entity"), hex, tile, rotation)

    def _place_token(self, sent: Fields) -> Action:
        copy, _, city = sent.text("city").rpartition("-")
        if not (city.isascii() and city.isdecimal() and len(city) < 3):
            raise sent.error("must end with the number of a city", "city")
        hex = self._hex(sent) if "hex" in sent else known_discrepancies.hex_of_city(self.copies, self.hexes, sent, copy)
        return PlaceToken(self.player(sent), self._company(sent, "entity"), hex, int(city))

    def _run_routes(self, sent: Fields) -> Action:
        action = RunRoutes(self.player(sent), self._company(sent, "entity"), ())
        network = self.game.ruleset.atlas.network(self.game.state)
        readings = route_chains.routes(sent, self.hexes, self.trains, network)
        run, doubt = route_chains.best_reading(self.game, action, readings, _recorded_revenue(sent))
        if doubt:
            self.doubts[sent.where] = doubt
        return run

    def _dividend(self, sent: Fields) -> Action:
        words = {"payout": "pay", "withhold": "withhold", "half": "half"}
        word = sent.text("kind")
        if word not in words:
            raise sent.error(f"there is no dividend {word!r}", "kind")
        return Dividend(self.player(sent), self._company(sent, "entity"), DIVIDENDS.index(words[word]))

    def _buy_train(self, sent: Fields) -> Action:
        company = self._company(sent, "entity")
        train = self.trains.kind(sent.text("train"), sent.path("train"))
        seller = self.trains.holder_of(sent.text("train"), sent.path("train"))
        trade_in = self._own_train(sent, "exchange", company) if "exchange" in sent else NOBODY
        return BuyTrain(self.player(sent), company, train, seller, sent.number("price"), trade_in)

    def _discard_train(self, sent: Fields) -> Action:
        company = self._company(sent, "entity")
        return DiscardTrain(self.player(sent), company, self._own_train(sent, "train", company))

    def _own_train(self, sent: Fields, key: str, company: CompanyId) -> TrainId:
        """Kind of a train copy, which the company must own."""
        id, where = sent.text(key), sent.path(key)
        if self.trains.holder_of(id, where) != company:
            raise sent.error(f"{self.game.setup.companies[company].symbol} has no train {id!r}", key)
        return self.trains.kind(id, where)

    def _buy_company(self, sent: Fields) -> Action:
        company, private = self._company(sent, "entity"), self._private(sent, "company")
        return BuyPrivate(self.player(sent), company, private, sent.number("price"))

    def _bankrupt(self, sent: Fields) -> Action:
        if sent.text("entity_type") == COMPANY:
            return Bankrupt(self.player(sent), self._company(sent, "entity"))
        return Bankrupt(self.player(sent), self.game.to_act.company)


def _with_other_names(ids: dict[str, int], others: Mapping[str, str]) -> dict[str, int]:
    """Ids by our names, and by the other names that some files use."""
    return ids | {other: ids[ours] for other, ours in others.items() if ours in ids}


def _share_ids(sent: Fields) -> list[str]:
    """Certificates of an action; files before November 2020 have a single `share`."""
    return sent.texts("shares", most=20) if "share" not in sent else [sent.text("share")]


def _recorded_revenue(sent: Fields) -> Money | None:
    """Recorded revenue of a run; None if a route lacks it."""
    earned = [route.raw.get("revenue") for route in sent.objects("routes", most=50)]
    return (
        sum(each for each in earned if isinstance(each, int)) if all(isinstance(each, int) for each in earned) else None
    )


def _id_of_name(ids: dict[str, int], sent: Fields, key: str, what: str) -> int:
    name = sent.text(key)
    if name not in ids:
        raise sent.error(f"there is no {what} {name!r}", key)
    return ids[name]


_READERS: Final[dict[str, Callable[[Translator, Fields], Action]]] = {
    "pass": Translator._pass,
    "bid": Translator._bid,
    "par": Translator._par,
    "buy_shares": Translator._buy_shares,
    "buy_share": Translator._buy_shares,
    "sell_shares": Translator._sell_shares,
    "lay_tile": Translator._lay_tile,
    "place_token": Translator._place_token,
    "run_routes": Translator._run_routes,
    "dividend": Translator._dividend,
    "buy_train": Translator._buy_train,
    "discard_train": Translator._discard_train,
    "buy_company": Translator._buy_company,
    "bankrupt": Translator._bankrupt,
}
"""Readers by the action type in 18xx.games files."""
