"""Positions for tests, made in a line or two.

Builders write the state directly, so that a test states only what its rule is about; they check no rules. Players are
0, 1, ...; companies, privates, hexes, tiles and trains go by the names of the title.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tetsudo.core import frames
from tetsudo.core.actions import (
    PAY,
    Action,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import give_private, ipo_of, market_of, move_ordinary, move_president, move_train
from tetsudo.engine.state.rows import filled, row_of, tuple_with_value, values_of, with_value
from tetsudo.engine.state.state import (
    DEPOT,
    DISCARDED,
    FLOATED,
    MAX_CITIES,
    OPERATING_ROUND,
    STARTED,
    STOCK_ROUND,
    bank_of,
    fix_par,
    move_cash,
    set_status,
    set_turn_number,
)
from tetsudo.game.game import Game
from tetsudo.titles.loader import setup


def new_game(
    players: int = 4,
    *,
    title: str = "1889",
    scenario: str | None = None,
    variants: Sequence[str] = (),
    **options: Any,
) -> Game:
    """A new game: in the auction, or in the first stock round of the beginner variant."""
    made = setup(title, players, variants=variants, options=options, scenario=scenario, seed=1)
    return Game(Ruleset(made), [f"P{player}" for player in range(players)])


def company(game: Game, symbol: str) -> int:
    """The id of a company."""
    return game.setup.company(symbol).id


def private(game: Game, symbol: str) -> int:
    """The id of a private."""
    return next(each.id for each in game.setup.privates if each.symbol == symbol)


def lot(game: Game, symbol: str) -> int:
    """The index of a private or minor among the lots."""
    return next(at for at, each in enumerate(game.setup.lots) if each.symbol == symbol)


def train(game: Game, name: str) -> int:
    """The id of a kind of train."""
    return next(each.id for each in game.setup.trains if each.name == name)


def tile(game: Game, name: str) -> int:
    """The id of a tile."""
    return next(each.id for each in game.setup.tiles if each.name == name)


def hex_id(game: Game, name: str) -> int:
    """The id of a hex."""
    return game.setup.map.by_name[name]


def set_phase(game: Game, name: str) -> None:
    """Set the phase; nothing rusts."""
    game.state.phase = next(number for number, each in enumerate(game.setup.phases) if each.name == name)


def set_cash(game: Game, owner: int, amount: int) -> None:
    """Set an owner's cash; the bank pays or takes the difference."""
    move_cash(game.state, bank_of(game.state), owner, amount - game.state.cash[owner])


def set_treasury(game: Game, symbol: str, amount: int) -> None:
    """Set a company's treasury."""
    set_cash(game, game.state.players + company(game, symbol), amount)


def assign_private(game: Game, symbol: str, owner: int | str | None) -> None:
    """Give a private to a player, or to a company by symbol, or close it (None)."""
    if isinstance(owner, str):
        owner = game.state.players + company(game, owner)
    give_private(game.state, private(game, symbol), NOBODY if owner is None else owner)


def stock_round(players: int = 4, *, turn: int = 2, player: int = 0, cash: int | None = None, **more: Any) -> Game:
    """A stock round with `player` to act; all privates are closed."""
    game = new_game(players, **more)
    state = game.state
    state.privates = filled(NOBODY, len(state.privates))
    state.bids = filled(0, len(state.bids))
    state.round, state.turn, state.priority = STOCK_ROUND, turn, player
    state.stack = (frames.Stock(player),)
    if cash is not None:
        for each in range(players):
            set_cash(game, each, cash)
    return game


def start(
    game: Game,
    symbol: str,
    holders: Mapping[int, int],
    *,
    par: int = 100,
    market: int = 0,
    cell: tuple[int, int] | None = None,
    cash: int = 0,
    trains: Sequence[str] = (),
    floated: bool = True,
    tokens: Sequence[str] | None = None,
) -> int:
    """Start a company. `holders`: percent by player, the president first; `market`: percent in the market.

    A floated company has its home token on the board (or `tokens`), and `cash` in its treasury.
    """
    state, number = game.state, company(game, symbol)
    ipo, share = ipo_of(state), game.setup.companies[number].share
    for place, (player, percent) in enumerate(holders.items()):
        if place == 0:
            move_president(state, number, player)
        presidents = game.ruleset.president_shares[number] if place == 0 else 0
        move_ordinary(state, number, ipo, player, percent // share - presidents)
    move_ordinary(state, number, ipo, market_of(state), market // share)
    fix_par(state, number, par)
    place_marker(game, symbol, cell or par_cell(game, par))
    set_status(state, number, FLOATED if floated else STARTED)
    set_treasury(game, symbol, cash)
    for name in trains:
        assign_train(game, symbol, name)
    if floated:
        homes = [game.setup.map.hexes[hex].name for hex, _ in game.setup.companies[number].homes]
        for name in homes if tokens is None else tokens:
            token(game, symbol, name)
    return number


def par_cell(game: Game, par: int) -> tuple[int, int]:
    cell = game.setup.market.pars[par]
    return game.setup.market.rows[cell], game.setup.market.columns[cell]


def place_marker(game: Game, symbol: str, place: tuple[int, int]) -> None:
    """Put a company's marker in a cell of the market (row, column from 0), under those already there."""
    market, state, number = game.setup.market, game.state, company(game, symbol)
    cell = list(zip(market.rows, market.columns, strict=True)).index(place)
    state.cell = with_value(state.cell, number, NOBODY)
    state.depth = with_value(state.depth, number, values_of(state.cell).count(cell))
    state.cell = with_value(state.cell, number, cell)


def assign_train(game: Game, symbol: str, name: str) -> None:
    """Give a company a train from the depot."""
    kind = train(game, name)
    move_train(game.state, kind, game.state.companies + DEPOT, company(game, symbol))


def empty_depot(game: Game, *names: str) -> None:
    """Remove all trains of some kinds from the game."""
    for name in names:
        kind = train(game, name)
        while game.state.trains[kind * (game.state.companies + 3) + game.state.companies] > 0:
            move_train(game.state, kind, game.state.companies, game.state.companies + 2)


def token(game: Game, symbol: str, hex_name: str, city: int = 0) -> None:
    """Put a company's next token in a city."""
    first = game.ruleset.tokens_from[company(game, symbol)]
    place = game.state.tokens.index(-1, first)
    game.state.tokens = tuple_with_value(game.state.tokens, place, hex_id(game, hex_name) * MAX_CITIES + city)
    game.state.network = None


def lay(game: Game, hex_name: str, tile_name: str, rotation: int = 0) -> None:
    """Put a tile from the supply on a hex; no rules are checked."""
    from tetsudo.engine.rules.tiles_and_tokens.lay_tile import lay as put

    put(game.ruleset, game.state, hex_id(game, hex_name), game.setup.face_of[tile(game, tile_name), rotation])


def operate(game: Game, symbol: str, step: str = "track", *, settle: bool = True) -> Game:
    """An operating round in which a company is at a step of its turn."""
    state = game.state
    state.round, state.operating_round, state.operating_rounds = OPERATING_ROUND, 1, 1
    state.acted = row_of([0 if status == FLOATED else NOBODY for status in state.status])
    set_turn_number(state, company(game, symbol), 1)
    state.stack = (
        frames.Operating(1),
        frames.Turn(company(game, symbol), game.ruleset.steps.index(step)),
    )
    if settle:
        engine.settle(game.ruleset, state, [])
    return game


def is_admitted(game: Game, action: Any) -> bool:
    """True if some offer among the player's legal actions admits the action; must agree with `is_legal`."""
    listed = any(each.admits(action) for each in game.legal_actions(action.player))
    assert listed == game.is_legal(action), (action, game.why_not(action))
    return listed


def code(game: Game, action: Any) -> str:
    """The reason code of a refusal; "" if the action is legal. `legal_actions` must agree."""
    is_admitted(game, action)
    refusal = game.why_not(action)
    return refusal.code if refusal else ""


# Actions, by the names of the title


def bid(game: Game, player: int, symbol: str, price: int) -> Bid:
    """A bid on a private in the auction; on the cheapest one, at its price, this is a purchase."""
    return Bid(player, lot(game, symbol), price)


def par(game: Game, player: int, symbol: str, price: int) -> Par:
    """Start a company."""
    return Par(player, company(game, symbol), price)


def buy(game: Game, player: int, symbol: str, source: str = "ipo") -> BuyShare:
    """Buy a share from "ipo" or "market"."""
    place = ipo_of(game.state) if source == "ipo" else market_of(game.state)
    return BuyShare(player, company(game, symbol), place)


def sell(game: Game, player: int, symbol: str, count: int = 1) -> SellShares:
    """Sell a block of shares."""
    return SellShares(player, company(game, symbol), count)


def exchange(game: Game, player: int, symbol: str = "DR", for_company: str = "IR", source: str = "ipo") -> Action:
    """An exchange of a private for a share."""
    place = ipo_of(game.state) if source == "ipo" else market_of(game.state)
    return ExchangePrivate(player, private(game, symbol), company(game, for_company), place)


def lay_private(game: Game, player: int, symbol: str, hex_name: str, tile_name: str, rotation: int = 0) -> Action:
    """A tile lay by a private's power."""
    return LayPrivateTile(player, private(game, symbol), hex_id(game, hex_name), tile(game, tile_name), rotation)


def buy_private(game: Game, player: int, symbol: str, private_symbol: str, price: int) -> BuyPrivate:
    """A company buys a private."""
    return BuyPrivate(player, company(game, symbol), private(game, private_symbol), price)


def play(game: Game, *actions: Action) -> list[Event]:
    """Apply actions in order; returns the events."""
    return [event for action in actions for event in game.apply(action)]


def pass_times(game: Game, count: int) -> list[Event]:
    """Apply `count` passes, each by the player to act; returns the events."""
    return [event for _ in range(count) for event in game.apply(Pass(game.to_act.player))]


def clause(game: Game, action: Action) -> str:
    """The clause that forbids an action; "" if it is legal. `legal_actions` must agree."""
    is_admitted(game, action)
    refusal = game.why_not(action)
    return refusal.clause if refusal else ""


# A company's turn, by the names of the title; the president acts


def _president(game: Game, symbol: str) -> int:
    return game.state.president[company(game, symbol)]


def lay_tile(game: Game, symbol: str, hex_name: str, tile_name: str, rotation: int = 0) -> LayTile:
    """A tile lay or upgrade by a company."""
    who, number = _president(game, symbol), company(game, symbol)
    return LayTile(who, number, hex_id(game, hex_name), tile(game, tile_name), rotation)


def lays_on(game: Game, symbol: str, hex_name: str) -> set[tuple[str, int]]:
    """Tile and rotation of every legal lay of a company on a hex."""
    place, tiles = hex_id(game, hex_name), game.setup.tiles
    listed = game.legal_actions(_president(game, symbol))
    lays = [each for each in listed if isinstance(each, LayTile) and each.hex == place]
    assert all(game.is_legal(each) for each in lays)
    return {(tiles[each.tile].name, each.rotation) for each in lays}


def place_token(game: Game, symbol: str, hex_name: str, city: int = 0) -> PlaceToken:
    """A company's next token, placed on a hex."""
    return PlaceToken(_president(game, symbol), company(game, symbol), hex_id(game, hex_name), city)


def run(game: Game, symbol: str, *routes: tuple[str, str]) -> RunRoutes:
    """A company's run: for each route, a train and its hexes ("F1 E2 F3")."""
    found = [
        Route(train(game, name), tuple(hex_id(game, hex_name) for hex_name in hexes.split())) for name, hexes in routes
    ]
    return RunRoutes(_president(game, symbol), company(game, symbol), tuple(found))


def best_run(game: Game) -> int:
    """Revenue of the best run of the company that is about to run."""
    return next(each.revenue() for each in game.legal_actions() if isinstance(each, Runs))


def dividend(game: Game, symbol: str, payout: int = PAY) -> Dividend:
    """A company's dividend: pay or withhold."""
    return Dividend(_president(game, symbol), company(game, symbol), payout)


def buy_train(
    game: Game, symbol: str, name: str, seller: str = "depot", price: int | None = None, trade_in: str | None = None
) -> BuyTrain:
    """A train purchase from "depot", "market" or a company; by default at the bank's list price."""
    kind = game.setup.trains[train(game, name)]
    places = {"depot": game.state.companies + DEPOT, "market": game.state.companies + DISCARDED}
    holder = places[seller] if seller in places else company(game, seller)
    if price is None:
        price = kind.trade_in_price if trade_in else kind.price
    old = train(game, trade_in) if trade_in else NOBODY
    return BuyTrain(_president(game, symbol), company(game, symbol), kind.id, holder, price, old)


def discard(game: Game, symbol: str, name: str) -> DiscardTrain:
    """The discard of a train."""
    return DiscardTrain(_president(game, symbol), company(game, symbol), train(game, name))


def bankrupt(game: Game, symbol: str) -> Bankrupt:
    """A bankruptcy of a company's president."""
    return Bankrupt(_president(game, symbol), company(game, symbol))


def end_stock_round(game: Game) -> list[Event]:
    """Pass until companies operate; returns the events."""
    events: list[Event] = []
    while game.to_act.doing == "stock":
        events += game.apply(Pass(game.to_act.player))
    return events


def skip_company_turn(game: Game) -> list[Event]:
    """The current company does nothing, not even run its trains; returns the events."""
    events: list[Event] = []
    acting = game.to_act.company
    while game.to_act.company == acting and not any(each.kind in TURN_ENDS for each in events):
        player = game.to_act.player
        least: Action = RunRoutes(player, acting, ()) if game.to_act.doing == "run" else Pass(player)
        events += game.apply(least)
    return events


TURN_ENDS = ("turn_began", "stock_round_began", "operating_round_began", "game_ended")
"""Events that end the current turn."""


def companies_in(game: Game, events: Sequence[Event]) -> list[str]:
    """Companies whose turns began, in order."""
    symbols = [each.symbol for each in game.setup.companies]
    return [symbols[each.company] for each in events if each.kind == "turn_began"]


def president(game: Game, symbol: str) -> int | None:
    """The president of a company; None if there is none yet."""
    player = game.companies[symbol].president
    return None if player is None else player.id


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [each.kind for each in events]


def take_turn(game: Game, *actions: Action) -> list[Event]:
    """A whole turn of a stock round: actions, then a pass if the player is still to act."""
    player = game.to_act.player
    events = play(game, *actions)
    return events + (pass_times(game, 1) if game.to_act.player == player else [])


def leave_in_depot(game: Game, name: str, count: int) -> None:
    """Remove trains of a kind from the game until `count` are left in the depot."""
    kind, depot = train(game, name), game.state.companies + DEPOT
    while game.state.trains[kind * (game.state.companies + 3) + depot] > count:
        move_train(game.state, kind, depot, game.state.companies + 2)


def train_to_market(game: Game, name: str) -> None:
    """Put a train from the depot into the market."""
    move_train(game.state, train(game, name), game.state.companies + DEPOT, game.state.companies + DISCARDED)


def leave_in_bank(game: Game, amount: int) -> None:
    """Leave `amount` in the bank; the last player gets the rest."""
    rich = game.setup.players - 1
    set_cash(game, rich, game.state.cash[rich] + game.state.cash[bank_of(game.state)] - amount)
