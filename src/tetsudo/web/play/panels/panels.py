"""Contents of the tabs beside the map, made from a position and the one it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tetsudo.core.units import COLOURS, NOBODY
from tetsudo.draw.market import cell_caption, companies_in_cell, zone_colour, zone_texts
from tetsudo.draw.text.rows import STATUS, CompanyRow, PrivateRow, TrainRow, private_rows, train_rows
from tetsudo.engine.model.tiles import Tile
from tetsudo.engine.model.title import MINOR
from tetsudo.engine.state.board import tiles_left
from tetsudo.engine.state.state import CLOSED
from tetsudo.game.game import Game
from tetsudo.language.company_notes import train_limits
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentences
from tetsudo.language.train_notes import train_notes
from tetsudo.web.play.panels.matrix import matrix
from tetsudo.web.play.panels.recap import recap_of
from tetsudo.web.play.scene.fragment_cache import fragments
from tetsudo.web.play.scene.scene import Comparison, Scene
from tetsudo.web.play.scene.values import Chip, Value, chips, drop_common_row_marks, money, percent
from tetsudo.web.tables.clocks.budgets import final_order


class Panel(NamedTuple):
    """Rendered contents of one tab."""

    name: str
    drawn: SafeString


# Companies


class Holding(NamedTuple):
    """A holder's percentage of a company."""

    name: str
    percent: Value
    is_president: bool


class Charter(NamedTuple):
    """Contents of a company's charter."""

    row: CompanyRow
    cash: Value
    price: Value
    par: str
    last_run: Value
    trains: list[Chip]
    tokens: list[Chip]
    waiting: list[Chip]
    privates: list[Chip]
    holdings: list[Holding]
    president: Value
    floats: int  # percentage sold to float; 0 if the train on offer decides
    floats_now: str  # in that case, text with the shares needed at present and the shares sold
    destination: str
    destination_hex: str
    bonus: str
    is_minor: bool
    face: str  # face price of a minor
    president_percent: int
    train_limit: int


def _companies(both: Comparison) -> dict[str, Any]:
    charters = drop_common_row_marks([_charter(both, now, before) for now, before in both.companies], AMOUNTS)
    return {
        "charters": [each for each in charters if each.row.status not in ("", STATUS[CLOSED])],
        "closed": [each for each in charters if each.row.status == STATUS[CLOSED]],
        "unstarted": [each for each in charters if not each.row.status],
    }


AMOUNTS: Final = ("cash", "price", "last_run")
"""Charter fields that an operating round changes for nearly all companies."""


def _charter(both: Comparison, now: CompanyRow, before: CompanyRow) -> Charter:
    labels = both.labels
    ran, company = now.last_run != NOBODY, both.now.setup.company(now.symbol)
    return Charter(
        row=now,
        cash=money(labels, now.cash, before.cash),
        price=money(labels, now.price, before.price),
        par=labels.money(now.par),
        last_run=Value(labels.money(now.last_run) if ran else "–", now.last_run != before.last_run),
        trains=chips(now.trains, before.trains),
        tokens=[Chip(labels.money(price)) for price in now.tokens_left],
        waiting=chips(now.waiting, before.waiting),
        privates=chips(now.privates, before.privates),
        holdings=_holdings(now, before),
        president=Value(now.president, now.president != before.president),
        floats=0 if both.now.ruleset.floats_by_train else both.now.companies[now.symbol].floats_at,
        floats_now=_float_text(both.now, now.symbol),
        destination=labels.label("hex", company.destination) if company.bonus else "",
        destination_hex=both.now.setup.map.hexes[company.destination].name if company.bonus else "",
        bonus=labels.money(company.bonus),
        is_minor=company.kind == MINOR,
        face=labels.money(company.price),
        president_percent=now.held.get(now.president, 0),
        train_limit=both.now.ruleset.train_limit(both.now.state, company.id),
    )


def charters_of(scene: Scene, symbols: Collection[str]) -> dict[str, Charter]:
    """Charters of some companies by symbol."""
    if not symbols:
        return {}
    both = scene.comparison
    return {now.symbol: _charter(both, now, before) for now, before in both.companies if now.symbol in symbols}


def _float_text(game: Game, symbol: str) -> str:
    """Shares needed to float and shares sold, if the train on offer decides; else ""."""
    view = game.companies[symbol]
    if view.is_floated or not view.floats_at or not game.ruleset.floats_by_train:
        return ""
    counts = {"needed": view.floats_at // view.share, "sold": view.sold // view.share}
    return _("at %(needed)s shares (%(sold)s sold)") % counts


def _holdings(now: CompanyRow, before: CompanyRow) -> list[Holding]:
    """Players' holdings, largest first and equal ones by seat, then the IPO, the market and reserved shares."""
    names = sorted({**now.held, **before.held}, key=lambda name: -now.held.get(name, 0))
    found = [Holding(name, percent(now.held, before.held, name), name == now.president) for name in names]
    for name, has, had in (
        (str(_("IPO")), now.offering, before.offering),
        (str(_("Market")), now.market, before.market),
        (str(_("Reserved")), now.reserved, before.reserved),
    ):
        found.append(Holding(name, Value(f"{has}%" if has else "", has != had), False))
    return [each for each in found if each.percent.text or each.percent.is_changed]


# Privates


class PrivateLine(NamedTuple):
    """A private: its owner, income, price and powers."""

    row: PrivateRow
    owner: Value
    income: str
    price: str
    is_company: bool
    powers: list[str]


def _privates(both: Comparison) -> dict[str, Any]:
    setup = both.now.setup
    symbols = {company.symbol for company in setup.companies}
    rows = zip(private_rows(both.now), private_rows(both.before), strict=True)
    lines = [
        PrivateLine(
            now,
            Value(str(OWNERS.get(now.owner, now.owner)), now.owner != before.owner),
            both.labels.money(now.income),
            both.labels.money(now.price),
            now.owner in symbols,
            sentences(private, setup),
        )
        for private, (now, before) in zip(setup.privates, rows, strict=True)
    ]
    return {"privates": lines}


OWNERS: Final[dict[str, Promise]] = {"bank": _("not sold"), "closed": _("closed")}
"""Owners of privates that are neither players nor companies."""


# Market, trains and tiles


def _market(both: Comparison) -> dict[str, Any]:
    return {"rows": _market_rows(both.now), "zones": zone_texts(both.now.setup)}


class Cell(NamedTuple):
    """A cell of the market: its price, its companies from the top, and its caption."""

    price: str
    here: list[str]
    says: str
    kinds: str  # CSS classes


def _market_rows(game: Game) -> list[list[Cell | None]]:
    """Cells of the market, row by row; None for gaps."""
    market = game.setup.market
    width = max(market.columns, default=0) + 1
    rows: list[list[Cell | None]] = [[None] * width for _row in range(max(market.rows, default=0) + 1)]
    for cell, price in enumerate(market.prices):
        here = companies_in_cell(game.setup, game.state, cell)
        kinds = [f"zone-{zone_colour(market, market.zones[cell])}"] if market.zones[cell] else []
        kinds += ["par"] if cell in market.pars.values() else []
        shown, said = "" if market.closed[cell] else str(price), cell_caption(game.setup, cell, here)
        drawn = Cell(shown, [each.symbol for each in here], said, " ".join(kinds))
        rows[market.rows[cell]][market.columns[cell]] = drawn
    return rows


class TrainLine(NamedTuple):
    """A train type, with its price and the numbers left."""

    row: TrainRow
    price: str
    left: Value
    discarded: Value


class PhaseLine(NamedTuple):
    """A phase and its effects."""

    name: str
    trigger: str
    colours: list[str]
    train_limit: str
    operating_rounds: int
    is_now: bool
    is_new: bool


class Stock(NamedTuple):
    """A tile and the number left."""

    name: str
    left: Value
    is_gone: bool


def _trains(both: Comparison) -> dict[str, Any]:
    rows = zip(train_rows(both.now), train_rows(both.before), strict=True)
    return {
        "trains": [_train(both.labels, now, before) for now, before in rows],
        "notes": train_notes(both.now.setup),
        "phases": _phases(both.now, both.before),
        "stock": _rendered_stock(both),
    }


def _train(labels: Labels, now: TrainRow, before: TrainRow) -> TrainLine:
    left = "∞" if now.in_depot < 0 else str(now.in_depot)
    return TrainLine(
        now,
        labels.money(now.price),
        Value(left, now.in_depot != before.in_depot),
        Value(str(now.in_market) if now.in_market else "", now.in_market != before.in_market),
    )


def _phases(game: Game, before: Game) -> list[PhaseLine]:
    setup, state = game.setup, game.state
    return [
        PhaseLine(
            phase.name,
            setup.trains[phase.trigger].name if phase.trigger != NOBODY else "",
            list(COLOURS[1 : phase.colour + 1]),
            train_limits(phase, setup),
            phase.operating_rounds,
            number == state.phase,
            number == state.phase != before.state.phase,
        )
        for number, phase in enumerate(setup.phases)
    ]


def _rendered_stock(both: Comparison) -> SafeString:
    """Rendered tile stock, cached separately: it is long, and most actions do not change it."""
    key = (
        "stock",
        both.scene.table.key,
        *(tuple(tiles_left(game.state, tile.id) for tile in game.setup.tiles) for game in (both.now, both.before)),
        get_language(),
    )
    shown = {"stock": _stock(both), "table": both.scene.table}
    return fragments.get(key, lambda: render_to_string("table/panels/stock.html", shown))


def _stock(both: Comparison) -> list[tuple[Promise, list[Stock]]]:
    found: dict[int, list[Stock]] = {}
    for tile in both.now.setup.tiles:
        found.setdefault(tile.colour, []).append(_tile_stock(both, tile))
    return [(COLOUR_NAMES[COLOURS[colour]], found[colour]) for colour in sorted(found)]


def _tile_stock(both: Comparison, tile: Tile) -> Stock:
    now, before = tiles_left(both.now.state, tile.id), tiles_left(both.before.state, tile.id)
    return Stock(tile.name, Value("∞" if now < 0 else str(now), now != before), now == 0)


COLOUR_NAMES: Final[dict[str, Promise]] = {
    "white": _("White"),
    "yellow": _("Yellow"),
    "green": _("Green"),
    "brown": _("Brown"),
    "grey": _("Grey"),
    "red": _("Red"),
    "blue": _("Blue"),
}
"""Display names of tile colours."""


# Recap


def _recap(both: Comparison) -> dict[str, Any]:
    return {"recap": recap_of(both.scene)}


# All panels

PANELS: Final[dict[str, Callable[[Comparison], dict[str, Any]]]] = {
    "since": _recap,
    "companies": _companies,
    "privates": _privates,
    "market": _market,
    "trains": _trains,
    "matrix": matrix,
}
"""Makers of the template context for each tab and the matrix; the template is `table/panels/NAME.html`."""

VIEWER_PANELS: Final = frozenset({"matrix", "since"})
"""Panels specific to the viewer, which are always sent: a page's version does not tell if they are up to date."""


def changed_panels(scene: Scene) -> list[Panel]:
    """Contents of the tabs, without those that the page already shows."""
    both = scene.comparison
    found = [Panel(name, _rendered_panel(both, name)) for name in PANELS]
    return [panel for panel in found if panel.name in VIEWER_PANELS or _is_new(scene, panel)]


def _is_new(scene: Scene, panel: Panel) -> bool:
    return fragments.peek(_key(scene, panel.name, *scene.shown)) != panel.drawn


def _key(scene: Scene, name: str, version: int | None, compared: int | None) -> tuple[object, ...]:
    who = (
        (scene.viewer, len(scene.own_seats), scene.may_act, scene.is_past)
        if name in VIEWER_PANELS
        else (scene.cache_viewer,)
    )
    return (name, scene.table.key, version, compared, get_language(), scene.language, *who)


def _rendered_panel(both: Comparison, name: str) -> SafeString:
    """Rendered panel, cached by version and by its values, so that the same values are not rendered again."""
    scene = both.scene

    def draw() -> SafeString:
        shown = PANELS[name](both)
        same = (name, scene.table.key, get_language(), repr(shown))
        return fragments.get(same, lambda: render_to_string(f"table/panels/{name}.html", shown))

    return fragments.get(_key(scene, name, scene.version, scene.compared_length), draw)


# End of the game


class Place(NamedTuple):
    """A player in the final order."""

    rank: int
    name: str
    worth: str
    is_winner: bool
    penalty: str  # for time; "" if there is none


def ending(scene: Scene) -> dict[str, Any] | None:
    """Final ranking and the reason for the game's end; None while it runs."""
    game = scene.game
    if not game.is_over:
        return None
    order = final_order(scene.table, ((each.player, each.total) for each in game.standings()))
    winners = [game.names[each.player] for each in order if each.total == order[0].total]
    places = [
        Place(
            rank,
            game.names[each.player],
            scene.labels.money(each.total),
            game.names[each.player] in winners,
            scene.labels.money(-each.penalty) if each.penalty else "",
        )
        for rank, each in enumerate(order, 1)
    ]
    reason = scene.labels.word("reason", game.end_reason)
    return {"places": places, "winners": winners, "reason": reason}
