"""Trains, phases, companies and privates from data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tetsudo.model.map import Map
from tetsudo.model.tiles import CITY, Face, Tile
from tetsudo.model.title import Company, Phase, PowerData, Private, TrainKind
from tetsudo.titles.files import Table
from tetsudo.units import COLOURS, GREY, NOBODY, WHITE, CompanyId, HexId, Money, Percent, PrivateId, TileId, TrainId

OWNER_KINDS: Final = ("player", "company", "any")
COMPANY_KINDS: Final = ("corporation", "minor")
SOURCES: Final = ("ipo", "market")
WHEN: Final = ("anytime", "sold", "turn")
REST: Final = ("may", "asked", "must", "follows")
COLOUR_CODE: Final = re.compile("#[0-9a-f]{6}")


def _id_of(names: Mapping[str, int], table: Table, key: str, what: str, default: str | None = None) -> int:
    """The id that a name stands for; NOBODY if it may be missing and is."""
    name = table.text(key, default)
    if name == "" and default == "":
        return NOBODY
    if name not in names:
        raise table.bad(f"{name!r} is no {what}", key)
    return names[name]


def _ids_of(names: Mapping[str, int], table: Table, key: str, what: str, default: str | None = None) -> tuple[int, ...]:
    """The ids that names with spaces between stand for."""
    words = table.words(key, default)
    for name in words:
        if name not in names:
            raise table.bad(f"{name!r} is no {what}", key)
    return tuple(names[name] for name in words)


def build_trains(table: Table) -> tuple[TrainKind, ...]:
    """The train table, cheapest first. A count of 0 in the data is any number: -1."""
    ids = {name: id for id, name in enumerate(table.raw)}
    trains = tuple(_train(ids[name], name, line, ids) for name, line in table.tables())
    if not trains:
        raise table.bad("there is no train")
    return trains


def _train(id: TrainId, name: str, line: Table, ids: Mapping[str, TrainId]) -> TrainKind:
    train = TrainKind(
        id=id,
        name=name,
        stops=line.number("stops"),
        price=line.number("price", minimum=1),
        count=line.number("count") or -1,
        rusted_by=_id_of(ids, line, "rusted_by", "train", ""),
        available_from=_id_of(ids, line, "after", "train", ""),
        trade_ins=_ids_of(ids, line, "trade_ins", "train", ""),
        trade_in_price=line.number("trade_in_price", 0),
        diesel=line.flag("diesel", False),
        towns=line.number("towns", -1),
        exported=line.flag("exported", False),
    )
    if NOBODY != train.rusted_by <= id:
        raise line.bad("is rusted by a train that comes before it", "rusted_by")
    if train.available_from >= id:
        raise line.bad("comes after a train that comes after it", "after")
    if bool(train.trade_ins) != bool(train.trade_in_price):
        raise line.bad("needs trade_ins and trade_in_price, or neither", "trade_in_price")
    line.done()
    return train


def build_phases(table: Table, trains: Sequence[TrainKind]) -> tuple[Phase, ...]:
    """The phase table; only the first phase has no trigger."""
    ids = {train.name: train.id for train in trains}
    phases = tuple(_phase(name, line, ids) for name, line in table.tables())
    triggers = [phase.trigger for phase in phases]
    if not triggers or triggers[0] != NOBODY:
        raise table.bad("the first phase begins with the game: it has no trigger")
    for phase, before in zip(phases[1:], phases[:-1], strict=True):
        if phase.trigger <= before.trigger or phase.colour < before.colour:
            raise table.bad("comes too late: its trigger or its tiles are older than those before it", phase.name)
    return phases


def _phase(name: str, line: Table, ids: Mapping[str, TrainId]) -> Phase:
    colours = COLOURS[WHITE + 1 : GREY + 1]
    phase = Phase(
        name=name,
        trigger=_id_of(ids, line, "trigger", "train", ""),
        train_limit=line.number("train_limit", minimum=1),
        colour=COLOURS.index(line.one_of("tiles", colours)),
        offboard=COLOURS.index(line.one_of("offboard", colours)),
        operating_rounds=line.number("operating_rounds", minimum=1),
        sells_privates=line.flag("sells_privates", False),
        closes_privates=line.flag("closes_privates", False),
        trades_trains=line.flag("trades_trains", True),
    )
    line.done()
    return phase


def build_companies(table: Table, map: Map, faces: Sequence[Face]) -> tuple[Company, ...]:
    """The companies by id. When they float is an option, which the loader fills in."""
    return tuple(_company(id, symbol, line, map, faces) for id, (symbol, line) in enumerate(table.tables()))


def _company(id: CompanyId, symbol: str, line: Table, map: Map, faces: Sequence[Face]) -> Company:
    company = Company(
        id=id,
        symbol=symbol,
        name=line.text("name"),
        homes=tuple(_home(word, line, map, faces) for word in line.words("homes")),
        token_prices=_token_prices(line),
        colour=line.text("colour"),
        float_percent=0,
        ordinary=line.number("ordinary", 8),
        president_shares=line.number("president_shares", 2),
        kind=line.one_of("kind", COMPANY_KINDS, "corporation"),
        native=line.text("native", ""),
        lays_home=line.flag("lays_home", False),
        destination=_id_of(map.by_name, line, "destination", "hex", ""),
        bonus=line.number("bonus", 0),
    )
    if bool(company.bonus) != (company.destination != NOBODY):
        raise line.bad("needs destination and bonus, or neither", "bonus")
    if not COLOUR_CODE.fullmatch(company.colour):
        raise line.bad(f"must be like #37383a, not {company.colour!r}", "colour")
    if len(company.token_prices) < len(company.homes):
        raise line.bad("has fewer tokens than homes", "tokens")
    line.done()
    return company


def _token_prices(line: Table) -> tuple[Money, ...]:
    """Prices such as "0 40 40", or how many tokens there are: the option `token_prices` has their prices."""
    if isinstance(line.value("tokens"), int):
        return (0,) * line.number("tokens", minimum=1)
    return line.numbers("tokens")


def _home(word: str, line: Table, map: Map, faces: Sequence[Face]) -> tuple[HexId, int]:
    """A hex and the number of a city on it: "K8", or "C9:1"."""
    name, _, number = word.partition(":")
    if name not in map.by_name:
        raise line.bad(f"{name!r} is no hex", "homes")
    hex = map.by_name[name]
    nodes = faces[map.hexes[hex].printed].nodes
    city = int(number) if number.isdigit() else 0
    if city >= len(nodes) or nodes[city].kind != CITY:
        raise line.bad(f"{name} has no city {city}", "homes")
    return hex, city


@dataclass(frozen=True, slots=True)
class Names:
    """What names in powers may refer to."""

    hexes: Mapping[str, HexId]
    tiles: Mapping[str, TileId]
    companies: Mapping[str, CompanyId]
    phases: Mapping[str, int]

    @staticmethod
    def of(map: Map, tiles: Sequence[Tile], companies: Sequence[Company], phases: Sequence[Phase]) -> Names:
        """The names of a title's parts."""
        return Names(
            map.by_name,
            {tile.name: tile.id for tile in tiles},
            {company.symbol: company.id for company in companies},
            {phase.name: id for id, phase in enumerate(phases)},
        )


REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "blocks_hexes": ("hexes",),
    "lays_tile": ("when", "tiles", "hexes"),
    "terrain_discount": ("terrain", "cost"),
    "exchange_for_share": ("sources",),
    "stays_with_player": ("phase", "income"),
}
"""By kind of power, the keys that it must have."""

OPTIONAL: Final[Mapping[str, Mapping[str, object]]] = {
    "lays_tile": {"uses": 1, "together": 1, "joined": False, "rest": "may"},
    "exchange_for_share": {
        "company": NOBODY,
        "token_on": NOBODY,
        "purchase": False,
        "when": "anytime",
        "moves_priority": True,
        "awaited": True,
    },
}
"""By kind of power, the keys that it may have, with what holds without them."""


def build_powers(table: Table, names: Names, own: Mapping[str, object]) -> tuple[PowerData, ...]:
    """The powers of a private. `own`: the kinds of the title's own powers, whose keys are free."""
    return tuple(_power(line, names, own) for line in table.list_of_tables("powers"))


def _power(line: Table, names: Names, own: Mapping[str, object]) -> PowerData:
    kind = line.text("kind")
    if kind not in REQUIRED and kind not in own:
        raise line.bad(f"{kind!r} is no power", "kind")
    owner = line.one_of("owner", OWNER_KINDS)
    wanted = line.raw.keys() - {"kind", "owner"} if kind in own else {*REQUIRED[kind], *line.raw} & _keys_of(kind)
    values = {**OPTIONAL.get(kind, {}), **{key: _power_value(line, key, names) for key in sorted(wanted)}}
    line.done()
    return PowerData(kind, owner, values)


def _keys_of(kind: str) -> set[str]:
    return {*REQUIRED[kind], *OPTIONAL.get(kind, ())}


def _power_value(line: Table, key: str, names: Names) -> object:
    """A value of a power: names as ids, lists as tuples, the rest as it stands."""
    match key:
        case "hexes":
            return _ids_of(names.hexes, line, key, "hex")
        case "tiles":
            return _ids_of(names.tiles, line, key, "tile")
        case "company":
            return _id_of(names.companies, line, key, "company")
        case "phase":
            return _id_of(names.phases, line, key, "phase")
        case "sources":
            return _among(line, key, SOURCES)
        case "when":
            return line.one_of(key, WHEN)
        case "rest":
            return line.one_of(key, REST)
        case "joined" | "purchase" | "moves_priority" | "awaited":
            return line.flag(key)
        case "uses" | "cost" | "income" | "together":
            return line.number(key)
        case "token_on":
            return _id_of(names.hexes, line, key, "hex")
    value = line.value(key)
    return tuple(value) if isinstance(value, list) else value


def _among(line: Table, key: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    words = line.words(key)
    if not set(words) <= set(choices):
        raise line.bad(f"must be among {', '.join(choices)}", key)
    return words


@dataclass(frozen=True, slots=True)
class SaleRange:
    """What a company may pay for a private, in percent of its face value."""

    low: Percent
    high: Percent

    def least(self, price: Money) -> Money:
        """Rounded up, and 1 at the least: a private is not given away."""
        return max(1, -(-price * self.low // 100))

    def most(self, price: Money) -> Money:
        """Rounded down."""
        return price * self.high // 100


def build_private(
    id: PrivateId, symbol: str, line: Table, sale: SaleRange, names: Names, own: Mapping[str, object]
) -> Private:
    """A private in play. `low` and `high` in the data overrule the percentages of the table."""
    price = line.number("price")
    private = Private(
        id=id,
        symbol=symbol,
        name=line.text("name"),
        price=price,
        income=line.number("income"),
        low=line.number("low", sale.least(price)),
        high=line.number("high", sale.most(price)),
        powers=build_powers(line, names, own),
        letter=line.text("letter", ""),
        native=line.text("native", ""),
    )
    line.done()
    return private
