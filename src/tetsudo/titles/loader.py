"""From a title's data files to the setup of a table. What the files hold: `docs/notation.md`.

A title is a folder; nothing here knows any of them. Reading is cached, since the data
never change: a setup that was asked for before is the same object.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from tetsudo.errors import BadData, BadInput
from tetsudo.model.map import Map
from tetsudo.model.market import Market
from tetsudo.model.tiles import Face, Tile
from tetsudo.model.title import Company, OptionValue, Phase, Private, Rules, Setup, TrainKind
from tetsudo.titles import files, options
from tetsudo.titles.checks import check_upgrades
from tetsudo.titles.files import Raw, Table
from tetsudo.titles.maps import build_map
from tetsudo.titles.markets import build_market
from tetsudo.titles.options import OptionInfo
from tetsudo.titles.parts import Names, SaleRange, build_companies, build_phases, build_private, build_trains
from tetsudo.titles.tiles import FaceBook, build_tiles, tile_tables
from tetsudo.units import FaceId, PlayerId, PrivateId, TileId

TITLE_FILE: Final = "title.toml"
FILE_OF: Final = {
    "players": TITLE_FILE,
    "rules": TITLE_FILE,
    "trains": TITLE_FILE,
    "phases": TITLE_FILE,
    "companies": "companies.toml",
    "privates": "companies.toml",
    "tiles": "tiles.toml",
    "map": "map.toml",
    "market": "market.toml",
}
"""The tables that scenarios and variants may change, with the file of each."""

FIXED: Final = frozenset(option.name for option in options.known_options() if option.fixed)
"""The rules that belong to a title and are not for players to choose."""

Options = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A scenario or a variant of a title."""

    name: str
    title: str  # for people
    help: str


@dataclass(frozen=True, slots=True)
class TitleInfo:
    """What can be chosen before a game of a title begins."""

    name: str  # "1889"
    full_name: str
    designer: str
    publisher: str
    minimum_players: int
    maximum_players: int
    scenarios: tuple[Choice, ...]
    variants: tuple[Choice, ...]
    options: tuple[OptionInfo, ...]

    def option(self, name: str) -> OptionInfo:
        """The option of a name; BadInput if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        raise BadInput(f"{self.full_name} has no option {name!r}", f"option {name}")


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of a title in our own words. `resolution`: how an unclear one is played."""

    id: str
    section: str
    kind: str
    text: str
    resolution: str = ""
    restates: str = ""  # the clause that says the same
    untestable: bool = False

    @property
    def counts(self) -> bool:
        """Whether a test should show it at work."""
        return not self.restates and not self.untestable and self.kind != "etiquette"


# The public face


@cache
def titles() -> tuple[TitleInfo, ...]:
    """Every title that can be played."""
    return tuple(_title_info(name) for name in files.folders())


def title_info(title: str) -> TitleInfo:
    """What can be chosen in one title; BadInput if there is none of the name."""
    for info in titles():
        if info.name == title:
            return info
    raise BadInput(f"there is no title {title!r}; there are {', '.join(files.folders())}", "title")


def setup(
    title: str,
    players: int,
    variants: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    scenario: str | None = None,
    deal: Sequence[str] | None = None,
    seed: int | None = None,
) -> Setup:
    """Everything fixed about a table; BadInput names what can not be chosen.

    `deal` names the privates of players 0, 1, ... where they are dealt; without it the
    seed deals (no seed is seed 0). The order of variants and options does not matter.
    """
    info = title_info(title)
    if not info.minimum_players <= players <= info.maximum_players:
        seats = f"{info.minimum_players} to {info.maximum_players}"
        raise BadInput(f"{info.full_name} is for {seats} players, not {players}", "players")
    chosen = tuple(sorted((options or {}).items()))
    named_variants = _in_order(info.variants, variants, "variant")
    fixed = _setup(title, players, named_variants, chosen, _scenario(info, scenario))
    if fixed.rules.auction:
        if deal is not None:
            raise BadInput("nothing is dealt in this game: its privates are auctioned", "deal")
        return fixed
    return replace(fixed, lots=(), deal=_deal(fixed, deal, seed))


def clauses(title: str) -> tuple[Clause, ...]:
    """The rules of a title, one by one."""
    return tuple(_clauses(title_info(title).name).values())


def powers(title: str) -> Mapping[str, Any]:
    """The title's own classes of powers, by the kind that its data name."""
    module = f"{__package__}.{files.PREFIX}{title}.powers"
    own: Mapping[str, Any] = import_module(module).POWERS if find_spec(module) else {}
    return own


def changed_options(setup: Setup) -> dict[str, OptionValue]:
    """The options of a table that differ from those of its title and variants."""
    usual = _setup(setup.title, setup.players, setup.variants, (), setup.scenario).options
    return {name: value for name, value in setup.options.items() if usual[name] != value}


def check(title: str) -> None:
    """Read everything of a title, whatever is chosen; BadData if anything is wrong."""
    info = title_info(title)
    ids = {clause.id for clause in clauses(title)}
    for code, clause in _reasons(title).items():
        if clause not in ids:
            raise BadData(f"{files.path_of(title, TITLE_FILE)}: reasons.{code}: there is no clause {clause!r}")
    scenarios = tuple(choice.name for choice in info.scenarios) or ("",)
    for players in range(info.minimum_players, info.maximum_players + 1):
        for scenario in scenarios:
            for variants in ((), *((choice.name,) for choice in info.variants)):
                _setup(title, players, variants, (), scenario)


# What can be chosen


def _title_info(title: str) -> TitleInfo:
    table = Table(files.read(title, TITLE_FILE), files.path_of(title, TITLE_FILE))
    players = [_players_key(table.table("players"), key) for key in table.table("players").raw]
    info = TitleInfo(
        name=title,
        full_name=table.text("name"),
        designer=table.text("designer"),
        publisher=table.text("publisher"),
        minimum_players=min(players),
        maximum_players=max(players),
        scenarios=_choices(table.table("scenarios", optional=True)),
        variants=_choices(table.table("variants", optional=True)),
        options=tuple(option for option in _options(title, "", ()) if not option.fixed),
    )
    for name in ("currency", "players", "rules", "trains", "phases", "reasons"):
        table.value(name)
    table.done()
    return info


def _players_key(table: Table, key: str) -> PlayerId:
    if not key.isdecimal():
        raise table.bad("must be a number of players", key)
    return int(key)


def _choices(table: Table) -> tuple[Choice, ...]:
    choices = []
    for name, line in table.tables():
        choices.append(Choice(name, line.text("name"), line.text("help")))
        for section in FILE_OF:
            line.table(section, optional=True)
        line.done()
    return tuple(choices)


def _in_order(choices: tuple[Choice, ...], names: Sequence[str], what: str) -> tuple[str, ...]:
    """The names in the order of the title, each once."""
    known = tuple(choice.name for choice in choices)
    for name in names:
        if name not in known:
            raise BadInput(f"there is no {what} {name!r}; there are {', '.join(known) or 'none'}", what)
    return tuple(name for name in known if name in names)


def _scenario(info: TitleInfo, scenario: str | None) -> str:
    """The scenario that is played: the title's first if none is named, "" if it has none."""
    if scenario:
        return _in_order(info.scenarios, (scenario,), "scenario")[0]
    return info.scenarios[0].name if info.scenarios else ""


# The tables, with the changes of a scenario and variants


@lru_cache(maxsize=64)
def _sections(title: str, scenario: str, variants: tuple[str, ...]) -> dict[str, Raw]:
    """The tables of `FILE_OF`, changed."""
    main = files.read(title, TITLE_FILE)
    sections = {name: _section(title, name) for name in FILE_OF}
    changes = [main["scenarios"][scenario]] if scenario else []
    changes += [main["variants"][variant] for variant in variants]
    for change in changes:
        sections = {name: files.merged(raw, change.get(name, {})) for name, raw in sections.items()}
    return sections


def _section(title: str, name: str) -> Raw:
    if name == "tiles":
        return tile_tables(title)
    raw = files.read(title, FILE_OF[name])
    if name in ("map", "market"):
        return raw
    return dict(Table(raw, files.path_of(title, FILE_OF[name])).table(name).raw)


def _table(title: str, sections: Mapping[str, Raw], name: str) -> Table:
    key = "" if name in ("map", "market", "tiles") else name
    return Table(sections[name], files.path_of(title, FILE_OF[name]), key)


@lru_cache(maxsize=64)
def _options(title: str, scenario: str, variants: tuple[str, ...]) -> tuple[OptionInfo, ...]:
    """The title's options with the defaults under a scenario and variants."""
    sections = _sections(title, scenario, variants)
    rules = _table(title, sections, "rules")
    rows = [(int(key), row) for key, row in _table(title, sections, "players").tables()]
    known = tuple(_with_default(option, sections, rules, rows) for option in options.known_options())
    rules.done()
    for _, row in rows:
        row.value("privates")
        row.done()
    return known


def _with_default(
    option: OptionInfo, sections: Mapping[str, Raw], rules: Table, rows: Sequence[tuple[int, Table]]
) -> OptionInfo:
    if option.column:
        return replace(option, default=options.column_text(sections, option.column))
    if option.name in rules:
        return replace(option, default=_default(option, rules))
    return replace(option, by_players={players: _default(option, row) for players, row in rows})


def _default(option: OptionInfo, table: Table) -> OptionValue:
    value: OptionValue = table.value(option.name)
    try:
        return options.checked(option, value)
    except BadInput as error:
        raise table.bad(error.sentence, option.name) from None


# A table's setup


@dataclass(frozen=True, slots=True)
class _Parts:
    """What does not depend on players and options."""

    map: Map
    tiles: tuple[Tile, ...]
    faces: tuple[Face, ...]
    face_of: dict[tuple[TileId, int], FaceId]
    market: Market
    trains: tuple[TrainKind, ...]
    phases: tuple[Phase, ...]
    companies: tuple[Company, ...]


@lru_cache(maxsize=64)
def _parts(title: str, scenario: str, variants: tuple[str, ...]) -> _Parts:
    sections = _sections(title, scenario, variants)
    book = FaceBook()
    map = build_map(_table(title, sections, "map"), book)
    tiles = build_tiles(_table(title, sections, "tiles"))
    check_upgrades(tiles, files.path_of(title, FILE_OF["tiles"]))
    for tile in tiles:
        book.add_tile(tile)
    trains = build_trains(_table(title, sections, "trains"))
    return _Parts(
        map=map,
        tiles=tiles,
        faces=tuple(book.faces),
        face_of=book.face_of,
        market=build_market(_table(title, sections, "market")),
        trains=trains,
        phases=build_phases(_table(title, sections, "phases"), trains),
        companies=build_companies(_table(title, sections, "companies"), map, book.faces),
    )


@lru_cache(maxsize=256)
def _setup(title: str, players: int, variants: tuple[str, ...], chosen: Options, scenario: str) -> Setup:
    parts = _parts(title, scenario, variants)
    main = Table(files.read(title, TITLE_FILE), files.path_of(title, TITLE_FILE))
    values = _values(_options(title, scenario, variants), players, dict(chosen))
    privates = _privates(title, scenario, variants, players, values)
    rules = _rules(parts, values)
    _check_cash(rules, players, privates)
    return Setup(
        title=title,
        name=main.text("name"),
        currency=main.text("currency"),
        players=players,
        variants=variants,
        options={name: value for name, value in values.items() if name not in FIXED},
        rules=rules,
        map=parts.map,
        tiles=parts.tiles,
        faces=parts.faces,
        market=parts.market,
        trains=_trains(parts.trains, values),
        phases=_phases(parts.phases, values),
        privates=privates,
        companies=tuple(replace(company, float_percent=values["float_percent"]) for company in parts.companies),
        lots=tuple(private.id for private in privates),
        deal=(),
        clauses=_reasons(title),
        face_of=parts.face_of,
        scenario=scenario,
    )


def _values(known: tuple[OptionInfo, ...], players: int, chosen: Mapping[str, OptionValue]) -> dict[str, Any]:
    """Every option that players may choose and every fixed rule, by name."""
    free = {option.name for option in known if not option.fixed}
    for name in chosen:
        if name not in free:
            raise BadInput(f"there is no option {name!r}", f"option {name}")
    return {option.name: _value(option, option.default_for(players), chosen) for option in known}


def _value(option: OptionInfo, default: OptionValue, chosen: Mapping[str, OptionValue]) -> OptionValue:
    return options.checked(option, chosen[option.name], default) if option.name in chosen else default


def _rules(parts: _Parts, values: Mapping[str, Any]) -> Rules:
    return Rules(
        bank=values["bank"],
        cash=values["starting_cash"],
        certificate_limit=values["certificate_limit"],
        hold_limit=values["hold_limit"],
        market_limit=values["market_limit"],
        bid_step=values["bid_step"],
        pars=tuple(sorted(parts.market.pars)),
        unlimited_trains=values["unlimited_trains"],
        bank_breaks_at_zero=values["bank_breaks_at_zero"],
        bid_off_order=values["bid_off_order"],
        forced_lot=values["forced_lot"],
        early_bankruptcy=values["early_bankruptcy"],
        offers=values["offers"],
        auction=values["auction"],
        home_tokens=values["home_tokens"],
        must_own_train=values["must_own_train"],
        track=values["track"],
        turn_limit=values["turn_limit"],
        final_privates=values["final_privates"],
        steps=tuple(values["steps"].split()),
    )


def _check_cash(rules: Rules, players: int, privates: Sequence[Private]) -> None:
    """The bank can pay the starting cash, and that can pay what is dealt."""
    if rules.bank < players * rules.cash:
        raise BadInput(
            f"bank must hold the starting cash of all players, {players * rules.cash}, not {rules.bank}", "option bank"
        )
    dearest = 0 if rules.auction else max(private.price for private in privates)
    if rules.cash < dearest:
        raise BadInput(
            f"starting_cash must pay any private that is dealt, {dearest}, not {rules.cash}", "option starting_cash"
        )


def _privates(
    title: str, scenario: str, variants: tuple[str, ...], players: int, values: Mapping[str, Any]
) -> tuple[Private, ...]:
    """The privates in play, in the order of the line-up."""
    parts = _parts(title, scenario, variants)
    sections = _sections(title, scenario, variants)
    row = _table(title, sections, "players").table(str(players))
    table = _table(title, sections, "privates")
    names = Names.of(parts.map, parts.tiles, parts.companies, parts.phases)
    sale = SaleRange(values["private_low"], values["private_high"])
    own = powers(title)
    symbols = row.words("privates")
    for symbol in symbols:
        if symbol not in table:
            raise row.bad(f"{symbol!r} is no private", "privates")
    return tuple(build_private(id, symbol, table.table(symbol), sale, names, own) for id, symbol in enumerate(symbols))


def _trains(trains: tuple[TrainKind, ...], values: Mapping[str, Any]) -> tuple[TrainKind, ...]:
    """The train table with the options' counts and prices."""
    prices = [int(word) for word in values["train_prices"].split()]
    counts = iter(int(word) for word in values["train_counts"].split())
    top = -1 if values["unlimited_trains"] else values["top_trains"]
    return tuple(
        replace(train, price=price, count=top if train.count < 0 else next(counts))
        for train, price in zip(trains, prices, strict=True)
    )


def _phases(phases: tuple[Phase, ...], values: Mapping[str, Any]) -> tuple[Phase, ...]:
    """The phase table with the options' limits and rounds."""
    limits = [int(word) for word in values["train_limits"].split()]
    rounds = [int(word) for word in values["operating_rounds"].split()]
    return tuple(
        replace(phase, train_limit=limit, operating_rounds=count)
        for phase, limit, count in zip(phases, limits, rounds, strict=True)
    )


def _deal(setup: Setup, deal: Sequence[str] | None, seed: int | None) -> tuple[PrivateId, ...]:
    """The private of each player."""
    ids = {private.symbol: private.id for private in setup.privates}
    if deal is None:
        return tuple(random.Random(seed or 0).sample(sorted(ids.values()), setup.players))
    if len(deal) != setup.players or len(set(deal)) < len(deal) or not set(deal) <= set(ids):
        wanted = f"{setup.players} different ones of {', '.join(ids)}"
        raise BadInput(f"deal must name {wanted}, not {', '.join(deal)}", "deal")
    return tuple(ids[symbol] for symbol in deal)


# Clauses


@cache
def _clauses(title: str) -> dict[str, Clause]:
    name = "clauses.toml"
    table = Table(files.read(title, name), files.path_of(title, name))
    return {id: _clause(id, line) for id, line in table.tables()}


def _clause(id: str, line: Table) -> Clause:
    clause = Clause(
        id=id,
        section=line.text("section"),
        kind=line.text("kind"),
        text=line.text("text"),
        resolution=line.text("resolution", ""),
        restates=line.text("restates", ""),
        untestable=line.flag("untestable", False),
    )
    line.done()
    return clause


@cache
def _reasons(title: str) -> dict[str, str]:
    table = Table(files.read(title, TITLE_FILE), files.path_of(title, TITLE_FILE)).table("reasons")
    return {code: table.text(code) for code in table.raw}
