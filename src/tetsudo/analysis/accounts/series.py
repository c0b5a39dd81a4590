"""Series by round: net worth, prices, income, revenue, treasuries, the bank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from tetsudo.analysis.accounts.cash_flow import DIVIDENDS, PRIVATES
from tetsudo.analysis.accounts.rounds import OPERATING, Accounts, Round, Run
from tetsudo.core.translation import translator
from tetsudo.core.units import Money, is_hidden
from tetsudo.engine.model.title import Setup

PLAYERS: Final = "players"
COMPANIES: Final = "companies"
BANK: Final = "bank"


class Line(NamedTuple):
    """Line of a plot: its owner, by seat or by the title's order, and its value after each round (None: no value)."""

    of: int
    values: tuple[Money | None, ...]


class Plot(NamedTuple):
    """Plot of lines of one kind, and their owners: PLAYERS, COMPANIES or the BANK."""

    name: str
    whose: str
    lines: tuple[Line, ...]


Values: TypeAlias = Callable[[Round], Iterable[Money | None]]
"""Values of all lines in a round."""


def _worths(round: Round) -> Iterable[Money | None]:
    return (each.total for each in round.standing.worths)


def _cash(round: Round) -> Iterable[Money | None]:
    return (each.cash for each in round.standing.worths)


def _received_values(source: str) -> Values:
    def values(round: Round) -> Iterable[Money | None]:
        amounts = [round.received(player, source) for player in range(len(round.standing.worths))]
        return amounts if round.kind == OPERATING or any(amounts) else [None] * len(amounts)

    return values


def _revenues(round: Round) -> Iterable[Money | None]:
    runs = revenues_of(round)
    return (runs[company].revenue if company in runs else None for company in range(len(round.standing.prices)))


def revenues_of(round: Round) -> dict[int, Run]:
    """Run of each company that ran in a round; several turns of a company are added up."""
    found: dict[int, Run] = {}
    for run in round.runs:
        has = found.get(run.company)
        found[run.company] = run if has is None else _sum_runs(has, run)
    return found


def _sum_runs(one: Run, other: Run) -> Run:
    got = tuple(mine + more for mine, more in zip(one.got, other.got, strict=True))
    return Run(one.company, one.revenue + other.revenue, one.paid + other.paid, one.kept + other.kept, got)


class _Kind(NamedTuple):
    title: str
    whose: str
    values: Values


PLOTS: Final[Mapping[str, _Kind]] = {
    "worth": _Kind("Net worth by round", PLAYERS, _worths),
    "cash": _Kind("Cash", PLAYERS, _cash),
    "dividends": _Kind("Dividends received", PLAYERS, _received_values(DIVIDENDS)),
    "privates": _Kind("Income of privates", PLAYERS, _received_values(PRIVATES)),
    "prices": _Kind("Share prices", COMPANIES, lambda round: round.standing.prices),
    "revenue": _Kind("Revenue of companies", COMPANIES, _revenues),
    "treasuries": _Kind("Treasuries", COMPANIES, lambda round: round.standing.treasuries),
    "bank": _Kind("Bank", BANK, lambda round: [round.standing.bank]),
}
"""Plots by name."""


def drawn_from(kept: Accounts, name: str) -> Plot:
    """Plot by name; raises KeyError for an unknown name."""
    kind = PLOTS[name]
    columns = [tuple(kind.values(each)) for each in kept.rounds]
    lines = [Line(of, tuple(map(_visible_amount, values))) for of, values in enumerate(zip(*columns, strict=True))]
    has_any = [line for line in lines if kind.whose != COMPANIES or any(each is not None for each in line.values)]
    return Plot(name, kind.whose, tuple(has_any))


def _visible_amount(amount: Money | None) -> Money | None:
    return None if amount is None or is_hidden(amount) else amount


# Labels

ROUND_NAMES: Final[Mapping[str, str]] = {
    "start": "Start",
    "auction": "Auction",
    "stock": "SR {turn}",
    "operating": "OR {turn}.{round}",
}
"""Short names of the kinds of rounds."""


def round_name(setup: Setup, round: Round) -> str:
    """Short name of a round, "OR 2.1", in the language of a table."""
    return translator(setup.told_in)(ROUND_NAMES[round.kind]).format(turn=round.turn, round=round.number)


def title_of(setup: Setup, name: str) -> str:
    """Title of a plot, in the language of a table."""
    return translator(setup.told_in)(PLOTS[name].title)


def line_name(setup: Setup, names: tuple[str, ...], plot: Plot, line: Line) -> str:
    """Name of a line: a player's name, a company's symbol, or the bank."""
    if plot.whose == PLAYERS:
        return names[line.of]
    if plot.whose == COMPANIES:
        return setup.companies[line.of].symbol
    return translator(setup.told_in)(PLOTS["bank"].title)
