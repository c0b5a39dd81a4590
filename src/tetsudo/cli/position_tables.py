"""Tables of a position for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tetsudo.analysis.position_report import lots_data
from tetsudo.cli.table_style import table
from tetsudo.core.units import HIDDEN, NOBODY, PlayerId, money_text
from tetsudo.draw import map_text, market_text
from tetsudo.engine.state.state import (
    AUCTION_ROUND,
    OPERATING_ROUND,
    STOCK_ROUND,
    bank_cash,
    cash_of,
    last_run_of,
    treasury,
)
from tetsudo.game.game import Game
from tetsudo.game.views.owners import CompanyView

ROUNDS = {AUCTION_ROUND: "Auction", STOCK_ROUND: "Stock round", OPERATING_ROUND: "Operating round"}


def show(console: Console, game: Game) -> None:
    """Print a whole position."""
    console.print(position(game))


def position(game: Game) -> RenderableType:
    """Position as tables: round, players, companies, and trains on sale."""
    parts: list[RenderableType] = [heading(game)]
    if game.state.round == AUCTION_ROUND and not game.is_over:
        parts.append(lots(game))
    parts.append(players(game))
    if any(company.par for company in game.companies.values()):
        parts.append(companies(game))
    parts.append(trains(game))
    return Group(*parts)


def money(game: Game, amount: int) -> str:
    """Amount in the game's currency."""
    return money_text(game.setup.currency, amount)


def heading(game: Game) -> Text:
    """Round, phase and bank in one line."""
    state = game.state
    number = {
        AUCTION_ROUND: "",
        STOCK_ROUND: f" {state.turn}",
        OPERATING_ROUND: f" {state.turn}.{state.operating_round}",
    }
    what = f"{ROUNDS[state.round]}{number[state.round]}" if not game.is_over else f"Over: {END_WORDS[game.end_reason]}"
    bank = money(game, bank_cash(state)) + (", broken" if state.broken else "")
    rest = f" · phase {game.view().phase} · bank {bank} · {game.length} actions so far"
    return Text.assemble("\n", (what, "bold"), rest)


END_WORDS = {
    "bank": "the bank is broken",
    "bankrupt": "a player is bankrupt",
    "turns": "the last turn is played",
    "price": "a share price ended the game",
    "": "",
}


def players(game: Game) -> Table:
    """Cash, holdings and worth of all players."""
    held = {symbol for player in game.players for symbol in player.shares}
    shown = [company for company in game.companies.values() if company.par or company.symbol in held]
    owing = ("owes",) if any(player.due for player in game.players) else ()
    grid = table(
        "", "player", "cash", *owing, "certificates", *(company.symbol for company in shown), "privates", "worth"
    )
    worths = {each.player: each.total for each in game.standings()}
    turn, limit = game.to_act.player, game.setup.settings.certificate_limit
    for player in game.players:
        shares = player.shares
        grid.add_row(
            "▶" if player.id == turn else "",
            f"{player.name}{' ★' if game.state.priority == player.id else ''}",
            money(game, cash_of(game.state, player.id)),
            *(money(game, player.due) for _ in owing),
            f"{player.certificates}/{limit}",
            *(_percent(shares.get(company.symbol, 0), _is_president(company, player.id)) for company in shown),
            " ".join(player.privates),
            money(game, worths[player.id]),
            style="bold" if player.id == turn else "",
        )
    return grid


def _is_president(company: CompanyView, player: PlayerId) -> bool:
    return company.president is not None and company.president.id == player


def _percent(percent: int, presides: bool) -> str:
    return f"{percent}%{'P' if presides else ''}" if percent else ""


def companies(game: Game) -> Table:
    """Started companies, in operating order."""
    grid = table(
        "",
        "company",
        "price",
        "par",
        "treasury",
        "trains",
        "tokens",
        "IPO",
        "market",
        "president",
        "last run",
        "privates",
    )
    order = game.view().operating_order
    rest = [symbol for symbol, company in game.companies.items() if company.par and symbol not in order]
    acting = game.to_act.company
    for symbol in (*order, *rest):
        company = game.companies[symbol]
        is_minor = game.ruleset.is_minor[company.id]
        last = last_run_of(game.state, company.id)
        grid.add_row(
            "▶" if company.id == acting else "",
            Text(symbol, style=f"bold {game.setup.companies[company.id].colour}" if company.is_floated else "dim"),
            "" if is_minor else money(game, company.price),
            "minor" if is_minor else str(company.par),
            _treasury(game, company),
            " ".join(company.trains),
            f"{len(company.tokens)}+{len(company.token_prices_left)}",
            "" if is_minor else f"{company.in_offering}%",
            "" if is_minor else f"{company.in_market}%",
            company.president.name if company.president else "",
            money(game, last) if last != NOBODY else "",
            " ".join(company.privates),
        )
    return grid


def _treasury(game: Game, company: CompanyView) -> str:
    """Treasury of a company; an unfloated company may have received money for shares."""
    cash = treasury(game.state, company.id)
    if company.is_floated:
        return money(game, cash)
    return f"{money(game, cash)}, not floated" if cash else "not floated"


def lots(game: Game) -> Table:
    """Lots in the auction, and the bids on them."""
    grid = table("lot", "name", "price", "income", *game.names)
    for lot in lots_data(game):
        bids = [money(game, HIDDEN if bid is None else bid) if bid != 0 else "" for bid in _bids(game, lot)]
        income = "minor" if lot["income"] is None else money(game, lot["income"])
        grid.add_row(lot["lot"], lot["name"], money(game, lot["price"]), income, *bids)
    return grid


def _bids(game: Game, lot: Mapping[str, Any]) -> list[int | None]:
    """Bids on a lot in seat order; 0 for none."""
    return [lot["bids"].get(name, 0) for name in game.names]


def trains(game: Game) -> Text:
    """Trains on sale, and those left in the depot."""
    view = game.view()
    on_sale = ", ".join(f"{name} for {money(game, _price(game, name))}" for name in view.on_sale)
    left = ", ".join(f"{'∞' if count < 0 else count}×{name}" for name, count in view.depot.items() if count)
    return Text(f"Trains on sale: {on_sale or 'none'} · in the depot: {left or 'none'}")


def _price(game: Game, name: str) -> int:
    return next(train.price for train in game.setup.trains if train.name == name)


def show_map(console: Console, game: Game) -> None:
    """Print the map as text."""
    console.print(map_text(game), markup=False, soft_wrap=True)


def show_market(console: Console, game: Game) -> None:
    """Print the stock market as text."""
    console.print(market_text(game), markup=False, soft_wrap=True)


def standings(rows: Sequence[Mapping[str, Any]], currency: str) -> Table:
    """Final standings with each player's assets."""
    owing = ("owed",) if any(row["owes"] for row in rows) else ()
    grid = table("", "player", *ASSETS, *owing)
    for row in rows:
        amounts = (*(row[each] for each in ASSETS), *(-row["owes"] for _ in owing))
        shown = (money_text(currency, HIDDEN if amount is None else amount) for amount in amounts)
        grid.add_row(f"{row['place']}.", row["player"], *shown)
    return grid


ASSETS = ("worth", "cash", "shares", "privates")
"""Net worth and its parts."""
