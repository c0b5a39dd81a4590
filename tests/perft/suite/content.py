"""Entries of the suite: facts about positions as plain data, in names, so that another program can check itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from tetsudo.core.actions import Action, Descriptor
from tetsudo.core.open_actions import Range, Runs
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.title import Setup
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.language.labels import action_to_data

MAX_REFUSALS: Final = 8
"""Maximum number of refused actions at a position, each by another clause."""

TITLE: Final = ""
"""Owner of the title's own powers."""

Data: TypeAlias = dict[str, Any]


def position_entry(id: str, table: int, text: str, counts: Sequence[int], others: Iterable[Action]) -> Data:
    """Entry of a position.

    `table`: index of its table. `others`: actions that are legal elsewhere, from which the refused ones are taken.
    """
    game = position.read(text)
    offers = game.legal_actions()
    turn = game.to_act
    return {
        "id": id,
        "table": table,
        "position": text,
        "to_act": {
            "player": game.names[turn.player],
            "company": None if turn.company == NOBODY else game.setup.companies[turn.company].symbol,
            "decision": turn.doing,
        },
        "worth": {player.name: player.worth for player in game.players},
        "legal": [offer_data(game, offer) for offer in offers],
        "perft": list(counts),
        "refused": list(refusals(game, offers, others)),
        "after": [step_data(game, action) for action in sample_actions(offers)],
        "best_runs": [run_data(game, symbol) for symbol in running_companies(game)],
    }


def table_data(setup: Setup) -> Data:
    """Objects of a table in the order of their ids, which are numbers from 0 in positions."""
    bearers = [(private.symbol, private.powers) for private in setup.privates]
    bearers += [(company.symbol, company.powers) for company in setup.companies]
    bearers.append((TITLE, setup.powers))
    market = setup.market
    return {
        "title": setup.title,
        "scenario": setup.scenario,
        "players": setup.players,
        "companies": [
            {
                "symbol": each.symbol,
                "certificates": each.ordinary,
                "president": each.president_shares,
                "percent": each.share,
                "tokens": len(each.token_prices),
            }
            for each in setup.companies
        ],
        "privates": [{"symbol": each.symbol, "tokens": each.tokens} for each in setup.privates],
        "lots": [each.symbol for each in setup.lots],
        "trains": [each.name for each in setup.trains],
        "phases": [each.name for each in setup.phases],
        "steps": list(setup.settings.steps),
        "powers": [{"of": symbol, "kind": each.power.kind} for symbol, powers in bearers for each in powers],
        "cells": [list(cell) for cell in zip(market.prices, market.rows, market.columns, strict=True)],
        "hexes": [each.name for each in setup.map.hexes],
    }


def offer_data(game: Game, offer: Descriptor) -> Data:
    """Legal action, or range of them; a run has no routes here, since any valid set of routes may be chosen."""
    if isinstance(offer, Runs):
        company = game.setup.companies[offer.company].symbol
        fields = {"type": offer.kind, "player": game.names[int(offer.player)], "company": company}
        return {"action": fields, "any": "routes"}
    found: Data = {"action": action_data(game, offer.example())}
    if isinstance(offer, Range):
        found["range"] = {"field": offer.amount, "low": offer.low, "high": offer.high}
    return found


def action_data(game: Game, action: Action) -> Data:
    """Action as in records."""
    return action_to_data(game.setup, game.names, action)


def refusals(game: Game, offers: Sequence[Descriptor], others: Iterable[Action]) -> Iterator[Data]:
    """Illegal actions, the first for each clause, with the code of the reason and the clause."""
    known: set[str] = set()
    for action in (*beside(offers), *others):
        refusal = game.why_not(action)
        if refusal is not None and refusal.clause and refusal.clause not in known and len(known) < MAX_REFUSALS:
            known.add(refusal.clause)
            yield {"action": action_data(game, action), "code": refusal.code, "clause": refusal.clause}


def beside(offers: Iterable[Descriptor]) -> Iterator[Action]:
    """Actions just outside of ranges: one less than the lowest amount, and one more than the highest."""
    for offer in offers:
        if isinstance(offer, Range):
            yield from (offer.at(amount) for amount in (offer.low - 1, offer.high + 1) if amount >= 0)


def sample_actions(offers: Sequence[Descriptor]) -> list[Action]:
    """First and last legal action."""
    return list(dict.fromkeys(offer.example() for offer in (offers[0], offers[-1])))


def step_data(game: Game, action: Action) -> Data:
    """Action, and the position after it and all that follows by itself."""
    then = game.clone()
    then.apply(action)
    return {
        "action": action_data(game, action),
        "position": None if then.is_over else then.position(),
        "over": then.is_over,
    }


def running_companies(game: Game) -> list[str]:
    """Companies with trains, by symbol."""
    return [symbol for symbol, company in game.companies.items() if company.trains and company.is_floated]


def run_data(game: Game, symbol: str) -> Data:
    """Best run of a company's trains on the present map, proved."""
    best = game.company(symbol).best_run()
    assert best.proved
    routes = [
        {"train": train, "hexes": list(hexes)} for train, hexes in zip(best.trains, best.routes, strict=True)
    ]  # fmt: skip
    trains = list(game.company(symbol).trains)
    return {"company": symbol, "trains": trains, "revenue": best.revenue, "routes": routes}
