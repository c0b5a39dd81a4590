"""Positions in words and numbers: rows for tables, and texts for a terminal.

Rows are plain data; the caller lays them out. Texts are lines without colour, as wide as they need to be. Both contain
only public information.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tetsudo.core.translation import translator
from tetsudo.core.units import NOBODY, CompanyId, Money, OwnerId, Percent, money_text
from tetsudo.draw.market import companies_in_cell, zones
from tetsudo.draw.scene import first_tokens, waiting_tokens_by_hex
from tetsudo.engine.rules.turn_order.float_on_first_turn import turn_order
from tetsudo.engine.state.board import face_on, token_place, token_places
from tetsudo.engine.state.ownership import private_owner, train_count
from tetsudo.engine.state.state import (
    CLOSED,
    DEPOT,
    DISCARDED,
    FLOATED,
    MAX_CITIES,
    STARTED,
    UNPLACED,
    UNSTARTED,
    bank_cash,
    bank_of,
    cash_of,
    company_of_owner,
    is_closed,
    last_run_of,
    status_of,
    treasury,
)
from tetsudo.game.game import Game

STATUS: Final = {UNSTARTED: "", STARTED: "started", FLOATED: "floated", CLOSED: "closed"}
ROUNDS: Final = ("Auction", "Stock round", "Operating round")
UNLIMITED: Final = "∞"


class PlayerRow(NamedTuple):
    """Row of a player. `due`: debt to pay by the end of the stock round.

    `shares` in percent by company; `presidencies` by symbol.
    """

    name: str
    cash: Money
    due: Money
    worth: Money
    certificates: int
    certificate_limit: int
    shares: dict[str, Percent]
    presidencies: tuple[str, ...]
    privates: tuple[str, ...]
    has_priority: bool
    to_act: bool


class CompanyRow(NamedTuple):
    """Row of a company. Percentages: in the IPO, in the market, reserved, and held by each player by name."""

    symbol: str
    name: str
    colour: str
    status: str
    president: str
    par: Money
    price: Money
    cash: Money
    trains: tuple[str, ...]
    tokens: tuple[str, ...]
    waiting: tuple[str, ...]  # hexes on which tokens wait for a slot
    tokens_left: tuple[Money, ...]
    privates: tuple[str, ...]
    offering: Percent
    market: Percent
    reserved: Percent
    held: dict[str, Percent]
    last_run: Money  # NOBODY before the first run
    order: int  # position in the operating order, from 1; 0 for none
    acts: bool


class PrivateRow(NamedTuple):
    """Row of a private. `owner` is a name, a symbol, "bank", or "closed"."""

    symbol: str
    letter: str
    name: str
    price: Money
    income: Money
    owner: str


class TrainRow(NamedTuple):
    """Row of a kind of train. Counts: -1 for unlimited."""

    name: str
    price: Money
    in_depot: int
    in_market: int
    rusted_by: str
    on_sale: bool


class HexRow(NamedTuple):
    """Row of a hex that has a tile, tokens, a stop or a cost."""

    name: str
    place: str
    tile: str  # "57/2": number and rotation
    tokens: tuple[str, ...]
    homes: tuple[str, ...]  # reserved
    waiting: tuple[str, ...]  # tokens waiting for a slot
    revenue: tuple[Money, ...]  # current values, by stop
    cost: Money  # cost of the next tile


def player_rows(game: Game) -> list[PlayerRow]:
    """Rows of the players, in seat order."""
    worths = {each.player: each.total for each in game.standings()}
    actor = game.to_act.player
    presidents = {company.symbol: company.president for company in game.companies.values()}
    return [
        PlayerRow(
            name=player.name,
            cash=cash_of(game.state, player.id),
            due=player.due,
            worth=worths[player.id],
            certificates=player.certificates,
            certificate_limit=game.setup.settings.certificate_limit,
            shares=player.shares,
            presidencies=tuple(symbol for symbol, who in presidents.items() if who and who.id == player.id),
            privates=player.privates,
            has_priority=game.state.priority == player.id,
            to_act=actor == player.id,
        )
        for player in game.players
    ]


def company_rows(game: Game) -> list[CompanyRow]:
    """Rows of the companies, in the title's order."""
    order = turn_order(game.ruleset, game.state)
    return [_company_row(game, company.id, order) for company in game.setup.companies]


def _company_row(game: Game, id: CompanyId, order: list[CompanyId]) -> CompanyRow:
    company, state = game.setup.companies[id], game.state
    view = game.companies[company.symbol]
    held = {player.name: player.shares.get(company.symbol, 0) for player in game.players}
    return CompanyRow(
        symbol=company.symbol,
        name=company.name,
        colour=company.colour,
        status=STATUS[status_of(state, id)],
        president=view.president.name if view.president else "",
        par=view.par,
        price=view.price,
        cash=treasury(state, id),
        trains=view.trains,
        tokens=view.tokens,
        waiting=view.waiting_tokens,
        tokens_left=view.token_prices_left,
        privates=view.privates,
        offering=view.in_offering,
        market=view.in_market,
        reserved=view.reserved,
        held={name: percent for name, percent in held.items() if percent},
        last_run=last_run_of(state, id),
        order=order.index(id) + 1 if id in order else 0,
        acts=game.to_act.company == id,
    )


def private_rows(game: Game) -> list[PrivateRow]:
    """Rows of the privates, cheapest first."""
    return [
        PrivateRow(
            private.symbol, private.letter, private.name, private.price, private.income,
            _owner_name(game, private_owner(game.state, private.id)),
        )
        for private in game.setup.privates
    ]  # fmt: skip


def _owner_name(game: Game, owner: OwnerId) -> str:
    if owner == NOBODY:
        return "closed"
    if owner == bank_of(game.state):
        return "bank"
    company = company_of_owner(game.state, owner)
    return game.names[owner] if company == NOBODY else game.setup.companies[company].symbol


def train_rows(game: Game) -> list[TrainRow]:
    """Rows of the trains, with the numbers left."""
    state, trains, view = game.state, game.setup.trains, game.view()
    return [
        TrainRow(
            name=train.name,
            price=train.price,
            in_depot=train_count(state, train.id, state.companies + DEPOT),
            in_market=train_count(state, train.id, state.companies + DISCARDED),
            rusted_by=trains[train.rusted_by].name if train.rusted_by != NOBODY else "",
            on_sale=train.name in view.on_sale,
        )
        for train in trains
    ]


def hex_rows(game: Game) -> list[HexRow]:
    """Rows of the hexes with something to show."""
    state, setup = game.state, game.setup
    offboard = setup.phases[state.phase].offboard
    here, beside = _tokens_by_hex(game), waiting_tokens_by_hex(setup, state)
    found = []
    for hex in setup.map.hexes:
        face = setup.faces[face_on(state, hex.id)]
        homes = [company for company in setup.companies if any(place == hex.id for place, _ in company.reserved_homes)]
        waiting = [company.symbol for company in homes if _home_is_reserved(game, company.id)]
        row = HexRow(
            name=hex.name,
            place=hex.place,
            tile=f"{face.name}/{face.rotation}" if face.tile != NOBODY else "",
            tokens=tuple(here.get(hex.id, ())),
            homes=tuple(waiting),
            waiting=tuple(each.symbol for each in beside.get(hex.id, ())),
            revenue=tuple(node.revenue[offboard] for node in face.nodes if node.is_stop),
            cost=hex.costs[face.colour + 1] if face.colour + 1 < len(hex.costs) else 0,
        )
        if row.tile or row.tokens or row.homes or row.revenue or row.cost:
            found.append(row)
    return found


def _tokens_by_hex(game: Game) -> dict[int, list[str]]:
    first = first_tokens(game.setup)
    found: dict[int, list[str]] = {}
    for company in game.setup.companies:
        for place in token_places(game.state, first[company.id], first[company.id + 1]):
            if place >= 0:
                found.setdefault(place // MAX_CITIES, []).append(company.symbol)
    bearers = [private.symbol for private in game.setup.privates for _ in range(private.tokens)]
    for symbol, place in zip(bearers, token_places(game.state, first[-1]), strict=True):
        if place >= 0:
            found.setdefault(place // MAX_CITIES, []).append(symbol)
    return found


def _home_is_reserved(game: Game, company: CompanyId) -> bool:
    first = token_place(game.state, first_tokens(game.setup)[company])
    return first == UNPLACED and not is_closed(game.state, company)


# Texts


def round_text(game: Game) -> str:
    """Name of the round: "Operating round 2.1"."""
    state = game.state
    name = translator(game.setup.told_in)(ROUNDS[state.round])
    if not state.turn:
        return name
    return f"{name} {state.turn}.{state.operating_round}" if state.round == len(ROUNDS) - 1 else f"{name} {state.turn}"


def position_text(game: Game) -> str:
    """Status of the game in one line: round, phase, bank, player to act and decision."""
    state, currency = game.state, game.setup.currency
    parts = [
        round_text(game),
        f"phase {game.setup.phases[state.phase].name}",
        f"bank {money_text(currency, bank_cash(state))}",
    ]
    turn = game.to_act
    if turn.player == NOBODY:
        return " · ".join([*parts, "the game is over"])
    company = f" for {game.setup.companies[turn.company].symbol}" if turn.company != NOBODY else ""
    return " · ".join([*parts, f"{game.names[turn.player]} to act{company}: {turn.doing}"])


def depot_text(game: Game) -> str:
    """Remaining trains in one line, with an arrow before those on sale."""
    parts = []
    for row in train_rows(game):
        left = UNLIMITED if row.in_depot < 0 else str(row.in_depot)
        market = f" +{row.in_market} in the market" if row.in_market else ""
        mark = "→" if row.on_sale else ""
        parts.append(f"{mark}{row.name} ×{left}{market} {money_text(game.setup.currency, row.price)}")
    return "  ".join(parts)


def market_text(game: Game) -> str:
    """Market as a grid: prices with the letter of their zone, tokens below, the top one first."""
    market = game.setup.market
    letters = {zone: zone[0] for zone in zones(market)}
    wide = max(5, *(len(company.symbol) for company in game.setup.companies)) + 1
    lines = []
    for row in range(max(market.rows, default=-1) + 1):
        cells = [cell for cell, place in enumerate(market.rows) if place == row]
        prices = {market.columns[cell]: _price_text(game, cell, letters) for cell in cells}
        lines.append(_row_of_columns(prices, wide))
        stacks = {market.columns[cell]: _stack(game, cell) for cell in cells}
        for level in range(max(map(len, stacks.values()))):
            lines.append(
                _row_of_columns({column: stack[level] for column, stack in stacks.items() if level < len(stack)}, wide)
            )
    legend = ["* par", *(f"{letter} {zone} zone" for zone, letter in letters.items())]
    return "\n".join([*lines, "", ", ".join(legend)])


def _price_text(game: Game, cell: int, letters: dict[str, str]) -> str:
    market = game.setup.market
    if market.closed[cell]:
        return letters.get(market.zones[cell], "-")
    par = "*" if cell in market.pars.values() else ""
    return f"{market.prices[cell]}{letters.get(market.zones[cell], '')}{par}"


def _stack(game: Game, cell: int) -> list[str]:
    return [company.symbol for company in companies_in_cell(game.setup, game.state, cell)]


def _row_of_columns(texts: dict[int, str], wide: int) -> str:
    """Texts in columns."""
    last = max(texts, default=-1)
    return "".join(texts.get(column, "").ljust(wide) for column in range(last + 1)).rstrip()
