"""Payments from and to the bank, and when it breaks."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import Money, OwnerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State, bank_cash, bank_of, move_cash


def bank_pays(rules: Ruleset, state: State, log: Log, payee: OwnerId, amount: Money) -> None:
    """Pay from the bank. If it cannot meet a payment, it is broken and pays on.

    1889-END-02, 1889-END-03, 1888*-END-06, 1890-13.3-a, 1890-13.3-c, 1890-13.3-d.
    """
    move_cash(state, bank_of(state), payee, amount)
    left = bank_cash(state)
    if not state.broken and (left < 0 or (left == 0 and rules.settings.bank_breaks_at_zero)):
        state.broken = 1
        log.append(events.BankBroke())


def pay_bank(state: State, payer: OwnerId, amount: Money) -> None:
    """Pay to the bank (1890-4.2.2-b)."""
    move_cash(state, payer, bank_of(state), amount)
