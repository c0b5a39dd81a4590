"""What players are worth, and how they stand (1889 END)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tetsudo.rules.stock import share_value
from tetsudo.state import State, cash_of, president_of
from tetsudo.units import Money, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


class Worth(NamedTuple):
    """A player's worth and what it is made of; minors are among the privates."""

    player: PlayerId
    cash: Money
    shares: Money
    privates: Money

    @property
    def total(self) -> Money:
        """Everything."""
        return self.cash + self.shares + self.privates


def worth(rules: Ruleset, state: State, player: PlayerId) -> Worth:
    """Cash, shares at market price, minors at face value and privates too if they count (1889 END-04, 1890 13-b)."""
    privates = sum(minor.price for minor in rules.minors if president_of(state, minor.id) == player)
    if rules.numbers.final_privates:
        privates += sum(rules.setup.privates[private].face for private in rules.privates_of(state, player))
    return Worth(player, cash_of(state, player), share_value(rules, state, player), privates)


def standings(rules: Ruleset, state: State) -> list[Worth]:
    """All players, the richest first; equals in seat order (1889 END-06, GEN-01)."""
    everybody = [worth(rules, state, player) for player in range(state.players)]
    return sorted(everybody, key=lambda each: -each.total)
