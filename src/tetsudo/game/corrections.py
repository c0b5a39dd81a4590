"""Corrections made on a position (`core/corrections.py`): the value named replaces the present one, without the rules.

The result must be a possible position. What the rules do by themselves then follows, such as the next company's turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tetsudo.core import corrections as kinds
from tetsudo.core import events
from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.events import Log
from tetsudo.core.frames import Operating, Stock, Turn
from tetsudo.core.translation import translator
from tetsudo.core.units import NOBODY, FaceId, HexId, OwnerId, is_hidden
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.model.title import MINOR
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.flow.stack import replace_top
from tetsudo.engine.rules.position_validation import can_become, check
from tetsudo.engine.rules.rounds.operating.run import earn
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import enter_cell
from tetsudo.engine.rules.shares.presidency import swap_presidency
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import is_in_supply, lay
from tetsudo.engine.rules.turn_order.company_order import begin_turn
from tetsudo.engine.state.board import (
    face_on,
    put_face,
    put_token,
    remove_token,
    return_tile,
    take_tile,
    token_hex,
    token_place,
    tokens_in,
)
from tetsudo.engine.state.ownership import (
    give_private,
    ipo_of,
    market_of,
    move_ordinary,
    move_president,
    move_train,
    ordinary_shares,
    president_of,
    train_count,
)
from tetsudo.engine.state.state import (
    UNPLACED,
    State,
    bank_of,
    cash_of,
    is_floated,
    move_cash,
    owner_of_company,
    par_of,
    pop,
    set_turn_number,
)

REFUSAL: Final = "correction"
"""Code of refused corrections."""


def perform(rules: Ruleset, state: State, action: Action, log: Log) -> None:
    """Make a correction; raise `IllegalAction` if it names nothing, or if no such position is possible.

    The state may then be half changed.
    """
    try:
        if state.ended:
            raise BadInput("The game is over: undo its last move first.")
        if not engine.has_valid_ids(rules, action):
            raise BadInput("The correction names something that does not exist.")
        log.append(events.PositionCorrected(action.player, action))
        MADE[type(action)](rules, state, action, log)
        state.network = None
        engine.settle(rules, state, log)
        check(rules, state)
    except BadInput as error:
        raise IllegalAction(REFUSAL, _sentence(rules, state, error)) from None


def _sentence(rules: Ruleset, state: State, error: BadInput) -> str:
    """Sentence of an error; one about a field of a position says which, unless amounts are hidden."""
    say = translator(rules.setup.told_in)
    sentence = error.translate(say)
    if not error.where:
        return sentence
    impossible = say("No such position is possible.")
    hides = any(is_hidden(cash_of(state, owner)) for owner in range(bank_of(state)))
    return impossible if hides else f"{impossible} ({error.where}: {sentence})"


# Money and certificates


def _set_cash(state: State, owner: OwnerId, amount: int) -> None:
    move_cash(state, bank_of(state), owner, amount - cash_of(state, owner))


def _cash(rules: Ruleset, state: State, action: kinds.CorrectCash, log: Log) -> None:
    _set_cash(state, action.holder, action.price)


def _treasury(rules: Ruleset, state: State, action: kinds.CorrectTreasury, log: Log) -> None:
    _set_cash(state, owner_of_company(state, action.company), action.price)


def _shares(rules: Ruleset, state: State, action: kinds.CorrectShares, log: Log) -> None:
    if action.source < state.players:
        raise BadInput("Shares come from the IPO or the market, or go there.")
    is_president = president_of(state, action.company) == action.holder
    of_president = rules.president_shares[action.company] if is_president else 0
    if action.count < of_president:
        raise BadInput(
            "The president's certificate alone is {count} shares: change the president first.", count=of_president
        )
    _move_shares(state, action.company, action.source, action.holder, action.count - of_president)


def _market(rules: Ruleset, state: State, action: kinds.CorrectMarket, log: Log) -> None:
    _move_shares(state, action.company, ipo_of(state), market_of(state), action.count)


def _move_shares(state: State, company: int, source: int, place: int, count: int) -> None:
    """Move certificates so that a place has `count` of them."""
    more = count - ordinary_shares(state, company, place)
    has = ordinary_shares(state, company, source)
    if more > has:
        raise BadInput("There are only {count} more shares in that place.", count=has)
    move_ordinary(state, company, source, place, more)


def _president(rules: Ruleset, state: State, action: kinds.CorrectPresident, log: Log) -> None:
    company, old = action.company, president_of(state, action.company)
    if old == NOBODY:
        raise BadInput("No player has started this company.")
    if old == action.holder:
        return
    if rules.setup.companies[company].kind == MINOR:
        move_president(state, company, action.holder)
        return
    if ordinary_shares(state, company, action.holder) < rules.president_shares[company]:
        raise BadInput(
            "A president needs {count} shares to exchange for the certificate.", count=rules.president_shares[company]
        )
    swap_presidency(rules, state, log, company, old, action.holder)


def _price(rules: Ruleset, state: State, action: kinds.CorrectPrice, log: Log) -> None:
    if not par_of(state, action.company):
        raise BadInput("This company has no share price yet.")
    enter_cell(rules, state, action.company, action.cell)


def _trains(rules: Ruleset, state: State, action: kinds.CorrectTrains, log: Log) -> None:
    company, train = action.company, action.train
    if president_of(state, company) == NOBODY:
        raise BadInput("No player has started this company.")
    if action.seller == company:
        raise BadInput("A company has no trains from itself.")
    more = action.count - train_count(state, train, company)
    source, target = (action.seller, company) if more > 0 else (company, action.seller)
    has = train_count(state, train, source)
    if 0 <= has < abs(more):
        raise BadInput("There are only {count} such trains in that place.", count=has)
    for _ in range(abs(more)):
        move_train(state, train, source, target)


def _private(rules: Ruleset, state: State, action: kinds.CorrectPrivate, log: Log) -> None:
    give_private(state, action.private, action.holder)


def _company_private(rules: Ruleset, state: State, action: kinds.CorrectCompanyPrivate, log: Log) -> None:
    give_private(state, action.private, owner_of_company(state, action.company))


def _closed_private(rules: Ruleset, state: State, action: kinds.CorrectClosedPrivate, log: Log) -> None:
    give_private(state, action.private, NOBODY)


# The map


def _tile(rules: Ruleset, state: State, action: kinds.CorrectTile, log: Log) -> None:
    hex, face = action.hex, rules.setup.face_of[action.tile, action.rotation]
    old = face_on(state, hex)
    if not can_become(rules, hex, face):
        raise BadInput("This tile does not fit there.")
    if rules.setup.faces[old].tile != action.tile and not is_in_supply(state, action.tile):
        raise BadInput("No copy of this tile is left.")
    if face in rules.atlas.lays(hex, old):
        lay(rules, state, hex, face)
        return
    _clear(rules, state, hex, old)
    take_tile(state, action.tile)
    put_face(state, hex, face)


def _no_tile(rules: Ruleset, state: State, action: kinds.CorrectNoTile, log: Log) -> None:
    _clear(rules, state, action.hex, face_on(state, action.hex))


def _clear(rules: Ruleset, state: State, hex: HexId, old: FaceId) -> None:
    """Return the tile of a hex, if there is one, to the supply."""
    tile = rules.setup.faces[old].tile
    if tile != NOBODY:
        return_tile(state, tile)
    put_face(state, hex, rules.setup.map.hexes[hex].printed)


def _token(rules: Ruleset, state: State, action: kinds.CorrectToken, log: Log) -> None:
    nodes = rules.setup.faces[face_on(state, action.hex)].nodes
    if action.city >= len(nodes) or nodes[action.city].kind != CITY:
        raise BadInput("There is no such city on this hex.")
    if tokens_in(state, action.hex, action.city) >= nodes[action.city].slots:
        raise BadInput("There is no slot left in this city.")
    for token in _tokens_of(rules, action.company):
        if token_place(state, token) == UNPLACED:
            put_token(state, token, action.hex, action.city)
            return
    raise BadInput("This company has no token left.")


def _no_token(rules: Ruleset, state: State, action: kinds.CorrectNoToken, log: Log) -> None:
    for token in _tokens_of(rules, action.company):
        if token_hex(state, token) == action.hex:
            remove_token(state, token)
            return
    raise BadInput("This company has no token there.")


def _tokens_of(rules: Ruleset, company: int) -> range:
    return range(*rules.tokens_from[company : company + 2])


# Rounds and turns


def _phase(rules: Ruleset, state: State, action: kinds.CorrectPhase, log: Log) -> None:
    state.phase = action.phase


def _priority(rules: Ruleset, state: State, action: kinds.CorrectPriority, log: Log) -> None:
    state.priority = action.holder


def _turn(rules: Ruleset, state: State, action: kinds.CorrectTurn, log: Log) -> None:
    frame = state.stack[-1]
    if not isinstance(frame, Stock):
        raise BadInput("A player's turn can be chosen in a stock round only.")
    replace_top(state, Stock(action.holder, frame.passes))


def _operator(rules: Ruleset, state: State, action: kinds.CorrectOperator, log: Log) -> None:
    frame = _company_turn(state)
    if frame.company == action.company:
        return
    if not is_floated(state, action.company):
        raise BadInput("This company has not floated.")
    pop(state)
    set_turn_number(state, frame.company, 0)
    begin_turn(rules, state, log, action.company)


def _revenue(rules: Ruleset, state: State, action: kinds.CorrectRevenue, log: Log) -> None:
    frame, run = _company_turn(state), rules.settings.steps.index("run")
    if frame.company != action.company:
        raise BadInput("It is not this company's turn.")
    if frame.step > run:
        raise BadInput("This company has run already: undo its dividend first.")
    replace_top(state, frame.after_start().at_step(run))
    earn(rules, state, action.company, (), action.price, log)


def _company_turn(state: State) -> Turn:
    """The company's turn on top of the stack; BadInput if something else is."""
    frame = state.stack[-1]
    if not isinstance(frame, Turn) or not isinstance(state.stack[-2], Operating):
        raise BadInput("This is possible only while a company operates and no other decision is open.")
    return frame


MADE: Final[Mapping[type[Action], Callable[[Ruleset, State, Any, Log], None]]] = {
    kinds.CorrectCash: _cash,
    kinds.CorrectTreasury: _treasury,
    kinds.CorrectShares: _shares,
    kinds.CorrectMarket: _market,
    kinds.CorrectPresident: _president,
    kinds.CorrectPrice: _price,
    kinds.CorrectTrains: _trains,
    kinds.CorrectPrivate: _private,
    kinds.CorrectCompanyPrivate: _company_private,
    kinds.CorrectClosedPrivate: _closed_private,
    kinds.CorrectTile: _tile,
    kinds.CorrectNoTile: _no_tile,
    kinds.CorrectToken: _token,
    kinds.CorrectNoToken: _no_token,
    kinds.CorrectPhase: _phase,
    kinds.CorrectPriority: _priority,
    kinds.CorrectTurn: _turn,
    kinds.CorrectOperator: _operator,
    kinds.CorrectRevenue: _revenue,
}
"""Changes of the position by kind of correction."""
