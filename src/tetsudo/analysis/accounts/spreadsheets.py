"""Accounts as tables for spreadsheets and programs: comma-separated values, with headers and words in English.

A hidden or missing amount is an empty cell. Amounts are in the title's currency.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Final, TypeAlias

from tetsudo.analysis.accounts.cash_flow import SOURCES
from tetsudo.analysis.accounts.rounds import Accounts, Round
from tetsudo.analysis.accounts.series import PLOTS, Plot, drawn_from, line_name, revenues_of, round_name
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import Money, is_hidden
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.ownership import holding
from tetsudo.game.game import Game

Cell: TypeAlias = str | int | None
Row: TypeAlias = Sequence[Cell]

FORMULA_PREFIXES: Final = ("=", "+", "-", "@", "\t", "\r")
"""Prefixes of a text that spreadsheets would read as a formula; a name may have one."""


def csv_text(rows: Iterable[Row]) -> str:
    """Rows as comma-separated values."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([_safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe_cell(cell: Cell) -> Cell:
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA_PREFIXES) else cell
    return None if cell is None or is_hidden(cell) else cell


def plot_rows(game: Game, kept: Accounts, name: str) -> Iterator[Row]:
    """Table of a plot: one row per round, one column per line."""
    plot = drawn_from(kept, name)
    yield ("round", "actions", *_names(game, plot))
    for at, round in enumerate(kept.rounds):
        yield (*_round_cells(game, round), *(line.values[at] for line in plot.lines))


def run_rows(game: Game, kept: Accounts) -> Iterator[Row]:
    """Table of operating rounds: one row per round for each company that had a turn."""
    companies = game.setup.companies
    yield ("round", "actions", "company", "revenue", "payout", "paid", "kept", "price", *game.names)
    for round in kept.rounds:
        for company, run in revenues_of(round).items():
            price = round.standing.prices[company]
            ran = (companies[company].symbol, run.revenue, run.payout, run.paid, run.kept, price, *run.got)
            yield (*_round_cells(game, round), *ran)


def source_rows(game: Game, kept: Accounts) -> Iterator[Row]:
    """Table of each player's income by round and source, and of their holdings at the end of the round."""
    yield ("round", "actions", "player", *SOURCES, "cash", "shares", "held_privates", "owed", "worth")
    for round in kept.rounds:
        for has in round.standing.worths:
            flows = [round.received(has.player, source) for source in SOURCES]
            parts = (has.cash, has.shares, has.privates, -has.dues, has.total)
            yield (*_round_cells(game, round), game.names[has.player], *flows, *parts)


def worth_rows(game: Game, kept: Accounts) -> Iterator[Row]:
    """Table of each player's net worth at the end, by part."""
    yield ("what", *game.names)
    for what, amounts in breakdown(game):
        yield (what, *amounts)


def breakdown(game: Game) -> list[tuple[str, list[Money]]]:
    """Parts of the players' net worth: cash, shares of each company at its price, privates and minors, total.

    Debts to the bank are a negative part.
    """
    standings = sorted(game.standings())
    shares = [(company.symbol, shares_of(game, company.id)) for company in game.setup.companies]
    owed = [-has.dues for has in standings]
    return [
        ("cash", [has.cash for has in standings]),
        *((symbol, amounts) for symbol, amounts in shares if any(amounts)),
        ("privates", [has.privates for has in standings]),
        *([("owed", owed)] if any(owed) else []),
        ("worth", [has.total for has in standings]),
    ]


def shares_of(game: Game, company: int) -> list[Money]:
    """Value of each player's shares of a company at its price."""
    rules, state = game.ruleset, game.state
    price, weight = price_of(rules, state, company), rules.president_shares[company]
    return [holding(state, company, player, weight) * price for player in range(state.players)]


def all_rows(game: Game, kept: Accounts) -> Iterator[Row]:
    """All plots in one table: one row per value."""
    yield ("plot", "round", "actions", "of", "value")
    for name in PLOTS:
        plot = drawn_from(kept, name)
        names = _names(game, plot)
        for at, round in enumerate(kept.rounds):
            for of, line in zip(names, plot.lines, strict=True):
                if line.values[at] is not None:
                    yield (name, *_round_cells(game, round), of, line.values[at])


SHEETS: Final[Mapping[str, Callable[[Game, Accounts], Iterable[Row]]]] = {
    "all": all_rows,
    "runs": run_rows,
    "sources": source_rows,
    "breakdown": worth_rows,
}
"""Tables that are not plots, by name."""


def sheet(game: Game, kept: Accounts, name: str) -> str:
    """Table by name, including the names of plots; raises KeyError for an unknown name."""
    game = game.in_language(ENGLISH)
    rows = SHEETS[name](game, kept) if name in SHEETS else plot_rows(game, kept, name)
    return csv_text(rows)


def _round_cells(game: Game, round: Round) -> tuple[str, int]:
    return round_name(game.setup, round), round.end


def _names(game: Game, plot: Plot) -> list[str]:
    return [line_name(game.setup, game.names, plot, line) for line in plot.lines]
