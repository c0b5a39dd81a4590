"""Every key of a title's data has an effect.

The keys are not listed here: the loader is watched while it reads the titles. Each key that it asks for, present or
not, is then changed in some line of some title. The change must be refused, or the setup or the rules must differ; for
powers only the attributes derived from their data count, not the data themselves.
"""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import re
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tetsudo
from tests.titles.renaming import read_own, title_copy
from tetsudo.core.errors import BadData, BadInput
from tetsudo.engine.model import map as map_model
from tetsudo.engine.model import market as market_model
from tetsudo.engine.model import tiles as tiles_model
from tetsudo.engine.model import title as title_model
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles import loader, setup_builder
from tetsudo.titles.data import clauses, discovery, options
from tetsudo.titles.data import power_registry as kinds
from tetsudo.titles.data import toml_files as files
from tetsudo.titles.data.toml_table import Raw, TomlTable

HOSTS = {"1889": "", "1888": "", "1890": "C"}
"""Titles whose lines are changed, each with a scenario that changes nothing itself."""

UNUSED_KINDS = {"closes_with_train", "teleport"}
"""Kinds of powers that no shipped title has: `test_general_mechanisms.py` plays them."""

PLAYERS = 4
READERS = ("value", "text", "number", "flag", "one_of", "texts", "words", "words_among", "numbers", "id", "ids")
FILES = ("title.toml", "companies.toml", "tiles.toml", "map.toml", "market.toml", "clauses.toml")
TRIES = 9
"""Number of values tried in each of three lines until one takes effect."""

ALWAYS_REFUSED = {
    # only one valid value
    *((f"powers of privates: {kind}", "owner") for kind in (
        "blocks_hexes", "brings", "exchange_for_share", "pays_once", "station", "stays_open", "stays_with_player",
        "terrain_discount",
    )),
    ("title.toml:", "base"),  # refers to a missing title
    ("companies.toml:companies.*", "ordinary"),
    ("tiles.toml", "colour"),
    # needs another change as well: for example, 1889 has one phase that closes privates
    ("companies.toml:companies.*", "chooses_home"),
    ("companies.toml:companies.*", "kind"),
    ("companies.toml:companies.*.forms.members", "president"),
    ("companies.toml:privates.*", "for_sale"),
    ("companies.toml:privates.*", "must"),
    ("companies.toml:privates.*", "tokens"),
    ("map.toml:", "only"),
    ("map.toml:", "orientation"),
    ("tiles.toml", "only"),
    ("map.toml:hexes.*", "borders"),
    ("map.toml:hexes.*", "track"),
    ("market.toml:marks.*", "par"),
    ("powers of privates: stays_with_player", "phase"),
    ("powers of privates: brings", "company"),  # must reserve the certificate it brings
    ("powers of privates: brings", "what"),
    ("powers of companies: brings", "company"),
    ("tiles.toml", "track"),
}  # fmt: skip
"""Kinds of tables with keys for which no valid change can be guessed."""

REASON = "must_sell"
"""The only reason of the engine whose clause is changed: all are read the same way."""

PROGRAM = Path(tetsudo.__file__).parent

GUESSES = ("another", "water", "1889-GEN-05")
"""Texts that might be valid values."""


class Place(NamedTuple):
    """A table that the loader reads: title, file and key."""

    title: str
    file: str
    key: str


class Reading(NamedTuple):
    """Method of `toml_files.TomlTable` that reads a key, with its valid words and defaults."""

    method: str
    arguments: tuple[Any, ...]

    @property
    def words(self) -> list[str]:
        """Valid words, if they are limited."""
        return [word for each in self.arguments if isinstance(each, tuple | dict) for word in each]


Spot = tuple[Place, Reading]


# A renamed title with some changed data


def other(patch: pytest.MonkeyPatch, title: str, file: str = "", raw: Raw | None = None) -> str:
    """The name of a copy of a title with one file replaced."""
    if file not in ("title.toml", "clauses.toml"):  # saves time
        patch.setattr(setup_builder, "clauses_by_code", lambda asked: clauses.clauses_by_code(title))
    return title_copy(patch, title, {file: raw} if raw else {})


def made(name: str, title: str, file: str) -> dict[str, Any]:
    """Everything built from a title's data that a file may affect."""
    info = loader._title_info(name) if file == "title.toml" else None
    setup = setup_builder.build_setup(name, HOSTS[title], (), PLAYERS, ())
    found = {field.name: getattr(setup, field.name) for field in fields(setup) if field.name != "title"}
    found["privates"] = [replace(private, powers=()) for private in setup.privates]
    found["companies"] = [replace(company, powers=()) for company in setup.companies]
    found["powers"] = [(type(power), vars(power)) for power in Ruleset(setup).powers.all]
    if info is not None:
        found["title"] = replace(info, name=""), files._order(name), files.clause_prefix(name).replace(name, title)
    if file == "clauses.toml":
        found |= clause_data(name)
    return found


def clause_data(name: str) -> dict[str, Any]:
    """Everything read from a title's clauses."""
    return {"clause texts": clauses.read_clauses(name), "clauses of puzzles": clauses.clauses_of_puzzles(name)}


# Keys that the loader asks for


def asked(monkeypatch: pytest.MonkeyPatch) -> Mapping[tuple[str, str], list[Spot]]:
    """All keys asked for while the titles are read, by kind of table, with the tables."""
    found: dict[tuple[str, str], dict[Place, Reading]] = defaultdict(dict)
    depth = [0]

    def watched(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def read(table: TomlTable, *arguments: Any, **named: Any) -> Any:
            title, _, file = table.path.removeprefix(discovery.FOLDER_PREFIX).partition("/")
            if not depth[0] and name in READERS and file in FILES:
                place = Place(title.partition("x")[0], file, table.key)
                key = next(each for each in arguments if isinstance(each, str))
                rest = tuple(each for each in arguments if each is not key)
                is_one = table.key != "reasons" or key == REASON
                if (
                    not isinstance(table.raw.get(key), Mapping)
                    and not (key == "kind" and "powers" in table.key)
                    and is_one
                ):
                    found[kind_of(place), key].setdefault(place, Reading(name, (*rest, *named.values())))
            depth[0] += 1
            try:
                return method(table, *arguments, **named)
            finally:
                depth[0] -= 1

        return read

    with monkeypatch.context() as patch:
        for name in (*READERS, "table", "list_of_tables"):
            patch.setattr(TomlTable, name, watched(name, getattr(TomlTable, name)))
        for title in HOSTS:
            name = other(patch, title, "title.toml", read_own(title, "title.toml"))
            made(name, title, "title.toml")
            clauses.read_clauses(name)
    return {key: list(places.items()) for key, places in found.items()}


def is_looked_at(table: TomlTable, key: str) -> bool:
    """True unless the key is a table, whose own keys follow, or the kind of a power, which determines its keys."""
    if isinstance(table.raw.get(key), Mapping) or (key == "kind" and ".powers[" in table.key):
        return False
    return table.key != "reasons" or key == REASON


def kind_of(place: Place) -> str:
    """Kind of a table without a title's names: companies.AR is one of companies.*, a power goes by its kind."""
    power = re.fullmatch(r"(privates|companies)\.(.+)\.powers\[(\d+)\]", place.key)
    if power:
        return f"powers of {power[1]}: {table_at(place, read_own(place.title, place.file))['kind']}"
    if place.file in ("tiles.toml", "clauses.toml"):
        return place.file
    names = "hexes|companies|privates|trains|phases|players|marks|scenarios|variants"
    key = re.sub(rf"^({names})\.(\d\.5|18xx\.games|[^.]+)", r"\1.*", re.sub(r"\[\d\]", "", place.key))
    return f"{place.file}:{key}"


def table_at(place: Place, raw: Any) -> Raw:
    """The table at a place in a file."""
    if place.file == "tiles.toml":
        colour, _, name = place.key.partition(".")
        return raw[colour][name]
    if place.file == "clauses.toml":
        return raw[place.key]
    rest = place.key
    while rest:
        if rest[0] == "[":
            number, _, rest = rest[1:].partition("]")
            raw = raw[int(number)]
        else:
            name = max((name for name in raw if re.match(rf"{re.escape(name)}(\W|$)", rest)), key=len)
            raw, rest = raw[name], rest[len(name) :]
        rest = rest.removeprefix(".")
    return raw


# Changes


def others(key: str, value: Any, how: Reading) -> Iterator[Any]:
    """Other possible values of a key."""
    option = next((option for option in options.known_options() if option.name == key), None)
    if isinstance(value, bool) or how.method == "flag" or (option and option.type == "flag"):
        yield not value
    elif isinstance(value, int) or how.method == "number":
        old = value or 0
        yield from (old + 1, old + 10, old - 1, old + 100, 1, 2)
    elif option and option.choices:
        yield from option.choices
    elif how.words:
        yield from (f"{value} {word}" for word in how.words if value and how.method in ("ids", "words_among"))
        yield from how.words
    elif isinstance(value, list) or how.method == "texts":
        yield from (["another"], ["town 10"], [], (value or [])[:-1])
    elif key in ("colour", "offboard", "tiles"):
        yield from ("#123456", "green", "yellow", "yellow green", "yellow green brown grey")
    else:
        words = str(value or "").split()
        turned = () if how.method == "numbers" else (" ".join((*words[1:], *words[:1])),)  # sides are a set
        yield from (" ".join(words[1:]), *turned, "1", "100", *GUESSES)


def results(monkeypatch: pytest.MonkeyPatch, spot: Spot, key: str, before: Mapping[str, Any]) -> Iterator[str]:
    """Outcomes of changes of a key in a line: "changed", "refused", or the change that had no effect."""
    (title, file, _), how = spot
    value = table_at(spot[0], read_own(title, file)).get(key)
    usual = how.arguments if value is None else ()
    for new in others(key, value, how):
        if new == value or new in usual:
            continue
        raw = copy.deepcopy(read_own(title, file))
        table_at(spot[0], raw)[key] = new
        with monkeypatch.context() as patch:
            try:
                after = made(other(patch, title, file, raw), title, file)
            except (BadData, BadInput):
                yield "refused"
                continue
        unchanged = all(after[part] == before[part] for part in after)
        yield f"{title}/{file}: {spot[0].key}.{key} = {new!r}" if unchanged else "changed"


def likely(spots: list[Spot], key: str) -> list[Spot]:
    """Three of the lines: first some that have the key; among rows for numbers of players, the one in use."""
    fitting = [spot for spot in spots if not spot[0].key.startswith("players.") or spot[0].key == f"players.{PLAYERS}"]
    having = [spot for spot in fitting if key in table_at(spot[0], read_own(spot[0].title, spot[0].file))]
    return [*having[:: max(1, len(having) // 2)][:2], *fitting[:: max(1, len(fitting) // 2)]][:3]


@pytest.mark.long
def test_no_key_is_without_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = asked(monkeypatch)
    before = {}
    for title in HOSTS:
        with monkeypatch.context() as patch:
            before[title] = made(other(patch, title), title, "title.toml") | clause_data(title)
    silent, refused = {}, set()
    for (kind, name), lines in spots.items():
        found: list[str] = []
        for spot in likely(lines, name)[: 1 if (kind, name) in ALWAYS_REFUSED else None]:
            found += until_changed(itertools.islice(results(monkeypatch, spot, name, before[spot[0].title]), TRIES))
            if "changed" in found:
                break
        if set(found) <= {"refused"}:
            refused.add((kind, name))
        elif "changed" not in found:
            silent[kind, name] = found
    assert len(spots) > 200
    assert silent == {}
    assert refused - ALWAYS_REFUSED == ALWAYS_REFUSED - refused == set()


def until_changed(found: Iterator[str]) -> Iterator[str]:
    for result in found:
        yield result
        if result == "changed":
            return


# Use of the built data


def test_whatever_powers_keep_of_their_data_is_asked_for() -> None:
    """Each attribute set when a kind of power is built is read elsewhere; its keys are checked by its class."""
    read = attributes_read("engine", "titles")
    setups = [setup_builder.build_setup(title, scenario, (), PLAYERS, ()) for title, scenario in HOSTS.items()]
    setups += [
        setup_builder.build_setup(title, scenario, (choice.name,), PLAYERS, ())
        for title, scenario in HOSTS.items()
        for choice in loader.title_info(title).variants
    ]
    powers = {type(power): power for setup in setups for power in Ruleset(setup).powers.all}
    known = {kind for title in HOSTS for kind in kinds.kinds_of(title).values()}
    assert {kind.kind for kind in known - set(powers)} == UNUSED_KINDS
    assert {name for kind, power in powers.items() for name in vars(power).keys() - kind.fields.keys()} <= read


def test_each_key_of_a_power_is_read_by_the_power_itself() -> None:
    """A class itself can only check that something of the same name is read."""
    for kind in {kind for title in HOSTS for kind in kinds.kinds_of(title).values()}:
        classes = [ast.parse(textwrap.dedent(inspect.getsource(base))).body[0] for base in kind.__mro__[:-3]]
        methods = [each for node in classes for each in ast.iter_child_nodes(node) if is_method(each)]
        read = {
            node.attr
            for method in methods
            for node in ast.walk(method)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
        }
        assert set(kind.fields) <= read, kind


def is_method(node: ast.AST) -> bool:
    """True for a method with an effect, not for its description."""
    return isinstance(node, ast.FunctionDef) and node.name != "words"


@pytest.mark.pure
def test_whatever_a_setup_says_is_asked_for() -> None:
    """Each field of the engine's input is read outside the code that builds it."""
    read = attributes_read(*(path.name for path in PROGRAM.iterdir() if path.stem not in ("titles", "interop")))
    kinds = [
        kind
        for module in (title_model, map_model, market_model, tiles_model)
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
    ]
    assert len(kinds) > 12
    unread = {f"{kind.__name__}.{field.name}" for kind in kinds for field in fields(kind) if field.name not in read}
    assert unread == {"Hex.dead_ends"}  # only the loader's: it determines the closed sides


def attributes_read(*rooms: str) -> set[str]:
    """Names of all attributes read in parts of the program, except those read while powers are built."""
    files = [
        file for room in rooms for file in ((PROGRAM / room).rglob("*.py") if "." not in room else [PROGRAM / room])
    ]
    return {
        node.attr
        for file in files
        for node in outside_makers(ast.parse(file.read_text("utf-8")), "powers" in (file.parent.name, file.stem))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


def outside_makers(tree: ast.AST, leaves_out: bool) -> Iterator[ast.AST]:
    """All nodes of a module, or those outside `settle`."""
    for node in ast.iter_child_nodes(tree):
        if not (leaves_out and isinstance(node, ast.FunctionDef) and node.name == "settle"):
            yield node
            yield from outside_makers(node, leaves_out)
