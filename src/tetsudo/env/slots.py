"""Slots of a table: every action that may ever be possible there, without its player and its amount."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPassage,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Convert,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    Join,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PassRound,
    PlaceToken,
    RestoreToken,
    RunRoutes,
    SellShares,
    TakeBackToken,
    TakePrivate,
)
from tetsudo.core.units import NOBODY, FaceId, HexId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.rules.position_validation import possible_faces
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.powers.teleport import Teleport
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import DEPOT, DISCARDED, IPO, MARKET, RESERVED

Values: TypeAlias = tuple[int, ...]

FIELDS: Final[Mapping[type[Action], tuple[str, ...]]] = {
    Pass: (),
    PassRound: (),
    Answer: ("accept",),
    Bid: ("lot",),
    Par: ("company", "price"),
    BuyShare: ("company", "source"),
    SellShares: ("company",),
    TakePrivate: ("private",),
    ExchangePrivate: ("private", "company", "source"),
    LayTile: ("hex", "tile", "rotation"),
    LayPrivateTile: ("private", "hex", "tile", "rotation"),
    PlaceToken: ("hex", "city"),
    BuyPassage: ("private",),
    TakeBackToken: ("hex",),
    RestoreToken: ("hex",),
    RunRoutes: (),
    Dividend: ("payout",),
    BuyTrain: ("train", "seller", "trade_in"),
    DiscardTrain: ("company", "train"),
    BuyPrivate: ("private",),
    Join: ("company",),
    Convert: (),
    Bankrupt: (),
}
"""Fields that tell the slots of a kind apart. Slots of runs differ by the kind of train that stays at home."""

AMOUNTS: Final = frozenset((Bid, SellShares, TakePrivate, BuyPrivate, BuyTrain))
"""Kinds with an amount. Trains of the bank have none."""


class Slot(NamedTuple):
    """Action without player and amount, and its codes: `cells` of them from `first` on."""

    kind: type[Action]
    values: Values
    first: int
    cells: int


def slots_of(rules: Ruleset, cells: int) -> tuple[Slot, ...]:
    """Slots of a table, numbered one after another. `cells`: number of codes of a slot with an amount."""
    found: list[Slot] = []
    first = 0
    faces = [possible_faces(rules, hex.id) for hex in rules.setup.map.hexes]
    for kind in FIELDS:
        for values in _values(rules, kind, faces):
            own = cells if _has_amount(rules, kind, values) else 1
            found.append(Slot(kind, values, first, own))
            first += own
    return tuple(found)


def _has_amount(rules: Ruleset, kind: type[Action], values: Values) -> bool:
    """True if the amounts of a slot's actions may differ."""
    return kind in AMOUNTS and (kind is not BuyTrain or values[1] < len(rules.setup.companies))


def _values(rules: Ruleset, kind: type[Action], faces: Sequence[Collection[FaceId]]) -> list[Values]:
    """Values of every slot of a kind. `faces`: those that each hex may ever have."""
    setup = rules.setup
    companies, hexes = range(len(setup.companies)), range(len(setup.map.hexes))
    simple: dict[type[Action], list[Values]] = {
        Answer: [(0,), (1,)],
        Bid: [(lot,) for lot in range(len(setup.lots))],
        Par: [(company, par) for company in companies for par in rules.pars[company]],
        BuyShare: [(company, setup.players + place) for company in companies for place in (IPO, MARKET)],
        SellShares: [(company,) for company in companies],
        Join: [(company,) for company in companies],
        RunRoutes: [(train,) for train in range(NOBODY, len(setup.trains))],
        Dividend: [
            (payout,) for payout in sorted({payout for each in rules.payouts for own in each for payout in own})
        ],
        DiscardTrain: [(company, train) for company in companies for train in range(len(setup.trains))],
        **{each: [(private.id,) for private in setup.privates] for each in (TakePrivate, BuyPrivate, BuyPassage)},
        **{each: [()] for each in (Pass, PassRound, Convert, Bankrupt)},
    }
    if kind in simple:
        return simple[kind]
    if kind is LayTile:
        return [(hex, *lay) for hex in hexes for lay in _lays(rules, hex, faces[hex])]
    if kind is PlaceToken:
        return [(hex, city) for hex in hexes for city in range(_last_city(rules, faces[hex]) + 1)]
    if kind is TakeBackToken or kind is RestoreToken:
        return [(hex,) for hex in hexes if _last_city(rules, faces[hex]) >= 0]
    return _train_values(rules) if kind is BuyTrain else _power_values(rules, kind)


def _power_values(rules: Ruleset, kind: type[Action]) -> list[Values]:
    """Values of the slots of privates' own actions."""
    setup = rules.setup
    if kind is LayPrivateTile:
        return [
            (power.private, hex, tile, rotation)
            for power in rules.powers.acting
            if isinstance(power, LaysTile | Teleport)
            for hex in power.hexes
            for tile in power.tiles
            for rotation in range(rules.periods[tile])
        ]
    assert kind is ExchangePrivate
    return [
        (power.private, company, setup.players + place)
        for power in rules.powers.acting
        if kind in power.takes
        for company in range(len(setup.companies))
        for place in (IPO, MARKET, RESERVED)
    ]


def _train_values(rules: Ruleset) -> list[Values]:
    """Values of the slots of trains: kind, seller, and the kind that is traded in."""
    companies = len(rules.setup.companies)
    depot = companies + DEPOT
    sellers = (*range(companies), depot, companies + DISCARDED)
    return [
        (train.id, seller, old)
        for train in rules.setup.trains
        for seller in sellers
        for old in ((NOBODY, *train.trade_ins) if seller == depot else (NOBODY,))
    ]


def _lays(rules: Ruleset, hex: HexId, faces: Collection[FaceId]) -> list[tuple[int, int]]:
    """Tiles that may ever lie on a hex, each with its rotations that look different. `faces`: all that it may have."""
    setup = rules.setup
    printed = setup.map.hexes[hex].printed
    return [
        (tile.id, rotation)
        for tile in setup.tiles
        for rotation in range(rules.periods[tile.id])
        if setup.face_of[tile.id, rotation] in faces and setup.face_of[tile.id, rotation] != printed
    ]


def _last_city(rules: Ruleset, faces: Collection[FaceId]) -> int:
    """Number of the last city of some faces; -1 if they have none."""
    nodes = [rules.setup.faces[face].nodes for face in faces]
    return max((number for own in nodes for number, node in enumerate(own) if node.kind == CITY), default=-1)
