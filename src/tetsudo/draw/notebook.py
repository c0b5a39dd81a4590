"""HTML of games, boards, markets and companies for notebooks: pictures and tables with styles of their own.

It is shown on a light panel, also on a dark page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tetsudo.core.units import CompanyId, Money, is_hidden, money_text
from tetsudo.draw.map.map import map_size, map_svg
from tetsudo.draw.market import market_svg
from tetsudo.draw.svg import Markup, element, escaped_text
from tetsudo.draw.token import token_svg
from tetsudo.engine.state.state import bank_cash, cash_of, status_of, treasury
from tetsudo.game.play import Play
from tetsudo.game.views.owners import CompanyView, PlayerView

MARKET_SCALE: Final = 0.75
"""Scale of a market within a whole game."""
MAP_WIDTH: Final = 640.0
"""Width of a map in pixels; a map that is narrower at full size stays so."""

PANEL_STYLE: Final = (
    "background:#fff;color:#1b1b1b;padding:8px 10px;display:inline-block;max-width:100%;overflow-x:auto;"
    "font-family:system-ui,sans-serif;font-size:13px;line-height:1.4"
)
TABLE_STYLE: Final = "border-collapse:collapse;margin:6px 0;background:#fff;color:#1b1b1b;font-size:13px"
HEAD_STYLE: Final = "text-align:left;padding:2px 14px 2px 0;font-weight:600;vertical-align:top"
COLUMN_HEAD_STYLE: Final = f"{HEAD_STYLE};border-bottom:1px solid #bbb"
CELL_STYLE: Final = "text-align:left;padding:2px 14px 2px 0;vertical-align:top"
AMOUNT_STYLE: Final = "text-align:right;padding:2px 14px 2px 0;font-variant-numeric:tabular-nums"
AMOUNTS: Final = ("cash", "worth", "treasury", "price", "par", "last run")
"""Columns aligned on the right."""
STATUS: Final = ("not started", "started", "operates", "closed")
"""Words for the status of a company, by its number."""
NONE: Final = "–"


def game_html(game: Play) -> Markup:
    """Whole game: its status, map, market, players and companies."""
    head = element("div", escaped_text(repr(game)[1:-1]), style="font-weight:600;margin-bottom:6px")
    bank = element("div", escaped_text(f"Bank {_money(game, bank_cash(game.state))}, {_phase_text(game)}"))
    companies = [CompanyView(game, company.id) for company in game.setup.companies]
    started = [each for each in companies if each.par or each.president or each.tokens]
    return _panel(
        head, bank, _map(game), market_svg(game, scale=MARKET_SCALE), _players(game), _companies(game, started)
    )


def board_html(game: Play) -> Markup:
    """Map with its tiles and tokens."""
    return _panel(_map(game))


def market_html(game: Play) -> Markup:
    """Stock market with the companies' tokens."""
    return _panel(market_svg(game))


def company_html(game: Play, company: CompanyId) -> Markup:
    """Charter of a company: its token, and the facts of its position."""
    facts, view = game.setup.companies[company], CompanyView(game, company)
    style = "display:flex;gap:8px;align-items:center;font-weight:600"
    head = element("div", token_svg(facts, 28, theme="light", hidden=True), escaped_text(view.name), style=style)
    owners = [(player.name, player.shares.get(view.symbol, 0)) for player in _player_views(game)]
    owners += [("IPO", view.in_offering), ("market", view.in_market), ("reserved", view.reserved)]
    rows = [
        ("status", STATUS[status_of(game.state, company)]),
        ("president", view.president.name if view.president else NONE),
        ("price", _price(game, view.price)),
        ("par", _price(game, view.par)),
        ("treasury", _money(game, treasury(game.state, company))),
        ("trains", _words(view.trains)),
        ("tokens", _words(view.tokens)),
        ("tokens left", _words(_money(game, price) for price in view.token_prices_left)),
        ("privates", _words(view.privates)),
        ("last run", NONE if view.last_revenue is None else _money(game, view.last_revenue)),
        ("shares", ", ".join(f"{name} {percent} %" for name, percent in owners if percent)),
    ]
    body = "".join(_line((_cell("th", name, HEAD_STYLE), _cell("td", text, CELL_STYLE))) for name, text in rows)
    return _panel(head, element("table", body, style=TABLE_STYLE))


def _map(game: Play) -> Markup:
    width, _height = map_size(game.setup)
    return element("div", map_svg(game, scale=min(1.0, MAP_WIDTH / width)), style="margin:6px 0")


def _players(game: Play) -> Markup:
    worths = {each.player: each for each in game.standings()}
    rows = []
    for player in _player_views(game):
        worth, cash = worths[player.id], cash_of(game.state, player.id)
        shares = _words(f"{symbol} {percent} %" for symbol, percent in player.shares.items())
        total = NONE if is_hidden(worth.cash) else _money(game, worth.total)
        rows.append((player.name, _money(game, cash), total, shares, _words(player.privates)))
    return _table(("player", "cash", "worth", "shares", "privates"), rows)


def _companies(game: Play, shown: Sequence[CompanyView]) -> Markup:
    rows = [
        (
            each.symbol,
            each.president.name if each.president else NONE,
            _price(game, each.price),
            _price(game, each.par),
            _money(game, treasury(game.state, each.id)),
            _words(each.trains),
            _words(each.tokens),
        )
        for each in shown
    ]
    return _table(("company", "president", "price", "par", "treasury", "trains", "tokens"), rows) if rows else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    styles = [AMOUNT_STYLE if name in AMOUNTS else CELL_STYLE for name in head]
    first = _line(
        _cell("th", name, COLUMN_HEAD_STYLE + (";text-align:right" if name in AMOUNTS else "")) for name in head
    )
    lines = (_line(_cell("td", text, style) for text, style in zip(row, styles, strict=True)) for row in rows)
    return element("table", element("thead", first), element("tbody", *lines), style=TABLE_STYLE)


def _line(cells: Iterable[Markup]) -> Markup:
    return element("tr", *cells)


def _cell(kind: str, text: str, style: str) -> Markup:
    return element(kind, escaped_text(text), style=style)


def _panel(*parts: Markup) -> Markup:
    return element("div", *parts, class_="tetsudo", style=PANEL_STYLE)


def _player_views(game: Play) -> list[PlayerView]:
    return [PlayerView(game, player) for player in range(len(game.names))]


def _phase_text(game: Play) -> str:
    return f"phase {game.setup.phases[game.state.phase].name}"


def _words(words: Iterable[str]) -> str:
    return ", ".join(words) or NONE


def _price(game: Play, price: Money) -> str:
    return _money(game, price) if price else NONE


def _money(game: Play, amount: Money) -> str:
    return money_text(game.setup.currency, amount)
