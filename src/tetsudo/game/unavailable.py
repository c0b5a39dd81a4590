"""What a person might try now and may not, and why; what may be laid on a hex; what an action would do.

For pages, which hold no rule: they show what is refused beside what is offered. Things that
nobody would think of are not tried, and what is merely not due now is left out (`NOT_NOW`).
Everything is asked of the rules; all titles and kinds of actions go the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, LayTile, PlaceToken
from tetsudo.core.errors import IllegalAction
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId, PrivateId, TileId
from tetsudo.engine.model.tiles import Tile
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.refusals import refused
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.state.board import face_on
from tetsudo.game.game import Game

NOT_NOW: Final = frozenset({
    "game_over", "unknown_id", "unknown_action", "not_your_turn", "not_president", "not_its_turn", "not_this_step",
    "not_in_auction", "not_in_bid_off", "not_in_stock_round", "private_in_stock_round", "only_free_lay",
    "private_lay_when", "exchange_what", "exchange_when", "exchange_no_token", "not_your_private", "no_power",
    "must_answer", "must_discard", "no_discard", "sale_not_needed", "bankrupt_when", "bankrupt_no_duty",
    "bankrupt_by_itself",
    "join_between_turns", "not_in_window", "joins_nothing", "passage_none", "token_not_waiting",
})  # fmt: skip
"""Reasons that say no more than that this is not the time, or not the one, for such an action."""

NEAREST: Final = (
    "terrain_cost", "must_lay_home", "private_lay_joined", "track_unconnected", "tile_supply", "hex_blocked",
    "tile_colour", "one_tile", "tile_twice", "slots_lost", "power_used", "only_when_sold", "token_unconnected",
    "city_reserved",
    "city_full", "token_twice", "token_cost", "no_token_left", "tile_fit", "track_kept", "track_off_map",
    "track_closed_side", "tile_place", "tile_kind", "hex_closed", "special_tile", "private_lay_where",
)  # fmt: skip
"""Reasons that keep things off a hex: of several, what lacks least and says most comes first."""

IN_ONE_ROTATION: Final = frozenset({"tile_fit", "track_kept", "track_off_map", "track_closed_side"})
"""Reasons that another rotation may mend."""

OF_THE_HEX: Final[Mapping[str, str]] = {
    "track_unconnected": "hex_unconnected",
    "no_rotation": "no_upgrade",
    "tile_place": "no_upgrade",
    "tile_kind": "no_upgrade",
    "no_city": "hex_without_city",
}
"""What is said of a hex where this is the nearest that any tile or city comes."""

AMOUNTS: Final = frozenset({"price", "count"})
"""Fields of actions that say how much; candidates that differ only there are one thing."""

Lay: TypeAlias = LayTile | LayPrivateTile


class Attempt(NamedTuple):
    """An action that somebody might try now, and why it is refused."""

    action: Action
    refusal: IllegalAction


class TileChoice(NamedTuple):
    """A tile for a hex: every way round that it may be laid, or why it may not be laid at all.

    `private`: the one by whose power it is laid; NOBODY for the company's own lay. `cost` is
    what the lay would cost the company, discounts taken off.
    """

    tile: TileId
    private: PrivateId
    cost: Money
    lays: tuple[Lay, ...]
    refusal: IllegalAction | None


# What is refused beside what is listed


def attempts(game: Game, player: PlayerId) -> list[Attempt]:
    """What a player might try now and may not: one action for each thing, in a stable order.

    Companies, certificates, trains, privates and lots of the procedure and step on top; what
    is done hex by hex is asked by `tile_choices` and `token_refusal`.
    """
    found: list[Attempt] = []
    for action in _first_of_each(engine.candidates(game.ruleset, game.state, player)):
        code = engine.refusal(game.ruleset, game.state, action)
        if code and code not in NOT_NOW:
            found.append(Attempt(action, _refusal(game, action, code)))
    return found + _attempts_by_powers(game, player)


def _first_of_each(candidates: Iterable[Descriptor]) -> Iterator[Action]:
    """Of the candidates that differ only in an amount the first, at its lowest; runs are never refused as such."""
    known: list[Action] = []
    for each in candidates:
        if isinstance(each, Runs):
            continue
        action = each.example()
        thing = replace(action, **dict.fromkeys(AMOUNTS & {field.name for field in fields(action)}, 0))
        if thing not in known:
            known.append(thing)
            yield action


def _attempts_by_powers(game: Game, player: PlayerId) -> list[Attempt]:
    """For each power of a player that lays tiles the lay that lacks least, if it is refused."""
    found: list[Attempt] = []
    for power in engine.free_powers(game.ruleset, game.state, player):
        lays = [lay for hex in game.setup.map.hexes for lay in power.candidates_on(game.ruleset, player, hex.id)]
        if lays:
            action, code = _nearest(game, lays)
            if code and code not in NOT_NOW:
                found.append(Attempt(action, _refusal(game, action, code)))
    return found


def preview(game: Game, action: Action) -> list[Event]:
    """The events that an action would set off, up to what chance decides; the game stays as it is.

    Raises `IllegalAction`.
    """
    return game.clone().follow(action)


def _refusal(game: Game, action: Action, code: str) -> IllegalAction:
    return refused(game.ruleset, game.state, action, code, game.names)


# Hex by hex


def tile_choices(game: Game, player: PlayerId, hex: HexId) -> list[TileChoice]:
    """The tiles that a player may lay on a hex now, the cheapest first; then those that he may not.

    Of those that he may not lay, only tiles of the next colour, the nearest to being legal
    first. Nothing is listed where one reason speaks against all that might lie here:
    `hex_refusal` says it.
    """
    fitting = _fitting(game, player, hex)
    known = {(choice.tile, choice.private) for choice in fitting}
    others: list[tuple[int, TileChoice]] = []
    codes: dict[PrivateId, set[str]] = {}
    for (tile, private), lays in _next_tiles(game, player, hex).items():
        action, code = _nearest(game, lays)
        if (tile, private) in known or not code or code in NOT_NOW:
            continue
        refusal = _refusal(game, action, "no_rotation" if code in IN_ONE_ROTATION else code)
        others.append((_lack(code), TileChoice(tile, private, lay_cost(game, lays[0]), (), refusal)))
        codes.setdefault(private, set()).add(code)
    if not fitting and all(len(said - {"tile_kind"}) <= 1 for said in codes.values()):
        return []
    others.sort(key=itemgetter(0))
    return fitting + [choice for _, choice in others]


def lay_cost(game: Game, lay: Lay) -> Money:
    """What a lay costs the company, discounts taken off; a private's own is mostly free."""
    if isinstance(lay, LayPrivateTile):
        powers = [power for power in game.ruleset.powers.of_private[lay.private] if isinstance(power, LaysTile)]
        return powers[0].price(game.ruleset, game.state, lay.hex, lay.tile)
    return cost_to_lay(game.ruleset, game.state, lay.company, lay.hex, game.setup.tiles[lay.tile].colour)


def token_refusal(game: Game, player: PlayerId, hex: HexId, city: int) -> IllegalAction | None:
    """Why the acting company's next token may not be placed in a city of a hex now; None if it may."""
    return game.why_not(PlaceToken(player, _acting(game), hex, city))


def hex_refusal(game: Game, player: PlayerId, hex: HexId) -> IllegalAction | None:
    """Why a player can put nothing on a hex now, neither tile nor token; None if he can put something."""
    if any(getattr(each, "hex", NOBODY) == hex for each in game.legal_actions(player)):
        return None
    tiles = [lay for lays in _next_tiles(game, player, hex).values() for lay in lays]
    candidates = engine.candidates_on(game.ruleset, game.state, player, hex)
    tokens = [each for each in candidates if isinstance(each, PlaceToken)]
    action, code = _nearest(game, [*tiles, *tokens] or [_any_lay(game, player, hex)])
    code = "no_upgrade" if code in IN_ONE_ROTATION else OF_THE_HEX.get(code, code)
    return _refusal(game, action, code)


def _fitting(game: Game, player: PlayerId, hex: HexId) -> list[TileChoice]:
    """The listed lays of a hex by tile and power, the cheapest first."""
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
    """Every way round of the tiles of the next colour, and of those of the player's powers."""
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
    """Whether companies lay a tile, of a colour."""
    return tile.colour == colour and not tile.special


def _any_lay(game: Game, player: PlayerId, hex: HexId) -> Lay:
    """A lay on a hex that takes no tile; of a colour that is always there."""
    tile = min((tile for tile in game.setup.tiles if not tile.special), key=attrgetter("colour", "id"))
    return LayTile(player, _acting(game), hex, tile.id, 0)


def _acting(game: Game) -> CompanyId:
    """The company in turn; where there is none, any, for an action that is refused anyway."""
    return max(game.to_act.company, 0)


def _nearest(game: Game, actions: Iterable[Action]) -> tuple[Action, str]:
    """Of some actions the one that lacks least, the first of equals, and its reason; "" if one is legal."""
    asked = ((action, engine.refusal(game.ruleset, game.state, action)) for action in actions)
    return min(asked, key=lambda found: _lack(found[1]))


def _lack(code: str) -> int:
    """How far from legal a reason leaves an action."""
    if not code:
        return -1
    if code in NOT_NOW:
        return len(NEAREST) + 1
    return NEAREST.index(code) if code in NEAREST else len(NEAREST)
