"""Context of a lesson's page: the position, the question, the answers, and what the given answer changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.figures import Figure
from tetsudo.analysis.lessons.lesson import Answer, Lesson, Step
from tetsudo.analysis.lessons.play import Outcome
from tetsudo.core.actions import LayTile, RunRoutes
from tetsudo.draw import market_svg, tile_svg
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.web.tutorial.learn.figure_labels import label_of
from tetsudo.web.tutorial.learn.lesson_map import Link, lesson_map


class Choice(NamedTuple):
    """An answer as a button. `picture`: the tile, if it is one."""

    number: int
    label: str
    picture: SafeString
    is_given: bool


class HexChoice(NamedTuple):
    """A hex with legal tiles, and the link that shows them."""

    name: str
    place: str
    address: str
    is_chosen: bool


class Line(NamedTuple):
    """A figure of the comparison with its label."""

    label: str
    figure: Figure


class Holding(NamedTuple):
    """A row of the table of shares: a company with its price, president and each player's percentage."""

    symbol: str
    price: str
    treasury: str
    trains: str
    shares: Sequence[tuple[str, bool]]  # text, and True for the president


@dataclass(frozen=True)
class Scene:
    """A step of a lesson as its page shows it. `number` counts from 1; `answered`: number of the given answer."""

    lesson: Lesson
    number: int
    language: str
    hex: str = ""
    answered: str = ""

    @property
    def step(self) -> Step:
        """The step's data."""
        return self.lesson.steps[self.number - 1]

    @cached_property
    def _start(self) -> Game:
        return play.game_at(self.lesson, self.number - 1).in_language(self.language)

    @cached_property
    def _answers(self) -> tuple[Answer, ...]:
        return play.answers(self.step, self._start)

    @cached_property
    def outcome(self) -> Outcome | None:
        """Outcome of the given answer; None if there is none."""
        if not (self.answered.isdecimal() and len(self.answered) < 5 and int(self.answered) < len(self._answers)):
            return None
        return play.outcome(self.step, self._start, self._answers[int(self.answered)])

    @property
    def is_right(self) -> bool:
        """True once the right answer is given."""
        return self.outcome is not None and self.outcome.answer.is_right

    @property
    def is_last(self) -> bool:
        """True for the lesson's last step."""
        return self.number == len(self.lesson.steps)

    @property
    def next(self) -> str:
        """URL of the next step; "" after the last."""
        if self.is_last:
            return ""
        return reverse("lesson", args=[self.lesson.title, self.lesson.name, self.number + 1])

    @property
    def game(self) -> Game:
        """The position to show: the step's, or that after the right answer."""
        after = self.outcome.game if self.outcome and self.is_right else None
        return after or self._start

    @cached_property
    def labels(self) -> Labels:
        """Display names for ids."""
        return Labels(self._start.setup, ())

    @property
    def lines(self) -> list[Line]:
        """Figures before and after the given answer; none for a wrong prediction: they would tell the answer."""
        if self.outcome is None or (self.step.predicts and not self.is_right):
            return []
        return [Line(label_of(each), each) for each in self.outcome.figures]

    # Drawings

    @cached_property
    def map(self) -> SafeString:
        """The map with the hexes that can be chosen as links."""
        links = [] if self.is_right else [Link(each.name, each.address) for each in self.hexes]
        return lesson_map(self.game, self.step, links, self._routes)

    @property
    def _routes(self) -> RunRoutes | None:
        if self.outcome is None or self.outcome.refusal or not self.outcome.answer.move.startswith("run"):
            return None
        action = self._start.resolve(self._start.parse(self.outcome.answer.move))
        return action if isinstance(action, RunRoutes) else None

    @cached_property
    def market(self) -> SafeString:
        """The market."""
        return mark_safe(market_svg(self.game, theme="page", sized=False))  # our SVG

    @property
    def players(self) -> list[tuple[str, str]]:
        """Each player's name and cash."""
        return [(player.name, self.labels.money(player.cash)) for player in self.game.players]

    @property
    def holdings(self) -> list[Holding]:
        """Rows of the started companies."""
        return [self._holding(symbol) for symbol, company in self.game.companies.items() if company.par]

    def _holding(self, symbol: str) -> Holding:
        game, company = self.game, self.game.company(symbol)
        leader = company.president.name if company.president else ""
        shares = [(player.shares.get(symbol, 0), player.name == leader) for player in game.players]
        return Holding(
            symbol,
            self.labels.money(company.price),
            self.labels.money(company.cash) if company.is_floated else "–",
            " ".join(company.trains) or "–",
            [(f"{percent} %" if percent else "–", is_leader) for percent, is_leader in shares],
        )

    # Answers

    @cached_property
    def hexes(self) -> list[HexChoice]:
        """Hexes with legal tiles, for a step with a goal."""
        if self.step.goal is None:
            return []
        hexes = dict.fromkeys(int(lay.hex) for lay in self._lays)
        return [self._hex_choice(hex) for hex in hexes]

    @cached_property
    def _lays(self) -> list[LayTile]:
        return play.legal_lays(self._start)

    def _hex_choice(self, hex: int) -> HexChoice:
        name, place = self._start.setup.map.hexes[hex].name, self._start.setup.map.hexes[hex].place
        address = reverse("lesson", args=[self.lesson.title, self.lesson.name, self.number])
        return HexChoice(name, place, f"{address}?hex={name}#answers", name == self._chosen_hex)

    @property
    def _chosen_hex(self) -> str:
        if self.outcome is not None and self.step.goal is not None:
            return self._start.setup.map.hexes[self._lays[int(self.answered)].hex].name
        return self.hex

    @property
    def choices(self) -> list[Choice]:
        """The answers to choose from; with a goal, the tiles of the chosen hex."""
        if self.step.goal is None:
            return [self._choice(number, _(each.label)) for number, each in enumerate(self._answers)]
        hexes = self._start.setup.map.hexes
        return [
            self._choice(number, f"#{self._start.setup.tiles[lay.tile].name}", lay)
            for number, lay in enumerate(self._lays)
            if hexes[lay.hex].name == self._chosen_hex
        ]

    def _choice(self, number: int, label: str, lay: LayTile | None = None) -> Choice:
        picture = ""
        if lay is not None:
            setup = self._start.setup
            face = setup.faces[setup.face_of[lay.tile, lay.rotation]]
            picture = tile_svg(face, flat_top=setup.map.flat_top, theme="page", sized=False)
        return Choice(number, label, mark_safe(picture), self.answered == str(number))  # our SVG
