"""Validation of positions written by users.

A valid position can be played on. Each refusal names a field of `game/text/position.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tetsudo.core import frames
from tetsudo.core.actions import TakeBackToken
from tetsudo.core.errors import BadInput
from tetsudo.core.frames import Frame
from tetsudo.core.units import NOBODY, FaceId, HexId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.model.title import MINOR, Company
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.emergency.allowed_sales import stakes_of
from tetsudo.engine.rules.emergency.funds import amount_to_raise
from tetsudo.engine.rules.emergency.minimal_sales import can_complete_sale
from tetsudo.engine.rules.powers.die_roll import MAX_DIE_ROLLS
from tetsudo.engine.rules.powers.free_lay import may_be_interrupted
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.privates.lots import cash_outside_bids, is_unsold
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.tokens import pending_homes, waiting_hexes
from tetsudo.engine.rules.trains.depot import over_train_limit
from tetsudo.engine.state.bids import bids_on
from tetsudo.engine.state.board import face_on, waiting_spot
from tetsudo.engine.state.ownership import ipo_of, market_of, ordinary_shares, president_of, reserved_of
from tetsudo.engine.state.rows import values_of
from tetsudo.engine.state.state import (
    AUCTION_ROUND,
    CLOSED,
    END_REASONS,
    FLOATED,
    MAX_CITIES,
    OUT,
    SCRAPPED,
    STARTED,
    STOCK_ROUND,
    UNSTARTED,
    WAITING,
    State,
    bank_of,
)

MAX_MONEY: Final = 10_000_000
"""Upper limit of every amount of money."""
MAX_TRAINS: Final = 100
MAX_SHARES: Final = 100


def check(rules: Ruleset, state: State) -> None:
    """Raise BadInput for the first error of a position."""
    _check_numbers(rules, state)
    _check_money(rules, state)
    _check_companies(rules, state)
    _check_market(rules, state)
    _check_trains(rules, state)
    _check_privates(rules, state)
    _check_tiles(rules, state)
    check_tokens(rules, state)
    _check_stack(rules, state)
    _check_decision(rules, state)


def _check_range(field: str, values: Iterable[int], low: int, high: int) -> None:
    for value in values:
        if not low <= value <= high:
            raise BadInput("must be from {low} to {high}, not {value}", field, low=low, high=high, value=value)


def _check_numbers(rules: Ruleset, state: State) -> None:
    players, companies = state.players, state.companies
    bounds = {
        "round": (0, 2),
        "turn": (0, 10_000),
        "operating_round": (0, 99),
        "operating_rounds": (0, 99),
        "phase": (0, len(rules.setup.phases) - 1),
        "priority": (0, players - 1),
        "broken": (0, 1),
        "ended": (0, len(END_REASONS) - 1),
        "bankrupt": (NOBODY, players - 1),
        "revenue": (0, MAX_MONEY),
        "funded": (0, 2**companies - 1 if rules.incremental else 0),
    }
    for field, (low, high) in bounds.items():
        _check_range(field, [getattr(state, field)], low, high)
    _check_range("acted", state.acted, NOBODY, companies)
    _check_range("sold", state.sold, 0, 2**companies - 1)
    _check_range("dues", state.dues, 0, MAX_MONEY)
    if len(state.dues) not in (0, state.players):
        raise BadInput("must have {length} numbers, not {value}", "debt", length=state.players, value=len(state.dues))
    _check_range("last_run", state.last_run, NOBODY, MAX_MONEY)
    _check_range("status", state.status, UNSTARTED, CLOSED)


def _check_money(rules: Ruleset, state: State) -> None:
    _check_range("cash", state.cash[:-1], 0, MAX_MONEY)
    _check_range("cash", state.cash[-1:], -MAX_MONEY, MAX_MONEY)
    if sum(state.cash) != rules.settings.bank:
        raise BadInput("must add up to {bank}, not {value}", "cash", bank=rules.settings.bank, value=sum(state.cash))


def _check_companies(rules: Ruleset, state: State) -> None:
    stride = state.players + OUT + 1
    _check_range("shares", state.shares, 0, 100)
    _check_range("president", state.president, 0, stride - 1)
    for company in rules.setup.companies:
        held = sum(state.shares[company.id * stride : (company.id + 1) * stride])
        if held != company.ordinary:
            raise BadInput(
                "of {symbol} must add up to {ordinary}, not {held}",
                "shares",
                symbol=company.symbol,
                ordinary=company.ordinary,
                held=held,
            )
        is_running = state.status[company.id] in (STARTED, FLOATED)
        if company.kind == MINOR:
            _check_minor(rules, state, company)
            continue
        has_par, has_cell = state.par[company.id] in rules.market.pars, state.cell[company.id] != NOBODY
        waits = company.president_reserved and state.status[company.id] != FLOATED
        reserved = waits and state.president[company.id] == reserved_of(state)
        if is_running != (president_of(state, company.id) != NOBODY) and not reserved:
            raise BadInput(
                "of {symbol} must be a player if and only if it is started", "president", symbol=company.symbol
            )
        if is_running != has_par or (not is_running and state.par[company.id]):
            raise BadInput("of {symbol} must be a par price if and only if it is started", "par", symbol=company.symbol)
        if is_running != has_cell:
            raise BadInput(
                "of {symbol} must be on the market if and only if it is started", "cell", symbol=company.symbol
            )
        if state.status[company.id] == UNSTARTED:
            if state.president[company.id] != ipo_of(state) and not reserved:
                raise BadInput("of {symbol} must be in the IPO", "president", symbol=company.symbol)
            if ordinary_shares(state, company.id, market_of(state)):
                raise BadInput(
                    "of {symbol} cannot be in the market before it is started", "shares", symbol=company.symbol
                )


def _check_minor(rules: Ruleset, state: State, company: Company) -> None:
    """Raise BadInput unless a minor has no par and no market cell, and operates exactly while a player owns it."""
    if state.status[company.id] == STARTED:
        raise BadInput("of {symbol} cannot be started: it operates once it is bought", "status", symbol=company.symbol)
    if (state.status[company.id] == FLOATED) != (president_of(state, company.id) != NOBODY):
        raise BadInput("of {symbol} must be a player if and only if it operates", "president", symbol=company.symbol)
    if state.par[company.id] or state.cell[company.id] != NOBODY:
        raise BadInput("of {symbol} must be nothing: it has no share price", "par", symbol=company.symbol)


def _check_market(rules: Ruleset, state: State) -> None:
    _check_range("cell", state.cell, NOBODY, len(rules.market.prices) - 1)
    for cell in set(state.cell):
        depths = sorted(state.depth[company] for company, place in enumerate(state.cell) if place == cell)
        wanted = [0] * len(depths) if cell == NOBODY else list(range(len(depths)))
        if depths != wanted:
            raise BadInput("must number the companies in each market space from 0", "depth")


def _check_trains(rules: Ruleset, state: State) -> None:
    stride = state.companies + SCRAPPED + 1
    for train in rules.setup.trains:
        row = values_of(state.trains)[train.id * stride : (train.id + 1) * stride]
        depot, others = row[state.companies], row[: state.companies] + row[state.companies + 1 :]
        _check_range("trains", others, 0, MAX_TRAINS)
        if train.count < 0 and depot != train.count:
            raise BadInput("of kind {name} must be unlimited in the depot", "trains", name=train.name)
        if train.count >= 0 and (depot < 0 or depot + sum(others) != train.count):
            raise BadInput("of kind {name} must add up to {count}", "trains", name=train.name, count=train.count)


def _check_privates(rules: Ruleset, state: State) -> None:
    _check_range("privates", state.privates, NOBODY, bank_of(state))
    for power in rules.powers.all:
        if not power.may_remember(state, state.memory[power.id]):
            raise BadInput("of power {id} may not be {value}", "uses", id=power.id, value=state.memory[power.id])
    for lot, facts in enumerate(rules.setup.lots):
        _check_range("discounts", [state.discounts[lot]], 0, facts.price)
        is_sold = not is_unsold(rules, state, lot)
        if any(bid < 0 or (bid and is_sold) for bid in bids_on(state, lot)):
            raise BadInput("must be nothing on a sold lot, and never negative", "bids")
        standing = [bid for bid in bids_on(state, lot) if bid]
        if len(set(standing)) < len(standing):
            raise BadInput("must be different amounts on each lot", "bids")
    for player in range(state.players):
        if cash_outside_bids(rules, state, player) < 0:
            raise BadInput("must be covered by the player's cash", "bids")
    _check_declined(state)


def _check_declined(state: State) -> None:
    if len(state.declined) % 4:
        raise BadInput("must be groups of four numbers", "declined")
    _check_range("declined", state.declined, 0, MAX_MONEY)


# The map


def _check_tiles(rules: Ruleset, state: State) -> None:
    for hex, face in enumerate(state.tiles):
        if face != rules.setup.map.hexes[hex].printed and not can_become(rules, hex, face):
            name, tile = rules.setup.map.hexes[hex].name, rules.setup.faces[face].name
            raise BadInput("has tile {tile} on {name}, where it does not fit", "tiles", tile=tile, name=name)


def can_become(rules: Ruleset, hex: HexId, face: FaceId) -> bool:
    """True if a hex can be upgraded to a face step by step, by companies and by powers."""
    faces = rules.setup.faces
    tried: set[FaceId] = set()
    waiting = [rules.setup.map.hexes[hex].printed, *_power_faces(rules, hex)]
    while waiting:
        step = waiting.pop()
        if step == face:
            return True
        if step not in tried and faces[step].colour <= faces[face].colour:
            tried.add(step)
            waiting += rules.atlas.lays(hex, step)
    return False


def possible_faces(rules: Ruleset, hex: HexId) -> set[FaceId]:
    """All faces that a hex can get step by step, by companies and by powers, the printed one included."""
    found: set[FaceId] = set()
    waiting = [rules.setup.map.hexes[hex].printed, *_power_faces(rules, hex)]
    while waiting:
        face = waiting.pop()
        if face not in found:
            found.add(face)
            waiting += rules.atlas.lays(hex, face)
    return found


def _power_faces(rules: Ruleset, hex: HexId) -> list[FaceId]:
    """Faces of special tiles that a power may lay on a hex as printed."""
    printed = rules.setup.faces[rules.setup.map.hexes[hex].printed]
    powers = [power for power in rules.powers.acting if isinstance(power, LaysTile) and hex in power.hexes]
    return [
        rules.setup.face_of[tile, rotation]
        for power in powers
        for tile in power.tiles
        for rotation in range(6)
        if rules.setup.tiles[tile].special
        and rules.atlas.fits_special(hex, printed.id, rules.setup.face_of[tile, rotation], power.hexes)
    ]


def check_tokens(rules: Ruleset, state: State) -> None:
    """Raise BadInput for impossible tokens, or for one in a slot that is reserved for another company's home."""
    homes = [
        hex * MAX_CITIES + city
        for company in rules.setup.companies
        for hex, city in pending_homes(rules, state, company.id)
    ]
    check_slots(rules, state, homes)
    _check_waiting(rules, state)


def _check_waiting(rules: Ruleset, state: State) -> None:
    """Raise BadInput for tokens that cannot wait on their hex, or for two with the same number."""
    waiting = [place for place in state.tokens if place <= WAITING]
    for hex in {waiting_spot(place)[0] for place in waiting}:
        nodes, name = rules.setup.faces[face_on(state, hex)].nodes, rules.setup.map.hexes[hex].name
        if TakeBackToken not in rules.powers.taking or all(node.kind != CITY for node in nodes):
            raise BadInput("has a token waiting on {name}, where none can wait", "tokens", name=name)
    if len(set(waiting)) < len(waiting):
        raise BadInput("has two waiting on one hex under the same number", "tokens")


def check_slots(rules: Ruleset, state: State, homes: Sequence[int] = ()) -> None:
    """Raise BadInput for a token without a city, or without a slot, with the `homes` counted as occupied."""
    placed = [*(place for place in state.tokens if place >= 0), *homes]
    for place in set(placed):
        hex, city = divmod(place, MAX_CITIES)
        nodes = rules.setup.faces[state.tiles[hex]].nodes
        name = rules.setup.map.hexes[hex].name
        if city >= len(nodes) or nodes[city].kind != CITY:
            raise BadInput("has a token on {name}, where there is no such city", "tokens", name=name)
        if placed.count(place) > nodes[city].slots:
            raise BadInput("has more tokens on {name} than the city has slots", "tokens", name=name)
    for company in rules.setup.companies:
        first, after = rules.tokens_from[company.id : company.id + 2]
        own = [place // MAX_CITIES for place in state.tokens[first:after] if place >= 0]
        own += waiting_hexes(rules, state, company.id)
        if len(set(own)) < len(own):
            raise BadInput("has two of {symbol} on one hex", "tokens", symbol=company.symbol)


# The player to act


def _check_stack(rules: Ruleset, state: State) -> None:
    """Raise BadInput unless the stack is possible in the round, and its numbers are within bounds."""
    kinds = [type(frame) for frame in state.stack]
    if kinds[-1:] == [frames.PendingDieRoll]:  # a draw may be on top of any other
        kinds.pop()
    if state.round == AUCTION_ROUND:
        upon: tuple[list[type[Frame]], ...] = ([], [frames.BidOff], [frames.SetPar])
        shapes: list[list[type[Frame]]] = [[frames.Auction, *each] for each in upon] if rules.settings.auction else []
    elif state.round == STOCK_ROUND:
        shapes = [
            [frames.Stock],
            [frames.Stock, frames.Discard],
            [frames.Stock, frames.Offer],
            [frames.Stock, frames.DebtCollection],
        ]
    else:
        turn: tuple[type[Frame], ...] = (frames.Operating, frames.Turn)
        between: tuple[type[Frame], ...] = (frames.Window, frames.FormationWindow, frames.Discard)
        within: tuple[type[Frame], ...] = (frames.Discard, frames.FreeLay, frames.Offer, frames.ForcedSale)
        shapes = [[*turn], [*turn, *[frames.FreeLay] * (len(kinds) - len(turn))]]
        shapes += [[*turn[:1], above] for above in between]
        shapes += [[*turn, above] for above in within]
        if state.ended:
            shapes.append([frames.Operating])
    if kinds not in shapes:
        raise BadInput("is not a stack of procedures of this round", "stack")
    for frame in state.stack:
        bounds, values = _bounds(rules, state)[type(frame)], frames.numbers(frame)[1:]
        if len(values) > len(bounds):
            raise BadInput(
                "must have at most {value} numbers in a frame {kind}",
                "stack",
                value=len(bounds) + 1,
                kind=frame.kind,
            )
        for value, high in zip(values, bounds, strict=False):
            _check_range("stack", [value], 0, high)
        _check_frame(rules, state, frame)
    uses = [frame for frame in state.stack if isinstance(frame, frames.FreeLay)]
    if not all(may_be_interrupted(rules, use) for use in uses[:-1]):
        raise BadInput("interrupts a private's lay of several tiles, which must be finished", "stack")


def _bounds(rules: Ruleset, state: State) -> dict[type[Frame], tuple[int, ...]]:
    """Largest value of each number of a frame; see `core/frames.py`."""
    player, company = state.players - 1, state.companies - 1
    most_bought = frames.SEVERAL + company if any(rules.market.several) else 1
    return {
        frames.Auction: (player, state.players),
        frames.BidOff: (max(len(rules.setup.lots) - 1, 0), player),
        frames.Stock: (player, state.players, most_bought, 2**state.companies - 1, 1),
        frames.Operating: (state.companies, len(rules.setup.phases) - 1, 2**state.players - 1),
        frames.Turn: (
            company,
            len(rules.steps) - 1,
            1,
            1,
            MAX_MONEY,
            *[len(state.tiles) - 1] * rules.most_lays,
        ),
        frames.Discard: (),
        frames.FreeLay: (len(rules.powers.all) - 1, player, *[len(state.tiles) - 1] * len(state.tiles)),
        frames.ForcedSale: (company, *(company, MAX_SHARES) * state.companies),
        frames.Offer: (max(player, company), 2, max(_counts(rules)) - 1, MAX_MONEY, MAX_MONEY, player),
        frames.Window: (2**state.players - 1,),
        frames.FormationWindow: (2**state.players - 1, company),
        frames.SetPar: (company, player, 1),
        frames.PendingDieRoll: (len(rules.powers.all) - 1, MAX_MONEY, MAX_DIE_ROLLS),
        frames.DebtCollection: (),
    }


def _counts(rules: Ruleset) -> tuple[int, int]:
    """Number of privates and of kinds of trains, the subjects of offers."""
    return len(rules.setup.privates), len(rules.setup.trains)


def _check_frame(rules: Ruleset, state: State, frame: Frame) -> None:
    """Raise BadInput for a procedure whose conditions are not met on the table."""
    fits = True
    match frame:
        case frames.BidOff(lot=lot, player=player):
            bids = bids_on(state, lot)
            fits = bool(bids[player]) and sum(bid > 0 for bid in bids) > 1
        case frames.Stock(bought=bought) if bought >= frames.SEVERAL:
            fits = state.cell[bought - frames.SEVERAL] != NOBODY
        case frames.Turn(company=company):
            is_there = state.status[company] == FLOATED or bool(state.ended)  # the last sale may close the company
            fits = is_there and state.acted[company] > 0
        case frames.Discard():
            fits = bool(over_train_limit(rules, state))
        case frames.FreeLay(power=power, laid=laid):
            fits = _is_free_lay(rules.powers.all[power], state, laid)
        case frames.ForcedSale():
            fits = _is_forced_sale(rules, state, frame)
        case frames.FormationWindow(company=company):
            fits = rules.setup.companies[company].forms is not None and state.status[company] == FLOATED
        case frames.SetPar(company=company):
            reserved = state.president[company] == reserved_of(state)
            fits = reserved and state.status[company] == UNSTARTED
        case frames.DebtCollection():
            fits = bool(state.dues)
        case frames.PendingDieRoll(power=power, sides=sides):
            fits = rules.powers.all[power].draws and sides > 0
        case frames.Offer():
            fits = _is_offer(rules, state, frame)
        case _:
            pass
    if not fits:
        raise BadInput("has a frame {kind} without anything to decide", "stack", kind=frame.kind)


def _is_free_lay(power: Power[Ruleset], state: State, laid: tuple[HexId, ...]) -> bool:
    """True if a power may lay another tile after those of the current use."""
    return isinstance(power, LaysTile) and len(laid) < power.together and (bool(laid) or bool(state.memory[power.id]))


def _is_forced_sale(rules: Ruleset, state: State, frame: frames.ForcedSale) -> bool:
    company, blocks = frame.company, frame.blocks
    needed = amount_to_raise(rules, state, company)
    if not blocks or len({block.company for block in blocks}) < len(blocks) or state.status[company] != FLOATED:
        return False
    stakes = stakes_of(rules, state, president_of(state, company))
    if not needed or not all(stake.chosen <= stake.most for stake in stakes):
        return False
    return all(block.shares for block in blocks) and can_complete_sale(stakes, needed)


def _is_offer(rules: Ruleset, state: State, frame: frames.Offer) -> bool:
    company, what, which, seller = frame.buyer, frame.what, frame.which, frame.seller
    price, player = frame.price, frame.answering
    turn = state.stack[-2]
    if isinstance(turn, frames.Stock):
        return what == frames.TAKE and _is_take(rules, state, turn, frame)
    if what == frames.TAKE:
        return False
    if company >= state.companies or state.status[company] != FLOATED or price > state.cash[state.players + company]:
        return False
    if what == frames.PRIVATE:
        return which < len(rules.setup.privates) and state.privates[which] == seller == player
    if which >= len(rules.setup.trains) or seller >= state.companies or seller == company:
        return False
    stride = state.companies + SCRAPPED + 1
    return state.trains[which * stride + seller] > 0 and president_of(state, seller) == player


def _is_take(rules: Ruleset, state: State, turn: frames.Stock, frame: frames.Offer) -> bool:
    """True if the player in turn may offer to buy another player's private."""
    buyer, which = frame.buyer, frame.which
    is_purchase = turn.player == buyer and not turn.bought and which in rules.takeable
    if not is_purchase and which not in rules.traded:
        return False
    owner = state.privates[which]
    return owner == frame.seller == frame.answering != buyer and 0 <= frame.price <= state.cash[buyer]


def _check_decision(rules: Ruleset, state: State) -> None:
    """Raise BadInput unless a player has a decision to make and nothing follows automatically."""
    if state.ended:
        return
    settled = state.clone()
    engine.settle(rules, settled, [])
    if settled != state:
        raise BadInput("is between two decisions: the rules go on by themselves here", "stack")
    if isinstance(state.stack[-1], frames.PendingDieRoll):
        return
    if not engine.listing(rules, state, engine.actor(rules, state)):
        raise BadInput("is a position without a legal action", "stack")
