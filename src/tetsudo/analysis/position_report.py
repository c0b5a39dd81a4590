"""Report of a position as plain data: round, players, companies, trains, tiles; and the final standings.

A hidden amount, and anything that does not exist, is None.
"""

from __future__ import annotations

from typing import Any

from tetsudo.core.units import NOBODY, CompanyId, Money, is_hidden
from tetsudo.engine.rules.privates.lots import is_unsold, lot_price
from tetsudo.engine.state.bids import bids_on
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

ROUNDS = {AUCTION_ROUND: "auction", STOCK_ROUND: "stock", OPERATING_ROUND: "operating"}
"""Words for rounds."""


def table_data(game: Game) -> dict[str, Any]:
    """Title and choices of a game, its progress, and who must act."""
    acting, state = game.to_act, game.state
    return {
        "title": game.setup.title,
        "scenario": game.setup.scenario or None,
        "variants": list(game.setup.variants),
        "actions": game.length,
        "round": ROUNDS[state.round],
        "turn": state.turn,
        "operating_round": state.operating_round if state.round == OPERATING_ROUND else None,
        "phase": game.view().phase,
        "to_act": {
            "player": None if acting.player == NOBODY else game.names[acting.player],
            "company": None if acting.company == NOBODY else game.setup.companies[acting.company].symbol,
        },
        "end": game.end_reason if game.is_over else None,
        "bank": _visible_amount(bank_cash(state)),
        "bank_is_broken": bool(state.broken),
    }


def position_data(game: Game) -> dict[str, Any]:
    """Everything on the table."""
    view, hexes = game.view(), [game.hex(hex.id) for hex in game.setup.map.hexes]
    return {
        **table_data(game),
        "certificate_limit": game.setup.settings.certificate_limit,
        "players": players_data(game),
        "companies": [_company(game, symbol) for symbol in game.companies],
        "lots": lots_data(game),
        "on_sale": [{"train": name, "price": _price(game, name)} for name in view.on_sale],
        "depot": {name: None if count < 0 else count for name, count in view.depot.items()},
        "tiles": {hex.name: f"{hex.tile} {hex.rotation}" for hex in hexes if hex.tile is not None},
        "position": None if game.eyes else game.position(),  # a view with hidden amounts has no whole position
    }


def players_data(game: Game) -> list[dict[str, Any]]:
    """Cash, holdings and worth of the players, in seat order."""
    worths = {each.player: each.total for each in game.standings()}
    return [
        {
            "name": player.name,
            "cash": _visible_amount(cash_of(game.state, player.id)),
            "owes": player.due,
            "certificates": player.certificates,
            "has_priority": game.state.priority == player.id,
            "shares": player.shares,
            "privates": list(player.privates),
            "worth": _visible_amount(worths[player.id]),
        }
        for player in game.players
    ]


def _company(game: Game, symbol: str) -> dict[str, Any]:
    company = game.companies[symbol]
    last = last_run_of(game.state, company.id)
    return {
        "company": symbol,
        "name": company.name,
        "is_minor": _is_minor(game, company.id),
        "is_floated": company.is_floated,
        "par": company.par or None,
        "price": company.price or None,
        "treasury": _visible_amount(treasury(game.state, company.id)),
        "trains": list(company.trains),
        "tokens": list(company.tokens),
        "tokens_left": len(company.token_prices_left),
        "ipo": company.in_offering,
        "market": company.in_market,
        "president": company.president.name if company.president else None,
        "last_run": None if last == NOBODY else _visible_amount(last),
        "privates": list(company.privates),
    }


def _is_minor(game: Game, company: CompanyId) -> bool:
    return bool(game.ruleset.is_minor[company])


def lots_data(game: Game) -> list[dict[str, Any]]:
    """Unsold lots of the opening auction, with the bids on them."""
    rules, state = game.ruleset, game.state
    return [
        {
            "lot": lot.symbol,
            "name": lot.name,
            "price": lot_price(rules, state, at),
            "income": None if lot.private == NOBODY else game.setup.privates[lot.private].income,
            "bids": {game.names[player]: _visible_amount(bid) for player, bid in enumerate(bids_on(state, at)) if bid},
        }
        for at, lot in enumerate(game.setup.lots)
        if is_unsold(rules, state, at)
    ]


def standings_data(game: Game) -> list[dict[str, Any]]:
    """Players by net worth, with its parts; players with the same worth share a place."""
    rows: list[dict[str, Any]] = []
    for number, worth in enumerate(game.standings(), 1):
        is_tied = bool(rows) and rows[-1]["worth"] == _visible_amount(worth.total)
        rows.append(
            {
                "place": rows[-1]["place"] if is_tied else number,
                "player": game.names[worth.player],
                "worth": _visible_amount(worth.total),
                "cash": _visible_amount(worth.cash),
                "shares": worth.shares,
                "privates": worth.privates,
                "owes": worth.dues,
            }
        )
    return rows


def _price(game: Game, name: str) -> Money:
    return next(train.price for train in game.setup.trains if train.name == name)


def _visible_amount(amount: Money) -> Money | None:
    return None if is_hidden(amount) else amount
