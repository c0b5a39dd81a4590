"""Statistics of a title's finished games: seats, lengths, ends, pars, prices of privates, and the opening book.

Each figure has the number of games behind it. Figures of fewer than `MIN_GAMES` games are left out, and counted.
Games are counted one after another, so that any number of them fits into memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tetsudo.analysis.game_facts import GameFacts

MIN_GAMES: Final = 10
"""Minimum number of games behind a figure that is shown."""

K = TypeVar("K", bound=Hashable)


class Cell:
    """Number of games in which a player did something, and how often that player won."""

    __slots__ = ("expected", "games", "wins")

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.expected = 0.0

    def add(self, facts: GameFacts, seat: int) -> None:
        """Count a game; `seat` is the player's."""
        self.games += 1
        self.wins += facts.win_share(seat)
        self.expected += 1 / facts.players

    def to_data(self) -> dict[str, Any]:
        """Number of games, and percentages: of wins, and of wins if all players were equally likely to win."""
        return {
            "games": self.games,
            "win_percent": _percent(self.wins, self.games),
            "expected_percent": _percent(self.expected, self.games),
        }


class Cells(Generic[K]):
    """Cells by key."""

    def __init__(self) -> None:
        self._cells: defaultdict[K, Cell] = defaultdict(Cell)

    def add(self, key: K, facts: GameFacts, seat: int) -> None:
        """Count a game in the cell of a key."""
        self._cells[key].add(facts, seat)

    def shown(self) -> list[tuple[K, dict[str, Any]]]:
        """Cells with enough games, those with the most first."""
        found = [(key, cell) for key, cell in self._cells.items() if cell.games >= MIN_GAMES]
        return [(key, cell.to_data()) for key, cell in sorted(found, key=lambda each: (-each[1].games, str(each[0])))]

    @property
    def left_out(self) -> int:
        """Number of cells with too few games."""
        return sum(cell.games < MIN_GAMES for cell in self._cells.values())


class Sold(NamedTuple):
    """Price of a private in a game, with the buyer's share in the win and the share by chance."""

    price: int
    win: float
    expected: float


class TitleCounter:
    """Counts the games of one title and scenario."""

    def __init__(self) -> None:
        self.games = 0
        self._ends: Counter[str] = Counter()
        self._lengths: defaultdict[int, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._seats: Cells[tuple[int, int]] = Cells()
        self._pars: Cells[tuple[str, int]] = Cells()
        self._sales: defaultdict[str, list[Sold]] = defaultdict(list)
        self._tiles: Cells[tuple[str, str, str]] = Cells()
        self._lines: Cells[tuple[tuple[str, str, str], ...]] = Cells()

    def add(self, facts: GameFacts, hours: float | None = None) -> None:
        """Count a game; `hours` from its first action to its last, if known."""
        self.games += 1
        self._ends[facts.end] += 1
        self._add_length(facts, hours)
        for seat in range(facts.players):
            self._seats.add((facts.players, seat), facts, seat)
        for company, price, seat in facts.pars:
            self._pars.add((company, price), facts, seat)
        for private, price, seat in facts.sales:
            self._sales[private].append(Sold(price, facts.win_share(seat), 1 / facts.players))
        for company, hex, tile, seat in facts.first_tiles:
            self._tiles.add((company, hex, tile), facts, seat)
        line = [(company, hex, tile) for company, hex, tile, _seat in facts.line]
        for depth, (*_lay, seat) in enumerate(facts.line, 1):
            self._lines.add(tuple(line[:depth]), facts, seat)

    def _add_length(self, facts: GameFacts, hours: float | None) -> None:
        found = self._lengths[facts.players]
        found["actions"].append(facts.actions)
        found["stock_rounds"].append(facts.stock_rounds)
        found["operating_rounds"].append(facts.operating_rounds)
        if hours is not None:
            found["hours"].append(round(hours, 1))

    def to_data(self) -> dict[str, Any]:
        """Statistics as plain data. Wins are those of the player who did it; ties are shared."""
        return {
            "games": self.games,
            "minimum_games": MIN_GAMES,
            "lengths": [
                _length_data(players, found)
                for players, found in sorted(self._lengths.items())
                if len(found["actions"]) >= MIN_GAMES
            ],
            "seats": self._seat_data(),
            "ends": [
                {"end": end, "games": games, "percent": _percent(games, self.games)}
                for end, games in self._ends.most_common()
                if games >= MIN_GAMES
            ],
            "pars": [{"company": key[0], "par": key[1], **data} for key, data in self._pars.shown()],
            "privates": self._private_data(),
            "first_tiles": [
                {"company": company, "hex": hex, "tile": tile, **data}
                for (company, hex, tile), data in self._tiles.shown()
            ],
            "opening_lines": [{"lays": [list(lay) for lay in line], **data} for line, data in self._lines.shown()],
            "left_out": self._left_out(),
        }

    def _seat_data(self) -> list[dict[str, Any]]:
        found = sorted(self._seats.shown())
        return [{"players": players, "seat": seat + 1, **data} for (players, seat), data in found]

    def _private_data(self) -> list[dict[str, Any]]:
        """Privates sold often enough, those with the highest median price last."""
        found = [_sale_data(name, sold) for name, sold in self._sales.items() if len(sold) >= MIN_GAMES]
        return sorted(found, key=lambda each: (each["price"]["median"], each["private"]))

    def _left_out(self) -> dict[str, int]:
        """Number of figures of too few games, by table."""
        return {
            "lengths": sum(len(found["actions"]) < MIN_GAMES for found in self._lengths.values()),
            "ends": sum(games < MIN_GAMES for games in self._ends.values()),
            "pars": self._pars.left_out,
            "privates": sum(len(sold) < MIN_GAMES for sold in self._sales.values()),
            "first_tiles": self._tiles.left_out,
            "opening_lines": self._lines.left_out,
        }


def statistics_of(games: Iterable[GameFacts]) -> dict[str, dict[str, Any]]:
    """Statistics of games of one title, by scenario. Games whose position was corrected by hand are left out."""
    counters: defaultdict[str, TitleCounter] = defaultdict(TitleCounter)
    for facts in games:
        if not facts.is_corrected:
            counters[facts.scenario].add(facts)
    return {scenario: counter.to_data() for scenario, counter in sorted(counters.items())}


def _length_data(players: int, found: dict[str, list[float]]) -> dict[str, Any]:
    """Lengths of the games with a number of players."""
    measured = {name: _spread(values) for name, values in found.items() if len(values) >= MIN_GAMES}
    return {"players": players, "games": len(found["actions"]), **measured}


def _sale_data(name: str, sold: Sequence[Sold]) -> dict[str, Any]:
    """Prices of a private, and wins of its buyers: all, those who paid at most the median, and those who paid more."""
    price = _spread([each.price for each in sold])
    halves = {
        "cheap": [each for each in sold if each.price <= price["median"]],
        "expensive": [each for each in sold if each.price > price["median"]],
    }
    shown = {half: _buyers_data(buyers) for half, buyers in halves.items() if len(buyers) >= MIN_GAMES}
    return {"private": name, "price": price, **_buyers_data(sold), **shown}


def _buyers_data(sold: Sequence[Sold]) -> dict[str, Any]:
    games = len(sold)
    return {
        "games": games,
        "win_percent": _percent(sum(each.win for each in sold), games),
        "expected_percent": _percent(sum(each.expected for each in sold), games),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    """Tenth percentile, median and ninetieth percentile: values that occurred."""
    ordered = sorted(values)
    return {
        name: ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
        for name, percent in (("low", 10), ("median", 50), ("high", 90))
    }


def _percent(part: float, whole: float) -> int:
    return round(100 * part / whole)
