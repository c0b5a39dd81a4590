"""Powers of privates and companies from data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tetsudo.model.map import Map
from tetsudo.model.tiles import Tile
from tetsudo.model.title import Phase, PowerData
from tetsudo.titles.files import Table
from tetsudo.units import COLOURS, NOBODY, CompanyId, HexId, TileId

OWNER_KINDS: Final = ("player", "company", "any")
SOURCES: Final = ("ipo", "market")
WHEN: Final = ("anytime", "track", "stock", "sold", "turn")
WHAT: Final = ("share", "president", "par")
REST: Final = ("may", "asked", "must", "follows")


@dataclass(frozen=True, slots=True)
class Names:
    """What names in powers may refer to."""

    hexes: Mapping[str, HexId]
    tiles: Mapping[str, TileId]
    companies: Mapping[str, CompanyId]
    phases: Mapping[str, int]

    @staticmethod
    def of(map: Map, tiles: Sequence[Tile], symbols: Sequence[str], phases: Sequence[Phase]) -> Names:
        """The names of a title's parts; companies by their symbols."""
        return Names(
            map.by_name,
            {tile.name: tile.id for tile in tiles},
            {symbol: id for id, symbol in enumerate(symbols)},
            {phase.name: id for id, phase in enumerate(phases)},
        )


REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "blocks_hexes": ("hexes",),
    "lays_tile": ("when", "tiles", "hexes"),
    "terrain_discount": ("terrain", "cost"),
    "exchange_for_share": ("sources",),
    "stays_with_player": ("phase", "income"),
    "stays_open": (),
    "first_lay_free": ("hexes",),
    "pays_for_token": ("token_on", "amount"),
    "pays_once": ("phase", "income"),
    "paid_for_lays": ("colour", "amount"),
    "run_bonus": ("call", "colour", "amount", "treasury"),
    "paid_for_calls": ("call", "percent"),
    "ignores_tokens": ("hexes", "colour"),
    "station": ("token_on", "cost"),
    "brings": ("company", "what"),
}
"""By kind of power, the keys that it must have."""

OPTIONAL: Final[Mapping[str, Mapping[str, object]]] = {
    "lays_tile": {"uses": 1, "together": 1, "joined": False, "rest": "may"},
    "exchange_for_share": {
        "company": NOBODY,
        "token_on": NOBODY,
        "purchase": False,
        "when": "anytime",
        "awaited": True,
    },
    "pays_for_token": {"company": NOBODY},
    "station": {"spared": (), "barred": ()},
}
"""By kind of power, the keys that it may have, with what holds without them."""

EXTRA: Final[Mapping[str, tuple[str, ...]]] = {
    "blocks_hexes": ("until_phase", "until_turn"),
    "stays_open": ("income", "closes_with"),
    "lays_tile": ("pays",),
}
"""By kind of power, the keys that it may have, without which nothing holds."""


def build_powers(table: Table, names: Names, own: Mapping[str, object]) -> tuple[PowerData, ...]:
    """The powers of a private. `own`: the kinds of the title's own powers, whose keys are free."""
    return tuple(_power(line, line.one_of("owner", OWNER_KINDS), names, own) for line in table.list_of_tables("powers"))


def build_company_powers(table: Table, names: Names, own: Mapping[str, object]) -> tuple[PowerData, ...]:
    """The powers of a company, which has them itself."""
    return tuple(_power(line, "company", names, own) for line in table.list_of_tables("powers"))


def _power(line: Table, owner: str, names: Names, own: Mapping[str, object]) -> PowerData:
    kind = line.text("kind")
    if kind not in REQUIRED and kind not in own:
        raise line.bad(f"{kind!r} is no power", "kind")
    wanted = line.raw.keys() - {"kind", "owner"} if kind in own else {*REQUIRED[kind], *line.raw} & _keys_of(kind)
    values = {**OPTIONAL.get(kind, {}), **{key: _power_value(line, key, names) for key in sorted(wanted)}}
    line.done()
    return PowerData(kind, owner, values)


def _keys_of(kind: str) -> set[str]:
    return {*REQUIRED[kind], *OPTIONAL.get(kind, ()), *EXTRA.get(kind, ())}


def _power_value(line: Table, key: str, names: Names) -> object:
    """A value of a power: names as ids, lists as tuples, the rest as it stands."""
    match key:
        case "hexes":
            return line.ids(names.hexes, key, "hex")
        case "tiles":
            return line.ids(names.tiles, key, "tile")
        case "company" | "until_turn" | "closes_with":
            return line.id(names.companies, key, "company")
        case "phase" | "until_phase":
            return line.id(names.phases, key, "phase")
        case "sources":
            return line.among(key, SOURCES)
        case "when":
            return line.one_of(key, WHEN)
        case "what":
            return line.one_of(key, WHAT)
        case "rest":
            return line.one_of(key, REST)
        case "joined" | "pays" | "purchase" | "awaited":
            return line.flag(key)
        case "uses" | "cost" | "income" | "together":
            return line.number(key)
        case "amount" | "treasury" | "percent":
            return line.number(key)
        case "spared" | "barred":
            return line.ids(names.companies, key, "company")
        case "colour":
            return COLOURS.index(line.one_of(key, COLOURS))
        case "token_on" | "call":
            return line.id(names.hexes, key, "hex")
    value = line.value(key)
    return tuple(value) if isinstance(value, list) else value
