"""A position on paper: everything needed to set it up with the cardboard game and to play on.

It is made from the viewer's game, so hidden amounts are question marks here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tetsudo.analysis.position_report import lots_data
from tetsudo.core.frames import Auction, Stock
from tetsudo.core.units import COLOURS, HIDDEN, NOBODY, CompanyId, PlayerId
from tetsudo.draw import hex_rows, map_svg, market_svg, private_rows, token_svg, train_rows
from tetsudo.draw.market import companies_in_cell
from tetsudo.draw.text.rows import STATUS, UNLIMITED, CompanyRow, HexRow, PlayerRow, company_rows, player_rows
from tetsudo.engine.model.title import MINOR, Company
from tetsudo.engine.rules import engine
from tetsudo.engine.state.board import tiles_left
from tetsudo.engine.state.ownership import (
    has_sold,
    ipo_of,
    market_of,
    ordinary_shares,
    president_place,
    reserved_of,
)
from tetsudo.engine.state.state import (
    CLOSED,
    OPERATING_ROUND,
    STOCK_ROUND,
    State,
    bank_cash,
    is_funded,
    turn_in_round,
)
from tetsudo.language.log_sentences import Narrator
from tetsudo.titles.loader import Choice, changed_options, title_info
from tetsudo.web.common.language import join_list
from tetsudo.web.play.panels.panels import COLOUR_NAMES, OWNERS
from tetsudo.web.play.scene import pictures
from tetsudo.web.play.scene.phrases import step_texts
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.reference.options import option_name, value_text

MARK_SIZE: Final = 16
"""Height of a company's mark, in pixels."""

Words: TypeAlias = str | Promise


def context(scene: Scene) -> dict[str, Any]:
    """Template context of the whole page."""
    return {
        "scene": scene,
        "table": scene.table,
        "game": scene.game,
        "setup": _setup_words(scene),
        "moment": _moment(scene),
        "turn": turn_so_far(scene),
        "lots": _lots(scene),
        "players": [_player(scene, player, row) for player, row in enumerate(player_rows(scene.game))],
        "companies": list(_companies(scene)),
        "closed": [
            *(row.name for row in private_rows(scene.game) if row.owner == STATUS[CLOSED]),
            *(row.name for row in company_rows(scene.game) if row.status == STATUS[CLOSED]),
        ],
        "privates": list(_privates(scene)),
        "trains": list(_trains(scene)),
        "market": mark_safe(market_svg(scene.game, theme="light", sized=False)),  # safe: drawn by tetsudo.draw
        "stacks": list(_stacks(scene)),
        "hexes": [_hex(row) for row in hex_rows(scene.game) if row.tile or row.tokens or row.waiting],
        "supply": list(_supply(scene)),
        "map": mark_safe(map_svg(scene.game, theme="light", beyond="land", sized=False)),  # safe: as above
        "is_tall": pictures.is_tall(scene.game.setup),
    }


# The game and the moment


def _setup_words(scene: Scene) -> list[str]:
    """Scenario, variants and house rules."""
    setup = scene.game.setup
    info = title_info(setup.title)

    def titled(choices: tuple[Choice, ...], *names: str) -> list[str]:
        return [_(choice.title) for choice in choices if choice.name in names]

    known = {option.name for option in info.options}  # not those that only preserve the rules of old records
    rules = {name: value for name, value in changed_options(setup).items() if name in known}
    return [
        *(f"{setup.scenario} {title}" for title in titled(info.scenarios, setup.scenario)),
        *titled(info.variants, *setup.variants),
        *(f"{option_name(name)}: {value_text(value) or value}" for name, value in rules.items()),
    ]


class Moment(NamedTuple):
    """Time in the game: round, phase, bank, priority deal, and who is to do what."""

    round: str
    phase: str
    bank: str
    priority: str
    who: str
    company: str
    task: str
    passes: str


def _moment(scene: Scene) -> Moment:
    game, state = scene.game, scene.game.state
    turn, company = game.to_act, game.to_act.company
    rounds = _(" of {count}").format(count=state.operating_rounds) if state.round == OPERATING_ROUND else ""
    return Moment(
        round=scene.round_name + rounds,
        phase=scene.view.phase,
        bank=scene.labels.money(bank_cash(state)),
        priority=game.names[state.priority] if state.priority != NOBODY else "",
        who="" if turn.player == NOBODY else game.names[turn.player],
        company=game.setup.companies[company].name if company != NOBODY else "",
        task=scene.labels.word("reason", game.end_reason) if game.is_over else str(step_texts(turn.doing).task),
        passes=_passes_text(state),
    )


def _passes_text(state: State) -> str:
    """Number of players who passed just before, which decides the end of an auction or stock round."""
    count = next((frame.passes for frame in reversed(state.stack) if isinstance(frame, Auction | Stock)), 0)
    if not count:
        return ""
    return ngettext("The last player passed.", "The last {count} players passed.", count).format(count=count)


def turn_so_far(scene: Scene) -> list[str]:
    """Log of the current turn: of the company in turn, or else of the player."""
    game = scene.game
    now, narrator = _turn_of(scene, game.state), Narrator(game.setup, game.names)
    moments = game.moments(scene.hot.rounds[-1].start if scene.hot.rounds else 0)
    first = len(moments)
    while first and (before := moments[first - 1].before) is not None and _turn_of(scene, before) == now:
        first -= 1
    events = [event for moment in moments[first:] for event in narrator.notable_events(moment.events)]
    return [narrator.sentence(event) for event in events]


def _turn_of(scene: Scene, state: State) -> tuple[CompanyId, PlayerId]:
    """Company in turn, or the player if there is none; the other value is NOBODY."""
    rules = scene.game.ruleset
    company = engine.acting_company(rules, state)
    return (NOBODY, engine.actor(rules, state)) if company == NOBODY else (company, NOBODY)


# Players


class Holding(NamedTuple):
    """A player's certificates of a company."""

    mark: SafeString
    symbol: str
    certificates: str
    percent: str


class PlayerSheet(NamedTuple):
    """A player's belongings. `sold`: companies sold in this stock round, which the player may not buy again."""

    row: PlayerRow
    cash: str
    due: str
    worth: str
    holdings: list[Holding]
    privates: list[str]
    sold: str


def _player(scene: Scene, player: PlayerId, row: PlayerRow) -> PlayerSheet:
    game, money = scene.game, scene.labels.money
    names = {private.symbol: private.name for private in game.setup.privates}
    sold = [each.symbol for each in game.setup.companies if has_sold(game.state, player, each.id)]
    return PlayerSheet(
        row,
        money(row.cash),
        money(row.due) if row.due else "",
        money(row.worth),
        list(_holdings(scene, player, row)),
        [names[symbol] for symbol in row.privates],
        join_list(sold) if game.state.round == STOCK_ROUND else "",
    )


def _holdings(scene: Scene, player: PlayerId, row: PlayerRow) -> Iterator[Holding]:
    for company in scene.game.setup.companies:
        text = certificates_text(scene, company, player)
        if text:
            percent = "" if company.kind == MINOR else f"{row.shares[company.symbol]}%"
            yield Holding(_mark(company), company.symbol, text, percent)


def certificates_text(scene: Scene, company: Company, place: int) -> str:
    """Certificates of a company in a place: "president's 20% + 2 × 10%"; "" if there are none."""
    state, parts = scene.game.state, []
    if president_place(state, company.id) == place:
        if company.kind == MINOR:
            return _("minor")
        percent = company.share * scene.game.ruleset.president_shares[company.id]
        parts.append(_("president's {percent}%").format(percent=percent))
    count = ordinary_shares(state, company.id, place)
    if count:
        parts.append(f"{count}\xa0×\xa0{company.share}%")
    return " + ".join(parts)


def _mark(company: Company) -> SafeString:
    return mark_safe(token_svg(company, MARK_SIZE, theme="light", hidden=True))  # safe: drawn by tetsudo.draw


# Companies


class CompanySheet(NamedTuple):
    """A company's charter, and its certificates that no player holds."""

    row: CompanyRow
    mark: SafeString
    state: str
    price: str
    par: str
    cash: str
    tokens: str
    tokens_left: str
    unsold: list[tuple[Words, str]]  # place, certificates
    last_run: str


def _companies(scene: Scene) -> Iterator[CompanySheet]:
    """Companies that are not closed: operating ones first, in operating order."""
    rows = [row for row in company_rows(scene.game) if row.status != STATUS[CLOSED]]
    for row in sorted(rows, key=lambda row: (row.order or len(rows) + 1, not row.par)):
        yield _company(scene, row, scene.game.setup.company(row.symbol))


def _company(scene: Scene, row: CompanyRow, company: Company) -> CompanySheet:
    state, money = scene.game.state, scene.labels.money
    places = {_("IPO"): ipo_of(state), _("Market"): market_of(state), _("Reserved"): reserved_of(state)}
    unsold = [(name, certificates_text(scene, company, place)) for name, place in places.items()]
    return CompanySheet(
        row=row,
        mark=_mark(company),
        state=join_list(_states(scene, row, company)),
        price=money(row.price) if row.price else "",
        par=money(row.par) if row.par and company.kind != MINOR else "",
        cash=money(row.cash) if row.status else "",
        tokens=join_list([*row.tokens, *(_("{hex} waiting").format(hex=hex) for hex in row.waiting)]),
        tokens_left=join_list(map(money, row.tokens_left)),
        unsold=[(name, text) for name, text in unsold if text and company.kind != MINOR],
        last_run=money(row.last_run) if row.last_run != NOBODY else "",
    )


STATES: Final[dict[str, Promise]] = {
    "": gettext_lazy("not started"),
    "started": gettext_lazy("not floated"),
    "floated": gettext_lazy("floated"),
}
"""Words for a company's status."""


def _states(scene: Scene, row: CompanyRow, company: Company) -> Iterator[str]:
    state = scene.game.state
    yield _("minor") if company.kind == MINOR else str(STATES[row.status])
    if scene.game.setup.settings.capital == "incremental" and is_funded(state, company.id):
        yield _("full capital received")
    if state.round == OPERATING_ROUND and row.acts:
        yield _("in turn")
    elif state.round == OPERATING_ROUND and turn_in_round(state, company.id) > 0:
        yield _("has operated")


# Privates, lots, trains


class PrivateSheet(NamedTuple):
    """A private and its owner."""

    letter: str
    name: str
    owner: Words
    price: str
    income: str


def _privates(scene: Scene) -> Iterator[PrivateSheet]:
    money = scene.labels.money
    for row in private_rows(scene.game):
        if row.owner == STATUS[CLOSED]:
            continue
        owner = OWNERS.get(row.owner, row.owner)
        yield PrivateSheet(row.letter or row.symbol, row.name, owner, money(row.price), money(row.income))


class LotSheet(NamedTuple):
    """An unsold lot of the opening auction, with the bids on it."""

    name: str
    price: str
    bids: str


def _lots(scene: Scene) -> list[LotSheet]:
    money = scene.labels.money

    def bids(lot: dict[str, Any]) -> str:
        return join_list(f"{name} {money(HIDDEN if bid is None else bid)}" for name, bid in lot["bids"].items())

    return [LotSheet(lot["name"], money(lot["price"]), bids(lot)) for lot in lots_data(scene.game)]


class TrainSheet(NamedTuple):
    """A train type and the numbers left in the bank and in the market."""

    name: str
    price: str
    left: str
    discarded: int
    rusted_by: str


def _trains(scene: Scene) -> Iterator[TrainSheet]:
    for row in train_rows(scene.game):
        left = UNLIMITED if row.in_depot < 0 else str(row.in_depot)
        yield TrainSheet(row.name, scene.labels.money(row.price), left, row.in_market, row.rusted_by)


# Board


def _stacks(scene: Scene) -> Iterator[tuple[str, str]]:
    """Price of each cell of the market with tokens, and its companies from the top."""
    market = scene.game.setup.market
    for cell, price in enumerate(market.prices):
        here = companies_in_cell(scene.game.setup, scene.game.state, cell)
        if here:
            shown = _("closed") if market.closed[cell] else scene.labels.money(price)
            yield shown, join_list(company.symbol for company in here)


class HexSheet(NamedTuple):
    """A hex with a tile or with tokens. `rotation`: steps of 60 degrees clockwise; "" for a printed hex."""

    name: str
    place: str
    tile: str
    rotation: str
    tokens: str


def _hex(row: HexRow) -> HexSheet:
    tile, _stroke, rotation = row.tile.rpartition("/")
    waiting = (_("{company} waiting").format(company=symbol) for symbol in row.waiting)
    return HexSheet(row.name, row.place, tile, rotation, join_list([*row.tokens, *waiting]))


def _supply(scene: Scene) -> Iterator[tuple[Promise, list[tuple[str, str]]]]:
    """Tiles left in the supply, by colour: number, and count."""
    setup, state = scene.game.setup, scene.game.state
    for colour in sorted({tile.colour for tile in setup.tiles}):
        counts = [(tile.name, tiles_left(state, tile.id)) for tile in setup.tiles if tile.colour == colour]
        shown = [(name, UNLIMITED if count < 0 else str(count)) for name, count in counts]
        yield COLOUR_NAMES[COLOURS[colour]], shown
