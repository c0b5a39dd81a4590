"""A board that somebody makes by hand, to ask what would run on it: tiles, tokens and trains, whoever may have them.

`HandMade` is such a board as it is written down; `board_file` is how. What is written in it are names: hexes,
"57 2" for a tile and its rotation, "C9:1" for another city of a hex than the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tetsudo.core.errors import BadInput, UnknownName
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import in_supply, lay
from tetsudo.engine.state.board import face_on, put_face, return_tile, token_places
from tetsudo.engine.state.ownership import company_trains, move_train
from tetsudo.engine.state.state import MAX_CITIES, SCRAPPED, UNPLACED
from tetsudo.game import record
from tetsudo.game.game import NOTHING, Game
from tetsudo.game.position.validation import can_become, check_room
from tetsudo.language.identifiers import LONGEST, instead
from tetsudo.titles.loader import Given, changed_options, title_info

MOST_TRAINS: Final = 8
"""So many trains a company may be given: more have never met, and the best run of all of them is a long search."""

KINDS: Final[Mapping[str, BadInput]] = {
    "hex": BadInput("hex"),
    "tile": BadInput("tile"),
    "phase": BadInput("phase"),
    "train": BadInput("train"),
    "company": BadInput("company"),
    "private": BadInput("private with a token that one may pay to pass"),
}
"""What can be named, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMade:
    """A board by hand: of which title, and what lies there. `players` 0: as few as may play; `phase` "": the first.

    `passages`: by private, the companies that have paid to pass its token.
    """

    title: str
    scenario: str = ""
    variants: tuple[str, ...] = ()
    options: Mapping[str, Given] = field(default_factory=dict)
    players: int = 0
    phase: str = ""
    tiles: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    trains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> HandMade:
        """The board of a game as it is now."""
        setup, state = game.setup, game.state
        return cls(
            title=setup.title,
            scenario=setup.scenario,
            variants=setup.variants,
            options=changed_options(setup),
            players=setup.players,
            phase=setup.phases[state.phase].name,
            tiles=_tiles_of(game),
            tokens=_tokens_of(game),
            trains={
                company.symbol: tuple(setup.trains[train].name for train in company_trains(state, company.id))
                for company in setup.companies
                if company_trains(state, company.id)
            },
            passages=_passages_of(game),
        )

    def bare(self) -> Game:
        """A game of this title and its choices before anything lies on the board; `BadInput` for what cannot be."""
        info = title_info(self.title)
        seats = info.seats(self.scenario) if self.scenario else range(info.minimum_players, info.maximum_players + 1)
        names = [f"Player {seat + 1}" for seat in range(self.players or seats[0])]
        return record.new(
            info.name, names, scenario=self.scenario or None, variants=self.variants, options=dict(self.options)
        )

    def game(self) -> Game:
        """A game with this board; `BadInput` names the key of what cannot be."""
        return with_board(self.bare(), self.tiles, self.tokens, self.phase or None, self.trains, self.passages)


def with_board(
    game: Game,
    tiles: Mapping[str, str] = NOTHING,
    tokens: Mapping[str, Iterable[str]] = NOTHING,
    phase: str | None = None,
    trains: Mapping[str, Iterable[str]] = NOTHING,
    passages: Mapping[str, Iterable[str]] = NOTHING,
) -> Game:
    """An independent game at the same position but for what is named; see `Game.with_board`."""
    made = Game.at(game.ruleset, game.names, game.state.clone())
    made.eyes = game.eyes
    state, stand = made.state, list(game.state.tokens)
    for symbol, places in tokens.items():
        first, after = _tokens_from(made, symbol)
        stand[first:after] = _places(made, symbol, list(places), after - first)
    if phase is not None:
        state.phase = _found("phase", phase, [each.name for each in made.setup.phases], "phase")
    _lay(made, tiles)
    state.tokens, state.network = tuple(stand), None
    for symbol in tokens:
        _check_cities(made, symbol)
    check_room(made.ruleset, state)
    for symbol, fleet in trains.items():
        _give(made, _company(made, symbol, f"trains.{symbol}"), list(fleet), f"trains.{symbol}")
    for private, companies in passages.items():
        _let_pass(made, private, companies)
    return made


def _lay(game: Game, tiles: Mapping[str, str]) -> None:
    """Put tiles on their hexes. What lies there already is taken away first, so that their order does not matter."""
    state, hexes = game.state, [hex.name for hex in game.setup.map.hexes]
    state.tokens = (UNPLACED,) * len(state.tokens)  # nothing moves with the tiles
    places = [(_found("hex", name, hexes, f"tiles.{name}"), name, tile) for name, tile in tiles.items()]
    for hex, _name, _tile in places:
        face = game.setup.faces[face_on(state, hex)]
        if face.tile != NOBODY:
            return_tile(state, face.tile)
        put_face(state, hex, game.setup.map.hexes[hex].printed)
    for hex, name, tile in places:
        lay(game.ruleset, state, hex, _face(game, hex, tile, f"tiles.{name}"))


def _found(what: str, name: str, names: Sequence[str], where: str) -> int:
    known = {each.casefold(): at for at, each in enumerate(names)}
    at = known.get(name.casefold())
    if at is None:
        raise UnknownName(
            "there is no {what} {name!r}{instead}",
            where,
            what=KINDS[what],
            name=name[:LONGEST],
            instead=instead(name, names),
        )
    return at


def _company(game: Game, symbol: str, where: str) -> CompanyId:
    return _found("company", symbol, [company.symbol for company in game.setup.companies], where)


def _face(game: Game, hex: HexId, written: str, where: str) -> FaceId:
    """A tile and its rotation, "57" or "57 2", that may come to lie on a hex in some game."""
    setup = game.setup
    name, _, rotation = written.partition(" ")
    tile = _found("tile", name, [tile.name for tile in setup.tiles], where)
    if rotation not in ("", *"012345"):
        raise BadInput("a rotation is a number from 0 to 5, not {rotation!r}", where, rotation=rotation[:LONGEST])
    face = setup.face_of[tile, int(rotation or 0)]
    if not can_become(game.ruleset, hex, face):
        raise BadInput(
            "tile {name} can never lie there with rotation {rotation}", where, name=name, rotation=rotation or 0
        )
    if not in_supply(game.state, tile):
        raise BadInput("there is no tile {name} left", where, name=name)
    return face


def _tokens_from(game: Game, symbol: str) -> tuple[int, int]:
    """Where the tokens of a company, or of a private that has some, begin and end in the state's list."""
    setup = game.setup
    after = list(game.ruleset.tokens_from)
    for private in setup.privates:
        after.append(after[-1] + private.tokens)
    bearers = [*(company.symbol for company in setup.companies), *(private.symbol for private in setup.privates)]
    counted = {name: at for at, name in enumerate(bearers) if after[at + 1] > after[at]}  # a private may share a symbol
    at = counted[list(counted)[_found("company", symbol, list(counted), f"tokens.{symbol}")]]
    return after[at], after[at + 1]


def _places(game: Game, symbol: str, written: Sequence[str], count: int) -> list[int]:
    """Where so many tokens are, of which some stand in cities: "K8", or "C9:1" for another than the first."""
    where, hexes = f"tokens.{symbol}", [hex.name for hex in game.setup.map.hexes]
    if len(written) > count:
        raise BadInput("has {count}, not {written}", where, count=count, written=len(written))
    places = []
    for word in written:
        name, _, number = word.partition(":")
        if not (number or "0").isdecimal() or int((number or "0")[:9]) >= MAX_CITIES:
            raise BadInput("{number!r} is no city", where, number=number[:LONGEST])
        places.append(_found("hex", name, hexes, where) * MAX_CITIES + int(number or 0))
    return places + [UNPLACED] * (count - len(places))


def _check_cities(game: Game, symbol: str) -> None:
    """Raise BadInput for a token where there is no city."""
    for place in _standing(game, symbol):
        hex, city = divmod(place, MAX_CITIES)
        nodes = game.hex(hex).face.nodes
        if city >= len(nodes) or nodes[city].kind != CITY:
            raise BadInput("there is no city {place}", f"tokens.{symbol}", place=place_text(game, place))


def _give(game: Game, company: CompanyId, fleet: Sequence[str], where: str) -> None:
    """Let a company have these trains and no others, wherever they come from."""
    if len(fleet) > MOST_TRAINS:
        raise BadInput("at most {most} trains, not {count}", where, most=MOST_TRAINS, count=len(fleet))
    state, names = game.state, [train.name for train in game.setup.trains]
    scrap = state.companies + SCRAPPED
    for train in company_trains(state, company):
        move_train(state, train, company, scrap)
    for name in fleet:
        move_train(state, _found("train", name, names, where), scrap, company)


def _let_pass(game: Game, symbol: str, companies: Iterable[str]) -> None:
    """Let companies pass a private's token as if they had paid; nobody pays."""
    state, where = game.state, f"passages.{symbol}"
    by_symbol = {game.setup.privates[power.private].symbol: power for power in game.ruleset.powers.passages}
    power = by_symbol[list(by_symbol)[_found("private", symbol, list(by_symbol), where)]]
    cash = state.cash
    for company in companies:
        power.pay_passage(game.ruleset, state, _company(game, company, where), [])
    state.cash = cash


# What lies on a board


def _tiles_of(game: Game) -> dict[str, str]:
    views = [game.hex(hex.id) for hex in game.setup.map.hexes]
    return {view.name: f"{view.tile} {view.rotation}" for view in views if view.tile}


def _tokens_of(game: Game) -> dict[str, tuple[str, ...]]:
    setup, found = game.setup, {}
    owners = [company.symbol for company in setup.companies if company.token_prices]
    owners += [private.symbol for private in setup.privates if private.tokens]
    for symbol in owners:
        placed = _standing(game, symbol)
        if placed:
            found[symbol] = tuple(place_text(game, place) for place in placed)
    return found


def _standing(game: Game, symbol: str) -> list[int]:
    """Where the tokens of a company or a private are that stand anywhere."""
    first, after = _tokens_from(game, symbol)
    return [place for place in token_places(game.state, first, after) if place >= 0]


def place_text(game: Game, place: int) -> str:
    """Where a token stands, as it is written: "K8", "C9:1"."""
    hex, city = divmod(place, MAX_CITIES)
    return f"{game.setup.map.hexes[hex].name}{f':{city}' if city else ''}"


def _passages_of(game: Game) -> dict[str, tuple[str, ...]]:
    found = {}
    for private, power in passable(game).items():
        hex, city = divmod(_standing(game, private)[0], MAX_CITIES)
        face, mark = game.hex(hex).face.id, power.mark(game.state)
        paid = [each.symbol for each in game.setup.companies if power.ignores(each.id, hex, face, city, mark)]
        if paid:
            found[private] = tuple(paid)
    return found


def passable(game: Game) -> dict[str, Power]:
    """By private, the powers whose token stands on the board and can be passed by who pays."""
    by_symbol = {game.setup.privates[power.private].symbol: power for power in game.ruleset.powers.passages}
    return {private: power for private, power in by_symbol.items() if _standing(game, private)}


def faces_for(rules: Ruleset, hex: HexId) -> list[FaceId]:
    """The tiles, in the rotations, that may ever come to lie on a hex; tile by tile, whether any is left or not."""
    return [face for face in dict.fromkeys(rules.setup.face_of.values()) if can_become(rules, hex, face)]
