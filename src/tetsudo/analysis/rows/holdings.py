"""Rows of holdings at the end of each round: players' shares and privates, companies' privates and trains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from tetsudo.analysis.rows.columns import ACTION, FLAG, NUMBER, PLAYER, ROUND, TEXT, Column, Row
from tetsudo.analysis.rows.places import Reading
from tetsudo.core.units import Money, Percent, PlayerId
from tetsudo.engine.model.title import MINOR, Company
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.ownership import company_trains, holding, president_of, privates_of
from tetsudo.engine.state.state import State, owner_of_company

HOLDING_COLUMNS: Final = (
    ACTION._replace(meaning="number of actions at the end of the round"),
    *ROUND,
    PLAYER._replace(meaning="name of the owner, or of the president of the owner; empty if there is none"),
    Column("owner", TEXT, "name of the player, or symbol of the company"),
    Column("item", TEXT, "`share`, `private` or `train`"),
    Column("name", TEXT, "symbol of the company or private, or name of the train"),
    Column("quantity", NUMBER, "number of shares or trains; 1 for a private"),
    Column("percent", NUMBER, "percentage of the company; empty for privates and trains"),
    Column("value", NUMBER, "value in the owner's net worth; 0 for anything that a company owns"),
    Column("is_president", FLAG, "true if the owner is the president of the company"),
)


class Holding(NamedTuple):
    """Holding of an owner."""

    owner: str
    item: str
    name: str
    quantity: int
    percent: Percent | None = None
    value: Money = 0
    is_president: bool = False


def holding_rows(reading: Reading) -> Iterator[Row]:
    """Rows of the holdings: of players in seat order, then of companies, after each round."""
    game = reading.game
    for index, round in enumerate(reading.accounts.rounds):
        state = game.earlier(round.end).state
        for player, held in _holdings(game.ruleset, state, game.names):
            cells = reading.round_cells(index)
            yield {"action": round.end, **cells, "player": reading.player_name(player), **held._asdict()}


def _holdings(rules: Ruleset, state: State, names: tuple[str, ...]) -> Iterator[tuple[PlayerId, Holding]]:
    """Holdings, each with the player who has it or decides about it."""
    for player, name in enumerate(names):
        yield from ((player, each) for each in _player_holdings(rules, state, player, name))
    for company in rules.setup.companies:
        president = president_of(state, company.id)
        yield from ((president, each) for each in _company_holdings(rules, state, company))


def _player_holdings(rules: Ruleset, state: State, player: PlayerId, name: str) -> Iterator[Holding]:
    for company in rules.setup.companies:
        count = holding(state, company.id, player, rules.president_shares[company.id])
        if count:
            is_president = president_of(state, company.id) == player
            value = count * price_of(rules, state, company.id)
            if company.kind == MINOR and is_president:
                value += company.price
            yield Holding(name, "share", company.symbol, count, count * company.share, value, is_president)
    for private in privates_of(state, player):
        facts = rules.setup.privates[private]
        yield Holding(name, "private", facts.symbol, 1, value=facts.face if rules.settings.final_privates else 0)


def _company_holdings(rules: Ruleset, state: State, company: Company) -> Iterator[Holding]:
    setup = rules.setup
    for private in privates_of(state, owner_of_company(state, company.id)):
        yield Holding(company.symbol, "private", setup.privates[private].symbol, 1)
    for train, count in Counter(company_trains(state, company.id)).items():
        yield Holding(company.symbol, "train", setup.trains[train].name, count)
