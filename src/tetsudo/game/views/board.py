"""Views of the board and of the stock market."""

from __future__ import annotations

from tetsudo.core.units import NOBODY, Money
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.game.play import Play
from tetsudo.game.views.hex import HexView, view_repr
from tetsudo.game.views.owners import CompanyView
from tetsudo.game.views.presentation import presenters


class BoardView:
    """Map with its tiles and tokens."""

    def __init__(self, game: Play) -> None:
        self._game = game

    def __repr__(self) -> str:
        tiles, tokens = len(self.tiles), sum(len(tokens) for tokens in self.tokens.values())
        counts = (f"{tiles} tile{'s' * (tiles != 1)}", f"{tokens} token{'s' * (tokens != 1)}")
        return view_repr(f"Board of {self._game.setup.title}", *counts)

    def _repr_html_(self) -> str:
        return presenters().board_html(self._game)

    @property
    def hexes(self) -> dict[str, HexView]:
        """Hexes by coordinate."""
        return {hex.name: HexView(self._game, hex.id) for hex in self._game.setup.map.hexes}

    @property
    def tiles(self) -> dict[str, str]:
        """Tiles with their rotation, "57 2", by hex; printed hexes are left out."""
        return {name: f"{hex.tile} {hex.rotation}" for name, hex in self.hexes.items() if hex.tile}

    @property
    def tokens(self) -> dict[str, tuple[str, ...]]:
        """Hexes with tokens, by company; companies without any are left out."""
        companies = self._game.setup.companies
        held = {each.symbol: CompanyView(self._game, each.id).tokens for each in companies if each.bearer == NOBODY}
        return {symbol: tokens for symbol, tokens in held.items() if tokens}


class MarketView:
    """Stock market with the companies' tokens."""

    def __init__(self, game: Play) -> None:
        self._game = game

    def __repr__(self) -> str:
        prices = [f"{symbol} {price}" for symbol, price in self.prices.items()]
        return view_repr(f"Market of {self._game.setup.title}", *(prices or ["no company"]))

    def _repr_html_(self) -> str:
        return presenters().market_html(self._game)

    @property
    def prices(self) -> dict[str, Money]:
        """Share prices by company; companies without a price are left out."""
        rules, state = self._game.ruleset, self._game.state
        prices = {company.symbol: price_of(rules, state, company.id) for company in self._game.setup.companies}
        return {symbol: price for symbol, price in prices.items() if price}

    @property
    def pars(self) -> tuple[Money, ...]:
        """Par prices of the market, lowest first."""
        return tuple(sorted(self._game.setup.market.pars))
