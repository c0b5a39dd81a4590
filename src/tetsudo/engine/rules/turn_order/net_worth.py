"""Net worth and standings of players."""

from __future__ import annotations

from typing import NamedTuple

from tetsudo.core.units import Money, PlayerId, is_hidden, row_repr
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.ownership import holding, president_of, privates_of
from tetsudo.engine.state.state import State, cash_of, due_of


class Worth(NamedTuple):
    """A player's net worth and its parts; minors are among the privates.

    `dues`: debt to the bank, which is deducted (1890-C.10.13-i).
    """

    player: PlayerId
    cash: Money
    shares: Money
    privates: Money
    dues: Money = 0

    def __repr__(self) -> str:
        return row_repr(self)

    @property
    def total(self) -> Money:
        """Sum of all parts, less dues."""
        return self.cash + self.shares + self.privates - self.dues


def worth(rules: Ruleset, state: State, player: PlayerId) -> Worth:
    """Net worth: cash, shares at market price, minors at face value and privates too if they count, less dues.

    1889-END-04, 1889-END-05, 1888*-END-04, 1888*-FIN-01, 1888*-FIN-02, 1890-11.3.1-d, 1890-13-b, 1890-13.1-a.
    """
    privates = sum(minor.price for minor in rules.minors if president_of(state, minor.id) == player)
    if rules.settings.final_privates:
        privates += sum(rules.setup.privates[private].face for private in privates_of(state, player))
    shares, dues = _share_value(rules, state, player), due_of(state, player)
    return Worth(player, cash_of(state, player), shares, privates, dues)


def _share_value(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """Value of a player's shares at market price."""
    weights = rules.president_shares
    return sum(
        holding(state, company, player, weights[company]) * price_of(rules, state, company)
        for company in range(state.companies)
    )


def standings(rules: Ruleset, state: State) -> list[Worth]:
    """Net worth of all players, richest first; ties in seat order, hidden worths last.

    1889-END-06, 1889-GEN-01, 1888*-GEN-01, 1890-13-c, 1890-13-d, 1890-Intro-b.
    """
    everybody = [worth(rules, state, player) for player in range(state.players)]
    return sorted(everybody, key=lambda each: (is_hidden(each.total), 0 if is_hidden(each.total) else -each.total))
