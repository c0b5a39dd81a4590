"""Charters: a place for a company's trains, tokens and treasury; in a running game, with what the company has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tetsudo.core.units import NOBODY
from tetsudo.draw.text.rows import CompanyRow, company_rows
from tetsudo.engine.model.title import MINOR, Company, Setup
from tetsudo.game.game import Game
from tetsudo.lab.printing.cards import company_look
from tetsudo.lab.printing.paper import CARDS, Sizes
from tetsudo.lab.printing.pieces import Piece
from tetsudo.language.company_notes import company_notes
from tetsudo.language.labels import Labels

CHARTER: Final = (125.0, 88.0)
"""Width and height of a charter, and of players' sheets and aids: four fit on a page."""
MAX_BLEED: Final = 3.0
"""With more bleed there would be fewer on a page."""


def sheet_bleed(sizes: Sizes) -> float:
    """Bleed of charters and other large pieces."""
    return min(sizes.bleed, MAX_BLEED)


def charters(game: Game, sizes: Sizes, *, running: bool) -> list[Piece]:
    """Charters of all companies; those of closed companies only before the game."""
    rows = {row.symbol: row for row in company_rows(game)}
    return [
        Piece(
            kind="charters",
            name=company.symbol,
            count=1,
            width=CHARTER[0],
            height=CHARTER[1],
            template="charter",
            content=_charter(company, rows[company.symbol], game.setup, sizes, running=running),
            bleed=sheet_bleed(sizes),
        )
        for company in game.setup.companies
        if not running or rows[company.symbol].status != "closed"
    ]


def _charter(company: Company, row: CompanyRow, setup: Setup, sizes: Sizes, *, running: bool) -> dict[str, Any]:
    labels = Labels(setup, ())
    return {
        **company_look(company),
        "name": company.name,
        "native": company.native,
        "title": setup.name,
        "facts": [list(fact) for fact in _facts(company, labels)],
        "now": [list(fact) for fact in _now(company, row, labels)] if running else [],
        "tokens": _tokens(company, row, labels, running=running),
        "token": sizes.token,
        "par_words": labels.say("Par") if company.kind != MINOR else "",
        "train_words": labels.say("Trains"),
        "limits": labels.say("limit by phase: {limits}").format(limits=_limits(company, setup)),
        "card": list(CARDS[sizes.card]),
        "trains": list(row.trains) if running else [],
        "treasury": labels.say("Treasury"),
        "cash": labels.money(row.cash) if running and row.status else "",
        "notes": company_notes(company, setup),
    }


def _facts(company: Company, labels: Labels) -> Iterator[tuple[str, str]]:
    """Facts that hold for the whole game."""
    homes = dict.fromkeys(labels.label("hex", hex) for hex, _city in company.homes)
    if homes:
        yield labels.say("Home"), labels.say(", ").join(homes)
    if company.destination != NOBODY and company.bonus:
        bonus = f"{labels.label('hex', company.destination)} (+{labels.money(company.bonus)})"
        yield labels.say("Destination"), bonus
    if company.kind != MINOR and company.forms is None:
        yield labels.say("Floats at"), f"{company.floats or company.float_percent}%"


def _now(company: Company, row: CompanyRow, labels: Labels) -> Iterator[tuple[str, str]]:
    """State of the company in a running game."""
    if row.president:
        yield labels.say("President"), row.president
    if row.par and company.kind != MINOR:
        yield labels.say("Par"), labels.money(row.par)
    if row.price:
        yield labels.say("Share price"), labels.money(row.price)
    if row.last_run != NOBODY:
        yield labels.say("Last run"), labels.money(row.last_run)
    if row.privates:
        yield labels.say("Privates"), labels.say(", ").join(row.privates)
    kept = {labels.say("IPO"): row.offering, labels.say("Market"): row.market, labels.say("Reserved"): row.reserved}
    unsold = [f"{place} {percent}%" for place, percent in kept.items() if percent]
    if unsold and company.kind != MINOR:
        yield labels.say("Unsold"), labels.say(", ").join(unsold)


def _tokens(company: Company, row: CompanyRow, labels: Labels, *, running: bool) -> list[dict[str, Any]]:
    """Places of the tokens with their prices; in a running game, placed ones with their hex."""
    placed = [*row.tokens, *row.waiting] if running else []
    return [
        {
            "price": labels.money(price) if price else labels.say("free"),
            "placed": placed[at] if at < len(placed) else "",
            "lies": running and at >= len(placed),
        }
        for at, price in enumerate(company.token_prices)
    ]


def _limits(company: Company, setup: Setup) -> str:
    """Train limits by phase, each limit once: "4, 3 (4), 2 (5)", with the phase from which it holds."""
    parts: list[str] = []
    last = 0
    for phase in setup.phases:
        limit = phase.limit_of(company)
        if limit != last:
            parts.append(f"{limit} ({phase.name})" if parts else str(limit))
        last = limit
    return ", ".join(parts)
