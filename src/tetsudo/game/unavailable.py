"""Unavailable actions, with the reason for each; tile choices of a hex; preview of an action.

For pages, which hold no rule: they show refused actions beside legal ones. Far-fetched actions are not tried, and
actions that are merely not due now are left out (`TIMING_CODES`). The rules decide everything, in the same way for all
titles and kinds of actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, LayTile, PlaceToken, fields_of
from tetsudo.core.errors import IllegalAction
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId, PrivateId, TileId
from tetsudo.engine.model.tiles import Tile
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.powers.teleport import Teleport
from tetsudo.engine.rules.refusals import build_refusal
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.state.board import face_on
from tetsudo.game.game import Game

TIMING_CODES: Final = frozenset({
    "game_over", "unknown_id", "unknown_action", "not_your_turn", "not_president", "not_its_turn", "not_this_step",
    "not_in_auction", "not_in_bid_off", "not_in_stock_round", "private_in_stock_round", "only_free_lay",
    "private_lay_when", "exchange_what", "exchange_when", "exchange_no_token", "not_your_private", "no_power",
    "must_answer", "must_discard", "no_discard", "sale_not_needed", "bankrupt_when", "bankrupt_no_duty",
    "bankrupt_by_itself",
    "join_between_turns", "not_in_window", "joins_nothing", "passage_none", "token_not_waiting",
})  # fmt: skip
"""Refusal codes of the wrong time, or the wrong actor, for an action."""

CODES_BY_NEARNESS: Final = (
    "terrain_cost", "must_lay_home", "private_lay_joined", "private_lay_rest", "track_unconnected", "tile_supply",
    "hex_blocked",
    "tile_colour", "one_tile", "tile_twice", "slots_lost", "power_used", "only_when_sold", "token_unconnected",
    "city_reserved",
    "city_full", "token_twice", "token_cost", "no_token_left", "tile_fit", "track_kept", "track_off_map",
    "track_closed_side", "tile_place", "tile_kind", "hex_closed", "special_tile", "private_lay_where",
)  # fmt: skip
"""Refusal codes of a lay or token on a hex; the nearest to legal and most informative come first."""

ROTATION_CODES: Final = frozenset({"tile_fit", "track_kept", "track_off_map", "track_closed_side"})
"""Refusal codes that another rotation may fix."""

HEX_CODES: Final[Mapping[str, str]] = {
    "track_unconnected": "hex_unconnected",
    "no_rotation": "no_upgrade",
    "tile_place": "no_upgrade",
    "tile_kind": "no_upgrade",
    "no_city": "hex_without_city",
}
"""Refusal codes of the whole hex, by the nearest code of any tile or city."""

AMOUNT_FIELDS: Final = frozenset({"price", "count"})
"""Amount fields; candidates that differ only in these count as one."""

Lay: TypeAlias = LayTile | LayPrivateTile


class RefusedAction(NamedTuple):
    """Action that is refused now, with the refusal."""

    action: Action
    refusal: IllegalAction


class TileChoice(NamedTuple):
    """Tile for a hex: every legal rotation, or the refusal if there is none.

    `private`: the private whose power lays it; NOBODY for the company's own lay. `cost`: cost of the lay to the
    company, with discounts.
    """

    tile: TileId
    private: PrivateId
    cost: Money
    lays: tuple[Lay, ...]
    refusal: IllegalAction | None


# Refused actions beside the listed ones


def refused_actions(game: Game, player: PlayerId) -> list[RefusedAction]:
    """Refused actions of a player with their refusals: one action for each object, in a stable order.

    They cover the companies, certificates, trains, privates and lots of the current procedure and step. Actions on
    hexes are covered by `tile_choices` and `token_refusal`.
    """
    found: list[RefusedAction] = []
    for action in _distinct_actions(engine.candidates(game.ruleset, game.state, player)):
        code = engine.refusal(game.ruleset, game.state, action)
        if code and code not in TIMING_CODES:
            found.append(RefusedAction(action, _refusal(game, action, code)))
    return found + _refused_power_lays(game, player)


def _distinct_actions(candidates: Iterable[Descriptor]) -> Iterator[Action]:
    """First of the candidates that differ only in an amount, at its lowest. Runs are never refused, so left out."""
    known: list[Action] = []
    for each in candidates:
        if isinstance(each, Runs):
            continue
        action = each.example()
        thing = action.replaced(**dict.fromkeys(AMOUNT_FIELDS & {*fields_of(type(action))}, 0))
        if thing not in known:
            known.append(thing)
            yield action


def _refused_power_lays(game: Game, player: PlayerId) -> list[RefusedAction]:
    """Refused lay that is nearest to legal, for each power of a player that lays tiles."""
    found: list[RefusedAction] = []
    for power in engine.free_powers(game.ruleset, game.state, player):
        lays = [lay for hex in game.setup.map.hexes for lay in power.candidates_on(game.ruleset, player, hex.id)]
        if lays:
            action, code = _nearest_action(game, lays)
            if code and code not in TIMING_CODES:
                found.append(RefusedAction(action, _refusal(game, action, code)))
    return found


def preview(game: Game, action: Action) -> list[Event]:
    """Events that an action would cause, up to a random event; the game stays unchanged.

    Raises `IllegalAction`.
    """
    return game.clone().follow(action)


def _refusal(game: Game, action: Action, code: str) -> IllegalAction:
    return build_refusal(game.ruleset, game.state, action, code, game.names)


# Actions on a hex


def tile_choices(game: Game, player: PlayerId, hex: HexId) -> list[TileChoice]:
    """Tiles that a player may lay on a hex now, cheapest first, followed by refused tiles.

    The refused tiles are only those of the next colour, nearest to legal first. If the same reason applies to every
    possible tile, the list is empty and `hex_refusal` gives the reason.
    """
    fitting = _legal_choices(game, player, hex)
    known = {(choice.tile, choice.private) for choice in fitting}
    others: list[tuple[int, TileChoice]] = []
    codes: dict[PrivateId, set[str]] = {}
    for (tile, private), lays in _next_tiles(game, player, hex).items():
        action, code = _nearest_action(game, lays)
        if (tile, private) in known or not code or code in TIMING_CODES:
            continue
        refusal = _refusal(game, action, "no_rotation" if code in ROTATION_CODES else code)
        others.append((_distance_from_legal(code), TileChoice(tile, private, lay_cost(game, lays[0]), (), refusal)))
        codes.setdefault(private, set()).add(code)
    if not fitting and all(len(said - {"tile_kind"}) <= 1 for said in codes.values()):
        return []
    others.sort(key=itemgetter(0))
    return fitting + [choice for _, choice in others]


def lay_cost(game: Game, lay: Lay) -> Money:
    """Cost of a lay to the company, with discounts; a private's own lay is mostly free."""
    if isinstance(lay, LayPrivateTile):
        powers = game.ruleset.powers.of_private[lay.private]
        laying = [power for power in powers if isinstance(power, LaysTile | Teleport)]
        return laying[0].price(game.ruleset, game.state, lay.hex, lay.tile)
    return cost_to_lay(game.ruleset, game.state, lay.company, lay.hex, game.setup.tiles[lay.tile].colour)


def token_refusal(game: Game, player: PlayerId, hex: HexId, city: int) -> IllegalAction | None:
    """Refusal of the acting company's next token in a city of a hex; None if it is legal."""
    return game.why_not(PlaceToken(player, _acting_company(game), hex, city))


def hex_refusal(game: Game, player: PlayerId, hex: HexId) -> IllegalAction | None:
    """Refusal of every tile and token of a player on a hex; None if one of them is legal."""
    if any(getattr(each, "hex", NOBODY) == hex for each in game.legal_actions(player)):
        return None
    tiles = [lay for lays in _next_tiles(game, player, hex).values() for lay in lays]
    candidates = engine.candidates_on(game.ruleset, game.state, player, hex)
    tokens = [each for each in candidates if isinstance(each, PlaceToken)]
    action, code = _nearest_action(game, [*tiles, *tokens] or [_any_lay(game, player, hex)])
    code = "no_upgrade" if code in ROTATION_CODES else HEX_CODES.get(code, code)
    return _refusal(game, action, code)


def _legal_choices(game: Game, player: PlayerId, hex: HexId) -> list[TileChoice]:
    """Listed lays of a hex by tile and power, cheapest first."""
    groups: dict[tuple[TileId, PrivateId], list[Lay]] = {}
    for each in game.legal_actions(player):
        if isinstance(each, LayTile | LayPrivateTile) and each.hex == hex:
            private = each.private if isinstance(each, LayPrivateTile) else NOBODY
            groups.setdefault((each.tile, private), []).append(each)
    found = [
        TileChoice(tile, private, lay_cost(game, lays[0]), tuple(lays), None)
        for (tile, private), lays in groups.items()
    ]
    return sorted(found, key=attrgetter("cost", "tile", "private"))


def _next_tiles(game: Game, player: PlayerId, hex: HexId) -> dict[tuple[TileId, PrivateId], list[Lay]]:
    """Every rotation of the tiles of the next colour, and of the tiles of the player's powers."""
    setup = game.setup
    colour = setup.faces[face_on(game.state, hex)].colour + 1
    found: dict[tuple[TileId, PrivateId], list[Lay]] = {}
    for each in engine.candidates_on(game.ruleset, game.state, player, hex):
        if isinstance(each, LayPrivateTile):
            found.setdefault((each.tile, each.private), []).append(each)
        elif isinstance(each, LayTile) and _is_ordinary(setup.tiles[each.tile], colour):
            found.setdefault((each.tile, NOBODY), []).append(each)
    return found


def _is_ordinary(tile: Tile, colour: int) -> bool:
    """True if companies lay this tile and it has this colour."""
    return tile.colour == colour and not tile.special


def _any_lay(game: Game, player: PlayerId, hex: HexId) -> Lay:
    """Sample lay on a hex that takes no tile, with an ordinary tile of the lowest colour."""
    tile = min((tile for tile in game.setup.tiles if not tile.special), key=attrgetter("colour", "id"))
    return LayTile(player, _acting_company(game), hex, tile.id, 0)


def _acting_company(game: Game) -> CompanyId:
    """Company in turn; if there is none, any company, for an action that is refused anyway."""
    return max(game.to_act.company, 0)


def _nearest_action(game: Game, actions: Iterable[Action]) -> tuple[Action, str]:
    """Action nearest to legal, the first of equals, with its refusal code; "" if it is legal."""
    asked = ((action, engine.refusal(game.ruleset, game.state, action)) for action in actions)
    return min(asked, key=lambda found: _distance_from_legal(found[1]))


def _distance_from_legal(code: str) -> int:
    """Distance of a refusal code from legal."""
    if not code:
        return -1
    if code in TIMING_CODES:
        return len(CODES_BY_NEARNESS) + 1
    return CODES_BY_NEARNESS.index(code) if code in CODES_BY_NEARNESS else len(CODES_BY_NEARNESS)
