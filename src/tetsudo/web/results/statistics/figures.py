"""Statistics of a title prepared for its page: names and marks of companies, money, and only the most frequent rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.utils.safestring import SafeString

from tetsudo.web.reference.title_card import Reference

MAX_ROWS: Final = 20
"""Maximum number of rows of a table on the page; the data have all."""


class Spread(NamedTuple):
    """Median of some values, with the range of the middle eight tenths."""

    median: str
    span: str


class Wins(NamedTuple):
    """Number of games, share of wins in them, and the share if all players were equally likely to win."""

    games: int
    percent: int
    expected: int


class Row(NamedTuple):
    """Row of a table: a company with its mark, or another name; what was done; and the wins."""

    mark: SafeString
    name: str
    done: str
    wins: Wins


class PrivateRow(NamedTuple):
    """Row of a private: its prices, the wins of all buyers, and those of the cheaper and the more expensive half."""

    symbol: str
    name: str
    price: Spread
    wins: Wins
    cheap: Wins | None
    expensive: Wins | None


class LengthRow(NamedTuple):
    """Lengths of games with a number of players."""

    players: int
    games: int
    actions: Spread | None
    stock_rounds: Spread | None
    operating_rounds: Spread | None
    hours: Spread | None


class Line(NamedTuple):
    """First tiles of a game, in order, each with its company's mark."""

    lays: list[tuple[SafeString, str, str]]
    wins: Wins


class Part(NamedTuple):
    """Rows that a table shows, and the number of all."""

    rows: list[Any]
    total: int

    @property
    def is_cut(self) -> bool:
        """True if the table has more rows than it shows."""
        return self.total > len(self.rows)


@dataclass(frozen=True)
class Figures:
    """Statistics of a title in the words of its reference card."""

    card: Reference
    data: Mapping[str, Any]

    @cached_property
    def _marks(self) -> dict[str, SafeString]:
        return {line.company.symbol: line.mark for line in self.card.companies}

    @cached_property
    def _names(self) -> dict[str, str]:
        """Names of whatever is sold in the auction, by symbol: in the reader's language where the card has them."""
        found = dict[str, str]()
        for setup in (*self.card.setups, self.card.setup):
            for named in (setup.companies, setup.lots, setup.privates):
                found |= {each.symbol: each.name for each in named}
        return found

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.data["games"])

    @property
    def minimum(self) -> int:
        """Number of games that a figure needs."""
        return int(self.data["minimum_games"])

    @property
    def left_out(self) -> int:
        """Number of figures of too few games."""
        return sum(self.data["left_out"].values())

    @property
    def lengths(self) -> list[LengthRow]:
        """Lengths by number of players."""
        return [
            LengthRow(
                each["players"],
                each["games"],
                *(_spread(each.get(name)) for name in ("actions", "stock_rounds", "operating_rounds", "hours")),
            )
            for each in self.data["lengths"]
        ]

    @property
    def seats(self) -> list[tuple[int, list[Wins]]]:
        """Wins of the seats in order, by number of players."""
        counts = sorted({each["players"] for each in self.data["seats"]})
        return [(count, [_wins(each) for each in self.data["seats"] if each["players"] == count]) for count in counts]

    @property
    def ends(self) -> list[tuple[str, int, int]]:
        """Ends with their number of games, and in percent."""
        word = self.card.labels.word
        return [(word("reason", each["end"]), each["games"], each["percent"]) for each in self.data["ends"]]

    @property
    def pars(self) -> Part:
        """Pars by company, from the lowest to the highest."""
        return self._rows("pars", lambda each: self.card.labels.money(each["par"]), lambda each: each["par"])

    @property
    def first_tiles(self) -> Part:
        """First tiles by company, the most frequent first."""
        return self._rows("first_tiles", lambda each: lay_text(each["hex"], each["tile"]), lambda each: -each["games"])

    @property
    def privates(self) -> list[PrivateRow]:
        """Privates, from the lowest price to the highest."""
        return [self._private(each) for each in self.data["privates"]]

    @property
    def opening_lines(self) -> Part:
        """First tiles of the game, of any company."""
        lines = self.data["opening_lines"]
        return Part([Line(self._lays(each["lays"]), _wins(each)) for each in lines[:MAX_ROWS]], len(lines))

    def _rows(
        self, name: str, done: Callable[[Mapping[str, Any]], str], order: Callable[[Mapping[str, Any]], int]
    ) -> Part:
        """The most frequent rows of a table, in the order of the companies."""
        found, places = self.data[name], {symbol: place for place, symbol in enumerate(self._marks)}
        shown = sorted(
            found[:MAX_ROWS], key=lambda each: (places.get(each["company"], len(places)), each["company"], order(each))
        )
        return Part([self._row(each, done(each)) for each in shown], len(found))

    def _row(self, data: Mapping[str, Any], done: str) -> Row:
        symbol = data["company"]
        return Row(self._mark(symbol), symbol, done, _wins(data))

    def _mark(self, symbol: str) -> SafeString:
        return self._marks.get(symbol, SafeString())

    def _lays(self, lays: Sequence[Sequence[str]]) -> list[tuple[SafeString, str, str]]:
        return [(self._mark(company), company, lay_text(hex, tile)) for company, hex, tile in lays]

    def _private(self, data: Mapping[str, Any]) -> PrivateRow:
        symbol = data["private"]
        price = {name: self.card.labels.money(amount) for name, amount in data["price"].items()}
        halves = [_wins(data[half]) if half in data else None for half in ("cheap", "expensive")]
        return PrivateRow(
            symbol, self._names.get(symbol, symbol), Spread(price["median"], _span(price)), _wins(data), *halves
        )


def lay_text(hex: str, tile: str) -> str:
    """Tile in a hex, as in the log."""
    return f"{hex} #{tile}"


def _wins(data: Mapping[str, Any]) -> Wins:
    return Wins(data["games"], data["win_percent"], data["expected_percent"])


def _spread(data: Mapping[str, Any] | None) -> Spread | None:
    if data is None:
        return None
    return Spread(f"{data['median']:g}", _span({name: f"{value:g}" for name, value in data.items()}))


def _span(texts: Mapping[str, str]) -> str:
    return f"{texts['low']}–{texts['high']}"
