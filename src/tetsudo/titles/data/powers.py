"""Powers of privates and companies from data. Each kind of power declares its keys; other keys are refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tetsudo.core.units import NOBODY
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.power_spec import COMPANY, OWNER_KINDS, PRIVATE, REQUIRED, TITLE, Field, PowerSpec
from tetsudo.engine.model.tiles import Tile
from tetsudo.engine.model.title import Phase, PowerData, TrainKind
from tetsudo.titles.data.power_registry import Kinds
from tetsudo.titles.data.toml_table import TomlTable

HOLDER_PLURALS: Final = {PRIVATE: "privates", COMPANY: "companies", TITLE: "titles"}
"""Kinds of holders of a power, in plural for error messages."""


@dataclass(frozen=True, slots=True)
class Names:
    """Ids of the names that powers and companies may refer to, by form."""

    by_form: Mapping[str, Mapping[str, int]]
    closing: frozenset[int]  # phases that close privates
    terrains: Collection[str]

    @staticmethod
    def collect(
        map: Map,
        tiles: Sequence[Tile],
        symbols: Sequence[str],
        trains: Sequence[TrainKind],
        phases: Sequence[Phase],
        draws: Sequence[str],
    ) -> Names:
        """Collect the names of a title's parts; companies by their symbols."""
        by_phase = {phase.name: id for id, phase in enumerate(phases)}
        return Names(
            {
                "hex": map.by_name,
                "tile": {tile.name: tile.id for tile in tiles},
                "company": {symbol: id for id, symbol in enumerate(symbols)},
                "draw": {name: id for id, name in enumerate(draws)},
                "train": {train.name: train.id for train in trains},
                "phase": by_phase,
                "closing phase": by_phase,
            },
            frozenset(id for id, phase in enumerate(phases) if phase.closes_privates),
            frozenset(terrain for hex in map.hexes for terrain in hex.terrain),
        )

    @property
    def companies(self) -> Mapping[str, int]:
        """Company ids by symbol."""
        return self.by_form["company"]

    @property
    def phases(self) -> Mapping[str, int]:
        """Phase ids by name."""
        return self.by_form["phase"]


def build_private_powers(table: TomlTable, names: Names, kinds: Kinds) -> tuple[PowerData, ...]:
    """Powers of a private."""
    lines = table.list_of_tables("powers")
    powers = tuple(filter(None, (_private_power(line, names, kinds) for line in lines)))
    found = [power.power for power in powers]
    for power in found:
        if power.alone and found.count(power) > 1:
            table.contradict(f"a private has {power.kind} only once", "powers")
    laying = [power.kind for power in found if power.lays_tiles]
    if len(laying) > 1:
        table.contradict(f"a private has only one of {' and '.join(laying)}", "powers")
    return powers


def build_company_powers(table: TomlTable, names: Names, kinds: Kinds) -> tuple[PowerData, ...]:
    """Powers of a company itself."""
    lines = table.list_of_tables("powers")
    return tuple(filter(None, (_power(line, _kind(line, kinds, COMPANY), "company", names) for line in lines)))


def build_title_powers(table: TomlTable, names: Names, kinds: Kinds) -> tuple[PowerData, ...]:
    """Powers of the title itself, each under its own name."""
    lines = (line for _, line in table.tables())
    return tuple(filter(None, (_power(line, _kind(line, kinds, TITLE), "any", names) for line in lines)))


def _private_power(line: TomlTable, names: Names, kinds: Kinds) -> PowerData | None:
    power = _power(line, _kind(line, kinds, PRIVATE), line.one_of("owner", OWNER_KINDS), names)
    users = _allowed_owners(power) if power else OWNER_KINDS
    if power and power.owner_kind not in users:
        line.contradict(f"must be {' or '.join(users)} for {power.power.kind}, not {power.owner_kind!r}", "owner")
    return power


def _allowed_owners(power: PowerData) -> tuple[str, ...]:
    """Kinds of owners allowed for a private with this power."""
    for field in power.power.fields.values():
        word = power.values[field.name]
        if isinstance(word, str) and word in field.said.owners:
            return field.said.owners[word]
    return power.power.owners


def _kind(line: TomlTable, kinds: Kinds, whose: str) -> type[PowerSpec] | None:
    """Kind of a power; None if a private, a company or the title (`whose`) cannot have it."""
    word = line.text("kind")
    if word in kinds and whose in kinds[word].belongs_to:
        return kinds[word]
    if word in kinds:
        others = " and ".join(HOLDER_PLURALS[each] for each in kinds[word].belongs_to)
        line.refuse(f"{word!r} is a power of {others} only", "kind")
    elif isinstance(line.raw.get("kind"), str):
        line.refuse(f"{word!r} is no power{hint(word, kinds, listed=False)}", "kind")
    return None


def _power(line: TomlTable, kind: type[PowerSpec] | None, owner: str, names: Names) -> PowerData | None:
    """Power with its values; None if its kind is refused, since the keys follow from the kind."""
    if kind is None:
        return None
    values = {name: _value(line, field, names) for name, field in kind.fields.items()}
    line.check_all_read()
    for name, field in kind.fields.items():
        if name in line:
            _check_effect(line, kind, field, values)
        elif field.said.needed and field.said.unless not in line:
            line.refuse(f"is missing, and so is a {field.said.unless}", name)
    return PowerData(kind, owner, values)


def _check_effect(line: TomlTable, kind: type[PowerSpec], field: Field, values: Mapping[str, object]) -> None:
    """Raise BadData if another key makes this one meaningless."""
    for other, is_usual in ((field.said.beside, True), (field.said.unless, False)):
        if other and (values[other] == kind.fields[other].default) == is_usual:
            line.contradict(f"says nothing where {other} is {str(values[other]).lower()}", field.name)


def _value(line: TomlTable, field: Field, names: Names) -> object:
    """Value of a key: names as ids, lists as tuples, anything else unchanged."""
    key, form = field.name, field.form
    if field.default is not REQUIRED and key not in line:
        return field.default
    if form.several:
        return _tuple_value(line, field, names)
    match form.name:
        case "flag":
            return line.flag(key)
        case "number" | "money":
            return line.number(key, minimum=field.said.minimum)
        case "word":
            return line.one_of(key, field.choices)
        case "text":
            return line.text(key)
        case "colour":
            return line.colour(key)
        case "terrain":
            return _terrain(line, key, names)
        case "closing phase":
            return _closing_phase(line, key, names)
    return line.id(names.by_form[form.name], key, form.name)


def _tuple_value(line: TomlTable, field: Field, names: Names) -> tuple[Any, ...]:
    """Tuple of words, amounts or ids; raise BadData if it is empty."""
    key, form = field.name, field.form.name
    match form:
        case "word":
            found: tuple[Any, ...] = line.words_among(key, field.choices)
        case "money":
            found = line.numbers(key)
        case _:
            found = line.ids(names.by_form[form], key, form)
    if not found:
        line.contradict("names nothing", key)
    return found


def _terrain(line: TomlTable, key: str, names: Names) -> str:
    terrain = line.text(key)
    if terrain not in names.terrains:
        line.refuse(f"no hex has the terrain {terrain!r}{hint(terrain, sorted(names.terrains))}", key)
    return terrain


def _closing_phase(line: TomlTable, key: str, names: Names) -> int:
    phase = line.id(names.phases, key, "phase")
    if phase not in (NOBODY, *names.closing):
        line.contradict("must be a phase that closes privates", key)
    return phase
