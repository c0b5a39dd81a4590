"""A title's reference card: all that its data say, ready to be laid out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import COLOURS, NOBODY
from tetsudo.draw import map_svg, market_svg, tile_svg, token_svg
from tetsudo.draw.text.rows import ROUNDS
from tetsudo.engine.model.tiles import Tile
from tetsudo.engine.model.title import Company, Phase, Private, Setup, TrainKind
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentences
from tetsudo.titles.introductions import Guide, guide_of
from tetsudo.titles.loader import Choice, TitleInfo, setup, title_info
from tetsudo.web.reference.companies import company_notes, floating_text, lays, train_limits
from tetsudo.web.reference.options import OptionLine, option_lines
from tetsudo.web.reference.overview import dots_of, hours_of, length_of, weight_of
from tetsudo.web.reference.trains import train_notes

FULL_TABLE: Final = 4
"""How many play where nobody said how many, if the title allows it."""

VIEW_BOX: Final = re.compile(r'viewBox="([^"]*)"')

ANY_PRICE: Final = 100
"""A company may pay so many times the price of a private: as much as it has."""


@dataclass(frozen=True)
class TrainLine:
    """A row of the train table."""

    train: TrainKind
    price: str
    rusted_by: str
    phase: str  # that its first one begins


@dataclass(frozen=True)
class PhaseLine:
    """A row of the phase table. `colours` of tiles, the newest last; `lays` in a turn, if there may be several."""

    phase: Phase
    train_limit: str
    lays: str
    trigger: str
    colours: tuple[str, ...]
    offboard: str


@dataclass(frozen=True)
class PrivateLine:
    """A private and what it does. `players`: with how few it is there, if not always. `notes`: how it is bought."""

    private: Private
    price: str
    income: str
    sale: str
    notes: tuple[str, ...]
    powers: tuple[str, ...]
    players: int


@dataclass(frozen=True)
class CompanyLine:
    """A company, its mark and where it begins."""

    company: Company
    mark: SafeString
    homes: tuple[str, ...]
    tokens: tuple[str, ...]
    destination: str
    bonus: str
    lays_home: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class TileLine:
    """A tile as the sheet shows it. `subsidy`: what the bank pays for each train that calls."""

    tile: Tile
    picture: SafeString
    subsidy: str


@dataclass(frozen=True)
class PlayersLine:
    """What depends on the number of players."""

    players: int
    cash: str
    certificates: int
    lots: str
    hours: str


@dataclass(frozen=True)
class Overview:
    """How long a game takes, and how hard it is, in words and as dots; empty where nothing is known."""

    length: str
    weight: str | Promise
    dots: str


@dataclass(frozen=True)
class Reference:
    """The card of a title under a scenario and variants. `game` is one for as many as can play, before its start."""

    info: TitleInfo
    game: Game

    @property
    def setup(self) -> Setup:
        """All data."""
        return self.game.setup

    @property
    def query(self) -> str:
        """Title, scenario and variants, as the addresses of a new table and of a what-if board have them."""
        query: dict[str, object] = {
            "title": self.info.name,
            "scenario": self.setup.scenario or [],
            "variants": self.setup.variants,
        }
        return urlencode(query, doseq=True)

    @property
    def variants(self) -> tuple[Choice, ...]:
        """Those of the scenario."""
        return self.info.variants_in(self.setup.scenario)

    @cached_property
    def labels(self) -> Labels:
        """What people read for ids."""
        return Labels(self.setup, self.game.names)

    @cached_property
    def setups(self) -> list[Setup]:
        """The data for each number of players."""
        chosen = self.setup
        return [
            setup(chosen.title, count, chosen.variants, scenario=chosen.scenario or None)
            for count in self.info.seats(chosen.scenario)
        ]

    @cached_property
    def players(self) -> list[PlayersLine]:
        """By number of players."""
        return [
            PlayersLine(
                each.players,
                self.labels.money(each.settings.starting_cash),
                each.settings.certificate_limit,
                " ".join(_marks(each)),
                hours_of(self.guide, each.players),
            )
            for each in self.setups
        ]

    @property
    def guide(self) -> Guide:
        """What newcomers are told of it."""
        return guide_of(self.info.name, self.setup.scenario)

    @property
    def overview(self) -> Overview:
        """How long and how hard it is."""
        return Overview(length_of(self.guide), weight_of(self.guide), dots_of(self.guide))

    @property
    def seats(self) -> range:
        """For how many players it is."""
        return self.info.seats(self.setup.scenario)

    @property
    def scenario_help(self) -> str:
        """What its scenario is, "" if there is none."""
        return next((each.help for each in self.info.scenarios if each.name == self.setup.scenario), "")

    @property
    def powers(self) -> list[str]:
        """What the title's own powers do: those that belong to no private and no company."""
        return sentences(self.setup, self.setup)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The numbers that are the same for all."""
        rules, money = self.setup.settings, self.labels.money
        return [
            ("bank", money(rules.bank)),
            ("par", ", ".join(money(par) for par in sorted(self.setup.market.pars))),
            ("float", floating_text(self.setup)),
            ("hold", f"{rules.hold_limit} %"),
            ("market", f"{rules.market_limit} %"),
        ]

    @property
    def rounds(self) -> list[str]:
        """The kinds of rounds in their order."""
        return [self.labels.say(name) for name in ROUNDS if self.setup.settings.auction or name != ROUNDS[0]]

    @property
    def steps(self) -> list[str]:
        """The steps of a company's turn."""
        return [self.labels.word("step", step) for step in self.setup.settings.steps]

    @cached_property
    def trains(self) -> list[TrainLine]:
        """The train table."""
        names = [train.name for train in self.setup.trains]
        begins = {phase.trigger: phase.name for phase in self.setup.phases}
        return [
            TrainLine(
                train,
                self.labels.money(train.price),
                names[train.rusted_by] if train.rusted_by != NOBODY else "",
                begins.get(train.id, ""),
            )
            for train in self.setup.trains
        ]

    @property
    def train_notes(self) -> list[str]:
        """What the train table does not say."""
        return train_notes(self.setup)

    @property
    def options(self) -> list[OptionLine]:
        """How it is played where a table may choose."""
        return option_lines(self.info, min(self.setups, key=lambda each: abs(each.players - FULL_TABLE)))

    @cached_property
    def phases(self) -> list[PhaseLine]:
        """The phase table."""
        return [
            PhaseLine(
                phase,
                train_limits(phase, self.setup),
                lays(phase, self.setup),
                self.setup.trains[phase.trigger].name if phase.trigger != NOBODY else "",
                COLOURS[1 : phase.colour + 1],
                COLOURS[phase.offboard],
            )
            for phase in self.setup.phases
        ]

    @cached_property
    def privates(self) -> list[PrivateLine]:
        """The privates in the order of the line-up."""
        return [self._private(private) for private in self.setup.privates]

    def _private(self, private: Private) -> PrivateLine:
        money = self.labels.money
        there = [each.players for each in self.setups if any(private.symbol == one.symbol for one in each.privates)]
        return PrivateLine(
            private,
            money(private.price),
            money(private.income),
            self._sale(private),
            tuple(self._notes(private)),
            tuple(sentences(private, self.setup)),
            0 if len(there) == len(self.setups) else min(there),
        )

    def _notes(self, private: Private) -> Iterator[str]:
        """How it comes to a player, and what it counts in the end, where that is not as usual."""
        if private.minor != NOBODY:
            yield _("{minor} turns into it").format(minor=self.labels.label("company", private.minor))
        elif private.late:
            yield _("bought from the bank in stock rounds, from game turn 2 on")
        if private.falls:
            yield _("{amount} less for each turn in which it is not sold").format(
                amount=self.labels.money(private.falls)
            )
        if private.face not in (NOBODY, private.price):
            yield _("counts {amount} once it is owned").format(amount=self.labels.money(private.face))
        if not private.counted:
            yield _("no certificate of the limit")

    def _sale(self, private: Private) -> str:
        """What a company pays for it."""
        if private.high >= ANY_PRICE * private.price:
            return _("any price")
        return f"{self.labels.money(private.low)}–{self.labels.money(private.high)}" if private.high else ""

    @property
    def has_destinations(self) -> bool:
        """Whether routes to destinations earn more."""
        return any(company.bonus for company in self.setup.companies)

    @cached_property
    def companies(self) -> list[CompanyLine]:
        """The companies in the title's order."""
        return [
            CompanyLine(
                company,
                mark_safe(token_svg(company, 28, theme="page", hidden=True)),
                tuple(self.labels.label("hex", hex) for hex, _city in company.homes),
                tuple(self.labels.money(price) for price in company.token_prices),
                self.labels.label("hex", company.destination) if company.bonus else "",
                self.labels.money(company.bonus),
                company.lays_home and self.setup.settings.home_tiles,
                tuple(company_notes(company, self.setup)),
            )
            for company in self.setup.companies
        ]

    @cached_property
    def tiles(self) -> list[tuple[str, list[TileLine]]]:
        """The tile sheet by colour, the palest first."""
        drawn = [TileLine(tile, self._picture(tile), self._subsidy(tile)) for tile in self.setup.tiles]
        by_colour = [(name, [line for line in drawn if line.tile.colour == at]) for at, name in enumerate(COLOURS)]
        return [(colour, lines) for colour, lines in by_colour if lines]

    def _subsidy(self, tile: Tile) -> str:
        face = self.setup.faces[self.setup.face_of[tile.id, 0]]
        subsidy = sum(node.subsidy for node in face.nodes)
        return self.labels.money(subsidy) if subsidy else ""

    def _picture(self, tile: Tile) -> SafeString:
        face = self.setup.faces[self.setup.face_of[tile.id, 0]]
        return mark_safe(
            tile_svg(face, flat_top=self.setup.map.flat_top, theme="page", sized=False, language=self.setup.told_in)
        )

    @cached_property
    def map(self) -> SafeString:
        """The map as printed."""
        return mark_safe(map_svg(self.game, theme="page", sized=False))

    @cached_property
    def map_box(self) -> str:
        """The room that the map takes, for whoever shows it smaller."""
        found = VIEW_BOX.search(self.map)
        assert found is not None
        return found[1]

    @cached_property
    def market(self) -> SafeString:
        """The market before the game."""
        return mark_safe(market_svg(self.game, theme="page", sized=False))


def _marks(chosen: Setup) -> Iterator[str]:
    """What is sold in the auction, or else the privates that are dealt, by their marks."""
    for lot in chosen.lots:
        yield chosen.privates[lot.private].mark if lot.company == NOBODY else lot.symbol
    if not chosen.lots:
        yield from (private.mark for private in chosen.privates)


@lru_cache(maxsize=32)
def _made(title: str, scenario: str, variants: tuple[str, ...], language: str) -> Reference:
    info = title_info(title)
    names = [choice.name for choice in info.scenarios]
    seats = info.seats(scenario or next(iter(names), ""))
    players = [str(number) for number in range(1, seats[-1] + 1)]
    game = record.new(title, players, scenario=scenario or None, variants=variants)
    return Reference(info, game.in_language(language))


def reference(title: str, scenario: str = "", variants: Sequence[str] = (), *, language: str = ENGLISH) -> Reference:
    """The card of a title, told in a language; BadInput if what was chosen cannot be."""
    try:
        return _made(title, scenario, tuple(sorted(set(variants))), language)
    except KeyError:
        raise BadInput("There is no such title.", "title") from None
