"""Sandbox boards: tiles, tokens and trains placed freely, to find the best runs on them.

`HandMade` is such a board as data; `board_file` reads and writes its file. Its contents are names: hexes, "57 2" for
a tile and its rotation, "C9:1" for a city of a hex other than the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tetsudo.core.units import FaceId, HexId
from tetsudo.engine.rules.position_validation import can_become
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.board import face_on
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import MAX_CITIES
from tetsudo.game import record
from tetsudo.game.changed_board import place_text, placed_tokens, with_board
from tetsudo.game.game import Game
from tetsudo.titles.loader import Given, changed_options, title_info


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMade:
    """Sandbox board of a title. `players` 0: the minimum number of players; `phase` "": the first phase.

    `passages`: by private, the companies that have paid to run past its token.
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
        """Board of a game as it is now."""
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

    def empty_game(self) -> Game:
        """Game with this title and its options, on an empty board; raises `BadInput` for an invalid choice."""
        info = title_info(self.title)
        seats = info.seats(self.scenario) if self.scenario else range(info.minimum_players, info.maximum_players + 1)
        names = [f"Player {seat + 1}" for seat in range(self.players or seats[0])]
        return record.new(
            info.name, names, scenario=self.scenario or None, variants=self.variants, options=dict(self.options)
        )

    def game(self) -> Game:
        """Game with this board; `BadInput` names the invalid key."""
        return with_board(self.empty_game(), self.tiles, self.tokens, self.phase or None, self.trains, self.passages)


# Contents of a board


def _tiles_of(game: Game) -> dict[str, str]:
    views = [game.hex(hex.id) for hex in game.setup.map.hexes]
    return {view.name: f"{view.tile} {view.rotation}" for view in views if view.tile}


def _tokens_of(game: Game) -> dict[str, tuple[str, ...]]:
    setup, found = game.setup, {}
    owners = [company.symbol for company in setup.companies if company.token_prices]
    owners += [private.symbol for private in setup.privates if private.tokens]
    for symbol in owners:
        placed = placed_tokens(game, symbol)
        if placed:
            found[symbol] = tuple(place_text(game, place) for place in placed)
    return found


def _passages_of(game: Game) -> dict[str, tuple[str, ...]]:
    found = {}
    for private, power in passage_powers(game).items():
        hex, city = divmod(placed_tokens(game, private)[0], MAX_CITIES)
        face, mark = face_on(game.state, hex), power.mark(game.state)
        paid = [each.symbol for each in game.setup.companies if power.ignores(each.id, hex, face, city, mark)]
        if paid:
            found[private] = tuple(paid)
    return found


def passage_powers(game: Game) -> dict[str, Power[Ruleset]]:
    """Powers, by private, with a token on the board that companies can pay to run past."""
    by_symbol = {game.setup.privates[power.private].symbol: power for power in game.ruleset.powers.passages}
    return {private: power for private, power in by_symbol.items() if placed_tokens(game, private)}


def possible_faces(rules: Ruleset, hex: HexId) -> list[FaceId]:
    """Faces that could ever lie on a hex, tile by tile, even if no copy of the tile is left."""
    return [face for face in dict.fromkeys(rules.setup.face_of.values()) if can_become(rules, hex, face)]
