"""Payment of what players owe to the bank, one after another. A player short of cash sells shares or goes bankrupt.

Prices stand still meanwhile, or no share brings less after a sale than before. So the proceeds of a company do not
depend on the others, and no sale puts the amount out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, SellShares
from tetsudo.core.events import Log
from tetsudo.core.frames import DebtCollection as Frame
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.shares.limits import max_sellable
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.trading import sell
from tetsudo.engine.state.state import BANKRUPTCY, State, cash_of, due_of, pop, set_dues


class DebtCollection(Procedure[Frame]):
    """Collection of debts: every player who owes something pays, in the order of the priority deal."""

    name = "levy"

    def actor(self, rules: Ruleset, state: State, frame: Frame) -> PlayerId:
        return debtor(state)

    def candidates(self, rules: Ruleset, state: State, frame: Frame, player: PlayerId) -> Iterator[Descriptor]:
        for company in range(state.companies):
            most = max_shares_for_debt(rules, state, player, company)
            if most:
                yield Sales(player, company, 1, most)

    def listing(self, rules: Ruleset, state: State, frame: Frame, player: PlayerId) -> list[Descriptor]:
        return list(self.candidates(rules, state, frame, player)) if player == debtor(state) else []

    def refusal(self, rules: Ruleset, state: State, frame: Frame, action: Action) -> str:
        if action.player != debtor(state):
            return "not_your_turn"
        if type(action) is not SellShares:
            return "levy_first"
        if not 1 <= action.count <= max_sellable(rules, state, action.player, action.company):
            return "levy_sale"
        return "levy_excess" if action.count > max_shares_for_debt(rules, state, action.player, action.company) else ""

    def perform(self, rules: Ruleset, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, SellShares)
        sell(rules, state, log, action.player, action.company, action.count)

    def advance(self, rules: Ruleset, state: State, frame: Frame, log: Log) -> bool:
        player = debtor(state)
        if player == NOBODY:
            pop(state)
            return True
        due = due_of(state, player)
        if cash_of(state, player) >= due:
            _pay(state, log, player, due)
            return True
        if cash_of(state, player) + max_proceeds(rules, state, player) >= due:
            return False
        _go_insolvent(rules, state, log, player)
        return True


def debtor(state: State) -> PlayerId:
    """Next player to pay, counted from the priority deal; NOBODY if no player owes anything."""
    seats = ((state.priority + step) % state.players for step in range(state.players))
    return next((player for player in seats if due_of(state, player)), NOBODY)


def max_proceeds(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """Amount that a player can raise by selling every share that may be sold."""
    return sum(
        max_sellable(rules, state, player, company) * price_of(rules, state, company)
        for company in range(state.companies)
    )


def max_shares_for_debt(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> int:
    """Maximum number of a company's shares that a player may sell for the debt: no more than needed."""
    price = price_of(rules, state, company)
    lacking = due_of(state, player) - cash_of(state, player)
    return min(max_sellable(rules, state, player, company), -(-lacking // price)) if price else 0


def _pay(state: State, log: Log, player: PlayerId, amount: Money) -> None:
    pay_bank(state, player, amount)
    set_dues(state, [due_of(state, each) - (amount if each == player else 0) for each in range(state.players)])
    if amount:
        log.append(events.DuePaid(player, amount))


def _go_insolvent(rules: Ruleset, state: State, log: Log, player: PlayerId) -> None:
    """Sell all that may be sold, pay the cash, and end the game as with any bankruptcy.

    What is still missing, and what other players still owe, is deducted from their net worth (1890-C.10.13-i).
    """
    for company in range(state.companies):
        most = max_sellable(rules, state, player, company)
        if most:
            sell(rules, state, log, player, company, most)
    _pay(state, log, player, cash_of(state, player))
    state.ended = BANKRUPTCY
    state.bankrupt = player
    if state.priority == player:
        state.priority = rules.next_player(state, player)
    log.append(events.Insolvent(player))
    log.append(events.GameEnded(state.ended))
