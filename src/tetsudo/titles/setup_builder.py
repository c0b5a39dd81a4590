"""The setup of a table, built from a title's tables and the option values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, FaceId, TileId
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.market import Market
from tetsudo.engine.model.options import OptionValue, Settings
from tetsudo.engine.model.tiles import Face, Tile
from tetsudo.engine.model.title import MINOR, Company, Draw, Lot, Phase, Private, Setup, TrainKind
from tetsudo.titles.data import options, power_registry
from tetsudo.titles.data.checks import (
    check_choices,
    check_homes,
    check_pars,
    check_phase_companies,
    check_places,
    check_printed_upgrades,
    check_ranges,
    check_reserved,
    check_steps,
    check_trades,
    check_upgrades,
)
from tetsudo.titles.data.clauses import clauses_by_code
from tetsudo.titles.data.companies_and_trains import (
    SaleRange,
    build_companies,
    build_phases,
    build_private,
    build_trains,
)
from tetsudo.titles.data.maps import build_map
from tetsudo.titles.data.markets import build_market
from tetsudo.titles.data.power_registry import Kinds
from tetsudo.titles.data.powers import Names, build_title_powers
from tetsudo.titles.data.tiles import FaceBook, build_tiles
from tetsudo.titles.data.toml_table import AnyName, TomlTable
from tetsudo.titles.data.variants import FILE_OF, changed_table, main_table, options_of
from tetsudo.titles.draws import build_draws, check_brought

ChosenOptions = tuple[tuple[str, OptionValue], ...]
"""Chosen options, sorted and hashable so that setups can be cached."""


def validate_options(
    title: str, scenario: str, variants: tuple[str, ...], players: int, chosen: Mapping[str, options.Given]
) -> ChosenOptions:
    """Validate the chosen options' types and bounds; raise BadInput if one is invalid."""
    free = {option.name: option for option in options_of(title, scenario, variants) if not option.fixed}
    for name in chosen:
        if name not in free:
            raise options.unknown_option(title, name, free)
    return tuple(
        (
            name,
            options.validate_option(option, options.to_data_value(option, chosen[name]), option.default_for(players)),
        )
        for name, option in sorted(free.items())
        if name in chosen
    )


@lru_cache(maxsize=256)
def build_setup(title: str, scenario: str, variants: tuple[str, ...], players: int, chosen: ChosenOptions) -> Setup:
    """Setup before any private is dealt or company drawn. The options must already be validated."""
    parts = _parts(title, scenario, variants)
    main = main_table(title)
    known = options_of(title, scenario, variants)
    values: dict[str, Any] = {option.name: option.default_for(players) for option in known} | dict(chosen)
    settings = _settings(values)
    privates = _privates(title, scenario, variants, players, settings)
    if chosen:
        _check_deal(settings, players, privates)
        _check_cash(settings, players, privates)
    else:
        _check_money(title, scenario, variants, players, settings, privates)
    _check_setup(title, scenario, variants, settings, privates, parts.companies)
    companies = tuple(_company(company, settings) for company in parts.companies)
    setup = Setup(
        title=title,
        name=main.text("name"),
        currency=main.text("currency"),
        language=main.text("language", ""),
        players=players,
        variants=variants,
        options={option.name: values[option.name] for option in known if not option.fixed},
        settings=settings,
        map=parts.map,
        tiles=parts.tiles,
        faces=parts.faces,
        market=parts.market,
        trains=_trains(parts.trains, settings),
        phases=_phases(parts.phases, settings),
        privates=privates,
        companies=companies,
        lots=_lots(privates, companies),
        deal=(),
        clauses=clauses_by_code(title),
        face_of=parts.face_of,
        scenario=scenario,
        powers=build_title_powers(
            changed_table(title, scenario, variants, "powers"), parts.names, power_registry.kinds_of(title)
        ),
        draws=parts.draws,
    )
    check_brought(changed_table(title, scenario, variants, "draws"), setup)
    return setup


def _check_money(
    title: str,
    scenario: str,
    variants: tuple[str, ...],
    players: int,
    settings: Settings,
    privates: Sequence[Private],
) -> None:
    """Raise BadData if the defaults of the options do not go together."""
    try:
        _check_deal(settings, players, privates)
        _check_cash(settings, players, privates)
    except BadInput as error:
        changed_table(title, scenario, variants, "rules").refuse(f"with {players} players {error.sentence}")


def _check_setup(
    title: str,
    scenario: str,
    variants: tuple[str, ...],
    settings: Settings,
    privates: Sequence[Private],
    companies: Sequence[Company],
) -> None:
    """Raise BadData for steps that cannot be played, or certificates that are not reserved."""
    rules = changed_table(title, scenario, variants, "rules")
    check_steps(rules, settings.steps)
    check_choices(rules, settings.steps, companies)
    check_trades(rules, settings)
    lines = changed_table(title, scenario, variants, "privates")
    check_reserved(lines, changed_table(title, scenario, variants, "companies"), privates, companies)


@dataclass(frozen=True, slots=True)
class _Parts:
    """Parts of a setup that do not depend on the number of players or the options."""

    map: Map
    tiles: tuple[Tile, ...]
    faces: tuple[Face, ...]
    face_of: dict[tuple[TileId, int], FaceId]
    market: Market
    trains: tuple[TrainKind, ...]
    phases: tuple[Phase, ...]
    companies: tuple[Company, ...]
    draws: tuple[Draw, ...]
    names: Names


@lru_cache(maxsize=64)
def _parts(title: str, scenario: str, variants: tuple[str, ...]) -> _Parts:
    tables = {name: changed_table(title, scenario, variants, name) for name in FILE_OF}
    book = FaceBook()
    map = build_map(tables["map"], book)
    tiles = build_tiles(tables["tiles"])
    check_upgrades(tiles, tables["tiles"])
    hexes = changed_table(title, scenario, variants, "map").table("hexes")
    check_places(tiles, tables["tiles"], hexes)
    check_printed_upgrades(tiles, hexes, map.hexes, book.faces)
    for tile in tiles:
        book.add_tile(tile)
    trains = build_trains(tables["trains"])
    phases = build_phases(tables["phases"], tables["trains"])
    lines, draws = tables["companies"], tables["draws"]
    names = _names(tables, Names.collect(map, tiles, tuple(lines.raw), trains, phases, tuple(draws.raw)))
    companies = build_companies(lines, map, book.faces, names, power_registry.kinds_of(title))
    market = build_market(tables["market"])
    check_phase_companies(tables["phases"], companies)
    if tables["trains"].is_sound:
        check_ranges(tables["trains"], trains, book.faces)
    if tables["market"].is_sound:
        check_pars(lines, companies, market)
    check_homes(lines, companies, map, book.faces)
    return _Parts(
        map=map,
        tiles=tiles,
        faces=tuple(book.faces),
        face_of=book.face_of,
        market=market,
        trains=trains,
        phases=phases,
        companies=companies,
        draws=build_draws(draws, companies, names),
        names=names,
    )


SECTION_OF_FORM: Final = {
    "hex": "map",
    "tile": "tiles",
    "company": "companies",
    "train": "trains",
    "phase": "phases",
    "closing phase": "phases",
}
"""Tables in which names of a form stand."""


def _names(tables: Mapping[str, TomlTable], names: Names) -> Names:
    """Names of a title's parts; in a draft any name is known where a file cannot be read."""
    hidden = {form for form, section in SECTION_OF_FORM.items() if tables[section].is_hidden}
    if tables["map"].table("hexes").is_hidden:
        hidden.add("hex")
    by_form = {form: AnyName() if form in hidden else found for form, found in names.by_form.items()}
    return replace(names, by_form=by_form, terrains=AnyName() if "hex" in hidden else names.terrains)


def check_choice(title: str, scenario: str, variants: tuple[str, ...], players: Sequence[int]) -> None:
    """Note the mistakes in a draft under a scenario and variants, for some numbers of players.

    What needs the values of options, or all companies and privates, is checked only where those are sound.
    """
    parts = _parts(title, scenario, variants)
    known = options_of(title, scenario, variants)
    tables = {name: changed_table(title, scenario, variants, name) for name in FILE_OF}
    kinds = power_registry.kinds_of(title)
    build_title_powers(tables["powers"], parts.names, kinds)
    _every_private(tables["privates"], SaleRange(0, 100), parts.names, kinds)
    for number in players:
        _symbols(tables["players"].table(str(number)), tables["privates"])
    if not all(tables[name].is_sound for name in ("rules", "players", "trains", "phases", "companies", "privates")):
        return
    for number in players:
        settings = _settings({option.name: option.default_for(number) for option in known})
        privates = _privates(title, scenario, variants, number, settings)
        _check_money(title, scenario, variants, number, settings, privates)
        _check_setup(title, scenario, variants, settings, privates, parts.companies)


def _settings(values: Mapping[str, Any]) -> Settings:
    """Settings from all option values, with number lists and steps split into tuples."""
    return Settings(**{option.name: _value(option.type, values[option.name]) for option in options.known_options()})


def _value(type: str, value: Any) -> Any:
    if type == options.NUMBERS:
        return tuple(int(word) for word in value.split())
    return tuple(value.split()) if type == options.STEPS else value


def _check_deal(settings: Settings, players: int, privates: Sequence[Private]) -> None:
    """Raise BadInput if privates are dealt and there are fewer than players (1889-BEG-02)."""
    if not settings.auction and len(privates) < players:
        raise BadInput(
            "auction must be true when there are too few privates to deal, {count}",
            options.OPTIONS_FIELD,
            count=len(privates),
        )


def _check_cash(settings: Settings, players: int, privates: Sequence[Private]) -> None:
    """Raise BadInput if the bank cannot pay the starting cash, or a player cannot pay for a dealt private."""
    if settings.bank < players * settings.starting_cash:
        raise BadInput(
            "bank must cover the starting cash of all players, {sum}, not {bank}",
            options.OPTIONS_FIELD,
            sum=players * settings.starting_cash,
            bank=settings.bank,
        )
    dearest = 0 if settings.auction else max(private.price for private in privates)
    if settings.starting_cash < dearest:
        raise BadInput(
            "starting_cash must cover any dealt private, {dearest}, not {starting_cash}",
            options.OPTIONS_FIELD,
            dearest=dearest,
            starting_cash=settings.starting_cash,
        )
    if settings.starting_cash - settings.first_player_less < dearest:
        raise BadInput(
            "first_player_less must leave {dearest} of {starting_cash}, so it cannot be {less}",
            options.OPTIONS_FIELD,
            dearest=dearest,
            starting_cash=settings.starting_cash,
            less=settings.first_player_less,
        )


def _privates(
    title: str, scenario: str, variants: tuple[str, ...], players: int, settings: Settings
) -> tuple[Private, ...]:
    """Privates in play, in line-up order."""
    parts = _parts(title, scenario, variants)
    row = changed_table(title, scenario, variants, "players").table(str(players))
    lines = changed_table(title, scenario, variants, "privates")
    sale = SaleRange(settings.private_low, settings.private_high)
    every = _every_private(lines, sale, parts.names, power_registry.kinds_of(title))
    found = (replace(every[symbol], id=id) for id, symbol in enumerate(_symbols(row, lines)))
    return tuple(
        private if private.minor == NOBODY else replace(private, income=settings.converted_income) for private in found
    )


def _every_private(lines: TomlTable, sale: SaleRange, names: Names, kinds: Kinds) -> dict[str, Private]:
    """All privates by symbol; also those out of play, so that mistakes in their data are reported."""
    return {symbol: build_private(0, symbol, line, sale, names, kinds) for symbol, line in lines.tables()}


def _symbols(row: TomlTable, lines: TomlTable) -> tuple[str, ...]:
    """Privates in play for a number of players, in line-up order."""
    symbols = row.names("privates", "") or _by_price(lines)
    for symbol in symbols:
        if symbol not in lines and not lines.is_hidden:
            row.refuse(f"{symbol!r} is no private{hint(symbol, lines.raw)}", "privates")
    return tuple(symbol for symbol in symbols if symbol in lines)


def _by_price(privates: TomlTable) -> tuple[str, ...]:
    """Default line-up: all privates by price, lowest first, the late ones last.

    1890-A.8-b, 1890-B.8-b, 1890-C.8-b, 1890-D.8-b.
    """
    lines = dict(privates.tables())
    return tuple(sorted(lines, key=lambda symbol: (lines[symbol].flag("late", False), lines[symbol].number("price"))))


def _company(company: Company, settings: Settings) -> Company:
    """Company with the float percentage and, if its data only count tokens, the token prices of the options."""
    later = settings.token_prices
    prices = company.token_prices
    if later:
        further = len(prices) - company.home_tokens
        prices = (*prices[: company.home_tokens], *(later + later[-1:] * further)[:further])
    return replace(company, float_percent=company.floats or settings.float_percent, token_prices=prices)


def _lots(privates: Sequence[Private], companies: Sequence[Company]) -> tuple[Lot, ...]:
    """Line-up of the auction: the privates, then the minors."""
    sold = [Lot(each.id, NOBODY, each.symbol, each.name, each.price, each.falls) for each in privates if not each.late]
    sold += [Lot(NOBODY, each.id, each.symbol, each.name, each.price) for each in companies if each.kind == MINOR]
    return tuple(sold)


def _trains(trains: tuple[TrainKind, ...], settings: Settings) -> tuple[TrainKind, ...]:
    """Train table with the options' counts and prices."""
    counts, trade_ins = iter(settings.train_counts), iter(settings.trade_in_prices)
    top = -1 if settings.unlimited_trains else settings.top_trains
    return tuple(
        replace(
            train,
            price=price,
            count=top if train.count < 0 else next(counts),
            trade_in_price=next(trade_ins) if train.trade_ins else 0,
        )
        for train, price in zip(trains, settings.train_prices, strict=True)
    )


def _phases(phases: tuple[Phase, ...], settings: Settings) -> tuple[Phase, ...]:
    """Phase table with the options' train limits and operating rounds."""
    return tuple(
        replace(phase, train_limit=limit, operating_rounds=count)
        for phase, limit, count in zip(phases, settings.train_limits, settings.operating_rounds, strict=True)
    )
