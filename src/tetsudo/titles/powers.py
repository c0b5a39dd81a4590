"""Powers of privates and companies from data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tetsudo.model.map import Map
from tetsudo.model.tiles import Tile
from tetsudo.model.title import Phase, PowerData
from tetsudo.titles.files import Table
from tetsudo.units import COLOURS, NOBODY, CompanyId, HexId, TileId

OWNER_KINDS: Final = ("player", "company", "any")
SOURCES: Final = ("ipo", "market")
WHEN: Final[Mapping[str, tuple[str, ...]]] = {
    "lays_tile": ("anytime", "track", "sold", "turn"),
    "exchange_for_share": ("anytime", "stock", "turn"),
}
"""By kind of power, when it is used."""

ANY_TIME: Final = tuple(dict.fromkeys(word for words in WHEN.values() for word in words))
"""What a title's own power may say there."""

WHAT: Final = ("share", "president", "par")
REST: Final = ("may", "asked", "must", "follows")


@dataclass(frozen=True, slots=True)
class Names:
    """What names in powers may refer to."""

    hexes: Mapping[str, HexId]
    tiles: Mapping[str, TileId]
    companies: Mapping[str, CompanyId]
    phases: Mapping[str, int]
    closing: frozenset[int]  # the phases that close privates
    terrains: frozenset[str]

    @staticmethod
    def of(map: Map, tiles: Sequence[Tile], symbols: Sequence[str], phases: Sequence[Phase]) -> Names:
        """The names of a title's parts; companies by their symbols."""
        return Names(
            map.by_name,
            {tile.name: tile.id for tile in tiles},
            {symbol: id for id, symbol in enumerate(symbols)},
            {phase.name: id for id, phase in enumerate(phases)},
            frozenset(id for id, phase in enumerate(phases) if phase.closes_privates),
            frozenset(terrain for hex in map.hexes for terrain in hex.terrain),
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


OF_COMPANIES: Final = ("paid_for_lays", "run_bonus", "ignores_tokens", "first_lay_free")
"""The kinds that only a company itself has."""

OF_BOTH: Final = ("terrain_discount", "pays_for_token", "brings")
"""The kinds that a company may have as well as a private."""

OWNERS: Final[Mapping[str, tuple[str, ...]]] = {
    "blocks_hexes": ("player",),
    "brings": ("player",),
    "exchange_for_share": ("player",),
    "pays_once": ("player",),
    "station": ("player",),
    "stays_with_player": ("player",),
    "stays_open": ("any",),
    "terrain_discount": ("company",),
}
"""By kind of a private's power, who may use it; of the others, whoever data say."""

OWNERS_OF_LAYS: Final[Mapping[str, tuple[str, ...]]] = {"sold": ("player",), "turn": ("company",)}
"""The same for tiles that are laid at a time."""

NEEDS: Final[Mapping[str, tuple[tuple[str, str, object], ...]]] = {
    "exchange_for_share": (("awaited", "purchase", True),),
    "lays_tile": (("joined", "together", 2), ("rest", "together", 2)),
}
"""By kind, keys that say something only beside another, and from which value of it on."""


def build_powers(table: Table, names: Names, own: Mapping[str, object]) -> tuple[PowerData, ...]:
    """The powers of a private. `own`: the kinds of the title's own powers, whose keys are free."""
    powers = tuple(_private_power(line, names, own) for line in table.list_of_tables("powers"))
    kinds = [power.kind for power in powers]
    for kind in ("lays_tile", "exchange_for_share"):
        if kinds.count(kind) > 1:
            raise table.bad(f"a private has {kind} only once", "powers")
    return powers


def build_company_powers(table: Table, names: Names, own: Mapping[str, object]) -> tuple[PowerData, ...]:
    """The powers of a company, which has them itself."""
    return tuple(_company_power(line, names, own) for line in table.list_of_tables("powers"))


def _private_power(line: Table, names: Names, own: Mapping[str, object]) -> PowerData:
    kind = _kind(line, own)
    if kind not in own and kind in OF_COMPANIES:
        raise line.bad(f"{kind!r} is a power of companies only", "kind")
    power = _power(line, kind, line.one_of("owner", OWNER_KINDS), names, own)
    users = OWNERS.get(kind, OWNERS_OF_LAYS.get(str(power.values.get("when")), OWNER_KINDS))
    if kind not in own and power.owner_kind not in users:
        raise line.bad(f"must be {' or '.join(users)} for {kind}, not {power.owner_kind!r}", "owner")
    return power


def _company_power(line: Table, names: Names, own: Mapping[str, object]) -> PowerData:
    kind = _kind(line, own)
    if kind not in own and kind not in (*OF_COMPANIES, *OF_BOTH):
        raise line.bad(f"{kind!r} is a power of privates only", "kind")
    return _power(line, kind, "company", names, own)


def _kind(line: Table, own: Mapping[str, object]) -> str:
    kind = line.text("kind")
    if kind not in REQUIRED and kind not in own:
        raise line.bad(f"{kind!r} is no power", "kind")
    return kind


def _power(line: Table, kind: str, owner: str, names: Names, own: Mapping[str, object]) -> PowerData:
    wanted = line.raw.keys() - {"kind", "owner"} if kind in own else {*REQUIRED[kind], *line.raw} & _keys_of(kind)
    values = {**OPTIONAL.get(kind, {}), **{key: _power_value(line, key, names) for key in sorted(wanted)}}
    line.done()
    if kind not in own:
        _check_values(line, kind, values, names)
    return PowerData(kind, owner, values)


def _keys_of(kind: str) -> set[str]:
    return {*REQUIRED[kind], *OPTIONAL.get(kind, ()), *EXTRA.get(kind, ())}


def _check_values(line: Table, kind: str, values: Mapping[str, Any], names: Names) -> None:
    """No value is without an effect."""
    for key, other, least in NEEDS.get(kind, ()):
        if key in line and values[other] < least:
            raise line.bad(f"says nothing where {other} is {str(values[other]).lower()}", key)
    if kind == "exchange_for_share" and "when" in line and values["purchase"]:
        raise line.bad("says nothing where purchase is true", "when")
    if kind == "stays_with_player" and values["phase"] not in names.closing:
        raise line.bad("must be a phase that closes privates", "phase")
    if kind == "terrain_discount" and values["terrain"] not in names.terrains:
        raise line.bad(f"no hex has the terrain {values['terrain']!r}", "terrain")


def _power_value(line: Table, key: str, names: Names) -> object:
    """A value of a power: names as ids, lists as tuples, the rest as it stands."""
    match key:
        case "hexes":
            return _some(line, key, line.ids(names.hexes, key, "hex"))
        case "tiles":
            return _some(line, key, line.ids(names.tiles, key, "tile"))
        case "company" | "until_turn" | "closes_with":
            return line.id(names.companies, key, "company")
        case "phase" | "until_phase":
            return line.id(names.phases, key, "phase")
        case "sources":
            return _some(line, key, line.among(key, SOURCES))
        case "when":
            return line.one_of(key, WHEN.get(line.text("kind"), ANY_TIME))
        case "what":
            return line.one_of(key, WHAT)
        case "rest":
            return line.one_of(key, REST)
        case "joined" | "pays" | "purchase" | "awaited":
            return line.flag(key)
        case "uses" | "together" | "amount" | "percent":
            return line.number(key, minimum=1)
        case "cost" | "income" | "treasury":
            return line.number(key)
        case "terrain":
            return line.text(key)
        case "spared" | "barred":
            return line.ids(names.companies, key, "company")
        case "colour":
            return COLOURS.index(line.one_of(key, COLOURS))
        case "token_on" | "call":
            return line.id(names.hexes, key, "hex")
    value = line.value(key)
    return tuple(value) if isinstance(value, list) else value


def _some(line: Table, key: str, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """What was found, if it is anything."""
    if not found:
        raise line.bad("names nothing", key)
    return found
