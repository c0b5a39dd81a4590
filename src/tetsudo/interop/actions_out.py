"""Translation of Tetsudo actions to 18xx.games actions, with the exact copies.

The choice between identical copies follows the rule of 18xx.games. If that leaves the choice to the player, the first
copy is taken, or the copy in the file from which the game was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tetsudo.core import frames
from tetsudo.core.actions import (
    DIVIDENDS,
    Action,
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
    PlaceToken,
    RunRoutes,
    SellShares,
)
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, TileId
from tetsudo.engine.model.tiles import NODE
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.board import face_on, token_place, tokens_in
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import UNPLACED, State
from tetsudo.game.game import Game
from tetsudo.interop.game_setup import PRESET, TITLES, unlimited_copies
from tetsudo.interop.ids.certificates import PRESIDENT, Certificates
from tetsudo.interop.ids.tiles import TileCopies
from tetsudo.interop.ids.trains import Trains
from tetsudo.interop.json_fields import Fields
from tetsudo.interop.route_chains import route_to_data
from tetsudo.titles import loader

ActionData = dict[str, Any]
PAYOUTS: Final = {"pay": "payout", "withhold": "withhold", "half": "half"}


class Exporter:
    """Translator of Tetsudo actions, in order. It tracks the place of every copy.

    `like`: effective actions of the file from which the game was read.
    """

    def __init__(self, game: Game, like: Sequence[Fields] = ()) -> None:
        self._like = iter(like)
        self._wanted = Fields({}, "")
        self.rules = game.ruleset
        self.setup = game.setup
        self.certificates = Certificates(game)
        self.trains = Trains(game, unlimited_copies(game.setup.title))
        self.copies = TileCopies()
        self.names = _tile_names(game.setup)

    def export(self, before: State, action: Action, after: State, earned: list[Money]) -> ActionData:
        """Action in the form of 18xx.games files; `earned`: revenue of each train of a run."""
        self._wanted = next(self._like, Fields({}, ""))
        told: ActionData = {"type": action.kind, **self._entity(before, action)}
        match action:
            case Bid(price=price):
                told |= {"company": self.setup.lots[action.lot].symbol, "price": price}
            case Par(company=company, price=price):
                told |= self._par(action)
                self.certificates.move(company, PRESIDENT, action.player)
            case BuyShare() | ExchangePrivate():
                told |= self._share(before, action, after)
            case SellShares():
                told |= self._sale(action, after)
            case LayTile() | LayPrivateTile():
                told |= self._lay(action)
            case PlaceToken():
                told |= self._token(before, action)
            case RunRoutes(company=company):
                told["routes"] = self._routes(before, action, earned)
            case Dividend(payout=payout):
                told["kind"] = PAYOUTS[DIVIDENDS[payout]]
            case BuyTrain():
                told |= self._train(action)
            case DiscardTrain(company=company, train=train):
                told["train"] = self._move_train(train, company, self.trains.market, self._wanted.raw.get("train"))
            case BuyPrivate(private=private, price=price):
                told |= {"type": "buy_company", "company": self._private(private), "price": price}
            case _:
                pass
        self.trains.remove_gone(after)
        return told

    # Entities

    def _entity(self, state: State, action: Action) -> ActionData:
        """Player, company or private that acts on 18xx.games."""
        frame = state.stack[-1]
        if isinstance(action, LayPrivateTile | ExchangePrivate):
            return {"entity": self._private(action.private), "entity_type": "company"}
        if isinstance(frame, frames.FreeLay) and not isinstance(action, LayTile):
            power = self.rules.powers.all[frame.power]
            return {"entity": self._private(power.private), "entity_type": "company"}
        company = getattr(action, "company", NOBODY)
        if isinstance(action, Par | BuyShare | SellShares | Bid):
            company = NOBODY
        elif company == NOBODY and isinstance(frame, frames.Turn):
            company = frame.company
        if company == NOBODY:
            return {"entity": action.player + 1, "entity_type": "player"}
        return {"entity": self._company(company), "entity_type": "corporation"}

    def _company(self, company: CompanyId) -> str:
        return self.setup.companies[company].symbol

    def _private(self, private: int) -> str:
        return self.setup.privates[private].symbol

    # Shares

    def _par(self, action: Par) -> ActionData:
        market = self.setup.market
        cell = market.pars[action.price]
        where = f"{action.price},{market.rows[cell]},{market.columns[cell]}"
        return {"corporation": self._company(action.company), "share_price": where}

    def _share(self, before: State, action: BuyShare | ExchangePrivate, after: State) -> ActionData:
        company = action.company
        symbol = self._company(company)
        there = [f"{symbol}_{number}" for number in self.certificates.ordinary_shares(company, action.source)]
        share = _pick(there, *self._wanted.items("shares", []))
        number = int(share.removeprefix(f"{symbol}_"))
        self.certificates.move(company, number, action.player)
        president = president_of(before, company)
        if president != NOBODY:
            self.certificates.transfer_presidency(company, president, president_of(after, company))
        return {"type": "buy_shares", "shares": [share], "percent": 10}

    def _sale(self, action: SellShares, after: State) -> ActionData:
        company, player = action.company, action.player
        numbers = self.certificates.block(company, player, action.count)
        self.certificates.sell(company, player, numbers, action.count, president_of(after, company))
        shares = [f"{self._company(company)}_{number}" for number in numbers]
        return {"shares": shares, "percent": 10 * action.count}

    # The map

    def _lay(self, action: LayTile | LayPrivateTile) -> ActionData:
        copy = _pick(self.copies.free_copies(self.names[action.tile]), self._wanted.raw.get("tile"))
        self.copies.lay(action.hex, copy, action.rotation)
        hex = self.setup.map.hexes[action.hex].name
        return {"type": "lay_tile", "hex": hex, "tile": copy, "rotation": action.rotation}

    def _token(self, state: State, action: PlaceToken) -> ActionData:
        hex = self.setup.map.hexes[action.hex].name
        copy = self.copies.on.get(action.hex, f"{hex}-0")
        slot = tokens_in(state, action.hex, action.city) + self._reserved_home_slots(state, action)
        return {"city": f"{copy}-{action.city}", "slot": slot, "tokener": self._company(action.company)}

    def _reserved_home_slots(self, state: State, action: PlaceToken) -> int:
        """Number of slots reserved for homes; they come before the others."""
        return sum(
            (action.hex, action.city) in company.homes
            and company.id != action.company
            and token_place(state, self.rules.tokens_from[company.id]) == UNPLACED
            for company in self.setup.companies
        )

    def _routes(self, state: State, action: RunRoutes, earned: list[Money]) -> list[ActionData]:
        left = {train: self.trains.copies(train, action.company) for train in range(len(self.setup.trains))}
        wanted = [route.raw.get("train") for route in self._wanted.objects("routes", [])]
        told: list[ActionData] = []
        for route, revenue in zip(action.routes, earned, strict=True):
            train = _pick(left[route.train], *wanted[len(told) : len(told) + 1])
            left[route.train].remove(train)
            told.append({"train": train} | route_to_data(self.rules, state, route, revenue, self._node))
        return told

    def _node(self, state: State, hex: HexId, node: int) -> int:
        """Number of a stop on 18xx.games, counted on the tile as laid, even if another rotation looks the same."""
        face = self.setup.faces[face_on(state, hex)]
        turned = self.copies.rotations.get(hex, face.rotation) - face.rotation
        sides = [{end for end in face.ways_out(NODE + each) if end < NODE} for each in range(len(face.nodes))]
        theirs = [{(side + turned) % NODE for side in each} for each in sides]
        return theirs.index(sides[node]) if sides[node] in theirs else node

    # Trains

    def _train(self, action: BuyTrain) -> ActionData:
        told: ActionData = {}
        if action.trade_in != NOBODY:
            told["exchange"] = self._move_train(
                action.trade_in, action.company, self.trains.market, self._wanted.raw.get("exchange")
            )
        # The bank sells one particular copy, a company any copy.
        wanted = self._wanted.raw.get("train") if action.seller < len(self.setup.companies) else None
        copy = self._move_train(action.train, action.seller, action.company, wanted)
        told |= {"train": copy, "price": action.price, "variant": self.setup.trains[action.train].name}
        return told

    def _move_train(self, train: int, source: int, target: int, wanted: object) -> str:
        copies = self.trains.copies(train, source)
        if not copies:
            raise BadInput("18xx.games has no more copies of this train", f"train {self.setup.trains[train].name}")
        copy = _pick(copies, wanted)
        self.trains.move(copy, target)
        return copy


def _pick(alike: list[str], *wanted: object) -> str:
    """One of several identical copies: the first wanted one, else the first."""
    return next((copy for copy in alike if copy in wanted), alike[0])


def _tile_names(setup: Setup) -> dict[TileId, list[str]]:
    """Names of the copies of each tile; a variant's extra copies have another name on 18xx.games."""
    plain = {tile.name: tile.count for tile in loader.setup(setup.title, setup.players, [PRESET]).tiles}
    odd = {ours: theirs for title in TITLES.values() for theirs, ours in title.tiles.items()}
    names: dict[TileId, list[str]] = {}
    for tile in setup.tiles:
        own = plain.get(tile.name, tile.count) if tile.name in odd else tile.count
        names[tile.id] = [f"{tile.name}-{copy}" for copy in range(own if own >= 0 else 60)]
        names[tile.id] += [f"{odd[tile.name]}-{copy}" for copy in range(tile.count - own)] if tile.name in odd else []
    return names
