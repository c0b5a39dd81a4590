"""What a person might try now and may not, and why; what may be laid on a hex; what an action would do.

For pages, which hold no rule: they show what is refused beside what is offered. Things that
nobody would think of are not tried, and what is merely not due now is left out (`NOT_NOW`).
Everything is asked of the rules; all titles and kinds of actions go the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.actions import (
    Action,
    Bankrupt,
    Bid,
    BuyPassage,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Convert,
    ExchangePrivate,
    Join,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
    TakePrivate,
)
from tetsudo.errors import IllegalAction
from tetsudo.events import Event
from tetsudo.frames import PRIVATE, TRAIN, BidOff
from tetsudo.game import Game
from tetsudo.model.tiles import CITY
from tetsudo.rules import engine
from tetsudo.rules.building.laying import cost_to_lay
from tetsudo.rules.flow.stack import top_frame
from tetsudo.rules.offers.offers import lowest_offer
from tetsudo.rules.powers.lays_tile import LaysTile
from tetsudo.rules.privates.lots import lot_price, lowest_bid, top_lot
from tetsudo.rules.reasons.reasons import refused
from tetsudo.rules.ruleset.power import Power
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.rules.stock.takes import price_range
from tetsudo.rules.trains.depot import depot_trains, market_trains
from tetsudo.state import (
    CLOSED,
    DEPOT,
    DISCARDED,
    UNSTARTED,
    company_trains,
    holding,
    ipo_of,
    market_of,
    ordinary_shares,
    train_count,
    treasury,
)
from tetsudo.units import NOBODY, CompanyId, HexId, Money, PlayerId, PrivateId, TileId

NOT_NOW: Final = frozenset({
    "game_over", "unknown_id", "unknown_action", "not_your_turn", "not_president", "not_its_turn", "not_this_step",
    "not_in_auction", "not_in_bid_off", "not_in_stock_round", "private_in_stock_round", "only_free_lay",
    "private_lay_when", "exchange_what", "exchange_when", "exchange_no_token", "not_your_private", "no_power",
    "must_answer", "must_discard", "no_discard", "sale_not_needed", "bankrupt_when", "bankrupt_no_duty",
    "bankrupt_by_itself",
    "join_between_turns", "not_in_window", "joins_nothing", "passage_none",
})  # fmt: skip
"""Reasons that say no more than that this is not the time, or not the one, for such an action."""

NEAREST: Final = (
    "terrain_cost", "must_lay_home", "private_lay_joined", "track_unconnected", "tile_supply", "hex_blocked",
    "tile_colour", "one_tile", "tile_twice", "slots_lost", "power_used", "only_when_sold", "token_unconnected",
    "city_reserved",
    "city_full", "token_twice", "token_cost", "no_token_left", "tile_fit", "track_kept", "track_off_map",
    "track_closed_side", "tile_kind", "hex_closed", "special_tile", "private_lay_where",
)  # fmt: skip
"""Reasons that keep things off a hex: of several, what lacks least and says most comes first."""

IN_ONE_ROTATION: Final = frozenset({"tile_fit", "track_kept", "track_off_map", "track_closed_side"})
"""Reasons that another rotation may mend."""

OF_THE_HEX: Final[Mapping[str, str]] = {
    "track_unconnected": "hex_unconnected",
    "no_rotation": "no_upgrade",
    "tile_kind": "no_upgrade",
    "no_city": "hex_without_city",
}
"""What is said of a hex where this is the nearest that any tile or city comes."""

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
    for make in TRIED.get(game.to_act.doing, ()):
        for action in make(game, player):
            code = engine.refusal(game.ruleset, game.state, action)
            if code and code not in NOT_NOW:
                found.append(Attempt(action, _refusal(game, action, code)))
    return found


def preview(game: Game, action: Action) -> list[Event]:
    """The events that an action would set off; the game stays as it is. Raises `IllegalAction`."""
    return game.clone().apply(action)


def _refusal(game: Game, action: Action, code: str) -> IllegalAction:
    return refused(game.ruleset, game.state, action, code, game.names)


def _passing(game: Game, player: PlayerId) -> Iterator[Action]:
    yield Pass(player)


def _bids(game: Game, player: PlayerId) -> Iterator[Action]:
    """The topmost lot at its price, each other at the least that may be bid."""
    top = top_lot(game.ruleset, game.state)
    yield Bid(player, top, lot_price(game.ruleset, game.state, top))
    for lot in range(top + 1, len(game.setup.lots)):
        yield Bid(player, lot, lowest_bid(game.ruleset, game.state, lot))


def _raises(game: Game, player: PlayerId) -> Iterator[Action]:
    lot = top_frame(game.state, BidOff).lot
    yield Bid(player, lot, lowest_bid(game.ruleset, game.state, lot))


def _starts(game: Game, player: PlayerId) -> Iterator[Action]:
    for company, status in enumerate(game.state.status):
        if status == UNSTARTED and not game.ruleset.is_minor[company]:
            yield Par(player, company, min(game.ruleset.pars[company]))


def _shares(game: Game, player: PlayerId) -> Iterator[Action]:
    """From the offering, also when it is empty; from the market what lies there."""
    state = game.state
    for company, status in enumerate(state.status):
        if status not in (UNSTARTED, CLOSED) and not game.ruleset.is_minor[company]:
            yield BuyShare(player, company, ipo_of(state))
    for company in range(state.companies):
        if ordinary_shares(state, company, market_of(state)):
            yield BuyShare(player, company, market_of(state))


def _sales(game: Game, player: PlayerId) -> Iterator[Action]:
    for company, weight in enumerate(game.ruleset.president_shares):
        if holding(game.state, company, player, weight):
            yield SellShares(player, company, 1)


def _trains(game: Game, player: PlayerId) -> Iterator[Action]:
    """One of each kind that the bank has, then trade-ins for what it sells."""
    state, kinds, company = game.state, game.setup.trains, game.to_act.company
    depot, market = state.companies + DEPOT, state.companies + DISCARDED
    for kind in kinds:
        if train_count(state, kind.id, depot):
            yield BuyTrain(player, company, kind.id, depot, kind.price, NOBODY)
    for train in market_trains(game.ruleset, state):
        yield BuyTrain(player, company, train, market, kinds[train].price, NOBODY)
    for train in depot_trains(game.ruleset, state):
        for old in dict.fromkeys(company_trains(state, company)):
            if old in kinds[train].trade_ins:
                yield BuyTrain(player, company, train, depot, kinds[train].trade_in_price, old)


def _trains_of_others(game: Game, player: PlayerId) -> Iterator[Action]:
    """Each kind that another company has, at the least that may be offered, but not above the treasury."""
    state, company = game.state, game.to_act.company
    most = max(treasury(state, company), 1)
    for seller in range(state.companies):
        if seller == company:
            continue
        for train in dict.fromkeys(company_trains(state, seller)):
            price = min(lowest_offer(state, TRAIN, train, seller, 1), most)
            yield BuyTrain(player, company, train, seller, price, NOBODY)


def _privates(game: Game, player: PlayerId) -> Iterator[Action]:
    """Each private that a player has, at the least that may be offered."""
    state, company = game.state, game.to_act.company
    for private, owner in enumerate(state.privates):
        if 0 <= owner < state.players:
            low, high = game.setup.privates[private].low, game.setup.privates[private].high
            yield BuyPrivate(player, company, private, min(lowest_offer(state, PRIVATE, private, owner, low), high))


def _takes(game: Game, player: PlayerId) -> Iterator[Action]:
    """Each private that the bank still has, and those of other players where they are traded."""
    for private in game.ruleset.takeable:
        if game.state.privates[private] not in (NOBODY, player):
            low, _ = price_range(game.ruleset, game.state, player, private)
            yield TakePrivate(player, private, low)


def _powers(game: Game, player: PlayerId) -> Iterator[Action]:
    """What the player's own privates do besides; where one lays tiles, the lay that lacks least."""
    for power in game.ruleset.powers.acting:
        if power.decider(game.state) != player:
            continue
        if ExchangePrivate in power.takes:
            for company in range(game.state.companies):
                yield ExchangePrivate(player, power.private, company, ipo_of(game.state))
        if isinstance(power, LaysTile):
            yield _nearest(game, _lays_by(game.ruleset, player, power, power.hexes))[0]


def _joins(game: Game, player: PlayerId) -> Iterator[Action]:
    """Each of the player's minors from which a company forms."""
    for minor in game.ruleset.member_of:
        if game.state.president[minor] == player:
            yield Join(player, minor)


def _passages(game: Game, player: PlayerId) -> Iterator[Action]:
    for power in game.ruleset.powers.passages:
        yield BuyPassage(player, game.to_act.company, power.private)


def _conversion(game: Game, player: PlayerId) -> Iterator[Action]:
    if game.to_act.company in game.ruleset.conversions:
        yield Convert(player, game.to_act.company)


def _bankruptcy(game: Game, player: PlayerId) -> Iterator[Action]:
    yield Bankrupt(player, game.to_act.company)


Maker: TypeAlias = Callable[[Game, PlayerId], Iterator[Action]]

BESIDES: Final[tuple[Maker, ...]] = (_privates, _powers, _conversion, _bankruptcy)
"""What may come in every step of a company's turn."""

TRIED: Final[Mapping[str, tuple[Maker, ...]]] = {
    "auction": (_bids,),
    "bid-off": (_raises,),
    "free lay": (_passing,),
    "stock": (_passing, _starts, _shares, _takes, _sales, _powers),
    "track": (_passing, *BESIDES),
    "token": (_passing, _passages, *BESIDES),
    "run": (_passing, *BESIDES),
    "dividend": BESIDES,
    "trains": (_passing, _trains, _trains_of_others, _sales, *BESIDES),
    "privates": BESIDES,
    "forced sale": (_sales,),
    "window": (_joins,),
    "forming": (_joins,),
}
"""What is tried, by the word for what is being done (`Turn.doing`)."""


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
    action, code = _nearest(game, [*(tiles or [_any_lay(game, player, hex)]), *_tokens(game, player, hex)])
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
    rules = game.ruleset
    colour = rules.setup.faces[game.state.tiles[hex]].colour + 1
    found: dict[tuple[TileId, PrivateId], list[Lay]] = {}
    for tile in rules.setup.tiles:
        if tile.colour == colour and not tile.special:
            found[tile.id, NOBODY] = [
                LayTile(player, _acting(game), hex, tile.id, rotation) for rotation in _rotations(rules, tile.id)
            ]
    for power in rules.powers.acting:
        if isinstance(power, LaysTile) and hex in power.hexes and _has(game, player, power):
            for action in _lays_by(rules, player, power, (hex,)):
                found.setdefault((action.tile, power.private), []).append(action)
    return found


def _has(game: Game, player: PlayerId, power: Power) -> bool:
    """Whether a player may think of using a power: his private's, or one that waits for him after its sale."""
    return power.decider(game.state) == player or game.to_act == (player, NOBODY, "free lay")


def _lays_by(rules: Ruleset, player: PlayerId, power: LaysTile, hexes: Iterable[HexId]) -> list[LayPrivateTile]:
    """Every lay of the tiles of a power on some hexes."""
    return [
        LayPrivateTile(player, power.private, hex, tile, rotation)
        for hex in hexes
        for tile in power.tiles
        for rotation in _rotations(rules, tile)
    ]


def _rotations(rules: Ruleset, tile: TileId) -> range:
    """The rotations in which a tile looks different."""
    return range(rules.periods[tile])


def _any_lay(game: Game, player: PlayerId, hex: HexId) -> Lay:
    """A lay on a hex that takes no tile; of a colour that is always there."""
    tile = min((tile for tile in game.setup.tiles if not tile.special), key=attrgetter("colour", "id"))
    return LayTile(player, _acting(game), hex, tile.id, 0)


def _tokens(game: Game, player: PlayerId, hex: HexId) -> list[Action]:
    """A token in each city of a hex; where there is none, in the first that might be."""
    nodes = game.setup.faces[game.state.tiles[hex]].nodes
    cities = [city for city, node in enumerate(nodes) if node.kind == CITY] or [0]
    return [PlaceToken(player, _acting(game), hex, city) for city in cities]


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
