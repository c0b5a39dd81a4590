"""Reference card of a title: all its data, prepared for the template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe

from tetsudo.core.errors import BadInput
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import COLOURS, NOBODY
from tetsudo.draw import map_svg, market_svg, token_svg
from tetsudo.draw.text.rows import ROUNDS
from tetsudo.engine.model.tiles import Tile
from tetsudo.engine.model.title import Company, Phase, Private, Setup, TrainKind
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.language.company_notes import company_notes, floating_text, lays, train_limits
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentences
from tetsudo.language.private_notes import private_notes, sale_text
from tetsudo.language.train_notes import train_notes
from tetsudo.titles.introductions import Guide, guide_of
from tetsudo.titles.loader import Choice, TitleInfo, setup, title_info
from tetsudo.web.reference.options import OptionLine, option_lines
from tetsudo.web.reference.overview import dots_of, hours_of, length_of, weight_of
from tetsudo.web.reference.tile_pictures import tile_picture

DEFAULT_PLAYERS: Final = 4
"""Default number of players; the nearest number if the title does not allow it."""

VIEW_BOX: Final = re.compile(r'viewBox="([^"]*)"')


@dataclass(frozen=True)
class TrainLine:
    """A row of the train table."""

    train: TrainKind
    price: str
    rusted_by: str
    phase: str  # triggered by the first train of this type


@dataclass(frozen=True)
class PhaseLine:
    """A row of the phase table. `colours`: tile colours, newest last; `lays`: tile lays per turn, if several."""

    phase: Phase
    train_limit: str
    lays: str
    trigger: str
    colours: tuple[str, ...]
    offboard: str


@dataclass(frozen=True)
class PrivateLine:
    """A private and its powers. `players`: fewest players to use it, 0 if always. `notes`: unusual terms."""

    private: Private
    price: str
    income: str
    sale: str
    notes: tuple[str, ...]
    powers: tuple[str, ...]
    players: int


@dataclass(frozen=True)
class CompanyLine:
    """A company: its mark, homes, tokens, destination and notes."""

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
    """A tile on the tile sheet. `subsidy`: payment by the bank for each train that stops there."""

    tile: Tile
    picture: SafeString
    subsidy: str


@dataclass(frozen=True)
class PlayersLine:
    """Values for one number of players."""

    players: int
    cash: str
    certificates: int
    lots: str
    hours: str


@dataclass(frozen=True)
class Overview:
    """Playing time, and weight in words and as dots; empty if unknown."""

    length: str
    weight: str | Promise
    dots: str


@dataclass(frozen=True)
class Reference:
    """Card of a title with scenario and variants. `game`: a new game with the largest number of players."""

    info: TitleInfo
    game: Game

    @property
    def setup(self) -> Setup:
        """All data of the title."""
        return self.game.setup

    @property
    def query(self) -> str:
        """Title, scenario and variants as a URL query, for a new table or a sandbox board."""
        query: dict[str, object] = {
            "title": self.info.name,
            "scenario": self.setup.scenario or [],
            "variants": self.setup.variants,
        }
        return urlencode(query, doseq=True)

    @property
    def variants(self) -> tuple[Choice, ...]:
        """Variants available in the scenario."""
        return self.info.variants_in(self.setup.scenario)

    @cached_property
    def labels(self) -> Labels:
        """Display names for ids."""
        return Labels(self.setup, self.game.names)

    @cached_property
    def setups(self) -> list[Setup]:
        """Setup for each number of players."""
        chosen = self.setup
        return [
            setup(chosen.title, count, chosen.variants, scenario=chosen.scenario or None)
            for count in self.info.seats(chosen.scenario)
        ]

    @cached_property
    def players(self) -> list[PlayersLine]:
        """Values by number of players."""
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
        """Introduction for newcomers."""
        return guide_of(self.info.name, self.setup.scenario)

    @property
    def overview(self) -> Overview:
        """Playing time and weight."""
        return Overview(length_of(self.guide), weight_of(self.guide), dots_of(self.guide))

    @property
    def seats(self) -> range:
        """Allowed numbers of players."""
        return self.info.seats(self.setup.scenario)

    @property
    def scenario_help(self) -> str:
        """Description of the scenario; "" if there is none."""
        return next((each.help for each in self.info.scenarios if each.name == self.setup.scenario), "")

    @property
    def powers(self) -> list[str]:
        """Descriptions of the title's own powers, which belong to no private and no company."""
        return sentences(self.setup, self.setup)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Values that are the same for all numbers of players."""
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
        """Kinds of rounds in order."""
        return [self.labels.say(name) for name in ROUNDS if self.setup.settings.auction or name != ROUNDS[0]]

    @property
    def steps(self) -> list[str]:
        """Steps of a company's turn."""
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
        """Notes below the train table."""
        return train_notes(self.setup)

    @property
    def options(self) -> list[OptionLine]:
        """Options with their default values, for about `DEFAULT_PLAYERS` players."""
        return option_lines(self.info, min(self.setups, key=lambda each: abs(each.players - DEFAULT_PLAYERS)))

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
        """Privates in the title's order."""
        return [self._private(private) for private in self.setup.privates]

    def _private(self, private: Private) -> PrivateLine:
        money = self.labels.money
        there = [each.players for each in self.setups if any(private.symbol == one.symbol for one in each.privates)]
        return PrivateLine(
            private,
            money(private.price),
            money(private.income),
            sale_text(private, self.setup),
            tuple(private_notes(private, self.setup)),
            tuple(sentences(private, self.setup)),
            0 if len(there) == len(self.setups) else min(there),
        )

    @property
    def has_destinations(self) -> bool:
        """True if routes to destinations earn a bonus."""
        return any(company.bonus for company in self.setup.companies)

    @cached_property
    def companies(self) -> list[CompanyLine]:
        """Companies in the title's order."""
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
        """Tile sheet by colour, in the order of `COLOURS`."""
        drawn = [self._tile(tile) for tile in self.setup.tiles]
        by_colour = [(name, [line for line in drawn if line.tile.colour == at]) for at, name in enumerate(COLOURS)]
        return [(colour, lines) for colour, lines in by_colour if lines]

    def _tile(self, tile: Tile) -> TileLine:
        picture = tile_picture(self.setup, self.setup.face_of[tile.id, 0])
        return TileLine(tile, picture, self._subsidy(tile))

    def _subsidy(self, tile: Tile) -> str:
        face = self.setup.faces[self.setup.face_of[tile.id, 0]]
        subsidy = sum(node.subsidy for node in face.nodes)
        return self.labels.money(subsidy) if subsidy else ""

    @cached_property
    def map(self) -> SafeString:
        """The map as printed."""
        return mark_safe(map_svg(self.game, theme="page", sized=False))

    @cached_property
    def map_box(self) -> str:
        """The map's SVG `viewBox`, for smaller copies."""
        found = VIEW_BOX.search(self.map)
        assert found is not None
        return found[1]

    @cached_property
    def market(self) -> SafeString:
        """The market before the start of the game."""
        return mark_safe(market_svg(self.game, theme="page", sized=False))


def _marks(chosen: Setup) -> Iterator[str]:
    """Marks of the lots in the auction; without an auction, of the privates dealt."""
    for lot in chosen.lots:
        yield chosen.privates[lot.private].mark if lot.company == NOBODY else lot.symbol
    if not chosen.lots:
        yield from (private.mark for private in chosen.privates)


@lru_cache(maxsize=32)
def _make_reference(title: str, scenario: str, variants: tuple[str, ...], language: str) -> Reference:
    info = title_info(title)
    names = [choice.name for choice in info.scenarios]
    seats = info.seats(scenario or next(iter(names), ""))
    players = [str(number) for number in range(1, seats[-1] + 1)]
    game = record.before_draws(record.new(title, players, scenario=scenario or None, variants=variants))
    return Reference(info, game.in_language(language))


def reference(title: str, scenario: str = "", variants: Sequence[str] = (), *, language: str = ENGLISH) -> Reference:
    """The card of a title in a language. Raises `BadInput` for an unknown title or an impossible choice."""
    try:
        return _make_reference(title, scenario, tuple(sorted(set(variants))), language)
    except KeyError:
        raise BadInput("There is no such title.", "title") from None
