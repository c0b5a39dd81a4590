"""Income and closing of privates."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, PrivateId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import bank_pays
from tetsudo.engine.state.ownership import give_private, is_open, private_owner
from tetsudo.engine.state.state import State, bank_of


def pay_privates(rules: Ruleset, state: State, log: Log) -> None:
    """Pay the income of each private to its owner, a player or a company.

    1889-GEN-05, 1889-OR-01, 1888*-OR-05, 1888*-PRV-06, 1890-10.2-a, 1890-10.2-b, 1890-11.2-e.
    """
    bank = bank_of(state)
    for private in rules.setup.privates:
        owner = private_owner(state, private.id)
        if owner in (NOBODY, bank):
            continue
        amount = private.income
        for power in rules.powers.changing_income[private.id]:
            amount = power.private_income(state, amount)
        if amount:
            bank_pays(rules, state, log, owner, amount)
            log.append(events.Income(private.id, owner, amount))
    for power in rules.powers.paying:
        power.also_pays(rules, state, log)


def close_privates(rules: Ruleset, state: State, log: Log) -> None:
    """Close all privates, except those that stay open (1889-PHS-13) and those that are bought late."""
    for private in rules.setup.privates:
        if not is_open(state, private.id) or private.late:  # 1890-11.2-f
            continue
        staying = [power for power in rules.powers.of_private[private.id] if power.survives(state)]
        if staying:
            staying[0].survived(state, log)
            continue
        close_private(rules, state, log, private.id)


def close_private(rules: Ruleset, state: State, log: Log, private: PrivateId) -> None:
    """Remove a private from the game."""
    if is_open(state, private):
        give_private(state, private, NOBODY)
        log.append(events.PrivateClosed(private))
        for power in rules.powers.of_private[private]:
            power.closed(state)
