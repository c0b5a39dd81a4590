"""Context of a puzzle's page: position, question, choices, and the solution once it may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe

from tetsudo.draw import map_svg, market_svg, train_rows
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.review.puzzles import KINDS, Puzzle, Solution, is_right, question_of, render, solve
from tetsudo.review.puzzles.puzzle import AMOUNTS
from tetsudo.web.tutorial.puzzles import words

WITH_MARKET: Final = ("control", "dividend", "presidency")
"""Kinds whose questions need the market."""

WITH_DEPOT: Final = ("rusting", "forced_train", "bankruptcy")
"""Kinds whose questions need the trains of the bank."""

NO_CHOICE: Final = "-"
UNLIMITED: Final = "∞"
LEVELS: Final = range(1, 6)


class Choice(NamedTuple):
    """A choice, or an amount to give. `number` counts from 1; `given`: what the last answer said."""

    number: int
    label: str | Promise
    given: str


class Line(NamedTuple):
    """Sentence of the explanation with its clauses."""

    sentence: str
    clauses: tuple[str, ...]


class Holding(NamedTuple):
    """Row of the table of shares: percentages in the IPO and market, and of each player."""

    symbol: str
    price: str
    treasury: str
    trains: str
    offering: str
    market: str
    shares: Sequence[tuple[str, bool]]  # text, and True for the president


class Train(NamedTuple):
    """Kind of train that the bank has, or companies own."""

    name: str
    price: str
    left: str
    rusted_by: str


@dataclass(frozen=True)
class Scene:
    """A puzzle as its page shows it. `given`: the answer, None without one; `is_shown`: the viewer gave up."""

    puzzle: Puzzle
    game: Game
    language: str
    given: tuple[int, ...] | None
    is_shown: bool

    @property
    def number(self) -> str:
        """Number of the puzzle within its kind."""
        return self.puzzle.id.rpartition(":")[2]

    @property
    def heading(self) -> str | Promise:
        """Name of the kind."""
        return words.KINDS[self.puzzle.kind]

    @property
    def dots(self) -> list[bool]:
        """One value for each level, True up to the puzzle's."""
        return [level <= self.puzzle.level for level in LEVELS]

    @property
    def form(self) -> str:
        """Form of the answer: "one", "some" or "amounts"."""
        return KINDS[self.puzzle.kind].form

    @cached_property
    def question(self) -> str:
        """Question as a sentence."""
        return render(question_of(self.puzzle), self.language)

    @property
    def is_right(self) -> bool:
        """True once the right answer is given."""
        return self.given is not None and is_right(self.puzzle, self.given)

    @property
    def is_open(self) -> bool:
        """True while the puzzle waits for an answer."""
        return not (self.is_right or self.is_shown)

    @property
    def choices(self) -> list[Choice]:
        """Choices, or amounts to give."""
        return [
            Choice(number, self._label(choice), self._given(number))
            for number, choice in enumerate(self.puzzle.choices, start=1)
        ]

    def _label(self, choice: str) -> str | Promise:
        if self.form == AMOUNTS:
            return words.AMOUNTS[choice]
        return words.NONE if choice == NO_CHOICE else choice

    def _given(self, number: int) -> str:
        if self.given is None:
            return ""
        if self.form == AMOUNTS:
            return str(self.given[number - 1])
        return str(number) if number - 1 in self.given else ""

    @property
    def answer(self) -> str:
        """The right answer in words."""
        if self.form == AMOUNTS:
            amounts = zip(self.puzzle.choices, self.puzzle.answer, strict=True)
            return ", ".join(f"{self._label(label)} {self.labels.money(amount)}" for label, amount in amounts)
        labels = [str(self._label(self.puzzle.choices[each])) for each in self.puzzle.answer]
        return ", ".join(labels) or str(words.NONE)

    # Explanation

    @cached_property
    def _solution(self) -> Solution:
        return solve(self.puzzle)

    @property
    def lines(self) -> list[Line]:
        """Explanation; only once it may be seen."""
        if self.is_open:
            return []
        return [Line(render(line.sentence, self.language), line.clauses) for line in self._solution.lines]

    # Position

    @cached_property
    def labels(self) -> Labels:
        """Display names for ids."""
        return Labels(self.game.setup, ())

    @property
    def is_about_map(self) -> bool:
        """True if the question is about the map."""
        return self.puzzle.kind == "best_run"

    @property
    def map(self) -> SafeString:
        """The map, with the routes of the explanation."""
        routes = () if self.is_open else self._solution.routes
        return mark_safe(map_svg(self.game, routes=routes, theme="page", sized=False))  # our SVG

    @property
    def market(self) -> SafeString | None:
        """The market, if the question needs it."""
        if self.puzzle.kind not in WITH_MARKET:
            return None
        return mark_safe(market_svg(self.game, theme="page", sized=False))  # our SVG

    @property
    def trains(self) -> list[Train]:
        """Trains from the next one of the bank on, and those that companies own, if the question needs them."""
        if self.puzzle.kind not in WITH_DEPOT:
            return []
        owned = {train for company in self.game.companies.values() for train in company.trains}
        return [
            Train(
                row.name,
                self.labels.money(row.price),
                UNLIMITED if row.in_depot < 0 else str(row.in_depot + row.in_market),
                row.rusted_by or "–",
            )
            for row in train_rows(self.game)
            if row.in_depot or row.in_market or row.name in owned
        ]

    @property
    def players(self) -> list[tuple[str, str]]:
        """Each player's name and cash."""
        return [(player.name, self.labels.money(player.cash)) for player in self.game.players]

    @property
    def holdings(self) -> list[Holding]:
        """Rows of the started companies."""
        return [self._holding(symbol) for symbol, company in self.game.companies.items() if company.president]

    def _holding(self, symbol: str) -> Holding:
        game, company = self.game, self.game.company(symbol)
        leader = company.president.name if company.president else ""
        shares = [(_percent(player.shares.get(symbol, 0)), player.name == leader) for player in game.players]
        return Holding(
            symbol,
            self.labels.money(company.price) if company.price else "–",
            self.labels.money(company.cash) if company.is_floated else "–",
            " ".join(company.trains) or "–",
            _percent(company.in_offering),
            _percent(company.in_market),
            shares,
        )


def _percent(share: int) -> str:
    """Percentage as text; a dash for none."""
    return str(share) if share else "–"
