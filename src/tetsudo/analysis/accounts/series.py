"""Lines by round: what players are worth, prices, incomes, revenues, treasuries, the bank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from tetsudo.analysis.accounts.cash_flow import DIVIDENDS, PRIVATES
from tetsudo.analysis.accounts.rounds import OPERATING, Accounts, Round, Run
from tetsudo.core.translation import sayer
from tetsudo.core.units import Money, is_hidden
from tetsudo.engine.model.title import Setup

PLAYERS: Final = "players"
COMPANIES: Final = "companies"
BANK: Final = "bank"


class Line(NamedTuple):
    """A line: whose it is, by seat or by the title's order, and its value at each round's end; None for none."""

    of: int
    values: tuple[Money | None, ...]


class Plot(NamedTuple):
    """Lines of one kind, and whose: PLAYERS, COMPANIES, or the one of the BANK."""

    name: str
    whose: str
    lines: tuple[Line, ...]


Values: TypeAlias = Callable[[Round], Iterable[Money | None]]
"""Of a round, the values of all lines."""


def _worths(round: Round) -> Iterable[Money | None]:
    return (each.total for each in round.standing.worths)


def _cash(round: Round) -> Iterable[Money | None]:
    return (each.cash for each in round.standing.worths)


def _received(source: str) -> Values:
    def values(round: Round) -> Iterable[Money | None]:
        amounts = [round.received(player, source) for player in range(len(round.standing.worths))]
        return amounts if round.kind == OPERATING or any(amounts) else [None] * len(amounts)

    return values


def _revenues(round: Round) -> Iterable[Money | None]:
    runs = revenues_of(round)
    return (runs[company].revenue if company in runs else None for company in range(len(round.standing.prices)))


def revenues_of(round: Round) -> dict[int, Run]:
    """What each company that ran in a round earned in it; the turns of one that had several, together."""
    found: dict[int, Run] = {}
    for run in round.runs:
        has = found.get(run.company)
        found[run.company] = run if has is None else _together(has, run)
    return found


def _together(one: Run, other: Run) -> Run:
    got = tuple(mine + more for mine, more in zip(one.got, other.got, strict=True))
    return Run(one.company, one.revenue + other.revenue, one.paid + other.paid, one.kept + other.kept, got)


class _Kind(NamedTuple):
    title: str
    whose: str
    values: Values


PLOTS: Final[Mapping[str, _Kind]] = {
    "worth": _Kind("Worth by round", PLAYERS, _worths),
    "cash": _Kind("Cash", PLAYERS, _cash),
    "dividends": _Kind("Dividends received", PLAYERS, _received(DIVIDENDS)),
    "privates": _Kind("Income of privates", PLAYERS, _received(PRIVATES)),
    "prices": _Kind("Share prices", COMPANIES, lambda round: round.standing.prices),
    "revenue": _Kind("Revenue of companies", COMPANIES, _revenues),
    "treasuries": _Kind("Treasuries", COMPANIES, lambda round: round.standing.treasuries),
    "bank": _Kind("Bank", BANK, lambda round: [round.standing.bank]),
}
"""By name."""


def drawn_from(kept: Accounts, name: str) -> Plot:
    """A plot by its name; a KeyError if there is none."""
    kind = PLOTS[name]
    columns = [tuple(kind.values(each)) for each in kept.rounds]
    lines = [Line(of, tuple(map(_seen, values))) for of, values in enumerate(zip(*columns, strict=True))]
    has_any = [line for line in lines if kind.whose != COMPANIES or any(each is not None for each in line.values)]
    return Plot(name, kind.whose, tuple(has_any))


def _seen(amount: Money | None) -> Money | None:
    return None if amount is None or is_hidden(amount) else amount


# As people read them

ROUNDS: Final[Mapping[str, str]] = {
    "start": "Start",
    "auction": "Auction",
    "stock": "SR {turn}",
    "operating": "OR {turn}.{round}",
}
"""What the kinds of rounds are called in short."""


def round_name(setup: Setup, round: Round) -> str:
    """A round in short, "OR 2.1", in the language of a table."""
    return sayer(setup.told_in)(ROUNDS[round.kind]).format(turn=round.turn, round=round.number)


def title_of(setup: Setup, name: str) -> str:
    """What a plot is called, in the language of a table."""
    return sayer(setup.told_in)(PLOTS[name].title)


def line_name(setup: Setup, names: tuple[str, ...], plot: Plot, line: Line) -> str:
    """Whose line it is: a player's name, a company's symbol, or the bank."""
    if plot.whose == PLAYERS:
        return names[line.of]
    if plot.whose == COMPANIES:
        return setup.companies[line.of].symbol
    return sayer(setup.told_in)(PLOTS["bank"].title)
