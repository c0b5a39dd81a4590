"""Entry point of the rules: start a game; list, refuse and apply actions. Nothing here is title-specific.

Each question about a game goes to the procedure on top of the stack. Extra actions of a power go to that power.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Chance, Descriptor, ExchangePrivate, LayPrivateTile, LayTile, Route, RunRoutes
from tetsudo.core.corrections import CORRECTION_KINDS
from tetsudo.core.events import Log
from tetsudo.core.frames import Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.emergency.forced_sale import ForcedSale
from tetsudo.engine.rules.emergency.levy import DebtCollection
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.offers.answers import Offer
from tetsudo.engine.rules.powers.die_roll import DieRoll
from tetsudo.engine.rules.powers.free_lay import FreeLay, may_be_interrupted
from tetsudo.engine.rules.rounds.auction.bid_off import BidOff
from tetsudo.engine.rules.rounds.auction.set_par import SetPar
from tetsudo.engine.rules.rounds.auction.waterfall import Auction
from tetsudo.engine.rules.rounds.minors.between_turns import FormationWindow, Window
from tetsudo.engine.rules.rounds.operating.turn import CompanyTurn, OperatingRound
from tetsudo.engine.rules.rounds.stock.stock_round import StockRound
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.trains.discards import Discards
from tetsudo.engine.rules.turn_order.round_sequence import begin_stock_round
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.rows import filled, row_of
from tetsudo.engine.state.state import AUCTION_ROUND, IPO, LAST_TURN, RESERVED, UNPLACED, UNSTARTED, State, pop, push

PROCEDURES: Final[Mapping[type[frames.Frame], Procedure[Any]]] = {
    frames.Auction: Auction(),
    frames.BidOff: BidOff(),
    frames.Stock: StockRound(),
    frames.Operating: OperatingRound(),
    frames.Turn: CompanyTurn(),
    frames.Discard: Discards(),
    frames.FreeLay: FreeLay(),
    frames.Offer: Offer(),
    frames.ForcedSale: ForcedSale(),
    frames.Window: Window(),
    frames.FormationWindow: FormationWindow(),
    frames.SetPar: SetPar(),
    frames.PendingDieRoll: DieRoll(),
    frames.DebtCollection: DebtCollection(),
}
"""Procedures by the type of their frame on the stack."""

MAX_RUN_ROUTES: Final = 50
MAX_ROUTE_HEXES: Final = 500
"""Maximum numbers of routes in a run and of hexes in a route, so that a hostile run is cheap to refuse."""

MAX_FORCED_STEPS: Final = 50_000
"""Maximum number of automatic steps without a decision.

By then income has changed nothing for hundreds of rounds, and never will.
"""

_CORRECTIONS: Final = CORRECTION_KINDS  # where compiled, a constant of this module is not looked up by its name

INTERRUPTING_ACTIONS: Final = (LayTile, LayPrivateTile, ExchangePrivate)
"""Actions allowed between two tiles of a private, where its use may be interrupted."""


_TURN: Final = PROCEDURES[frames.Turn]
_STOCK: Final = PROCEDURES[frames.Stock]


def top(state: State) -> Procedure[Any]:
    """Procedure on top of the stack."""
    return _procedure(state.stack[-1])


def _procedure(frame: frames.Frame) -> Procedure[Any]:
    """Procedure of a frame."""
    if type(frame) is Turn:  # these two are asked all the time
        return _TURN
    return _STOCK if type(frame) is Stock else PROCEDURES[type(frame)]


def begin(rules: Ruleset, log: Log) -> State:
    """Set up a game and advance it to its first decision."""
    state = _initial_state(rules.setup, rules.powers.all)
    log += [events.CompanyDrawn(company) for company in rules.setup.drawn]
    for player, private in enumerate(rules.setup.deal):
        price = rules.setup.privates[private].price
        pay_bank(state, player, price)  # 1889-BEG-02
        give_private(state, private, player)
        log.append(events.PrivateDealt(player, private, price))
    state.turn = int(rules.settings.auction_turn or not rules.settings.auction)  # 1890-4.1-e
    if rules.settings.auction:
        push(state, frames.Auction(state.priority, 0))  # 1889-GEN-04, 1888*-GEN-02, 1888*-PRV-02
        log.append(events.AuctionBegan())
    else:
        begin_stock_round(rules, state, log)  # 1889-BEG-09
    settle(rules, state, log)
    return state


def _initial_state(setup: Setup, powers: tuple[Power[Ruleset], ...]) -> State:
    """State with everything in its starting place (1890-3.12-a, 1890-4.1-a)."""
    players, companies = setup.players, len(setup.companies)
    state = State()
    state.players, state.companies = players, companies
    # 1889-SET-11, 1888*-SET-13, 1890-4.2.1-a, 1890-A.10.2-a
    cash = setup.settings.starting_cash
    held = (cash - setup.settings.first_player_less, *(cash,) * (players - 1))
    state.cash = row_of([*held, *(0,) * companies, setup.settings.bank - sum(held)])
    shares: list[int] = []
    for company in setup.companies:
        shares += (*(0,) * players, company.ordinary - company.reserved, 0, company.reserved, 0)
    state.shares = row_of(shares)
    # 1889-SET-01, 1888*-SET-04, 1890-4.1-b
    state.president = row_of([players + (RESERVED if each.president_reserved else IPO) for each in setup.companies])
    state.par = state.depth = state.acted = filled(0, companies)
    state.cell = state.last_run = filled(NOBODY, companies)
    state.status = filled(UNSTARTED, companies)
    trains: list[int] = []
    for train in setup.trains:
        trains += (*(0,) * companies, train.count, 0, 0)  # 1890-12-a
    state.trains = row_of(trains)
    bank = players + companies
    state.privates = row_of([bank if private.minor == NOBODY else NOBODY for private in setup.privates])
    state.memory = tuple(power.at_first for power in powers)
    state.discounts = filled(0, len(setup.lots))
    state.bids = filled(0, len(setup.lots) * players)
    state.tiles = tuple(hex.printed for hex in setup.map.hexes)  # 1890-3.2-a
    state.supply = row_of([tile.count for tile in setup.tiles])
    tokens = sum(len(each.token_prices) for each in setup.companies) + sum(each.tokens for each in setup.privates)
    state.tokens = (UNPLACED,) * tokens  # 1890-3.9-a
    state.sold = filled(0, players)
    state.declined = row_of(())
    state.dues = row_of(())
    state.round = AUCTION_ROUND
    state.turn = state.operating_round = state.operating_rounds = state.phase = 0
    state.priority = state.broken = state.ended = state.revenue = state.funded = 0  # 1888*-SET-02, 1890-4.3-b
    state.bankrupt = NOBODY
    state.stack = ()
    state.network = None
    return state


def settle(rules: Ruleset, state: State, log: Log) -> None:
    """Perform all forced steps. End a game in which no player can ever act again."""
    for _ in range(MAX_FORCED_STEPS):
        if state.ended:
            return
        frame = state.stack[-1]
        if not _procedure(frame).advance(rules, state, frame, log):
            return
    state.ended = LAST_TURN
    log.append(events.GameEnded(LAST_TURN))


def actor(rules: Ruleset, state: State) -> PlayerId:
    """Player to act; NOBODY once the game is over, or while a random event is due."""
    if state.ended:
        return NOBODY
    frame = state.stack[-1]
    return _procedure(frame).actor(rules, state, frame)


def acting_company(rules: Ruleset, state: State) -> CompanyId:
    """Company for which the player acts; NOBODY if none."""
    return NOBODY if state.ended else top(state).company(rules, state, state.stack[-1])


def activity(rules: Ruleset, state: State) -> str:
    """Name of the current procedure, or of the step of a company's turn; "" once the game is over."""
    if state.ended:
        return ""
    return top(state).activity(rules, state.stack[-1])


def listing(rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
    """Legal actions of a player."""
    if state.ended:
        return []
    frame = state.stack[-1]
    found = _procedure(frame).listing(rules, state, frame, player)
    if _allows_powers(frame):
        for power in rules.powers.usable_powers(state, player):
            found += power.listing(rules, state, player)
    elif _is_interruptible(rules, frame):
        found += [each for each in listing(rules, _without_top(state), player) if _may_interrupt(rules, frame, each)]
    return found


def candidates(rules: Ruleset, state: State, player: PlayerId) -> Iterator[Descriptor]:
    """Actions that a player might try now, legal or not, except those on a hex of the map."""
    if state.ended:
        return
    frame = state.stack[-1]
    yield from top(state).candidates(rules, state, frame, player)
    if _is_interruptible(rules, frame):
        between = candidates(rules, _without_top(state), player)
        yield from (each for each in between if _may_interrupt(rules, frame, each))
    for power in free_powers(rules, state, player):
        yield from power.candidates(rules, state, player)


def candidates_on(rules: Ruleset, state: State, player: PlayerId, hex: HexId) -> Iterator[Descriptor]:
    """Actions that a player might try on a hex now, legal or not."""
    if state.ended:
        return
    frame = state.stack[-1]
    yield from top(state).candidates_on(rules, state, frame, player, hex)
    if _is_interruptible(rules, frame):
        between = candidates_on(rules, _without_top(state), player, hex)
        yield from (each for each in between if _may_interrupt(rules, frame, each))
    for power in free_powers(rules, state, player):
        yield from power.candidates_on(rules, player, hex)


def free_powers(rules: Ruleset, state: State, player: PlayerId) -> list[Power[Ruleset]]:
    """Powers that a player controls and that may act besides the current procedure."""
    if not _allows_powers(state.stack[-1]):
        return []
    return [power for power in rules.powers.acting if power.decides(state, player)]


def refusal(rules: Ruleset, state: State, action: Action) -> str:
    """Refusal code of an action; "" if it is legal."""
    if state.ended:
        return "game_over"
    if type(action) in _CORRECTIONS:
        return "correction"
    if not has_valid_ids(rules, action):
        return "unknown_id" if type(action) in rules.ids else "unknown_action"
    power = _power_of(rules, state, action)
    if power is not None:
        return power.refusal(rules, state, action)
    frame = state.stack[-1]
    if _is_interruptible(rules, frame) and _may_interrupt(rules, frame, action):
        return refusal(rules, _without_top(state), action)
    if type(action) is Chance and type(frame) is not frames.PendingDieRoll:
        return "no_chance"
    return _procedure(frame).refusal(rules, state, frame, action)


def perform(rules: Ruleset, state: State, action: Action, log: Log) -> None:
    """Apply a legal action and the forced steps that follow."""
    _apply(rules, state, action, log)
    settle(rules, state, log)


def _apply(rules: Ruleset, state: State, action: Action, log: Log) -> None:
    """Apply a legal action."""
    power = _power_of(rules, state, action)
    if power is not None:
        power.perform(rules, state, action, log)
        return
    frame = state.stack[-1]
    if not (_is_interruptible(rules, frame) and _may_interrupt(rules, frame, action)):
        _procedure(frame).perform(rules, state, frame, action, log)
        return
    below = len(state.stack) - 1
    pop(state)
    _apply(rules, state, action, log)
    state.stack = (*state.stack[:below], frame, *state.stack[below:])


# Actions between two tiles of a private


def _is_interruptible(rules: Ruleset, frame: frames.Frame) -> bool:
    """True if other tiles may be laid before the rest of a private's tiles."""
    return isinstance(frame, frames.FreeLay) and may_be_interrupted(rules, frame)


def _may_interrupt(rules: Ruleset, frame: frames.Frame, each: Descriptor) -> bool:
    """True if an action may come between two tiles of a private, and is not a lay by the same private."""
    assert isinstance(frame, frames.FreeLay)
    if type(each) is LayPrivateTile:
        return each.private != rules.powers.all[frame.power].private
    return isinstance(each, INTERRUPTING_ACTIONS)


def _without_top(state: State) -> State:
    """Copy of the position without the top frame."""
    below = state.clone()
    pop(below)
    return below


# Powers


def _allows_powers(frame: frames.Frame) -> bool:
    """True if players may use their powers while this frame is on top."""
    return type(frame) is Turn or type(frame) is Stock


def _power_of(rules: Ruleset, state: State, action: Action) -> Power[Ruleset] | None:
    """Power that an action uses, where powers may act now; None if it uses none.

    Privates lay tiles and are exchanged by their own powers; any other kind of action belongs to one power only.
    """
    if type(action) not in rules.powers.kinds_taken or not _allows_powers(state.stack[-1]):
        return None
    if type(action) is LayPrivateTile or type(action) is ExchangePrivate:
        return _power_of_private(rules, action)
    return rules.powers.taking.get(type(action))


def _power_of_private(rules: Ruleset, action: LayPrivateTile | ExchangePrivate) -> Power[Ruleset]:
    """Power by which a private performs an action; one that refuses everything if it has none."""
    for power in rules.powers.of_private[action.private]:
        if type(action) in power.takes:
            return power
    return rules.powers.none


# Ids that do not exist are refused separately from illegal actions.


def has_valid_ids(rules: Ruleset, action: Action) -> bool:
    """True if an action is of a known kind and all its ids exist."""
    known = rules.ids.get(type(action))
    if known is None:
        return False
    read, ranges = known
    for place, value in enumerate(read(action)):
        low, high = ranges[place]
        if type(value) is not int or not low <= value < high:
            return False
    return type(action) is not RunRoutes or _are_valid_routes(action.routes, rules.sizes)


def _are_valid_routes(routes: object, sizes: Mapping[str, int]) -> bool:
    """True if routes name existing trains and hexes, within the limits on their numbers."""
    if type(routes) is not tuple or len(routes) > MAX_RUN_ROUTES:
        return False
    for route in routes:
        if type(route) is not Route or type(route.hexes) is not tuple or len(route.hexes) > MAX_ROUTE_HEXES:
            return False
        if type(route.train) is not int or not 0 <= route.train < sizes["train"]:
            return False
        if not all(type(hex) is int and 0 <= hex < sizes["hex"] for hex in route.hexes):
            return False
    return True
