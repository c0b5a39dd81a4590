"""Menu of a hex: tiles and tokens that can be placed, and the reasons why others cannot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tetsudo.core.actions import LayPrivateTile, LayTile, PlaceToken
from tetsudo.core.errors import IllegalAction
from tetsudo.core.units import NOBODY, HexId, PlayerId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.state.board import face_on
from tetsudo.game.game import Game
from tetsudo.game.unavailable import TileChoice, hex_refusal, tile_choices
from tetsudo.language.labels import Labels, action_to_data
from tetsudo.web.play.controls.offers import PlayerOffers, make_subject
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.play.scene.widgets import Choice
from tetsudo.web.reference.tile_pictures import tile_picture


@dataclass(frozen=True)
class RotatedTile:
    """A tile in one rotation: its picture and the action that lays it."""

    rotation: int
    picture: SafeString
    json: str
    says: str


@dataclass(frozen=True)
class Tile:
    """A tile with the rotations that fit a hex, or its refusal. `by`: the private whose power lays it."""

    number: str
    name: str
    cost: str
    by: str
    letter: str
    turns: Sequence[RotatedTile]
    picture: SafeString
    refusal: IllegalAction | None
    player: str


@dataclass(frozen=True)
class HexMenu:
    """All actions on a hex; `refusal`: the reason if there is none."""

    name: str
    place: str
    tiles: Sequence[Tile]
    misfits: Sequence[Tile]
    tokens: Sequence[Choice]
    cities: Sequence[int]
    refusal: IllegalAction | None

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to choose."""
        return not (self.tiles or any(token.data for token in self.tokens))


def menu_of(scene: Scene, hex: HexId) -> HexMenu:
    """Actions on a hex for all of the viewer's seats that may act now."""
    game = scene.game
    players = dict.fromkeys([player for player in (game.to_act.player,) if scene.may_act])
    players |= dict.fromkeys(player for player, _offer in scene.out_of_turn_offers)
    tiles: list[Tile] = []
    tokens: list[tuple[int, Choice]] = []
    refusal: IllegalAction | None = None
    for player in players:
        game = scene.known_game(scene.hot.game, player)
        tiles += [
            _tile(game, player, choice, named=len(scene.own_seats) > 1) for choice in tile_choices(game, player, hex)
        ]
        tokens += _tokens(game, player, hex)
        refusal = refusal or hex_refusal(game, player, hex)
    place = game.setup.map.hexes[hex]
    return HexMenu(
        place.name,
        place.place,
        [tile for tile in tiles if tile.turns],
        [tile for tile in tiles if not tile.turns],
        [token for _city, token in tokens],
        [city for city, _token in tokens],
        refusal,
    )


def _tile(game: Game, player: PlayerId, choice: TileChoice, *, named: bool) -> Tile:
    setup, labels = game.setup, Labels(game.setup, game.names)
    private = setup.privates[choice.private] if choice.private != NOBODY else None
    name = labels.label("tile", choice.tile)
    turns = [_rotated_tile(game, lay) for lay in choice.lays]
    upright = tile_picture(setup, setup.face_of[choice.tile, 0])
    is_other = named and player != game.to_act.player
    return Tile(
        setup.tiles[choice.tile].name,
        name,
        labels.money(choice.cost) if choice.cost else "",
        private.name if private else "",
        private.mark if private else "",
        turns,
        turns[0].picture if turns else upright,
        choice.refusal,
        game.names[player] if is_other else "",
    )


def _rotated_tile(game: Game, lay: LayTile | LayPrivateTile) -> RotatedTile:
    data = action_to_data(game.setup, game.names, lay)
    says = _("rotation %(rotation)s") % {"rotation": lay.rotation}
    picture = tile_picture(game.setup, game.setup.face_of[lay.tile, lay.rotation])
    return RotatedTile(lay.rotation, picture, json.dumps(data, ensure_ascii=False), says)


def _tokens(game: Game, player: PlayerId, hex: HexId) -> list[tuple[int, Choice]]:
    """A button for each city of a hex, if any of them can take a token now; the others give their refusal."""
    offers = PlayerOffers(game, player, game.legal_actions(player))
    if not any(isinstance(offer, PlaceToken) and offer.hex == hex for offer in offers.offers_of_kinds("place_token")):
        return []
    company = game.to_act.company
    cities = [city for city, node in enumerate(game.setup.faces[face_on(game.state, hex)].nodes) if node.kind == CITY]
    view = game.companies[game.setup.companies[company].symbol]
    price = offers.money(view.token_prices_left[0]) if view.token_prices_left else ""
    found = []
    for number, city in enumerate(cities):
        label = _("Token in city %(number)s") % {"number": number + 1} if len(cities) > 1 else _("Place a token")
        refusal = game.why_not(PlaceToken(player, company, hex, city))
        button = offers.choice(make_subject("place_token", company=company, hex=hex, city=city), label, note=price)
        found.append((city, button or Choice(label, note=price, refusal=refusal)))
    return found
