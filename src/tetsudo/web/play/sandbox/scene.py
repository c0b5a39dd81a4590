"""Context of a sandbox page: the menu of the selected hex, the companies' trains, and their best runs.

Every action is a link to the resulting board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tetsudo.analysis.run_report import Best, TrainRun
from tetsudo.core.units import FIXED, NOBODY, FaceId, HexId
from tetsudo.draw import map_svg, tile_svg
from tetsudo.draw.style.theme import ROUTE_STYLES
from tetsudo.engine.model.map import Hex
from tetsudo.engine.model.tiles import CITY, Face
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.board import tiles_left
from tetsudo.game.changed_board import MAX_TRAINS
from tetsudo.game.game import Game
from tetsudo.game.sandbox.board import HandMade, passage_powers, possible_faces
from tetsudo.language.labels import Labels
from tetsudo.web.play.sandbox import query_string as address

CANNOT_PASS: Final = ("passage_none", "passage_barred")
"""Refusals of companies that can never pay to pass a token."""


class Tile(NamedTuple):
    """A tile that may lie on a hex, with a link that lays it, or rotates it if it is already there."""

    number: str
    picture: SafeString
    address: str
    is_here: bool
    left: int  # number left; -1: unlimited


class Token(NamedTuple):
    """A token for a city, with a link that places or removes it; no link if it cannot be placed."""

    symbol: str
    name: str
    address: str
    is_here: bool
    has_mark: bool  # True for companies


@dataclass(frozen=True)
class HexMenu:
    """Actions on a hex. `turned`: URLs with the tile rotated left and right; `without`: with the tile removed."""

    name: str
    place: str
    tiles: Sequence[Tile]
    turned: tuple[str, str] | None
    without: str
    cities: Sequence[Sequence[Token]]
    close: str


class Train(NamedTuple):
    """A train (or phase), with the URL that adds, removes or selects it."""

    name: str
    address: str


class Passage(NamedTuple):
    """A company's paid or unpaid passage of a private's token, with the URL that toggles it."""

    private: str
    address: str
    is_paid: bool


class Line(NamedTuple):
    """A train of the run on the map, with its colour and dash."""

    run: TrainRun
    colour: str
    dash: str
    earned: str
    stops: Sequence[str]
    bonus: str
    subsidy: str


@dataclass(frozen=True)
class Details:
    """Actions for the selected company, and its best run.

    `home`: the URL that places its tokens at its homes, as far as there are free slots.
    """

    trains: Sequence[Train]
    kinds: Sequence[Train]
    lines: Sequence[Line]
    home: str
    passages: Sequence[Passage]
    bound: str  # upper bound of the revenue, if this run is not proved to be the best


@dataclass(frozen=True)
class Company:
    """A company: its trains and their best revenue, "" if not known (yet)."""

    symbol: str
    name: str
    fleet: Sequence[str]
    revenue: str
    address: str
    has_token: bool
    details: Details | None


@dataclass(frozen=True)
class Scene:
    """A board with the viewer's selection and the best runs known so far."""

    board: HandMade
    game: Game
    hex: str = ""
    chosen: str = ""
    best: Mapping[str, Best] | None = None

    def link(self, *, hex: str | None = None, chosen: str | None = None, **changes: Any) -> str:
        """URL of the same board with changes."""
        board = replace(self.board, **changes) if changes else self.board
        return f"{reverse('what-if')}?{self._query(board, hex, chosen)}"

    def _query(self, board: HandMade, hex: str | None, chosen: str | None) -> str:
        return address.query(board, hex=self.hex if hex is None else hex, company=self._company_or_chosen(chosen))

    def _company_or_chosen(self, chosen: str | None) -> str:
        return self.chosen if chosen is None else chosen

    @property
    def setup(self) -> Setup:
        """The game's setup."""
        return self.game.setup

    @cached_property
    def labels(self) -> Labels:
        """Display names for ids."""
        return Labels(self.setup, ())

    # The map

    @cached_property
    def map(self) -> SafeString:
        """The map with the selected company's run, and its element id for swapping."""
        best = (self.best or {}).get(self.chosen)
        routes, earned = (best.run.routes, best.run.earned) if best else ((), ())
        lit = [self.setup.map.by_name[self.hex]] if self.hex else []
        drawn = map_svg(self.game, lit=lit, routes=routes, earned=earned, theme="page", sized=False)
        return mark_safe(drawn.replace("<svg ", '<svg id="map" data-map="0" hx-swap-oob="true" ', 1))  # our SVG

    @cached_property
    def hexes(self) -> list[Hex]:
        """Hexes that can be selected: those that can ever get a tile or a token."""
        return [hex for hex in self.setup.map.hexes if _may_change(self.game.ruleset, hex.id)]

    @property
    def hex_names(self) -> list[str]:
        """Coordinates of these hexes."""
        return [hex.name for hex in self.hexes]

    # The selected hex

    @cached_property
    def menu(self) -> HexMenu | None:
        """Menu of the selected hex; None if there is none."""
        if not self.hex:
            return None
        id = self.setup.map.by_name[self.hex]
        here = self.game.hex(id).face
        turns = _turns(self.game.ruleset, id)
        tiles = [self._tile(id, here, tile, faces) for tile, faces in turns.items()]
        turned = turns.get(here.tile, ())
        return HexMenu(
            self.hex,
            self.setup.map.hexes[id].place,
            tiles,
            (self._lay_link(id, _next_rotation(turned, here, -1)), self._lay_link(id, _next_rotation(turned, here, 1)))
            if len(turned) > 1
            else None,
            self._lay_link(id, None) if here.tile != NOBODY else "",
            [self._tokens(id, city) for city, node in enumerate(here.nodes) if node.kind == CITY],
            self.link(hex=""),
        )

    def _tile(self, hex: HexId, here: Face, tile: int, faces: tuple[Face, ...]) -> Tile:
        is_here, left = tile == here.tile, tiles_left(self.game.state, tile)
        shown = here if is_here else max(faces, key=lambda face: self._matching_exits(hex, face))
        laid = _next_rotation(faces, here, 1) if is_here else shown
        can_be = is_here or left != 0
        name = self.setup.tiles[tile].name
        return Tile(name, _picture(self.setup, shown.id), self._lay_link(hex, laid) if can_be else "", is_here, left)

    def _matching_exits(self, hex: HexId, face: Face) -> int:
        """Number of the face's exits that meet track."""
        sides = enumerate(self.setup.map.hexes[hex].neighbours)
        return sum(
            bool(face.exits >> side & 1 and self.game.hex(other).face.exits >> (side + 3) % 6 & 1)
            for side, other in sides
            if other != NOBODY
        )

    def _lay_link(self, hex: HexId, face: Face | None) -> str:
        """URL of the board with a face on the hex, or without a tile there; tokens without a slot are removed."""
        name = self.setup.map.hexes[hex].name
        tiles = {each: tile for each, tile in self.board.tiles.items() if each != name}
        if face is not None:
            tiles[name] = f"{face.name} {face.rotation}"
        nodes = (face or self.setup.faces[self.setup.map.hexes[hex].printed]).nodes
        slots = {place_name(name, city): node.slots for city, node in enumerate(nodes) if node.kind == CITY}
        tokens: dict[str, tuple[str, ...]] = {}
        for symbol, places in self.board.tokens.items():
            kept = tuple(place for place in places if place.partition(":")[0] != name or slots.get(place, 0) > 0)
            for place in set(kept) & set(slots):
                slots[place] -= 1
            tokens[symbol] = kept
        return self.link(tiles=tiles, tokens=tokens)

    def _tokens(self, hex: HexId, city: int) -> list[Token]:
        """Tokens of all companies and privates for a city, with the URLs that place or remove them."""
        name = self.setup.map.hexes[hex].name
        here = place_name(name, city)
        found, has_room = [], self._has_room(hex, city)
        for symbol, label, count in _bearers(self.setup):
            places = self.board.tokens.get(symbol, ())
            is_here = here in places
            elsewhere = [place for place in places if place.partition(":")[0] != name]
            can_be = is_here or (has_room and len(elsewhere) < count)
            moved = tuple(elsewhere) if is_here else (*elsewhere, here)
            link = self.link(tokens={**self.board.tokens, symbol: moved}) if can_be else ""
            found.append(Token(symbol, label, link, is_here, symbol in self.game.companies))
        return found

    # Companies and phases

    @cached_property
    def companies(self) -> list[Company]:
        """All companies."""
        return [self._company(company.symbol, company.name) for company in self.setup.companies]

    def _company(self, symbol: str, name: str) -> Company:
        is_chosen, best = symbol == self.chosen, (self.best or {}).get(symbol)
        fleet, revenue = self.board.trains.get(symbol, ()), self.labels.money(best.run.revenue) if best else ""
        has_token = bool(self.game.company(symbol).tokens)
        link = self.link(chosen="" if is_chosen else symbol)
        details = self._details(symbol, fleet, best) if is_chosen else None
        return Company(symbol, name, fleet, revenue, link, has_token, details)

    def _details(self, symbol: str, fleet: tuple[str, ...], best: Best | None) -> Details:
        more = [train.name for train in self.setup.trains] if len(fleet) < MAX_TRAINS else []
        return Details(
            [Train(train, self._fleet_link(symbol, fleet[:at] + fleet[at + 1 :])) for at, train in enumerate(fleet)],
            [Train(train, self._fleet_link(symbol, (*fleet, train))) for train in more],
            self._lines(best) if best else (),
            self._home_link(symbol),
            self._passages(symbol),
            self.labels.money(best.bound) if best and not best.proved else "",
        )

    def _passages(self, symbol: str) -> list[Passage]:
        """Private tokens that a company may pay to pass, or has paid for."""
        id, found = self.game.company(symbol).id, []
        for private, power in passage_powers(self.game).items():
            paid = self.board.passages.get(private, ())
            if power.passage_refusal(self.game.ruleset, self.game.state, id) in CANNOT_PASS:
                continue
            changed = tuple(each for each in paid if each != symbol) if symbol in paid else (*paid, symbol)
            link = self.link(passages={**self.board.passages, private: changed})
            found.append(Passage(private, link, symbol in paid))
        return found

    def _home_link(self, symbol: str) -> str:
        company, placed = self.setup.company(symbol), self.board.tokens.get(symbol, ())
        free = [(hex, city) for hex, city in company.homes if self._has_room(hex, city)][: company.home_tokens]
        if placed or not free:
            return ""
        homes = tuple(place_name(self.setup.map.hexes[hex].name, city) for hex, city in free)
        return self.link(tokens={**self.board.tokens, symbol: homes})

    def _has_room(self, hex: HexId, city: int) -> bool:
        """True if there is such a city and it has a free slot."""
        nodes = self.game.hex(hex).face.nodes
        if city >= len(nodes) or nodes[city].kind != CITY:
            return False
        here = place_name(self.setup.map.hexes[hex].name, city)
        return sum(places.count(here) for places in self.board.tokens.values()) < nodes[city].slots

    def _fleet_link(self, symbol: str, fleet: tuple[str, ...]) -> str:
        names = [train.name for train in self.setup.trains]
        return self.link(chosen=symbol, trains={**self.board.trains, symbol: tuple(sorted(fleet, key=names.index))})

    def _lines(self, best: Best) -> list[Line]:
        money = self.labels.money
        return [
            Line(
                train,
                *ROUTE_STYLES[at % len(ROUTE_STYLES)],
                money(train.revenue),
                [f"{stop.place or stop.hex} {stop.revenue}" for stop in train.stops],
                money(train.bonus) if train.bonus else "",
                money(train.subsidy) if train.subsidy else "",
            )
            for at, train in enumerate(best.run.trains)
        ]

    @cached_property
    def phases(self) -> list[Train]:
        """All phases with their URLs. Only the values of some stops depend on the phase."""
        return [Train(phase.name, self.link(phase=phase.name)) for phase in self.setup.phases]

    @property
    def phase(self) -> str:
        """Name of the current phase."""
        return self.setup.phases[self.game.state.phase].name

    @property
    def is_empty(self) -> bool:
        """True if no tile was laid and no train added."""
        return not (self.board.tiles or self.board.trains)

    @property
    def file(self) -> str:
        """URL of the board as a file."""
        return f"{reverse('what-if-file')}?{address.query(self.board)}"

    @property
    def empty_board_link(self) -> str:
        """URL of the same game with an empty board."""
        return self.link(hex="", chosen="", tiles={}, tokens={}, trains={}, passages={}, phase="")

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Query of this board as form fields, for a form that selects another hex."""
        return parse_qsl(address.query(self.board, company=self.chosen))


def place_name(hex: str, city: int) -> str:
    """Name of a city in a board: "C9", "C9:1"."""
    return f"{hex}:{city}" if city else hex


def _bearers(setup: Setup) -> list[tuple[str, str, int]]:
    """Companies and privates with tokens: symbol, name, and number of tokens."""
    companies = [(each.symbol, each.name, len(each.token_prices)) for each in setup.companies if each.token_prices]
    symbols = {symbol for symbol, _name, _count in companies}
    privates = [(each.symbol, each.name, each.tokens) for each in setup.privates if each.tokens]
    return companies + [each for each in privates if each[0] not in symbols]


def _next_rotation(faces: Sequence[Face], here: Face, by: int) -> Face:
    """The rotation `by` steps from the present one; the first if the present face is none of them."""
    rotations = [face.id for face in faces]
    return faces[(rotations.index(here.id) + by) % len(faces)] if here.id in rotations else faces[0]


@lru_cache(maxsize=4096)
def _turns(rules: Ruleset, hex: HexId) -> Mapping[int, tuple[Face, ...]]:
    """Rotations by tile that can ever lie on a hex."""
    found: dict[int, tuple[Face, ...]] = {}
    for id in possible_faces(rules, hex):
        face = rules.setup.faces[id]
        found[face.tile] = (*found.get(face.tile, ()), face)
    return dict(sorted(found.items(), key=lambda each: (each[1][0].colour, each[0])))


@lru_cache(maxsize=4096)
def _may_change(rules: Ruleset, hex: HexId) -> bool:
    printed = rules.setup.faces[rules.setup.map.hexes[hex].printed]
    return printed.colour not in FIXED or any(node.kind == CITY for node in printed.nodes)


@lru_cache(maxsize=2048)
def _picture(setup: Setup, face: FaceId) -> SafeString:
    flat, language = setup.map.flat_top, setup.told_in
    return mark_safe(tile_svg(setup.faces[face], flat_top=flat, theme="page", sized=False, language=language))
